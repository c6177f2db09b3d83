/* The mate search (mate.h) during analysis. If time is the only limit, the mate search gets a share
 * of the time. With a limit of nodes or depth, or in a game, the normal search gets all the
 * time. */
#pragma once

#include "engine/search/worker.h"

struct mate_search;

/* The state of the mate search. All fields are zero if it has not been used yet. */
struct proof {
    struct mate_search *search; /* created when first needed; NULL before that, or if out of
                                 * memory */
    bool running;               /* the mate search runs for this request */
    int64_t spent;              /* milliseconds spent on this request */
};

/* Starts the mate search if the limits of the task allow it. Call it only if no position of the
 * game has been repeated, because the mate search does not recognise draws by repetition. */
void proof_begin(struct proof *proof, const struct task *task);
void proof_end(struct proof *proof);
void proof_destroy(struct proof *proof);

/* Runs the mate search until it has had its share of the time elapsed so far. The first worker
 * calls this from time to time in its own thread. `best` is the best line of the normal search, or
 * NULL. Returns true if it proved a mate, or a shorter mate than before. */
MUST_USE bool proof_continue(struct proof *proof, struct task *task, const struct line *best);

/* Inserts the proven mate before the lines of the normal search, unless the normal search found a
 * mate of the same length with a complete line. */
void proof_show(const struct proof *proof, struct line lines[], int count);
uint64_t proof_nodes(const struct proof *proof); /* nodes that the mate search has searched for this
                                                  * request */
