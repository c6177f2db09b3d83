/* The tree: principal variation search with the usual selectivity, each part behind its switch in
 * struct search_features. The steps and their names follow chessprogramming.org.
 */
#include "engine/search/tree.h"

#include <stdlib.h>
#include <string.h>

#include "engine/oracle/tablebase.h"
#include "engine/rules/position.h"
#include "engine/search/see.h"

enum {
    CHECK_EVERY = 1024,   /* nodes between looks at the clock */
    PROGRESS_EVERY = 200, /* milliseconds between reports without news */
    QUIETS_TRIED_MAX = 64,
    NOISY_TRIED_MAX = 32,
    EVAL_MAX = SCORE_TABLEBASE_MIN - 1,
};

static Score quiescence(struct worker *worker, struct frame *frame, int depth, Score alpha,
                        Score beta);

/* ---- limits ---- */

int64_t clock_elapsed(const struct task *task)
{
    return time_now() - atomic_load_explicit(&task->clock_from, memory_order_relaxed);
}

/* The first worker's look at the limits, every so many nodes. */
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

bool tree_stopped(struct worker *worker)
{
    struct task *task = worker->task;
    if (worker->id == 0) {
        if (--worker->until_check <= 0)
            check_limits(worker);
        uint64_t nodes = nodes_of(worker);
        if (worker->root_depth > 1 &&
            ((task->node_budget && nodes >= task->node_budget) ||
             (task->limits.nodes && nodes >= task->limits.nodes)))
            atomic_store_explicit(&task->stop, true, memory_order_relaxed);
    }
    if (task->exact && worker->root_depth <= 1)
        return false;
    return atomic_load_explicit(&task->stop, memory_order_relaxed);
}

/* ---- small parts ---- */

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

/* Near the fifty-move limit the same position is worth something else, so it gets another key. */
uint64_t table_key(const struct position *position)
{
    if (position->halfmoves < 60)
        return position->key;
    return position->key ^ (uint64_t)((position->halfmoves - 52) / 8) * 0x9E3779B97F4A7C15;
}

Score tree_evaluate(const struct worker *worker, const struct position *position)
{
    return clamp(evaluation(position, worker->task->weights), -EVAL_MAX, EVAL_MAX);
}

Score tree_corrected(const struct worker *worker, const struct frame *frame, Score raw)
{
    if (!worker->task->features.correction_history)
        return raw;
    const struct frame *before = frame - 1;
    Square to = before->piece == NO_PIECE ? 0 : move_to(before->move);
    int add = correction_value(&worker->history, &frame->position, before->piece, to);
    return clamp(raw + add, -EVAL_MAX, EVAL_MAX);
}

/* A draw by rule that ends the line here. A position seen twice since the root counts; one from
 * before the root counts when it has been there twice already. */
static bool is_draw(const struct worker *worker, const struct frame *frame)
{
    const struct position *position = &frame->position;
    if (position->halfmoves >= 100) {
        Move moves[CHESS_MOVES_MAX];
        if (!position->checkers || position_generate(position, GENERATE_ALL, moves) > 0)
            return true;
    }
    if (!(position->by_type[PAWN] | position->by_type[ROOK] | position->by_type[QUEEN]) &&
        chess_insufficient_material(position))
        return true;

    int at = worker->key_base + frame->ply, seen = 0;
    int distance = min_int(min_int(position->halfmoves, frame->since_null), at);
    for (int back = 4; back <= distance; back += 2)
        if (worker->keys[at - back] == position->key) {
            if (back < frame->ply || ++seen == 2)
                return true;
        }
    return false;
}

void tree_play(struct worker *worker, struct frame *frame, Move move)
{
    struct frame *next = frame + 1;
    frame->move = move;
    frame->piece = frame->position.board[move_from(move)];
    frame->continuation = &worker->history.continuation[frame->piece][move_to(move)];
    position_play(&frame->position, move, &next->position);
    table_prefetch(worker->task->table, table_key(&next->position));
    next->since_null = frame->since_null + 1;
    worker->keys[worker->key_base + next->ply] = next->position.key;
    atomic_store_explicit(&worker->nodes, nodes_of(worker) + 1, memory_order_relaxed);
}

