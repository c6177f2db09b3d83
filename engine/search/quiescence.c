/* Quiescence: the search beyond the leaves of the tree, until the position is quiet. */
#include "engine/rules/position.h"
#include "engine/search/node.h"
#include "engine/search/see.h"
#include "engine/search/alphabeta.h"

Score quiescence(struct worker *worker, struct frame *frame, int depth, Score alpha, Score beta)
{
    struct task *task = worker->task;
    const struct search_parameters *parameters = task->parameters;
    const struct search_features *features = &task->features;
    const struct position *position = &frame->position;
    const bool pv_node = beta - alpha > 1, in_check = position->checkers != 0;
    const int ply = frame->ply;

    frame->length = 0;
    if (search_must_stop(worker))
        return 0;
    if (pv_node && ply > worker->selective_depth)
        worker->selective_depth = ply;
    if (node_is_draw(worker, frame))
        return 0;
    if (alpha < 0 && node_can_repeat(worker, frame)) {
        alpha = 0;
        if (alpha >= beta)
            return alpha;
    }
    if (ply >= PLY_MAX - 1)
        return in_check ? 0 : node_evaluate(worker, position);

    const uint64_t key = table_key(position);
    const bool with_checks = depth == 0 && features->quiescence_checks;
    const int table_depth = in_check || with_checks ? 0 : -1;
    struct tt_entry entry = {.eval = SCORE_NONE, .bound = TT_EVAL_ONLY};
    const bool hit = tt_probe(task->table, key, &entry);
    node_count_probe(worker, hit, &entry);
    const Score table_score = hit ? score_from_table(entry.score, ply) : SCORE_NONE;
    const bool scored =
        hit && entry.bound != TT_EVAL_ONLY && score_in_time(entry.score, position->halfmoves);
    if (features->hash_table && scored && !pv_node && entry.depth >= table_depth &&
        position->halfmoves < 90 &&
        (entry.bound == BOUND_EXACT ||
         (entry.bound == BOUND_LOWER ? table_score >= beta : table_score <= alpha))) {
        add_to_count(worker, COUNT_hash_cutoffs, 1);
        return table_score;
    }

    /* Stand pat: the side to move does not have to capture, so the static evaluation is a lower
     * bound. */
    Score best, raw = SCORE_NONE, futile = -SCORE_INFINITE;
    const Score original_alpha = alpha;
    if (in_check) {
        best = -SCORE_INFINITE;
        frame->eval = SCORE_NONE;
    } else {
        best = frame->eval = node_static(worker, frame, hit, &entry, &raw);
        if (scored && (entry.bound == BOUND_EXACT ||
                       (entry.bound == BOUND_LOWER ? table_score > best : table_score < best)))
            best = table_score;
        if (best >= beta) {
            if (!hit)
                tt_store(task->table, key,
                         &(struct tt_entry){.eval = raw, .depth = -6, .bound = TT_EVAL_ONLY});
            return best;
        }
        alpha = max_int(alpha, best);
        futile = best + parameters->quiescence_futility;
    }

    struct picker picker;
    picker_init(&picker, position, with_checks ? PICK_NOISY_CHECKS : PICK_NOISY,
                hit ? entry.move : NO_MOVE);
    check_info_set(&frame->checks, position);
    frame->threats = features->threat_history && (in_check || with_checks)
                         ? position_reach(position, !position->side, occupied(position))
                         : 0;
    node_set_picker(worker, frame, &picker);

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
            if (in_check && quiet && count > parameters->quiescence_evasions)
                continue;
        }
        node_play(worker, frame, move);
        Score score = -quiescence(worker, frame + 1, depth - 1, -beta, -alpha);
        if (search_must_stop(worker))
            return 0;
        if (score > best) {
            best = score;
            if (score > alpha) {
                best_move = move;
                if (pv_node)
                    node_extend_line(frame, move);
                if (score >= beta)
                    break;
                alpha = score;
            }
        }
    }
    if (in_check && count == 0)
        return ply - SCORE_MATE;

    struct tt_entry fresh = {
        .move = best_move,
        .score = score_to_table(best, ply),
        .eval = raw,
        .depth = table_depth,
        .bound = best >= beta                       ? BOUND_LOWER
                 : pv_node && best > original_alpha ? BOUND_EXACT
                                                    : BOUND_UPPER,
        .pv = pv_node || (hit && entry.pv),
    };
    tt_store(task->table, key, &fresh);
    return best;
}
