/* What would change in a position if one positional group of a level's knowledge were switched on
 * or off: the static evaluation, the move that the level chooses, and the probability that it
 * chooses a right move. Also finds the positions of a line of moves in which the level's choice
 * depends on a group. A separate engine searches. The caller polls it and need not wait. */
#pragma once

#include "src/game/game.h"
#include "src/review/level_search.h"

/* What the level does in the position, with its own knowledge or with one group of knowledge
 * switched on or off. */
struct group_choice {
    bool known;       /* the search has finished; the evaluation is valid even before */
    Score evaluation; /* static, in centipawns for White */
    Move chosen;      /* the move that the level plays with its seed; with a group switched, the
                       * move that counted_follow finds */
    double right;     /* probability of a right move, below 0 if no right move is known */
    bool changes;     /* the level's choice depends on the group: chosen is another move than the
                       * level's own */
};

enum { GROUP_MARKS_MAX = 1000 }; /* the most positions of the line that can have a mark */

struct group_effects {
    struct handicap handicap; /* the level; if not limited, only evaluations are known */
    bool over;                /* the position has no legal move */
    struct group_choice now;
    struct group_choice switched[GROUP_COUNT]; /* what the level does with this group switched, see
                                                * group_switched */
    bool exact;               /* the probabilities are exact, not estimated */
    int tries;                /* the number of searches, or of random choices after one search, in
                               * which the moves are counted; 0 if exact or not known yet */
    int move_count;           /* number of the level's moves; the most probable comes first */
    struct level_move moves[CHESS_MOVES_MAX];

    /* Marks on the positions of the line. The line leads from the start to the position shown, and
     * from there along the main continuation to its end. */
    int mark_count;           /* number of positions in the line, from its start position on */
    int mark_shown;           /* the index of the position shown */
    bool marks_known[GROUP_MARKS_MAX];
    uint16_t marks[GROUP_MARKS_MAX]; /* a set of 1 << enum group: the groups that change the level's
                                      * move in that position (`changes` above) */
};

/* How much the level knows of a group after it was switched, in percent. `percent` is what the
 * level knew before: if it knew anything, the result is 0, otherwise 100. */
int group_switched(int percent);

struct group_probe;
/* `wake` works as in engine_create. `strength` must outlive the probe. Returns NULL if out of
 * memory. */
struct group_probe *group_probe_create(void (*wake)(void *context), void *context,
                                       const struct strength *strength);
void group_probe_destroy(struct group_probe *probe); /* NULL is fine */

/* Starts to search `node`'s position. Keeps the marks of positions that the new line shares with
 * the old one. Blocks until the previous search has stopped; it does not block if
 * group_probe_is_thinking returns false. Returns false if out of memory. */
MUST_USE bool group_probe_turn(struct group_probe *probe, const struct game_node *node,
                               const struct handicap *handicap);
void group_probe_stop(struct group_probe *probe); /* stops the searches and discards their results,
                                                   * except the marks */
bool group_probe_is_thinking(struct group_probe *probe);
bool group_probe_poll(struct group_probe *probe); /* stores a finished search and starts the next
                                                     one; returns true if there is something new to
                                                     show */
void group_probe_wait(struct group_probe *probe); /* waits for the running search */
/* Returns true if nothing more can be found out about the position shown: for every group, the
 * level's choice is known or cannot be determined. */
bool group_probe_complete(const struct group_probe *probe);

/* Writes the results so far. `right` lists the moves that count as right. Returns false if no
 * position is being probed. */
MUST_USE bool group_probe_found(const struct group_probe *probe, const Move right[], int count,
                                struct group_effects *effects);
