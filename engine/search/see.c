/* Static exchange evaluation by the swap algorithm with a threshold. Instead of a list of gains it
 * keeps one balance and looks for the first side that cannot or should not continue. See "SEE - The
 * Swap Algorithm", chessprogramming.org. */
#include "engine/search/see.h"

#include "engine/rules/position.h"

const int see_values[PIECE_TYPE_COUNT] = {100, 325, 325, 500, 975, 0};

/* The type of the cheapest piece among `attackers`, which must not be empty. */
static int cheapest(const struct position *position, Bitboard attackers)
{
    int type = PAWN;
    while (!(attackers & position->by_type[type]))
        type++;
    return type;
}

/* Pawns that could promote by capturing on the square. */
static Bitboard promoting_pawns(const struct position *position, Square to)
{
    int rank = square_rank(to), color = rank == 7 ? WHITE : BLACK;
    return rank == 0 || rank == 7 ? pawn_attacks[!color][to] & pieces(position, color, PAWN) : 0;
}

/* Returns how many centipawns `side` gains by capturing the piece of type `standing` on the square
 * `to`; 0 if it is better not to capture. Unlike the loop in see_at_least, this function handles
 * promotions. */
static int exchange_gain(const struct position *position, Square to, Bitboard occupancy, int side,
                         int standing)
{
    Bitboard attackers = position_attackers(position, to, occupancy) & occupancy;
    Bitboard mine = attackers & position->by_color[side];
    if (!mine)
        return 0;
    int type = cheapest(position, mine), gain = see_values[standing];
    if (type == KING && (attackers & position->by_color[!side]))
        return 0;
    occupancy ^= square_bit(first_square(mine & position->by_type[type]));
    if (type == PAWN && (square_rank(to) == 0 || square_rank(to) == 7)) {
        gain += see_values[QUEEN] - see_values[PAWN];
        type = QUEEN;
    }
    gain -= exchange_gain(position, to, occupancy, !side, type);
    return gain > 0 ? gain : 0;
}

bool see_at_least(const struct position *position, Move move, int threshold)
{
    Square from = move_from(move), to = move_to(move);
    int kind = move_kind(move), standing = piece_type(position->board[from]), gain = 0;
    Bitboard occupancy = occupied(position) & ~square_bit(from);

    if (kind == MOVE_CASTLING)
        return threshold <= 0;
    if (kind == MOVE_EN_PASSANT) {
        gain = see_values[PAWN];
        occupancy &= ~square_bit(to ^ 8);
    } else if (position->board[to] != NO_PIECE) {
        gain = see_values[piece_type(position->board[to])];
    }
    if (kind == MOVE_PROMOTION) {
        standing = move_promotion(move);
        gain += see_values[standing] - see_values[PAWN];
    }
    occupancy |= square_bit(to);
    if (promoting_pawns(position, to) & occupancy)
        return gain - exchange_gain(position, to, occupancy, !position->side, standing) >=
               threshold;

    /* If the gain is too small even without a recapture, or large enough even if the moving piece
     * is lost, the result is known. */
    int balance = gain - threshold;
    if (balance < 0)
        return false;
    balance -= see_values[standing];
    if (balance >= 0)
        return true;

    Bitboard attackers = position_attackers(position, to, occupancy) & occupancy;
    Bitboard diagonal = position->by_type[BISHOP] | position->by_type[QUEEN];
    Bitboard straight = position->by_type[ROOK] | position->by_type[QUEEN];
    int mover = position->side, side = !mover;
    for (;;) {
        Bitboard mine = attackers & position->by_color[side];
        if (!mine)
            break;
        int type = cheapest(position, mine);
        /* A king may not capture a defended piece. */
        if (type == KING && (attackers & position->by_color[!side]))
            break;
        occupancy ^= square_bit(first_square(mine & position->by_type[type]));
        if (type == PAWN || type == BISHOP || type == QUEEN)
            attackers |= bishop_attacks(to, occupancy) & diagonal;
        if (type == ROOK || type == QUEEN)
            attackers |= rook_attacks(to, occupancy) & straight;
        attackers &= occupancy;
        side = !side;
        balance = -balance - 1 - see_values[type];
        if (balance >= 0)
            break;
    }
    return side != mover;
}

int see_gain(const struct position *position, Move move)
{
    int low = -2 * see_values[QUEEN], high = 2 * see_values[QUEEN];
    while (low < high) {
        int middle = low + (high - low + 1) / 2;
        if (see_at_least(position, move, middle))
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}
