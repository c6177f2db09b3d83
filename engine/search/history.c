/* Move histories and correction history. The correction history holds the average error of the
 * static evaluation, indexed by pawn structure, by the squares of each side's pieces, and by the
 * last move. */
#include "engine/search/history.h"

#include <string.h>

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

/* A hash of where the pieces of a colour stand, not counting pawns. */
static unsigned men_index(const struct position *position, int color)
{
    static const uint64_t factor[PIECE_TYPE_COUNT] = {
        0, 0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9, 0xD6E8FEB86659FD93,
        0xA0761D6478BD642F};
    uint64_t hash = 0;
    for (int type = KNIGHT; type <= KING; type++)
        hash = (hash ^ pieces(position, color, type)) * factor[type], hash ^= hash >> 29;
    return (unsigned)(hash >> 40) & (CORRECTION_SIZE - 1);
}

int correction_value(const struct history *history, const struct search_parameters *parameters,
                     const struct position *position, int before_piece, Square before_to)
{
    int side = position->side;
    int sum = parameters->correction_pawns * history->pawns[side][pawns_index(position)] +
              history->men[side][WHITE][men_index(position, WHITE)] +
              history->men[side][BLACK][men_index(position, BLACK)] +
              history->reply[before_piece][before_to];
    return sum / parameters->correction_divisor;
}

void correction_update(struct history *history, const struct search_parameters *parameters,
                       const struct position *position, int before_piece, Square before_to,
                       int depth, int error)
{
    int side = position->side, bonus = error * depth / parameters->correction_depth;
    const int max = CORRECTION_MAX, most = max / parameters->correction_step;
    bonus = bonus > most ? most : bonus < -most ? -most : bonus;
    move_towards(&history->pawns[side][pawns_index(position)], bonus, max);
    move_towards(&history->men[side][WHITE][men_index(position, WHITE)], bonus, max);
    move_towards(&history->men[side][BLACK][men_index(position, BLACK)], bonus, max);
    move_towards(&history->reply[before_piece][before_to], bonus, max);
}
