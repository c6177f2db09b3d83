/* Work that both the tree search and quiescence do at a node: checking limits and draws,
 * evaluating, playing moves. */
#pragma once

#include "engine/search/worker.h"

static inline int min_int(int a, int b) { return a < b ? a : b; }
static inline int max_int(int a, int b) { return a > b ? a : b; }
static inline int clamp(int value, int low, int high) { return max_int(low, min_int(value, high)); }

static inline uint64_t nodes_of(const struct worker *worker)
{
    return atomic_load_explicit(&worker->nodes, memory_order_relaxed);
}

/* Milliseconds since our clock began to run (see task.clock_from). */
int64_t clock_elapsed(const struct task *task);

/* Checks the limits and returns whether the search must stop; the values of nodes being searched
 * are then meaningless. In the first iteration the first worker ignores the limits until its first
 * line is complete, so that there is always a move to play. */
bool search_must_stop(struct worker *worker);

/* Convert mate and tablebase scores between the search tree, where they count plies from the root,
 * and the transposition table, where they count plies from the stored position. `ply` is the
 * distance of the position from the root. */
Score score_to_table(Score score, int ply);
Score score_from_table(Score score, int ply);
/* Returns false if `score`, which comes from the transposition table, is a mate that the fifty-move
 * rule may prevent: without a capture or pawn move on the way, the counter would pass 100 before
 * the mate. `halfmoves` is the present value of the counter. */
bool score_in_time(Score score, int halfmoves);

/* Counts a lookup in the transposition table. */
static inline void node_count_probe(struct worker *worker, bool hit, const struct tt_entry *entry)
{
    add_to_count(worker, COUNT_hash_probes, 1);
    add_to_count(worker, COUNT_hash_hits, hit);
    add_to_count(worker, COUNT_hash_moves, hit && entry->move);
}

/* The key under which a position is stored in the transposition table. Near the limit of the
 * fifty-move rule a position's value depends on the counter, so the counter changes the key. */
uint64_t table_key(const struct position *position);

/* Computes the static evaluation of the position, with the random noise of a weakened engine. */
Score node_evaluate(struct worker *worker, const struct position *position);
/* What the correction history knows about the node's position. */
struct correction node_correction(struct worker *worker, const struct frame *frame);
/* Returns the static evaluation of the node, corrected by the correction history and scaled down as
 * the fifty-move rule comes near. Sets *raw to what it is without that: if the transposition table
 * has the position (hit) and its entry has an evaluation, that one; otherwise what node_evaluate
 * returns. */
Score node_static(struct worker *worker, const struct frame *frame, bool hit,
                  const struct tt_entry *entry, Score *raw);

/* Returns whether this node is a draw by rule. For a repetition, one earlier occurrence since the
 * root is enough, but a position from before the root must have occurred twice. */
bool node_is_draw(const struct worker *worker, const struct frame *frame);

/* Returns whether the side to move can repeat an earlier position and therefore has at least a
 * draw. */
bool node_can_repeat(const struct worker *worker, const struct frame *frame);

/* Sets the killers, counter move and histories of an initialised picker for this node. */
void node_set_picker(const struct worker *worker, const struct frame *frame, struct picker *picker);

/* Plays a move in `frame`'s position. The result is in the next frame. */
void node_play(struct worker *worker, struct frame *frame, Move move);

/* Sets `frame`'s principal variation to move followed by that of the next frame. */
void node_extend_line(struct frame *frame, Move move);