static void play_null(struct worker *worker, struct frame *frame)
{
    struct frame *next = frame + 1;
    frame->move = NULL_MOVE;
    frame->piece = NO_PIECE;
    frame->continuation = &worker->history.continuation[NO_PIECE][0];
    position_play_null(&frame->position, &next->position);
    table_prefetch(worker->task->table, table_key(&next->position));
    next->since_null = 0;
    worker->keys[worker->key_base + next->ply] = next->position.key;
    atomic_store_explicit(&worker->nodes, nodes_of(worker) + 1, memory_order_relaxed);
}

static void extend_line(struct frame *frame, Move move)
{
    const struct frame *next = frame + 1;
    int length = min_int(next->length, PLY_MAX - 1);
    frame->moves[0] = move;
    memcpy(frame->moves + 1, next->moves, (size_t)length * sizeof *next->moves);
    frame->length = length + 1;
}

static bool has_pieces(const struct position *position)
{
    return position->by_color[position->side] &
           ~(position->by_type[PAWN] | position->by_type[KING]);
}

static void set_picker(const struct worker *worker, const struct frame *frame,
                       struct picker *picker)
{
    picker->history = &worker->history;
    picker->features = &worker->task->features;
    picker->checks = &frame->checks;
    picker->continuation[0] = (frame - 1)->continuation;
    picker->continuation[1] = (frame - 2)->continuation;
    picker->continuation[2] = (frame - 4)->continuation;
    if (picker->features->killers) {
        picker->killers[0] = frame->killers[0];
        picker->killers[1] = frame->killers[1];
    }
}

/* ---- histories ---- */

static int bonus_for(int depth)
{
    return min_int(170 * depth - 60, 1900);
}

static int quiet_history(const struct worker *worker, const struct frame *frame, Move move)
{
    const struct search_features *features = &worker->task->features;
    int piece = frame->position.board[move_from(move)], score = 0;
    Square to = move_to(move);
    if (features->history)
        score += worker->history.quiet[frame->position.side][move & 4095];
    if (features->continuation_history)
        score += (frame - 1)->continuation->value[piece][to] +
                 (frame - 2)->continuation->value[piece][to];
    return score;
}

static int16_t *capture_history(struct worker *worker, const struct frame *frame, Move move)
{
    int piece = frame->position.board[move_from(move)];
    return &worker->history.capture[piece][move_to(move)][move_captured(&frame->position, move)];
}

static void update_quiet(struct worker *worker, const struct frame *frame, Move move, int bonus)
{
    static const int back[] = {1, 2, 4};
    int piece = frame->position.board[move_from(move)];
    Square to = move_to(move);
    history_update(&worker->history.quiet[frame->position.side][move & 4095], bonus);
    for (int i = 0; i < 3; i++) {
        const struct frame *before = frame - back[i];
        if (before->piece != NO_PIECE) {
            struct continuation *row =
                &worker->history.continuation[before->piece][move_to(before->move)];
            history_update(&row->value[piece][to], bonus);
        }
    }
}

/* A move refuted the position: it is rewarded, those tried before it are not. */
static void reward(struct worker *worker, struct frame *frame, Move best, int depth,
                   const Move *quiets, int quiet_count, const Move *noisy, int noisy_count)
{
    int bonus = bonus_for(depth);
    if (!move_is_noisy(&frame->position, best)) {
        if (frame->killers[0] != best) {
            frame->killers[1] = frame->killers[0];
            frame->killers[0] = best;
        }
        /* A quick cutoff by the first quiet move of a shallow node says little. */
        if (depth > 2 || quiet_count > 0)
            update_quiet(worker, frame, best, bonus);
        for (int i = 0; i < quiet_count; i++)
            update_quiet(worker, frame, quiets[i], -bonus);
    } else {
        history_update(capture_history(worker, frame, best), bonus);
    }
    for (int i = 0; i < noisy_count; i++)
        history_update(capture_history(worker, frame, noisy[i]), -bonus);
}

/* ---- the tree ---- */

/* The result by the tablebase, right after a capture or pawn move. */
static bool ask_tablebase(struct worker *worker, const struct frame *frame, Score *score,
                          int *bound)
{
    const struct position *position = &frame->position;
    enum tablebase_wdl wdl;
    if (position->halfmoves != 0 || position->castling ||
        popcount(occupied(position)) > worker->task->tablebase_pieces ||
        !tablebase_probe_wdl(position, &wdl))
        return false;
    atomic_fetch_add_explicit(&worker->tablebase_hits, 1, memory_order_relaxed);
    *bound = wdl == TABLEBASE_WIN ? BOUND_LOWER : wdl == TABLEBASE_LOSS ? BOUND_UPPER : BOUND_EXACT;
    *score = wdl == TABLEBASE_WIN    ? SCORE_TABLEBASE - frame->ply
             : wdl == TABLEBASE_LOSS ? frame->ply - SCORE_TABLEBASE
                                     : 0;
    return true;
}

