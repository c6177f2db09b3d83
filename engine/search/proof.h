/* The mate search during analysis. If only time limits the analysis, the mate search gets a share
 * of it; with a limit of nodes or depth, or in a game, the normal search gets all. */
#pragma once

#include "engine/search/worker.h"

struct mate_search;

/* All zero: not in use. */
struct proof {
    struct mate_search *search; /* created when first needed; NULL: not yet, or out of memory */
    bool running;               /* it runs for this request */
    int64_t spent;              /* milliseconds spent on this request */
};

/* Only for requests without a repeated position in the game, because the mate search does not see
 * draws. */
void proof_begin(struct proof *proof, const struct task *task);
void proof_end(struct proof *proof);
void proof_destroy(struct proof *proof);

/* Runs the mate search for its share of the elapsed time, in the first worker's thread, between two
 * checks of the clock. best: the best line of the normal search, or NULL. Returns true if it proved
 * a mate, or a shorter one. */
MUST_USE bool proof_continue(struct proof *proof, struct task *task, const struct line *best);

/* Puts the proven mate before the search's lines, unless the search itself found a mate of the same
 * length with a complete line. */
void proof_show(const struct proof *proof, struct line lines[], int count);
uint64_t proof_nodes(const struct proof *proof); /* for this request */
