/* Staged move picking. The stages are: the transposition table's move, winning captures, killers
 * and the counter move, other quiet moves by history, losing captures. In check, one stage
 * generates all evasions. */
#include "engine/search/movepick.h"

#include "engine/rules/position.h"
#include "engine/search/see.h"

enum stage {
    STAGE_TABLE,
    STAGE_NOISY_INIT,
    STAGE_NOISY,
    STAGE_KILLER_1,
    STAGE_KILLER_2,
    STAGE_COUNTER,
    STAGE_QUIET_INIT,
    STAGE_QUIET,
    STAGE_BAD_INIT,
    STAGE_BAD,
    STAGE_EVASION_INIT,
    STAGE_EVASION,
    STAGE_CHECKS_INIT,
    STAGE_CHECKS,
    STAGE_DONE
};

void check_info_set(struct check_info *info, const struct position *position)
{
    int side = position->side;
    Square king = king_square(position, !side);
    Bitboard all = occupied(position), own = position->by_color[side];
    Bitboard straight = (position->by_type[ROOK] | position->by_type[QUEEN]) & own;
    Bitboard diagonal = (position->by_type[BISHOP] | position->by_type[QUEEN]) & own;

    info->king = king;
    info->squares[PAWN] = pawn_attacks[!side][king];
    info->squares[KNIGHT] = knight_attacks[king];
    info->squares[BISHOP] = bishop_attacks(king, all);
    info->squares[ROOK] = rook_attacks(king, all);
    info->squares[QUEEN] = info->squares[BISHOP] | info->squares[ROOK];
    info->squares[KING] = 0;
    info->discoverers = 0;
    /* Find our sliders that would give check if none of our own pieces were in the way. */
    Bitboard shields = all & ~own;
    Bitboard snipers =
        (rook_attacks(king, shields) & straight) | (bishop_attacks(king, shields) & diagonal);
    while (snipers) {
        Bitboard shield = between_squares[pop_square(&snipers)][king] & all;
        if (shield && !(shield & (shield - 1)))
            info->discoverers |= shield & own;
    }
}

bool gives_check(const struct position *position, const struct check_info *info, Move move)
{
    Square from = move_from(move), to = move_to(move);
    if (move_kind(move) != MOVE_NORMAL)
        return position_gives_check(position, move);
    if (info->squares[piece_type(position->board[from])] & square_bit(to))
        return true;
    return (info->discoverers & square_bit(from)) &&
           !(line_squares[from][info->king] & square_bit(to));
}

void picker_init(struct picker *picker, const struct position *position, enum pick_kind kind,
                 Move table_move)
{
    picker->position = position;
    picker->kind = kind;
    picker->at = picker->end = picker->bad = 0;
    picker->killers[0] = picker->killers[1] = picker->counter = NO_MOVE;
    picker->threats = 0;
    picker->table_move = NO_MOVE;
    bool wanted = kind == PICK_ALL || position->checkers || move_is_noisy(position, table_move);
    if (table_move && wanted && chess_is_legal(position, table_move))
        picker->table_move = table_move;
    picker->stage = picker->table_move   ? STAGE_TABLE
                    : position->checkers ? STAGE_EVASION_INIT
                                         : STAGE_NOISY_INIT;
}

static int quiet_score(const struct picker *picker, Move move)
{
    const struct position *position = picker->position;
    Square to = move_to(move);
    int piece = position->board[move_from(move)], score = 0;
    if (picker->features->history)
        score += picker->history->quiet[position->side][threat_index(picker->threats, move)]
                                       [move & 4095];
    if (picker->features->continuation_history)
        score += picker->continuation[0]->value[piece][to] +
                 picker->continuation[1]->value[piece][to] +
                 picker->continuation[2]->value[piece][to] *
                     picker->parameters->order_continuation_4_eighths / 8;
    if (picker->checks->squares[piece_type(piece)] & square_bit(to) &&
        move_kind(move) == MOVE_NORMAL)
        score += picker->parameters->order_check;
    return score;
}

static int noisy_score(const struct picker *picker, Move move)
{
    const struct position *position = picker->position;
    int piece = position->board[move_from(move)], victim = move_captured(position, move);
    const int times = picker->parameters->order_victim;
    const bool by_victim = picker->features->mvv_lva;
    int score = victim == NO_PIECE_TYPE || !by_victim ? 0 : times * see_values[victim];
    if (move_kind(move) == MOVE_PROMOTION)
        score += move_promotion(move) == QUEEN ? times * see_values[QUEEN] : -20000;
    if (picker->features->capture_history)
        score += picker->history->capture[piece][move_to(move)][victim] *
                 picker->parameters->order_capture_eighths / 8;
    else if (by_victim)
        score -= piece_type(piece);
    return score;
}

int picker_score(const struct picker *picker, Move move)
{
    return move_is_noisy(picker->position, move) ? noisy_score(picker, move)
                                                 : quiet_score(picker, move);
}

/* Moves the best of the remaining moves to the front and returns it. */
static Move take_best(struct picker *picker)
{
    int best = picker->at, score = picker->scores[best];
    for (int i = picker->at + 1; i < picker->end; i++)
        if (picker->scores[i] > score) {
            best = i;
            score = picker->scores[i];
        }
    Move move = picker->moves[best];
    picker->moves[best] = picker->moves[picker->at];
    picker->scores[best] = picker->scores[picker->at];
    picker->moves[picker->at] = move;
    picker->scores[picker->at] = score;
    picker->at++;
    return move;
}

