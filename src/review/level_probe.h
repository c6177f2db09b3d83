/* Searches that run beside the analysis of a position: the threat, a level's evaluation and likely
 * moves, and the rating needed to find the right move. A separate engine runs them one after the
 * other. The caller polls it and never waits. */
#pragma once

#include "engine/engine.h"
#include "src/game/game.h"

/* A move and the probability that the level plays it. */
struct level_move {
    Move move;
    double chance; /* 0 .. 1 */
    Score score;   /* by the level, for the side to move; or SCORE_NONE */
};

/* The ratings tested for finding the right move: every 100 from ELO_MIN to ELO_MAX. */
enum { RUNG_STEP = 100, RUNGS = (ELO_MAX - ELO_MIN) / RUNG_STEP + 1 };

struct scouted {
    bool threat_known;
    struct position free_move; /* the position with the other side to move */
    struct line threat;        /* what it would do; length 0: it may not move, or there is check */

    struct handicap handicap;  /* the level; not limited: there is no more of it */
    bool seen;                 /* sees and evaluation are known */
    struct line sees;          /* the best line of its search, or its only move */
    uint64_t nodes;
    Score evaluation;          /* without a search, by its knowledge, for the side to move */
    bool exact;                /* the chances are the method's own, no count of draws */
    int draws, draws_wanted;   /* searches, of a method that errs in the search itself */
    int move_count;            /* most probable first */
    struct level_move moves[CHESS_MOVES_MAX];

    int right_count;           /* moves that count as right */
    Move right[CHESS_MOVES_MAX];
    int rungs_known;
    struct {
        bool known;
        double right;          /* how probable the right move is */
    } rungs[RUNGS];
};

struct scout;
/* wake: as engine_create. NULL when out of memory. */
struct scout *scout_create(void (*wake)(void *context), void *context,
                           const struct strength *strength);
void scout_destroy(struct scout *scout); /* NULL is fine */

/* Turns to node's position and the level of handicap; what was known of another is forgotten.
 * False: out of memory, or the level cannot be set up (error filled). */
MUST_USE bool scout_turn(struct scout *scout, const struct game_node *node,
                         const struct handicap *handicap, struct error *error);
void scout_stop(struct scout *scout); /* and forgets */
bool scout_is_thinking(struct scout *scout); /* stopped, it may be for a moment */

/* True when there is something new. */
bool scout_poll(struct scout *scout);
/* What is known by now; right: the moves that count as right. The pointer stays valid until the
 * next call. NULL: it was turned to nothing. */
const struct scouted *scout_found(struct scout *scout, const Move right[], int count);

/* The lowest rating from which on, in every rung known, the right move is played at least every
 * second time; 0: there is none, or not all rungs are known. */
int scout_finds_from(const struct scouted *scouted);
