/* Searches that run beside the analysis of a position: the threat, a level's evaluation and likely
 * moves, the right moves, and the rating needed to find one of them. A separate engine runs them
 * one after the other. The caller polls it and never waits. */
#pragma once

#include "engine/engine.h"
#include "src/game/game.h"
#include "src/review/level_search.h"

/* The ratings that are tested for how often they find the right move: every 100th rating from
 * CALIBRATED_MIN to CALIBRATED_MAX. Together they are called the ladder, and each of them a
 * rung. */
enum { RUNG_STEP = 100, RUNGS = (CALIBRATED_MAX - CALIBRATED_MIN) / RUNG_STEP + 1 };

struct probed {
    bool threat_known;
    struct position free_move; /* the position with the other side to move */
    struct line threat;        /* the best line in free_move; length 0 if that position is illegal
                                * or has no move */

    struct handicap handicap;  /* the level; if it is not limited, the fields from `seen` to `moves`
                                * are unused */
    bool seen;                 /* `sees`, `nodes` and `evaluation` are known */
    struct line sees;          /* the best line of the level's search, or its only move */
    uint64_t nodes;            /* how many nodes the level's search took */
    Score evaluation;          /* the level's static evaluation, for the side to move */
    bool exact;                /* the probabilities in moves are exact, not estimated */
    int draws, draws_wanted;   /* searches made so far, and how many will be made; more than 1 only
                                * if the method makes its errors during the search */
    int move_count;            /* number of the level's moves; the most probable comes first */
    struct level_move moves[CHESS_MOVES_MAX];

    int right_count;           /* number of moves that count as right; 0: not known yet */
    Move right[CHESS_MOVES_MAX];
    int rungs_known;           /* for how many rungs of the ladder the result is known */
    bool sampled;              /* each rung's probability is estimated from several searches */
    int tries;                 /* the average number of searches for each known rung */
    struct {
        bool known;
        double right;          /* probability of a right move, averaged with those of the
                                * neighbouring ratings */
    } rungs[RUNGS];
};

struct level_probe;
/* `wake` works as in engine_create. Returns NULL if out of memory. */
struct level_probe *level_probe_create(void (*wake)(void *context), void *context,
                                       const struct strength *strength);
void level_probe_destroy(struct level_probe *level_probe); /* NULL is fine */

/* Starts to search `node`'s position with the level of `handicap`. Discards the results so far,
 * except the threat and the right moves if the position is still the same. Returns false and sets
 * *error if out of memory or if the level cannot be set up. */
MUST_USE bool level_probe_turn(struct level_probe *level_probe, const struct game_node *node,
                               const struct handicap *handicap, struct error *error);
void level_probe_stop(struct level_probe *level_probe); /* stops the searches and discards their
                                                         * results */
bool level_probe_is_thinking(
    struct level_probe *level_probe); /* may stay true briefly after level_probe_stop */

/* If a search has finished, stores its result, starts the next one and returns true. */
bool level_probe_poll(struct level_probe *level_probe);
/* The results so far. `right` lists `count` moves that count as right; if `count` is 0, the probe
 * finds the right moves by a search. The pointer stays valid until the next call. Returns NULL if
 * no position is being probed. */
const struct probed *level_probe_found(struct level_probe *level_probe, const Move right[],
                                       int count);

/* The rating from which on the level plays a right move at least half of the time. Returns 0 if
 * there is no such rating, or if some rungs are still unknown. Sets *error to the uncertainty of
 * the result: RUNG_STEP for each rung whose probability contradicts it, but at least RUNG_STEP. */
int level_probe_finds_from(const struct probed *probed, int *error);
