/* Work that both the tree search and quiescence do at a node. */
#include "engine/search/node.h"

#include <string.h>

#include "engine/rules/position.h"
#include "engine/rules/zobrist.h"
#include "engine/search/repetition.h"
#include "engine/random.h"

enum {
    CHECK_EVERY = 1024,   /* nodes between checks of the clock */
    PROGRESS_EVERY = 200, /* milliseconds after which a report is published even if nothing has
                           * changed */
    EVAL_MAX = SCORE_TABLEBASE_MIN - 1,
};

/* Limits of time and nodes. */

int64_t clock_elapsed(const struct task *task)
{
    return time_now() - atomic_load_explicit(&task->clock_from, memory_order_relaxed);
}

/* Sets task->stop if a limit of time or nodes is reached. Only the first worker calls it, every
 * CHECK_EVERY nodes. */
static void check_limits(struct worker *worker)
{
    struct task *task = worker->task;
    worker->until_check = CHECK_EVERY;
    int64_t now = time_now();
    if (now - worker->last_progress >= PROGRESS_EVERY) {
        worker->last_progress = now;
        task->progress(task->context);
    }
    if (atomic_load_explicit(&task->pondering, memory_order_relaxed) || worker->root_depth <= 1)
        return;
    bool late = clock_elapsed(task) >= task->timing.maximum;
    bool many = task->limits.nodes && task->worker_count > 1 &&
                task_nodes(task) >= task->limits.nodes;
    if (late || many)
        atomic_store_explicit(&task->stop, true, memory_order_relaxed);
}

bool search_must_stop(struct worker *worker)
{
    if (worker->id == 0) {
        if (--worker->until_check <= 0)
            check_limits(worker);
        if (nodes_of(worker) >= worker->node_limit)
            atomic_store_explicit(&worker->task->stop, true, memory_order_relaxed);
        if (worker->root_depth <= 1 && worker->line_index == 0)
            return false;
    }
    return atomic_load_explicit(&worker->task->stop, memory_order_relaxed);
}

/* Draws, scores and moves. */

Score score_to_table(Score score, int ply)
{
    return score >= SCORE_TABLEBASE_MIN    ? score + ply
           : score <= -SCORE_TABLEBASE_MIN ? score - ply
                                           : score;
}

Score score_from_table(Score score, int ply)
{
    return score >= SCORE_TABLEBASE_MIN    ? score - ply
           : score <= -SCORE_TABLEBASE_MIN ? score + ply
                                           : score;
}

bool score_in_time(Score score, int halfmoves)
{
    int distance = SCORE_MATE - (score < 0 ? -score : score);
    return distance > PLY_MAX || halfmoves + distance <= 100;
}

uint64_t table_key(const struct position *position)
{
    if (position->halfmoves < 60)
        return position->key;
    return position->key ^ (uint64_t)((position->halfmoves - 52) / 8) * RANDOM_STEP;
}

Score node_evaluate(struct worker *worker, const struct position *position)
{
    const struct task *task = worker->task;
    Score score = evaluation_cached(position, task->weights, &worker->cache);
    if (task->leaf_noise)
        score += noise_at(position->key, task->noise_seed, task->leaf_noise);
    return clamp(score, -EVAL_MAX, EVAL_MAX);
}

struct correction node_correction(struct worker *worker, const struct frame *frame)
{
    const struct frame *before = frame - 1;
    return correction_find(&worker->history, &frame->position, before->piece,
                           before->piece == NO_PIECE ? 0 : move_to(before->move));
}

Score node_static(struct worker *worker, const struct frame *frame, bool hit,
                  const struct tt_entry *entry, Score *raw)
{
    const struct search_features *features = &worker->task->features;
    const bool kept = hit && entry->eval != SCORE_NONE;
    const struct correction correction = node_correction(worker, frame);
    add_to_count(worker, COUNT_evaluations, 1);
    add_to_count(worker, COUNT_evaluations_kept, kept);
    Score score = *raw = kept ? entry->eval : node_evaluate(worker, &frame->position);
    if (features->correction_history)
        score += correction_value(&correction, worker->task->parameters);
    if (features->fifty_damping)
        score = score * (200 - min_int(frame->position.halfmoves, 100)) / 200;
    return clamp(score, -EVAL_MAX, EVAL_MAX);
}

bool node_is_draw(const struct worker *worker, const struct frame *frame)
{
    const struct search_features *features = &worker->task->features;
    const struct position *position = &frame->position;
    if (position->halfmoves >= 100) {
        Move moves[CHESS_MOVES_MAX];
        if (!position->checkers || position_generate(position, GENERATE_ALL, moves) > 0)
            return true;
    }
    if (!(position->by_type[PAWN] | position->by_type[ROOK] | position->by_type[QUEEN]) &&
        features->insufficient_material && chess_insufficient_material(position))
        return true;

    if (!features->repetition_draws)
        return false;
    int at = worker->key_base + frame->ply, seen = 0;
    int distance = min_int(min_int(position->halfmoves, frame->since_null), at);
    for (int back = 4; back <= distance; back += 2)
        if (worker->keys[at - back] == position->key) {
            if (back < frame->ply || ++seen == 2)
                return true;
        }
    return false;
}

bool node_can_repeat(const struct worker *worker, const struct frame *frame)
{
    const struct search_features *features = &worker->task->features;
    int at = worker->key_base + frame->ply;
    int reach = min_int(min_int(frame->position.halfmoves, frame->since_null), at);
    return features->repetition_draws && features->cycle_detection && reach >= 3 &&
           cycle_ahead(&frame->position, worker->keys, at, reach, frame->ply);
}

void node_play(struct worker *worker, struct frame *frame, Move move)
{
    struct frame *next = frame + 1;
    frame->move = move;
    frame->piece = frame->position.board[move_from(move)];
    frame->continuation = &worker->history.continuation[frame->piece][move_to(move)];
    /* Only a hint: the key may be another one (see key_soon, table_key). */
    tt_prefetch(worker->task->table, key_soon(&frame->position, move));
    position_play(&frame->position, move, &next->position);
    evaluation_prefetch(&next->position, &worker->cache);
    next->since_null = frame->since_null + 1;
    worker->keys[worker->key_base + next->ply] = next->position.key;
    atomic_store_explicit(&worker->nodes, nodes_of(worker) + 1, memory_order_relaxed);
}

void node_extend_line(struct frame *frame, Move move)
{
    const struct frame *next = frame + 1;
    int length = min_int(next->length, PLY_MAX - 1);
    frame->moves[0] = move;
    memcpy(frame->moves + 1, next->moves, (size_t)length * sizeof *next->moves);
    frame->length = length + 1;
}

void node_set_picker(const struct worker *worker, const struct frame *frame, struct picker *picker)
{
    picker->history = &worker->history;
    picker->features = &worker->task->features;
    picker->parameters = worker->task->parameters;
    picker->checks = &frame->checks;
    picker->continuation[0] = (frame - 1)->continuation;
    picker->continuation[1] = (frame - 2)->continuation;
    picker->continuation[2] = (frame - 4)->continuation;
    if (picker->features->killers) {
        picker->killers[0] = frame->killers[0];
        picker->killers[1] = frame->killers[1];
    }
    picker->threats = frame->threats;
    const struct frame *before = frame - 1;
    if (picker->features->counter_move && before->piece != NO_PIECE)
        picker->counter = worker->history.counter[before->piece][move_to(before->move)];
}
