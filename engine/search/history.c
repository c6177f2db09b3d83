/* Move histories and correction history. The correction history holds the average error of the
 * static evaluation, indexed by pawn structure, by the squares of each side's pieces, and by the
 * last move. */
#include "engine/search/history.h"

#include <string.h>

#include "engine/prefetch.h"
#include "engine/rules/position.h"

void history_clear(struct history *history)
{
    memset(history, 0, sizeof *history);
}

int move_captured(const struct position *position, Move move)
{
    int kind = move_kind(move), victim = position->board[move_to(move)];
    if (kind == MOVE_EN_PASSANT)
        return PAWN;
    if (kind == MOVE_CASTLING || victim == NO_PIECE)
        return NO_PIECE_TYPE;
    return piece_type(victim);
}

static unsigned pawns_index(const struct position *position)
{
    return (unsigned)position->pawn_key & (CORRECTION_SIZE - 1);
}

static unsigned men_index(const struct position *position, int color)
{
    return (unsigned)position->men_key[color] & (CORRECTION_SIZE - 1);
}

struct correction correction_find(struct history *history, const struct position *position,
                                  int before_piece, Square before_to)
{
    const int side = position->side;
    struct correction found = {.pawns = &history->pawns[side][pawns_index(position)],
                               .reply = &history->reply[before_piece][before_to]};
    prefetch(found.pawns);
    for (int color = WHITE; color <= BLACK; color++) {
        found.men[color] = &history->men[side][color][men_index(position, color)];
        prefetch(found.men[color]);
    }
    return found;
}

int correction_value(const struct correction *correction,
                     const struct search_parameters *parameters)
{
    const int sum = parameters->correction_pawns * *correction->pawns + *correction->men[WHITE] +
                    *correction->men[BLACK] + *correction->reply;
    return sum / parameters->correction_divisor;
}

void correction_update(const struct correction *correction,
                       const struct search_parameters *parameters, int depth, int error)
{
    int bonus = error * depth / parameters->correction_depth;
    const int max = CORRECTION_MAX, most = max / parameters->correction_step;
    bonus = bonus > most ? most : bonus < -most ? -most : bonus;
    move_towards(correction->pawns, bonus, max);
    move_towards(correction->men[WHITE], bonus, max);
    move_towards(correction->men[BLACK], bonus, max);
    move_towards(correction->reply, bonus, max);
}
