/* Lists the moves of a position in the order in which the search tries them. The search's own move
 * picker provides the order, so the list cannot differ from what the search does. This file only
 * adds the reason for each move's place. */
#include "engine/search/order.h"

#include "engine/rules/position.h"
#include "engine/search/node.h"
#include "engine/search/see.h"

static enum order_reason reason_of(const struct picker *picker, Move move, int exchange)
{
    const bool evading = picker->position->checkers;
    if (move == picker->table_move)
        return ORDER_HASH;
    if (move_is_noisy(picker->position, move))
        return !evading && picker->features->see_order && exchange < -20 ? ORDER_LOSING
                                                                         : ORDER_CAPTURE;
    if (!evading && (move == picker->killers[0] || move == picker->killers[1]))
        return ORDER_KILLER;
    if (!evading && move == picker->counter)
        return ORDER_COUNTER;
    return ORDER_HISTORY;
}

int order_moves(const struct worker *worker, const struct tt *table,
                const struct search_features *features,
                const struct search_parameters *parameters, const struct position *position,
                const struct position *before, Move last,
                struct ordered_move rows[CHESS_MOVES_MAX])
{
    const struct continuation *none = &worker->history.continuation[NO_PIECE][0];
    struct check_info checks;
    struct tt_entry entry;
    struct picker picker;
    const bool hit = tt_probe(table, table_key(position), &entry);
    check_info_set(&checks, position);
    picker_init(&picker, position, PICK_ALL, hit ? entry.move : NO_MOVE);
    picker.history = &worker->history;
    picker.features = features;
    picker.parameters = parameters;
    picker.checks = &checks;
    picker.continuation[0] = picker.continuation[1] = picker.continuation[2] = none;
    if (features->threat_history)
        picker.threats = position_reach(position, !position->side, occupied(position));
    if (before) {
        const int piece = before->board[move_from(last)];
        const struct frame *root = &worker->frames[FRAMES_BEFORE];
        picker.continuation[0] = &worker->history.continuation[piece][move_to(last)];
        if (features->counter_move)
            picker.counter = worker->history.counter[piece][move_to(last)];
        if (features->killers && root->position.key == before->key) {
            picker.killers[0] = root[1].killers[0];
            picker.killers[1] = root[1].killers[1];
        }
    }
    int count = 0;
    for (Move move; (move = picker_next(&picker)) != NO_MOVE; count++) {
        const int exchange = see_gain(position, move);
        rows[count] = (struct ordered_move){move, reason_of(&picker, move, exchange),
                                            picker_score(&picker, move), exchange};
    }
    return count;
}
