/* What switching a positional group would change: the evaluation of a position, the move that a
 * level chooses in it, and its chance of the best move. Also where in a line of moves the level's
 * choice depends on a group. A separate engine searches; the caller polls it and never waits. */
#pragma once

#include "src/game/game.h"
#include "src/review/level_search.h"

/* A level in the position, with all of its knowledge or with one group switched. */
struct group_choice {
    bool known;       /* the search has finished; evaluation is valid before */
    Score evaluation; /* static, in centipawns for White */
    Move chosen;      /* with the level's seed */
    double right;     /* probability of a right move, below 0 if no right move is known */
    bool changes;     /* the level's choice depends on the group: with the same random numbers it
                       * plays another move, and so it does in at least a tenth of its choices */
};

enum { GROUP_MARKS_MAX = 1000 }; /* positions of the line that are marked */

struct group_effects {
    struct handicap handicap; /* the level; if not limited, only evaluations are known */
    bool over;                /* the position has no legal move */
    struct group_choice now;
    struct group_choice switched[GROUP_COUNT]; /* see group_switched */
    bool exact;               /* the chances are exact, not estimated */
    int move_count;           /* the level's moves, most probable first */
    struct level_move moves[CHESS_MOVES_MAX];

    /* The line: the moves to the position and on to the end of its main line. */
    int mark_count;           /* its positions, the first one included */
    int mark_shown;           /* the index of the position shown */
    bool marks_known[GROUP_MARKS_MAX];
    uint16_t marks[GROUP_MARKS_MAX]; /* a set of 1 << enum group whose choice changes */
};

/* The percentage after switching: off if anything is known, otherwise on. */
int group_switched(int percent);

struct group_probe;
/* wake works as in engine_create. strength must outlive the probe. Returns NULL if out of
 * memory. */
struct group_probe *group_probe_create(void (*wake)(void *context), void *context,
                                       const struct strength *strength);
void group_probe_destroy(struct group_probe *probe); /* NULL is fine */

/* Starts on node's position. Marks that are still true are kept. Waits for a search that has not
 * stopped yet, see group_probe_is_thinking. Returns false if out of memory. */
MUST_USE bool group_probe_turn(struct group_probe *probe, const struct game_node *node,
                               const struct handicap *handicap);
void group_probe_stop(struct group_probe *probe); /* also discards the results, except the marks */
bool group_probe_is_thinking(struct group_probe *probe);
bool group_probe_poll(struct group_probe *probe); /* returns true if there are new results */
void group_probe_wait(struct group_probe *probe); /* for the running search */
/* Every choice in the position is known, or cannot be known. */
bool group_probe_complete(const struct group_probe *probe);

/* Writes the results so far. right lists the moves that count as right. Returns false without a
 * position. */
MUST_USE bool group_probe_found(const struct group_probe *probe, const Move right[], int count,
                                struct group_effects *effects);
