/* How well a game was played, from a score for each of its positions: Lichess's measures, so that
 * the figures can be compared with those known from there. Scores here are for white; scores and
 * mates are those of engine.h. */
#pragma once

#include "engine/engine.h"

enum judgement { JUDGED_GOOD, JUDGED_INACCURACY, JUDGED_MISTAKE, JUDGED_BLUNDER, JUDGED_COUNT };

/* How a side has played. */
struct accuracy {
    int moves;              /* scored before and after; 0: the rest means nothing */
    double percent;         /* accuracy, 0 .. 100 */
    double loss;            /* average centipawns lost by a move, scores cut at 10 pawns */
};

/* Beyond 10 pawns, to either side, scores are taken to be the same. */
Score score_cut(Score score);
/* Winning chances for white, -1 to 1, by the curve of engine/types.h. Scores beyond 10 pawns count as 10
 * pawns. */
double winning_chances(Score score);
/* What a move of color changed for it in winning chances, from a score to a score for white;
 * -2 .. 2, negative for a loss. */
double chances_gained(Score before, Score after, int color);
/* Accuracy of one move of color, 0 .. 100: 103.1668 exp(-0.04354 d) - 3.1669, d the chances lost
 * as percent of 0 .. 100 (the same page). */
double move_accuracy(Score before, Score after, int color);
/* Inaccuracy, mistake, blunder: 0.1, 0.2, 0.3 of winning chances lost; where a forced mate comes
 * or goes, by the score it replaces (Lichess's Advice). */
enum judgement judge_move(Score before, Score after, int color);
const char *judgement_sign(enum judgement judgement); /* "", "?!", "?", "??" */
int judgement_nag(enum judgement judgement);          /* PGN's number for it, 0: none */

/* Of scores[0 .. count - 1], those of a game's positions from its start on, first_side to move in
 * the first. A game's accuracy is the mean of two means of its moves' accuracies: one weighted by
 * the deviation of the winning chances around the move, and the harmonic one. A position without
 * a score (SCORE_NONE) takes the moves beside it out of account. False when out of memory. */
MUST_USE bool accuracy_of_game(const Score scores[], int count, int first_side,
                               struct accuracy sides[COLOR_COUNT]);