Score tree_search(struct worker *worker, struct frame *frame, int depth, Score alpha,
                    Score beta, bool cut_node)
{
    if (depth <= 0)
        return quiescence(worker, frame, 0, alpha, beta);

    struct task *task = worker->task;
    const struct search_features *features = &task->features;
    const struct position *position = &frame->position;
    const bool pv_node = beta - alpha > 1, in_check = position->checkers != 0;
    const int ply = frame->ply;
    const Score original_alpha = alpha;

    frame->length = 0;
    if (tree_stopped(worker))
        return 0;
    if (pv_node && ply > worker->selective_depth)
        worker->selective_depth = ply;

    /* Draws, the end of the stack, mate distance. */
    if (is_draw(worker, frame))
        return 0;
    if (ply >= PLY_MAX - 1)
        return in_check ? 0 : tree_evaluate(worker, position);
    if (features->mate_distance) {
        alpha = max_int(alpha, ply - SCORE_MATE);
        beta = min_int(beta, SCORE_MATE - ply - 1);
        if (alpha >= beta)
            return alpha;
    }

    /* The transposition table. */
    const Move excluded = frame->excluded;
    const uint64_t key = table_key(position);
    struct table_entry entry = {.eval = SCORE_NONE, .bound = TABLE_EVAL_ONLY, .depth = -1};
    const bool hit = !excluded && table_probe(task->table, key, &entry);
    const Move table_move = hit ? entry.move : NO_MOVE;
    const Score table_score = hit ? score_from_table(entry.score, ply) : SCORE_NONE;
    const bool was_pv = pv_node || (hit && entry.pv);
    const bool scored = hit && entry.bound != TABLE_EVAL_ONLY;
    if (features->hash_table && scored && !pv_node && entry.depth >= depth &&
        position->halfmoves < 90 &&
        (entry.bound == BOUND_EXACT ||
         (entry.bound == BOUND_LOWER ? table_score >= beta : table_score <= alpha)))
        return table_score;

    /* Endgame tablebases. */
    Score known;
    int known_bound;
    if (!excluded && task->tablebase_pieces &&
        ask_tablebase(worker, frame, &known, &known_bound) &&
        (known_bound == BOUND_EXACT ||
         (known_bound == BOUND_LOWER ? known >= beta : known <= alpha))) {
        struct table_entry solved = {.score = score_to_table(known, ply), .eval = SCORE_NONE,
                                     .depth = min_int(depth + 6, PLY_MAX - 1),
                                     .bound = known_bound, .pv = was_pv};
        table_store(task->table, key, &solved);
        return known;
    }

    /* Static evaluation. */
    Score raw = SCORE_NONE, eval;
    if (in_check) {
        eval = frame->eval = SCORE_NONE;
    } else if (excluded) {
        eval = frame->eval;
    } else {
        raw = hit && entry.eval != SCORE_NONE ? entry.eval : tree_evaluate(worker, position);
        eval = frame->eval = tree_corrected(worker, frame, raw);
        if (!hit)
            table_store(task->table, key,
                        &(struct table_entry){.eval = raw, .score = 0, .depth = -6,
                                              .bound = TABLE_EVAL_ONLY, .pv = was_pv});
        /* What the table knows may be nearer the truth. */
        if (scored && (entry.bound == BOUND_EXACT ||
                       (entry.bound == BOUND_LOWER ? table_score > eval : table_score < eval)))
            eval = table_score;
    }
    bool improving = false;
    if (!in_check) {
        Score earlier = (frame - 2)->eval != SCORE_NONE ? (frame - 2)->eval : (frame - 4)->eval;
        improving = earlier == SCORE_NONE || frame->eval > earlier;
    }
    frame[1].killers[0] = frame[1].killers[1] = NO_MOVE;
    frame[1].excluded = NO_MOVE;
    frame[1].extensions = frame->extensions;

    if (!pv_node && !in_check && !excluded) {
        /* Reverse futility: so far above beta that a quiet move will not lose it. */
        if (features->reverse_futility && depth <= 8 && eval < SCORE_TABLEBASE_MIN &&
            beta > -SCORE_TABLEBASE_MIN && eval - 85 * (depth - improving) - 15 >= beta)
            return (eval + beta) / 2;

        /* Razoring: so far below alpha that only captures can help. */
        if (features->futility && depth <= 3 && eval + 220 + 180 * depth * depth <= alpha &&
            alpha < SCORE_TABLEBASE_MIN) {
            Score score = quiescence(worker, frame, 0, alpha, alpha + 1);
            if (score <= alpha)
                return score;
        }

        /* Null move: even passing keeps us above beta. Not in pawn endings, where passing can be
         * better than any move; deep ones are verified. */
        if (features->null_move && (frame - 1)->move != NULL_MOVE && depth >= 2 &&
            eval >= beta && frame->eval >= beta - 22 * depth + 160 &&
            beta > -SCORE_TABLEBASE_MIN && has_pieces(position) &&
            ply >= worker->null_move_ply &&
            !(scored && entry.bound == BOUND_UPPER && table_score < beta)) {
            int reduced = depth - (3 + depth / 3 + clamp((eval - beta) / 180, 0, 3));
            play_null(worker, frame);
            Score score = -tree_search(worker, frame + 1, reduced, -beta, -beta + 1, !cut_node);
            if (tree_stopped(worker))
                return 0;
            if (score >= beta) {
                /* A mate found by passing is not proven. */
                if (score >= SCORE_TABLEBASE_MIN)
                    score = beta;
                if (worker->null_move_ply || depth < 12)
                    return score;
                worker->null_move_ply = ply + 3 * reduced / 4;
                Score verified = tree_search(worker, frame, reduced, beta - 1, beta, false);
                worker->null_move_ply = 0;
                if (tree_stopped(worker))
                    return 0;
                if (verified >= beta)
                    return score;
            }
        }
    }

    /* Internal iterative reduction: without a move to begin with, a shallower search finds one. */
    if (features->internal_iterative_reduction && !table_move && !excluded && depth >= 4 &&
        (pv_node || cut_node))
        depth--;

    struct picker picker;
    picker_init(&picker, position, PICK_ALL, table_move);
    check_info_set(&frame->checks, position);
    set_picker(worker, frame, &picker);
    const bool table_noisy = picker.table_move && move_is_noisy(position, table_move);

    Move quiets[QUIETS_TRIED_MAX], noisy[NOISY_TRIED_MAX], best_move = NO_MOVE, move;
    int quiet_count = 0, noisy_count = 0, count = 0;
    Score best = -SCORE_INFINITE;

    while ((move = picker_next(&picker)) != NO_MOVE) {
        if (move == excluded)
            continue;
        count++;
        const bool quiet = !move_is_noisy(position, move);
        const bool check = gives_check(position, &frame->checks, move);
        const int past = quiet ? quiet_history(worker, frame, move)
                               : *capture_history(worker, frame, move);

        int reduction = worker->reductions[min_int(depth, 63)] *
                        worker->reductions[min_int(count, 63)];
        if (!improving)
            reduction += 400;

        /* Shallow pruning, once some move avoids being mated. */
        if (ply > 0 && best > -SCORE_TABLEBASE_MIN && has_pieces(position)) {
            int shallow = max_int(depth - reduction / 1024, 0);
            if (quiet && !check) {
                if (features->late_move_pruning &&
                    count > (4 + depth * depth) / (improving ? 1 : 2) + 2 * pv_node)
                    continue;
                if (features->late_move_pruning && features->history && shallow <= 4 &&
                    past < -3500 * (shallow + 1))
                    continue;
                if (features->futility && !in_check && shallow <= 8 &&
                    frame->eval + 110 + 100 * shallow + past / 256 <= alpha)
                    continue;
                if (features->see_pruning && shallow <= 8 &&
                    !see_at_least(position, move, -24 * shallow * shallow - 16))
                    continue;
            } else if (features->see_pruning && !check && depth <= 7 &&
                       !see_at_least(position, move, -95 * depth - past / 64)) {
                continue;
            }
        }

        /* Extensions. */
        int extension = 0;
        if (features->singular && ply > 0 && ply < 2 * worker->root_depth && depth >= 7 &&
            move == table_move && !excluded && scored && entry.bound != BOUND_UPPER &&
            entry.depth >= depth - 3 && abs(table_score) < SCORE_TABLEBASE_MIN) {
            /* Is the table's move the only good one? Search the others against less. */
            Score singular_beta = table_score - 2 * depth;
            frame->excluded = move;
            Score score = tree_search(worker, frame, (depth - 1) / 2, singular_beta - 1,
                                 singular_beta, cut_node);
            frame->excluded = NO_MOVE;
            if (tree_stopped(worker))
                return 0;
            if (score < singular_beta) {
                extension = 1;
                if (!pv_node && score < singular_beta - 18 && frame->extensions < 6)
                    extension = 2;
            } else if (score >= beta && abs(score) < SCORE_TABLEBASE_MIN) {
                return score; /* several moves beat beta: multicut */
            } else if (table_score >= beta) {
                extension = -2 + pv_node;
            } else if (cut_node) {
                extension = -1;
            }
            /* The search without the move used this frame's killers and picker only. */
        } else if (features->check_extension && check && ply < 2 * worker->root_depth &&
                   see_at_least(position, move, 0)) {
            extension = 1;
        }
        frame[1].extensions = frame->extensions + (extension > 1);

        tree_play(worker, frame, move);
        int next_depth = depth - 1 + extension;
        Score score = -SCORE_INFINITE;
        bool full = !pv_node || count > 1;

        /* Late moves are searched less deep and again when they surprise. */
        if (features->late_move_reductions && depth >= 2 && count > 1 + pv_node) {
            int r = reduction;
            if (was_pv)
                r -= 1024;
            if (pv_node)
                r -= 300;
            if (cut_node)
                r += 1400;
            if (table_noisy && quiet)
                r += 700;
            if (check)
                r -= 1024;
            if (in_check)
                r -= 500;
            if (move == picker.killers[0] || move == picker.killers[1])
                r -= 1024;
            r -= quiet ? past / 8 : past / 12 + 800;
            int shallower = clamp(next_depth - r / 1024, 1, max_int(next_depth, 1));
            score = -tree_search(worker, frame + 1, shallower, -alpha - 1, -alpha, true);
            full = score > alpha && shallower < next_depth;
            if (full && score > best + 60 && next_depth < depth + 1)
                next_depth += shallower < next_depth - 2;
        }
        if (full)
            score = -tree_search(worker, frame + 1, next_depth, -alpha - 1, -alpha, !cut_node);
        if (pv_node && (count == 1 || score > alpha))
            score = -tree_search(worker, frame + 1, next_depth, -beta, -alpha, false);
        if (tree_stopped(worker))
            return 0;

        if (score > best) {
            best = score;
            if (score > alpha) {
                best_move = move;
                if (pv_node)
                    extend_line(frame, move);
                if (score >= beta)
                    break;
                alpha = score;
            }
        }
        if (move != best_move) {
            if (quiet && quiet_count < QUIETS_TRIED_MAX)
                quiets[quiet_count++] = move;
            else if (!quiet && noisy_count < NOISY_TRIED_MAX)
                noisy[noisy_count++] = move;
        }
    }

    if (count == 0)
        return excluded ? alpha : in_check ? ply - SCORE_MATE : 0;
    if (best == -SCORE_INFINITE)
        best = alpha; /* everything was pruned */
    if (best >= beta)
        reward(worker, frame, best_move, depth, quiets, quiet_count, noisy, noisy_count);

    if (!excluded) {
        int bound = best >= beta                              ? BOUND_LOWER
                    : pv_node && best > original_alpha        ? BOUND_EXACT
                                                              : BOUND_UPPER;
        struct table_entry fresh = {.move = best_move, .score = score_to_table(best, ply),
                                    .eval = raw, .depth = depth, .bound = bound, .pv = was_pv};
        table_store(task->table, key, &fresh);
        /* A quiet result on the side the evaluation missed teaches the correction. */
        if (!in_check && !(best_move && move_is_noisy(position, best_move)) &&
            abs(best) < SCORE_TABLEBASE_MIN &&
            (bound == BOUND_EXACT ||
             (bound == BOUND_LOWER ? best > frame->eval : best < frame->eval))) {
            const struct frame *before = frame - 1;
            correction_update(&worker->history, position, before->piece,
                              before->piece == NO_PIECE ? 0 : move_to(before->move), depth,
                              best - frame->eval);
        }
    }
    return best;
}

