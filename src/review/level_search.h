/* A single search by a level, and the moves that it plays, counted over several searches. */
#pragma once

#include "engine/engine.h"

/* How often a level searches a position to find the probabilities of its moves, if its method makes
 * its errors during the search. */
enum { LEVEL_DRAWS = 16 };

/* A move and the probability that the level plays it. */
struct level_move {
    Move move;
    double chance; /* 0 .. 1 */
    Score score;   /* the level's score, for the side to move; or SCORE_NONE */
};

/* The moves of a level, counted over several draws. A draw is one search with a random seed that no
 * other draw has. */
struct counted {
    int draws, count;                         /* numbers of random draws and of different moves */
    struct level_move moves[CHESS_MOVES_MAX]; /* chance: the sum over all draws */
};

/* Starts a full-strength search for the moves that count as right in the position to which the
 * moves lead from `root`. Unless `limits` (NULL: the usual ones) end it by time, the same position
 * always has the same result. Returns the id of the search's report, 0 on failure. */
uint32_t right_search_start(struct engine *engine, const struct limits *limits,
                            const struct position *root, const Move moves[], int count);
/* Lists the moves that a search by right_search_start found to be right: the best move and those
 * about as good. Returns their number. */
int report_right_moves(const struct report *report, Move right[CHESS_MOVES_MAX]);

/* Prepares the engine for the level. Returns false and sets *error on failure. */
MUST_USE bool level_search_configure(struct engine *engine, const struct handicap *handicap,
                                     struct error *error);
/* Starts a search by the level in the position to which the moves lead from `root`. `draw` numbers
 * the searches of one position: each has a different seed, and search 0 has the seed of `handicap`.
 * Returns the id of the search's report, 0 on failure. */
uint32_t level_search_start(struct engine *engine, const struct strength *strength,
                            const struct handicap *handicap, int draw, const struct position *root,
                            const Move moves[], int count);

/* Counts the moves of a finished search as one draw. Returns true if one search gives the
 * probabilities of all moves, so that no further draw is needed, and then sets *exact as
 * decision_odds does. */
bool counted_add(struct counted *counted, const struct position *position,
                 const struct handicap *handicap, const struct report *report, bool *exact);
/* Copies the moves with their probabilities, the most probable first. */
void counted_sort(const struct counted *counted, struct level_move moves[CHESS_MOVES_MAX]);
/* Returns the move that this level plays where another level, `usual`, played the move `played`.
 * The result differs from `played` as seldom as the probabilities of both levels allow: never if
 * this level plays `played` at least as often as `usual` does. `random` decides whether it differs
 * and how. Both levels must have at least one draw. */
Move counted_follow(const struct counted *counted, const struct counted *usual, Move played,
                    uint64_t random);
/* The probability that one of the moves in `right` is played. There must be at least one draw. */
double counted_chance(const struct counted *counted, const Move right[], int count);
