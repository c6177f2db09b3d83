/* The search below a root move: principal variation search with the usual pruning, extensions and
 * reductions, each with its switch in struct search_features. The steps and their names follow
 * chessprogramming.org. */
#include "engine/search/alphabeta.h"

#include <stdlib.h>

#include "engine/rules/position.h"
#include "engine/search/node.h"
#include "engine/search/see.h"

enum {
    QUIETS_TRIED_MAX = 64,
    NOISY_TRIED_MAX = 32,
};

static void play_null(struct worker *worker, struct frame *frame)
{
    struct frame *next = frame + 1;
    frame->move = NULL_MOVE;
    frame->piece = NO_PIECE;
    frame->continuation = &worker->history.continuation[NO_PIECE][0];
    position_play_null(&frame->position, &next->position);
    tt_prefetch(worker->task->table, table_key(&next->position));
    next->since_null = 0;
    worker->keys[worker->key_base + next->ply] = next->position.key;
    atomic_store_explicit(&worker->nodes, nodes_of(worker) + 1, memory_order_relaxed);
}

static bool has_pieces(const struct position *position)
{
    return position->by_color[position->side] &
           ~(position->by_type[PAWN] | position->by_type[KING]);
}

/* Histories: learning from cutoffs. */

static int bonus_for(const struct task *task, int depth)
{
    const struct search_parameters *parameters = task->parameters;
    return min_int(parameters->history_slope * depth - parameters->history_less,
                   parameters->history_most);
}

static int quiet_history(const struct worker *worker, const struct frame *frame, Move move)
{
    const struct search_features *features = &worker->task->features;
    int piece = frame->position.board[move_from(move)], score = 0;
    Square to = move_to(move);
    if (features->history)
        score += worker->history
                     .quiet[frame->position.side][threat_index(frame->threats, move)][move & 4095];
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
    history_update(&worker->history.quiet[frame->position.side][threat_index(frame->threats, move)]
                                         [move & 4095],
                   bonus);
    for (int i = 0; i < 3; i++) {
        const struct frame *before = frame - back[i];
        if (before->piece != NO_PIECE) {
            struct continuation *row =
                &worker->history.continuation[before->piece][move_to(before->move)];
            history_update(&row->value[piece][to], bonus);
        }
    }
}

/* After a cutoff, raises the history of the move that caused it, and lowers that of the moves tried
 * before it. */
