/* Knowledge drills: the opponent plays without one group of evaluation terms, such as king safety,
 * and you try to punish it. The review counts the opponent's concessions in that group and those
 * that you punished. The functions have no side effects. */
#pragma once

#include "engine/evaluation.h"
#include "src/review/ledger.h"

enum { DRILL_NONE = GROUP_COUNT, DRILL_MOMENTS_MAX = 64 };

/* A move is a concession if it makes the group's part of the evaluation at least this many
 * centipawns better for you than the full-strength move would. The evaluations are compared after
 * the best answer to each of the two moves. */
enum { DRILL_CONCEDED_MIN = 20 };

/* A concession: a move of the opponent that made the group's part of the evaluation better for
 * you. */
struct drill_moment {
    int ply;       /* ply of the move */
    Move best;     /* the full-strength move */
    int conceded;  /* centipawns by which the group's evaluation became better for you; at
                    * least DRILL_CONCEDED_MIN */
    Score gained;  /* your gain in centipawns from before the move to after your answer, with scores
                    * limited to 10 pawns; SCORE_NONE if you did not answer */
    bool felt;     /* you punished the concession: after your answer you still had half of
                    * `conceded`, and `gained` is above 0 */
};

struct drill {
    int group;           /* enum group; DRILL_NONE if the game is not a drill */
    int count, felt;     /* the number of concessions, and of those that you punished */
    int gained;          /* the sum of `gained` over the punished concessions, in centipawns */
    struct drill_moment moments[DRILL_MOMENTS_MAX];
};

/* Fills *drill for the line that ends in `live`; `you` is your colour, and `group` is what the
 * opponent does not know. Positions without a score are skipped. */
void drill_make(const struct game_node *live, const struct ledger *ledger, int you, int group,
                struct drill *drill);

/* Writes "king safety: the opponent erred 6 times, you punished 4, gaining +1.85 pawns". */
void drill_words(const struct drill *drill, char *text, size_t size);
/* drill_outcome writes what your answer made of the concession: "used by 15. Qh5" or "missed by 15.
 * h3". drill_conceded writes its size: "0.45 pawns worse than Re8". */
void drill_outcome(const struct game_node *live, const struct drill_moment *moment, char *text,
                   size_t size);
void drill_conceded(const struct game_node *live, const struct drill_moment *moment, char *text,
                    size_t size);