/* Only captures, promotions and, at depth 0, quiet checks; everything when in check. */
static Score quiescence(struct worker *worker, struct frame *frame, int depth, Score alpha,
                        Score beta)
{
    struct task *task = worker->task;
    const struct search_features *features = &task->features;
    const struct position *position = &frame->position;
    const bool pv_node = beta - alpha > 1, in_check = position->checkers != 0;
    const int ply = frame->ply;

    frame->length = 0;
    if (tree_stopped(worker))
        return 0;
    if (pv_node && ply > worker->selective_depth)
        worker->selective_depth = ply;
    if (is_draw(worker, frame))
        return 0;
    if (ply >= PLY_MAX - 1)
        return in_check ? 0 : tree_evaluate(worker, position);

    const uint64_t key = table_key(position);
    const bool with_checks = depth == 0 && features->quiescence_checks;
    const int table_depth = in_check || with_checks ? 0 : -1;
    struct table_entry entry = {.eval = SCORE_NONE, .bound = TABLE_EVAL_ONLY};
    const bool hit = table_probe(task->table, key, &entry);
    const Score table_score = hit ? score_from_table(entry.score, ply) : SCORE_NONE;
    const bool scored = hit && entry.bound != TABLE_EVAL_ONLY;
    if (features->hash_table && scored && !pv_node && entry.depth >= table_depth &&
        position->halfmoves < 90 &&
        (entry.bound == BOUND_EXACT ||
         (entry.bound == BOUND_LOWER ? table_score >= beta : table_score <= alpha)))
        return table_score;

    /* Standing pat: nobody is forced to capture. */
    Score best, raw = SCORE_NONE, futile = -SCORE_INFINITE;
    const Score original_alpha = alpha;
    if (in_check) {
        best = -SCORE_INFINITE;
        frame->eval = SCORE_NONE;
    } else {
        raw = hit && entry.eval != SCORE_NONE ? entry.eval : tree_evaluate(worker, position);
        best = frame->eval = tree_corrected(worker, frame, raw);
        if (scored && (entry.bound == BOUND_EXACT ||
                       (entry.bound == BOUND_LOWER ? table_score > best : table_score < best)))
            best = table_score;
        if (best >= beta) {
            if (!hit)
                table_store(task->table, key,
                            &(struct table_entry){.eval = raw, .depth = -6,
                                                  .bound = TABLE_EVAL_ONLY});
            return best;
        }
        alpha = max_int(alpha, best);
        futile = best + 160;
    }

    struct picker picker;
    picker_init(&picker, position, with_checks ? PICK_NOISY_CHECKS : PICK_NOISY,
                hit ? entry.move : NO_MOVE);
    check_info_set(&frame->checks, position);
    set_picker(worker, frame, &picker);

    Move best_move = NO_MOVE, move;
    int count = 0;
    while ((move = picker_next(&picker)) != NO_MOVE) {
        count++;
        const bool quiet = !move_is_noisy(position, move);
        if (best > -SCORE_TABLEBASE_MIN) {
            if (!in_check && !quiet && move_kind(move) != MOVE_PROMOTION) {
                int captured = move_captured(position, move);
                if (features->futility && futile + see_values[captured] <= alpha &&
                    !gives_check(position, &frame->checks, move)) {
                    best = max_int(best, futile + see_values[captured]);
                    continue;
                }
            }
            if (move_kind(move) == MOVE_PROMOTION && move_promotion(move) != QUEEN && !in_check)
                continue;
            if (features->see_pruning && !see_at_least(position, move, 0))
                continue;
            if (in_check && quiet && count > 3)
                continue;
        }
        tree_play(worker, frame, move);
        Score score = -quiescence(worker, frame + 1, depth - 1, -beta, -alpha);
        if (tree_stopped(worker))
            return 0;
        if (score > best) {
            best = score;
            if (score > alpha) {
                best_move = move;
                if (pv_node)
                    extend_line(frame, move);
                if (score >= beta)
                    break;
                alpha = score;
            }
        }
    }
    if (in_check && count == 0)
        return ply - SCORE_MATE;

    struct table_entry fresh = {
        .move = best_move,
        .score = score_to_table(best, ply),
        .eval = raw,
        .depth = table_depth,
        .bound = best >= beta                         ? BOUND_LOWER
                 : pv_node && best > original_alpha   ? BOUND_EXACT
                                                      : BOUND_UPPER,
        .pv = pv_node || (hit && entry.pv),
    };
    table_store(task->table, key, &fresh);
    return best;
}