static void fill_noisy(struct picker *picker)
{
    picker->end = position_generate(picker->position, GENERATE_NOISY, picker->moves);
    for (int i = 0; i < picker->end; i++)
        picker->scores[i] = noisy_score(picker, picker->moves[i]);
    picker->at = 0;
}

/* Adds the quiet moves, or only those that give check, to the list. Losing captures, which are
 * tried later, keep their place at the front of the list. */
static void fill_quiet(struct picker *picker, bool only_checks)
{
    Move *moves = picker->moves + picker->bad;
    int count = position_generate(picker->position, GENERATE_QUIET, moves), kept = 0;
    for (int i = 0; i < count; i++)
        if (!only_checks || gives_check(picker->position, picker->checks, moves[i])) {
            moves[kept] = moves[i];
            picker->scores[picker->bad + kept++] = quiet_score(picker, moves[i]);
        }
    picker->at = picker->bad;
    picker->end = picker->bad + kept;
}

static void fill_evasions(struct picker *picker)
{
    const int first = 1 << 20; /* added to the scores of captures and promotions, so that they come
                                * before quiet moves */
    picker->end = position_generate(picker->position, GENERATE_ALL, picker->moves);
    for (int i = 0; i < picker->end; i++) {
        Move move = picker->moves[i];
        picker->scores[i] = move_is_noisy(picker->position, move)
                                ? first + noisy_score(picker, move)
                                : quiet_score(picker, move);
    }
    picker->at = 0;
}

/* Returns whether a killer or counter move can be tried in this position. It was stored in another
 * position and may be illegal in this one. */
static bool killer_fits(const struct picker *picker, Move move)
{
    return move && move != picker->table_move && !move_is_noisy(picker->position, move) &&
           chess_is_legal(picker->position, move);
}

Move picker_next(struct picker *picker)
{
    Move move;
    switch ((enum stage)picker->stage) {
    case STAGE_TABLE:
        picker->stage = picker->position->checkers ? STAGE_EVASION_INIT : STAGE_NOISY_INIT;
        return picker->table_move;

    case STAGE_NOISY_INIT:
        fill_noisy(picker);
        picker->stage = STAGE_NOISY;
        /* fallthrough */
    case STAGE_NOISY:
        while (picker->at < picker->end) {
            move = take_best(picker);
            if (move == picker->table_move)
                continue;
            if (picker->kind == PICK_ALL && picker->features->see_order &&
                !see_at_least(picker->position, move, -20)) {
                picker->moves[picker->bad++] = move;
                continue;
            }
            return move;
        }
        if (picker->kind == PICK_NOISY) {
            picker->stage = STAGE_DONE;
            return NO_MOVE;
        }
        if (picker->kind == PICK_NOISY_CHECKS) {
            picker->stage = STAGE_CHECKS_INIT;
            return picker_next(picker);
        }
        picker->stage = STAGE_KILLER_1;
        /* fallthrough */
    case STAGE_KILLER_1:
        picker->stage = STAGE_KILLER_2;
        if (killer_fits(picker, picker->killers[0]))
            return picker->killers[0];
        picker->killers[0] = NO_MOVE;
        /* fallthrough */
    case STAGE_KILLER_2:
        picker->stage = STAGE_COUNTER;
        if (picker->killers[1] != picker->killers[0] && killer_fits(picker, picker->killers[1]))
            return picker->killers[1];
        picker->killers[1] = NO_MOVE;
        /* fallthrough */
    case STAGE_COUNTER:
        picker->stage = STAGE_QUIET_INIT;
        if (picker->counter != picker->killers[0] && picker->counter != picker->killers[1] &&
            killer_fits(picker, picker->counter))
            return picker->counter;
        picker->counter = NO_MOVE;
        /* fallthrough */
    case STAGE_QUIET_INIT:
        fill_quiet(picker, false);
        picker->stage = STAGE_QUIET;
        /* fallthrough */
    case STAGE_QUIET:
        while (picker->at < picker->end) {
            move = take_best(picker);
            if (move != picker->table_move && move != picker->killers[0] &&
                move != picker->killers[1] && move != picker->counter)
                return move;
        }
        picker->stage = STAGE_BAD_INIT;
        /* fallthrough */
    case STAGE_BAD_INIT:
        picker->at = 0;
        picker->end = picker->bad;
        picker->stage = STAGE_BAD;
        /* fallthrough */
    case STAGE_BAD:
        if (picker->at < picker->end)
            return picker->moves[picker->at++];
        picker->stage = STAGE_DONE;
        return NO_MOVE;

    case STAGE_EVASION_INIT:
        fill_evasions(picker);
        picker->stage = STAGE_EVASION;
        /* fallthrough */
    case STAGE_EVASION:
        while (picker->at < picker->end) {
            move = take_best(picker);
            if (move != picker->table_move)
                return move;
        }
        picker->stage = STAGE_DONE;
        return NO_MOVE;

    case STAGE_CHECKS_INIT:
        picker->bad = 0;
        fill_quiet(picker, true);
        picker->stage = STAGE_CHECKS;
        /* fallthrough */
    case STAGE_CHECKS:
        if (picker->at < picker->end)
            return take_best(picker);
        picker->stage = STAGE_DONE;
        return NO_MOVE;

    case STAGE_DONE:
        break;
    }
    return NO_MOVE;
}
