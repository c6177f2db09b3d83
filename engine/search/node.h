/* What the tree and quiescence both do at a node: limits, draws, evaluation, moves played. */
#pragma once

#include "engine/search/worker.h"

static inline int min_int(int a, int b) { return a < b ? a : b; }
static inline int max_int(int a, int b) { return a > b ? a : b; }
static inline int clamp(int value, int low, int high) { return max_int(low, min_int(value, high)); }

static inline uint64_t nodes_of(const struct worker *worker)
{
    return atomic_load_explicit(&worker->nodes, memory_order_relaxed);
}

/* Milliseconds our clock has run. */
int64_t clock_elapsed(const struct task *task);

/* The search is over and what is on the stack means nothing. The first worker always finishes the
 * first iteration of its first line, so that there is something to play, or to choose from. */
bool node_stopped(struct worker *worker);

/* Mate scores count from the root in the tree, from the position itself in the table. */
Score score_to_table(Score score, int ply);
Score score_from_table(Score score, int ply);
/* False for a mate in the table, of a position now at so many half moves, that without a capture or
 * a pawn's move on its way comes too late for the fifty-move rule. */
bool score_in_time(Score score, int halfmoves);

/* The table's key for a position: near the fifty-move limit the same position is worth something
 * else, so it gets another one. */
uint64_t table_key(const struct position *position);

/* Static evaluation, and the same corrected by what the search learnt about such positions. */
Score node_evaluate(struct worker *worker, const struct position *position);
Score node_corrected(const struct worker *worker, const struct frame *frame, Score raw);

/* A draw by rule that ends the line here. A position seen twice since the root counts; one from
 * before the root counts when it has been there twice already. */
bool node_is_draw(const struct worker *worker, const struct frame *frame);

/* The side to move can bring back an earlier position, so it has at least a draw. */
bool node_can_repeat(const struct worker *worker, const struct frame *frame);

/* Gives an initialised picker what the search knows here: killers, counter move, histories. */
void node_set_picker(const struct worker *worker, const struct frame *frame, struct picker *picker);

/* Plays a move from frame into the next one. */
void node_play(struct worker *worker, struct frame *frame, Move move);

/* frame's principal variation becomes move and that of the next frame. */
void node_extend_line(struct frame *frame, Move move);
