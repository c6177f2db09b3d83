/* The proof of a mate beside the search. Analysis by time gives it a share of that time; where the
 * nodes or the depth are given, or a game's clock runs, all of it is the search's. */
#pragma once

#include "engine/search/worker.h"

struct mate_search;

/* Zeroed: none. */
struct proof {
    struct mate_search *search; /* made when first wanted; NULL: none yet, or no memory for it */
    bool running;               /* for this request */
    int64_t spent;              /* milliseconds of this request */
};

/* For a request whose game has not repeated a position: the proof sees no draws. */
void proof_begin(struct proof *proof, const struct task *task);
void proof_end(struct proof *proof);
void proof_destroy(struct proof *proof);

/* Searches for its share of the time gone by, in the first worker's thread, between two checks of
 * the clock. best: the best line found by the search, or NULL. True when a mate, or a shorter one,
 * was proven. */
MUST_USE bool proof_continue(struct proof *proof, struct task *task, const struct line *best);

/* Puts the proven mate before the search's lines, best first, unless the search itself found one as
 * short with its whole line. */
void proof_show(const struct proof *proof, struct line lines[], int count);
uint64_t proof_nodes(const struct proof *proof); /* of this request */
