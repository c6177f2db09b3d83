/* The accuracy of a game, computed from a score for each position. The measures are those of
 * Lichess, so the figures are comparable. Scores here are for white; their units, and mates, are as
 * in engine/types.h. */
#pragma once

#include "engine/types.h"

enum judgement { JUDGED_GOOD, JUDGED_INACCURACY, JUDGED_MISTAKE, JUDGED_BLUNDER, JUDGED_COUNT };

/* How a side has played. */
struct accuracy {
    int moves;              /* moves with a score before and after them; if 0, the other fields mean
                             * nothing */
    double percent;         /* accuracy, 0 .. 100 */
    double loss;            /* average centipawn loss; scores are limited to 10 pawns */
};

enum { SCORE_CEILING = 1000 }; /* centipawns; see score_cut */
#define CHANCES_INACCURACY 0.1 /* an inaccuracy loses at least this much of the winning chances */
/* Limits a score to 10 pawns for either side. */
Score score_cut(Score score);
/* Winning chances for white, -1 to 1, by the curve of engine/types.h. Scores beyond 10 pawns count
 * as 10 pawns. */
double winning_chances(Score score);
/* The change in `color`'s winning chances by a move of `color`, -2 .. 2; negative for a loss. Both
 * scores are for white. */
double chances_gained(Score before, Score after, int color);
/* The winning chances that an error of the opponent gives `color`, but at least 0.1, which is what
 * an inaccuracy loses: an error that allows a mate hardly changes the chances if `color` was
 * already winning. */
double chances_worth(Score before, Score after, int color);
/* An error gave `color` winning chances of `worth`. Returns how much of these chances the answer of
 * `color` kept, 0 .. worth. The scores, for white, are those before and after the answer. */
double chances_kept(double worth, Score before, Score after, int color);
/* Returns whether the answer took the chance: it kept at least two thirds of `worth`. */
bool chances_taken(double worth, double kept);
/* Accuracy of one move of `color`, 0 .. 100: 103.1668 exp(-0.04354 d) - 3.1669, where the move
 * lowered the winning probability by d percentage points. 100 if it did not lower it. */
double move_accuracy(Score before, Score after, int color);
/* Judges a move of `color`: an inaccuracy loses at least 0.1 of the winning chances, a mistake 0.2,
 * a blunder 0.3. For a move that allows a forced mate, only the score before the move counts; for a
 * move that gives up a forced mate, only the score after it (Lichess's Advice). */
enum judgement judge_move(Score before, Score after, int color);
const char *judgement_sign(enum judgement judgement); /* returns "", "?!", "?" or "??" */
int judgement_nag(enum judgement judgement);          /* PGN's NAG number, or 0 */

/* Computes both sides' accuracy from scores[0 .. count - 1], the scores of a game's positions from
 * its start. `first_side` is the side to move in the first position. A side's accuracy is the
 * average of two means of its move accuracies: the harmonic mean, and a weighted mean in which a
 * move counts as much as the winning chances vary around it (their standard deviation). Moves next
 * to a position without a score (SCORE_NONE) are ignored. Returns false if out of memory. */
MUST_USE bool accuracy_of_game(const Score scores[], int count, int first_side,
                               struct accuracy sides[COLOR_COUNT]);