static void update_histories(struct worker *worker, struct frame *frame, Move best, int depth,
                             const Move *quiets, int quiet_count, const Move *noisy,
                             int noisy_count)
{
    int bonus = bonus_for(worker->task, depth);
    if (!move_is_noisy(&frame->position, best)) {
        if (frame->killers[0] != best) {
            frame->killers[1] = frame->killers[0];
            frame->killers[0] = best;
        }
        const struct frame *before = frame - 1;
        if (before->piece != NO_PIECE)
            worker->history.counter[before->piece][move_to(before->move)] = best;
        /* At depth 2 or less, a cutoff by the first quiet move says little about the move, so its
         * history is not raised. */
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

/* The search of one node, step by step. */

/* Looks up the position in the tablebases, but only if the last move was a capture or pawn move.
 * Returns whether the tablebases know the result. */
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

/* Data that one call of tree_search keeps about its node. */
struct node {
    Score alpha, beta, original_alpha;
    int depth, ply;
    bool pv, cut, in_check, improving;
    bool was_pv;      /* the node is on a principal variation, or was on one when its entry in the
                       * transposition table was stored */
    bool hit, scored; /* hit: the transposition table has the position; scored: its entry has a
                       * usable score, not only an evaluation */
    struct tt_entry entry;
    Score table_score;
    Score raw;  /* the static evaluation, SCORE_NONE if not computed */
    Score eval; /* the static evaluation with the correction history or, if it is more accurate, the
                 * score in the transposition table */
};

/* Probes the transposition table. Returns true if its entry causes a cutoff. */
static bool cut_by_table(struct worker *worker, const struct frame *frame, struct node *node)
{
    const struct task *task = worker->task;
    node->entry = (struct tt_entry){.eval = SCORE_NONE, .bound = TT_EVAL_ONLY, .depth = -1};
    node->hit =
        !frame->excluded && tt_probe(task->table, table_key(&frame->position), &node->entry);
    node->table_score = node->hit ? score_from_table(node->entry.score, node->ply) : SCORE_NONE;
    node->was_pv = node->pv || (node->hit && node->entry.pv);
    node->scored = node->hit && node->entry.bound != TT_EVAL_ONLY &&
                   score_in_time(node->entry.score, frame->position.halfmoves);
    if (!frame->excluded)
        node_count_probe(worker, node->hit, &node->entry);
    return task->features.hash_table && node->scored && !node->pv &&
           node->entry.depth >= node->depth && frame->position.halfmoves < 90 &&
           (node->entry.bound == BOUND_EXACT ||
            (node->entry.bound == BOUND_LOWER ? node->table_score >= node->beta
                                              : node->table_score <= node->alpha));
}

/* Returns true if the endgame tablebases cause a cutoff. */
static bool cut_by_tablebase(struct worker *worker, const struct frame *frame,
                             const struct node *node, Score *score)
{
    struct task *task = worker->task;
    int bound;
    if (frame->excluded || !task->tablebase_pieces ||
        !ask_tablebase(worker, frame, score, &bound) ||
        (bound != BOUND_EXACT &&
         !(bound == BOUND_LOWER ? *score >= node->beta : *score <= node->alpha)))
        return false;
    struct tt_entry solved = {.score = score_to_table(*score, node->ply),
                              .eval = SCORE_NONE,
                              .depth = min_int(node->depth + 6, PLY_MAX - 1),
                              .bound = bound,
                              .pv = node->was_pv};
    tt_store(task->table, table_key(&frame->position), &solved);
    return true;
}

static void evaluate_node(struct worker *worker, struct frame *frame, struct node *node)
{
    struct task *task = worker->task;
    const struct position *position = &frame->position;
    node->raw = SCORE_NONE;
    node->improving = false;
    if (node->in_check) {
        node->eval = frame->eval = SCORE_NONE;
        return;
    }
    if (frame->excluded) {
        node->eval = frame->eval;
    } else {
        node->eval = frame->eval =
            node_static(worker, frame, node->hit, &node->entry, &node->raw);
        if (!node->hit)
            tt_store(task->table, table_key(position),
                     &(struct tt_entry){.eval = node->raw,
                                        .score = 0,
                                        .depth = -6,
                                        .bound = TT_EVAL_ONLY,
                                        .pv = node->was_pv});
        /* The score in the transposition table may be more accurate. */
        if (node->scored && (node->entry.bound == BOUND_EXACT ||
                             (node->entry.bound == BOUND_LOWER ? node->table_score > node->eval
                                                               : node->table_score < node->eval)))
            node->eval = node->table_score;
    }
    Score earlier = (frame - 2)->eval != SCORE_NONE ? (frame - 2)->eval : (frame - 4)->eval;
    node->improving = earlier == SCORE_NONE || frame->eval > earlier;
}

/* Null move: if the score stays at or above beta even after passing, the node fails high. This is
 * not done in pawn endings, where passing can be better than any move. At high depth, a reduced
 * search with real moves must confirm the result. */
static bool cut_by_null_move(struct worker *worker, struct frame *frame, const struct node *node,
                             Score *score)
{
    const struct task *task = worker->task;
    const struct search_parameters *parameters = task->parameters;
    const Score beta = node->beta;
    if (!task->features.null_move || (frame - 1)->move == NULL_MOVE ||
        node->depth < parameters->null_depth || node->eval < beta ||
        frame->eval < beta - parameters->null_eval_slope * node->depth ||
        beta <= -SCORE_TABLEBASE_MIN || !has_pieces(&frame->position) ||
        node->ply < worker->null_move_ply ||
        (node->scored && node->entry.bound == BOUND_UPPER && node->table_score < beta))
        return false;

    int reduced =
        node->depth -
        (parameters->null_reduction + node->depth / parameters->null_by_depth +
         clamp((node->eval - beta) / parameters->null_by_eval, 0, parameters->null_by_eval_most));
    add_to_count(worker, COUNT_null_tries, 1);
    play_null(worker, frame);
    *score = -tree_search(worker, frame + 1, reduced, -beta, -beta + 1, !node->cut);
    if (search_must_stop(worker) || *score < beta)
        return false;
    /* A mate found after passing is not proven. */
    if (*score >= SCORE_TABLEBASE_MIN)
        *score = beta;
    if (worker->null_move_ply || node->depth < parameters->null_verify_depth)
        return true;
    worker->null_move_ply = node->ply + 3 * reduced / 4;
    Score verified = tree_search(worker, frame, reduced, beta - 1, beta, false);
    worker->null_move_ply = 0;
    return !search_must_stop(worker) && verified >= beta;
}

/* Probcut: a capture that beats beta by a wide margin in a shallower search will probably beat beta
 * in this one. */
static bool cut_by_capture(struct worker *worker, struct frame *frame, const struct node *node,
                           Score *score)
{
    const struct task *task = worker->task;
    const struct search_parameters *parameters = task->parameters;
    const Score far =
        node->beta + parameters->probcut_margin - parameters->probcut_improving * node->improving;
    const int depth = node->depth - parameters->probcut_reduction;
    if (!task->features.probcut || node->depth < parameters->probcut_depth ||
        abs(node->beta) >= SCORE_TABLEBASE_MIN ||
        (node->scored && node->entry.depth >= depth + 1 && node->table_score < far))
        return false;

    struct picker picker;
    picker_init(&picker, &frame->position, PICK_NOISY, node->hit ? node->entry.move : NO_MOVE);
    node_set_picker(worker, frame, &picker);
    Move move;
    while ((move = picker_next(&picker)) != NO_MOVE) {
        if (!see_at_least(&frame->position, move, far - frame->eval))
            continue;
        node_play(worker, frame, move);
        *score = -quiescence(worker, frame + 1, 0, -far, -far + 1);
        if (*score >= far)
            *score = -tree_search(worker, frame + 1, depth, -far, -far + 1, !node->cut);
        if (search_must_stop(worker))
            return false;
        if (*score >= far) {
            struct tt_entry found = {.move = move,
                                     .score = score_to_table(*score, node->ply),
                                     .eval = node->raw,
                                     .depth = depth + 1,
                                     .bound = BOUND_LOWER,
                                     .pv = node->was_pv};
            tt_store(worker->task->table, table_key(&frame->position), &found);
            return true;
        }
    }
    return false;
}

/* Tries to cut off the node before any of its moves is searched: by its static evaluation, a null
 * move or probcut. */
static bool cut_before_moves(struct worker *worker, struct frame *frame, const struct node *node,
                             Score *score)
{
    const struct task *task = worker->task;
    const struct search_parameters *parameters = task->parameters;
    const struct search_features *features = &task->features;
    const int depth = node->depth;
    if (node->pv || node->in_check || frame->excluded)
        return false;

    /* Reverse futility: the evaluation is so far above beta that a quiet reply will not lose the
     * advantage. It is used only one ply before quiescence: at higher depth it misses sacrifices,
     * and the null move, which searches the reply, prunes as much. It is not used while a null move
     * is verified, because, like the null move, it cannot see zugzwang. */
    if (features->reverse_futility && depth <= parameters->reverse_futility_depth &&
        node->ply >= worker->null_move_ply && node->eval < SCORE_TABLEBASE_MIN &&
        node->beta > -SCORE_TABLEBASE_MIN &&
        node->eval - parameters->reverse_futility_margin * depth +
                (node->improving ? parameters->reverse_futility_improving : 0) >=
            node->beta) {
        *score = (node->eval + node->beta) / 2;
        return true;
    }

    /* Razoring: the evaluation is so far below alpha that only captures can help. */
    if (features->razoring && depth <= parameters->razoring_depth &&
        node->eval + parameters->razoring_base + parameters->razoring_square * depth * depth <=
            node->alpha &&
        node->alpha < SCORE_TABLEBASE_MIN) {
        *score = quiescence(worker, frame, 0, node->alpha, node->alpha + 1);
        if (*score <= node->alpha)
            return true;
    }
    if (cut_by_null_move(worker, frame, node, score)) {
        add_to_count(worker, COUNT_null_cutoffs, 1);
        return true;
    }
    return !search_must_stop(worker) && cut_by_capture(worker, frame, node, score);
}

/* A move of a node while it is being searched. */
struct move_step {
    Move move;
    int number; /* the first move has number 1 */
    bool quiet, check;
    int past;      /* sum of the move's history scores; higher is better */
    int reduction; /* base reduction in 1024ths of a ply, by depth and move number; late_reduction
                    * refines it */
};

/* Shallow pruning: returns whether to skip a move without searching it. Called only after a move
 * has been found that does not lead to a certain loss. */
static bool skip_move(const struct worker *worker, const struct frame *frame,
                      const struct node *node, const struct move_step *step)
{
    const struct task *task = worker->task;
    const struct search_parameters *parameters = task->parameters;
    const struct search_features *features = &task->features;
    const struct position *position = &frame->position;
    const int depth = node->depth;
    if (step->check)
        return false;
    if (!step->quiet)
        return features->see_pruning && depth <= parameters->see_noisy_depth &&
               !see_at_least(position, step->move,
                             -parameters->see_noisy_slope * depth -
                                 step->past / parameters->see_noisy_history);

    int shallow = max_int(depth - step->reduction / 1024, 0);
    if (features->late_move_pruning &&
        step->number > (parameters->late_move_base + depth * depth) / (node->improving ? 1 : 2) +
                           2 * node->pv)
        return true;
    if (features->futility && !node->in_check && shallow <= parameters->futility_depth &&
        frame->eval + parameters->futility_base + parameters->futility_slope * shallow +
                step->past / parameters->futility_history <=
            node->alpha)
        return true;
    return features->see_pruning && shallow <= parameters->see_quiet_depth &&
           !see_at_least(position, step->move,
                         -parameters->see_quiet_square * shallow * shallow -
                             parameters->see_quiet_base);
}

/* Singular extension: searches all moves except the transposition table's move, with a null window
 * below this move's score, to see whether it is the only good move. Sets *extension to how many
 * plies deeper (negative: shallower) to search it. Returns true if the node beats beta even without
 * it (multicut); *score is then the result. */
static bool singular_extension(struct worker *worker, struct frame *frame, const struct node *node,
                               Move move, int *extension, Score *score)
{
    const struct task *task = worker->task;
    const struct search_parameters *parameters = task->parameters;
    const Score less = node->table_score - parameters->singular_slope * node->depth;
    frame->excluded = move;
    *score = tree_search(worker, frame, (node->depth - 1) / 2, less - 1, less, node->cut);
    frame->excluded = NO_MOVE;
    if (search_must_stop(worker))
        return false;
    if (*score < less)
        *extension = !node->pv && *score < less - parameters->singular_double &&
                             frame->extensions < parameters->singular_doubles
                         ? 2
                         : 1;
    else if (*score >= node->beta && abs(*score) < SCORE_TABLEBASE_MIN)
        return true;
    else if (node->table_score >= node->beta)
        *extension = node->pv - parameters->singular_fails_high;
    else if (node->cut)
        *extension = -parameters->singular_cut;
    return false;
}

static bool may_be_singular(const struct worker *worker, const struct frame *frame,
                            const struct node *node, Move move)
{
    const struct task *task = worker->task;
    const struct search_parameters *parameters = task->parameters;
    const int depth = task->features.singular_early
                          ? parameters->singular_early_depth + node->was_pv
                          : parameters->singular_depth;
    return task->features.singular && node->ply > 0 && node->depth >= depth &&
           node->ply < 2 * worker->root_depth && move == node->entry.move && !frame->excluded &&
           node->scored && node->entry.bound != BOUND_UPPER &&
           node->entry.depth >= node->depth - parameters->singular_table &&
           abs(node->table_score) < SCORE_TABLEBASE_MIN;
}

/* Returns by how many plies to reduce the depth of a late move. */
static int late_reduction(const struct task *task, const struct frame *frame,
                          const struct node *node, const struct picker *picker,
                          const struct move_step *step, bool table_noisy)
{
    const struct search_parameters *parameters = task->parameters;
    int r = step->reduction;
    r -= node->was_pv ? parameters->reduce_was_pv : 0;
    r -= node->pv ? parameters->reduce_pv : 0;
    r += node->cut ? parameters->reduce_cut : 0;
    r += table_noisy && step->quiet ? parameters->reduce_table_noisy : 0;
    r -= step->check ? parameters->reduce_check : 0;
    r -= node->in_check ? parameters->reduce_in_check : 0;
    r -= step->move == picker->killers[0] || step->move == picker->killers[1] ||
                 step->move == picker->counter
             ? parameters->reduce_killer
             : 0;
    r -= step->quiet ? step->past / parameters->reduce_history
                     : step->past / parameters->reduce_noisy_history + parameters->reduce_noisy;
    /* If the moves here and in the neighbouring nodes were refuted again and again, the next one
     * probably will be, too. */
    if (task->features.cutoff_counts && frame[1].cutoffs > parameters->cutoffs_few)
        r += parameters->reduce_cutoffs;
    return r / 1024;
}

/* Returns the value of a move. It is searched first with a null window and reduced depth and then,
 * if the result requires it, with full depth and, on the principal variation, with the full
 * window. */
static Score search_move(struct worker *worker, struct frame *frame, const struct node *node,
                         const struct picker *picker, const struct move_step *step, int next_depth,
                         Score best, bool table_noisy)
{
    const struct task *task = worker->task;
    const struct search_parameters *parameters = task->parameters;
    const Score alpha = node->alpha;
    Score score = -SCORE_INFINITE;
    bool full = !node->pv || step->number > 1;
    if (task->features.late_move_reductions && node->depth >= parameters->reduce_depth &&
        step->number > 1 + node->pv) {
        const int reduction = late_reduction(task, frame, node, picker, step, table_noisy);
        int shallower = clamp(next_depth - reduction, 1, max_int(next_depth, 1));
        score = -tree_search(worker, frame + 1, shallower, -alpha - 1, -alpha, true);
        full = score > alpha && shallower < next_depth;
        if (full && score > best + parameters->deeper_margin && next_depth < node->depth + 1)
            next_depth += shallower < next_depth - 2;
    }
    if (full)
        score = -tree_search(worker, frame + 1, next_depth, -alpha - 1, -alpha, !node->cut);
    if (node->pv && (step->number == 1 || score > alpha))
        score = -tree_search(worker, frame + 1, next_depth, -node->beta, -alpha, false);
    return score;
}

/* Stores a node's result in the transposition table, and records in the correction history how far
 * the static evaluation was from this result. */
static void keep_result(struct worker *worker, struct frame *frame, const struct node *node,
                        Score best, Move best_move)
{
    int bound = best >= node->beta                        ? BOUND_LOWER
                : node->pv && best > node->original_alpha ? BOUND_EXACT
                                                          : BOUND_UPPER;
    struct tt_entry fresh = {.move = best_move,
                             .score = score_to_table(best, node->ply),
                             .eval = node->raw,
                             .depth = node->depth,
                             .bound = bound,
                             .pv = node->was_pv};
    tt_store(worker->task->table, table_key(&frame->position), &fresh);
    if (!node->in_check && !(best_move && move_is_noisy(&frame->position, best_move)) &&
        abs(best) < SCORE_TABLEBASE_MIN &&
        (bound == BOUND_EXACT ||
         (bound == BOUND_LOWER ? best > frame->eval : best < frame->eval))) {
        const struct correction correction = node_correction(worker, frame);
        correction_update(&correction, worker->task->parameters, node->depth, best - frame->eval);
    }
}

/* Returns whether the node needs no search, and then sets *score to its value. This is so for
 * draws, at the maximum ply, for windows that no mate from here can reach (mate distance pruning),
 * and if a repetition already guarantees beta. */
static bool ends_here(struct worker *worker, struct frame *frame, struct node *node, Score *score)
{
    *score = 0;
    if (node_is_draw(worker, frame))
        return true;
    if (node->ply >= PLY_MAX - 1) {
        *score = node->in_check ? 0 : node_evaluate(worker, &frame->position);
        return true;
    }
    if (worker->task->features.mate_distance) {
        node->alpha = max_int(node->alpha, node->ply - SCORE_MATE);
        node->beta = min_int(node->beta, SCORE_MATE - node->ply - 1);
    }
    if (node->alpha < node->beta && node->alpha < 0 && node->ply > 0 &&
        node_can_repeat(worker, frame))
        node->alpha = 0;
    node->original_alpha = *score = node->alpha;
    return node->alpha >= node->beta;
}

/* Fills a struct move_step for a move: looks up its history, and computes the base reduction from
 * depth and move number. */
static struct move_step begin_move(struct worker *worker, struct frame *frame,
                                   const struct node *node, Move move, int number)
{
    const struct search_parameters *parameters = worker->task->parameters;
    const struct position *position = &frame->position;
    struct move_step step = {.move = move,
                             .number = number,
                             .quiet = !move_is_noisy(position, move),
                             .check = gives_check(position, &frame->checks, move)};
    if (step.quiet)
        step.past = quiet_history(worker, frame, move);
    else if (worker->task->features.capture_history)
        step.past = *capture_history(worker, frame, move);
    step.reduction =
        worker->reductions[min_int(node->depth, 63)] * worker->reductions[min_int(number, 63)] +
        parameters->reduce_base +
        (node->improving ? 0 : parameters->reduce_not_improving);
    return step;
}

Score tree_search(struct worker *worker, struct frame *frame, int depth, Score alpha, Score beta,
                  bool cut_node)
{
    if (depth <= 0)
        return quiescence(worker, frame, 0, alpha, beta);

    const struct search_features *features = &worker->task->features;
    const struct position *position = &frame->position;
    struct node node = {.alpha = alpha,
                        .beta = beta,
                        .original_alpha = alpha,
                        .depth = depth,
                        .ply = frame->ply,
                        .pv = beta - alpha > 1,
                        .cut = cut_node,
                        .in_check = position->checkers != 0};

    frame->length = 0;
    if (search_must_stop(worker))
        return 0;
    if (node.pv && node.ply > worker->selective_depth)
        worker->selective_depth = node.ply;

    Score score;
    if (ends_here(worker, frame, &node, &score))
        return score;
    if (cut_by_table(worker, frame, &node)) {
        add_to_count(worker, COUNT_hash_cutoffs, 1);
        return node.table_score;
    }
    if (cut_by_tablebase(worker, frame, &node, &score))
        return score;

    evaluate_node(worker, frame, &node);
    check_info_set(&frame->checks, position);
    frame[1].killers[0] = frame[1].killers[1] = NO_MOVE;
    frame[1].excluded = NO_MOVE;
    frame[1].extensions = frame->extensions;
    frame[2].cutoffs = 0;
    if (cut_before_moves(worker, frame, &node, &score))
        return score;
    if (search_must_stop(worker))
        return 0;

    /* Internal iterative reduction: without a move from the transposition table, search one ply
     * shallower. That search stores a move in the table for the next visit. */
    const Move table_move = node.hit ? node.entry.move : NO_MOVE;
    const Move excluded = frame->excluded;
    if (features->internal_iterative_reduction && !table_move && !excluded &&
        depth >= worker->task->parameters->iterative_depth && (node.pv || node.cut))
        node.depth--;

    struct picker picker;
    frame->threats = features->threat_history
                         ? position_reach(position, !position->side, occupied(position))
                         : 0;
    picker_init(&picker, position, PICK_ALL, table_move);
    node_set_picker(worker, frame, &picker);
    const bool table_noisy = picker.table_move && move_is_noisy(position, table_move);
    const bool prunable = node.ply > 0 && has_pieces(position);

    Move quiets[QUIETS_TRIED_MAX], noisy[NOISY_TRIED_MAX], best_move = NO_MOVE, move;
    int quiet_count = 0, noisy_count = 0, number = 0;
    Score best = -SCORE_INFINITE;

    while ((move = picker_next(&picker)) != NO_MOVE) {
        if (move == excluded)
            continue;
        const struct move_step step = begin_move(worker, frame, &node, move, ++number);
        if (prunable && best > -SCORE_TABLEBASE_MIN && skip_move(worker, frame, &node, &step))
            continue;

        int extension = 0;
        if (may_be_singular(worker, frame, &node, move)) {
            if (singular_extension(worker, frame, &node, move, &extension, &score))
                return score;
        } else if (features->check_extension && step.check && node.ply < 2 * worker->root_depth &&
                   see_at_least(position, move, 0)) {
            extension = 1;
        }
        if (search_must_stop(worker))
            return 0;
        frame[1].extensions = frame->extensions + (extension > 1);

        node_play(worker, frame, move);
        score = search_move(worker, frame, &node, &picker, &step, node.depth - 1 + extension, best,
                            table_noisy);
        if (search_must_stop(worker))
            return 0;

        if (score > best) {
            best = score;
            if (score > node.alpha) {
                best_move = move;
                if (node.pv)
                    node_extend_line(frame, move);
                if (score >= node.beta)
                    break;
                node.alpha = score;
            }
        }
        if (move != best_move) {
            if (step.quiet && quiet_count < QUIETS_TRIED_MAX)
                quiets[quiet_count++] = move;
            else if (!step.quiet && noisy_count < NOISY_TRIED_MAX)
                noisy[noisy_count++] = move;
        }
    }

    if (number == 0)
        return excluded ? node.alpha : node.in_check ? node.ply - SCORE_MATE : 0;
    if (best >= node.beta) {
        frame->cutoffs++;
        add_to_count(worker, COUNT_beta_cutoffs, 1);
        add_to_count(worker, COUNT_first_cutoffs, number == 1);
        add_to_count(worker, COUNT_cutoff_numbers, (uint64_t)number);
        update_histories(worker, frame, best_move, node.depth, quiets, quiet_count, noisy,
                         noisy_count);
    }
    if (!excluded)
        keep_result(worker, frame, &node, best, best_move);
    return best;
}
