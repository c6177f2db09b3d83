/* The tree below a root move: what the root needs of it. */
#ifndef FALLIBLE_SEARCH_TREE_H
#define FALLIBLE_SEARCH_TREE_H

#include "engine/search/search.h"

static inline int min_int(int a, int b) { return a < b ? a : b; }
static inline int max_int(int a, int b) { return a > b ? a : b; }
static inline int clamp(int value, int low, int high) { return max_int(low, min_int(value, high)); }

static inline uint64_t nodes_of(const struct worker *worker)
{
    return atomic_load_explicit(&worker->nodes, memory_order_relaxed);
}

/* The value of frame's position for its side to move, searched so many plies deep (quiescence
 * at 0 and below). Meaningless once tree_stopped. cut_node: expected to fail high. */
Score tree_search(struct worker *worker, struct frame *frame, int depth, Score alpha, Score beta,
                  bool cut_node);

/* The search is over and what is on the stack means nothing. A limited engine always finishes
 * its first iteration, so that there is something to choose from. */
bool tree_stopped(struct worker *worker);

/* Plays a move from frame into the next one. */
void tree_play(struct worker *worker, struct frame *frame, Move move);

/* Static evaluation, and the same corrected by what the search learnt about such positions. */
Score tree_evaluate(struct worker *worker, const struct position *position);
Score tree_corrected(const struct worker *worker, const struct frame *frame, Score raw);

/* Mate scores count from the root in the tree, from the position itself in the table. */
Score score_to_table(Score score, int ply);
Score score_from_table(Score score, int ply);

/* The table's key for a position. */
uint64_t table_key(const struct position *position);

/* Milliseconds our clock has run. */
int64_t clock_elapsed(const struct task *task);

#endif
