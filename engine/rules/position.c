/* Playing moves, attackers, keys, and draws by material. A move is played into a copy of the
 * position: copying the position (about 190 bytes) costs less than undoing a move, and avoids
 * errors in restoring fields. */
#include "engine/rules/position.h"

#include <assert.h>

#include "engine/rules/zobrist.h"

/* Adds a piece to the keys, or removes it. */
static void change_keys(struct position *position, int color, int type, Square square)
{
    const uint64_t key = piece_key(color, type, square);
    position->key ^= key;
    *(type == PAWN ? &position->pawn_key : &position->men_key[color]) ^= key;
}

static void put(struct position *position, int color, int type, Square square)
{
    Bitboard bit = square_bit(square);
    position->by_type[type] |= bit;
    position->by_color[color] |= bit;
    position->board[square] = (uint8_t)(color * PIECE_TYPE_COUNT + type);
    change_keys(position, color, type, square);
}

static void take(struct position *position, int color, int type, Square square)
{
    Bitboard bit = square_bit(square);
    position->by_type[type] &= ~bit;
    position->by_color[color] &= ~bit;
    position->board[square] = NO_PIECE;
    change_keys(position, color, type, square);
}

static void drop_castling(struct position *position, int rights)
{
    rights &= position->castling;
    position->castling = (uint8_t)(position->castling & ~rights);
    for (; rights; rights &= rights - 1)
        position->key ^= castling_key(__builtin_ctz((unsigned)rights));
}

/* Removes the castling right that belongs to the rook on `square`, because the rook leaves its home
 * square or is captured there. */
static void drop_rook_right(struct position *position, Square square)
{
    for (int index = 0; index < 4; index++)
        if (position->rook_home[index] == square)
            drop_castling(position, 1 << index);
}

static Bitboard enemy_checkers(const struct position *position)
{
    int us = position->side;
    return position_attackers(position, king_square(position, us), occupied(position)) &
           position->by_color[!us];
}

bool position_en_passant_is_safe(const struct position *position, Square from, Square target)
{
    int us = position->side;
    Bitboard captured = square_bit(target ^ 8);
    Bitboard after = (occupied(position) ^ square_bit(from) ^ captured) | square_bit(target);
    Bitboard enemies = position->by_color[!us] & ~captured;
    return !(position_attackers(position, king_square(position, us), after) & enemies);
}

bool position_can_en_passant(const struct position *position, Square target)
{
    int us = position->side;
    Bitboard takers = pawn_attacks[!us][target] & pieces(position, us, PAWN);
    while (takers)
        if (position_en_passant_is_safe(position, pop_square(&takers), target))
            return true;
    return false;
}

static void play_castling(struct position *next, Move move, int us, int index)
{
    take(next, us, KING, move_from(move));
    take(next, us, ROOK, move_to(move));
    put(next, us, KING, castling_king_to(index));
    put(next, us, ROOK, castling_rook_to(index));
    drop_castling(next, us == WHITE ? WHITE_SHORT | WHITE_LONG : BLACK_SHORT | BLACK_LONG);
}

static void play_piece(struct position *next, Move move, int us)
{
    Square from = move_from(move), to = move_to(move);
    int kind = move_kind(move);
    int type = piece_type(next->board[from]);
    int captured = next->board[to];

    if (captured != NO_PIECE) {
        take(next, !us, piece_type(captured), to);
        next->halfmoves = 0;
        if (piece_type(captured) == ROOK && next->castling)
            drop_rook_right(next, to);
    }
    take(next, us, type, from);
    put(next, us, kind == MOVE_PROMOTION ? move_promotion(move) : type, to);
    if (type == PAWN) {
        next->halfmoves = 0;
        if (kind == MOVE_EN_PASSANT)
            take(next, !us, PAWN, to ^ 8);
    } else if (next->castling) {
        if (type == KING)
            drop_castling(next, us == WHITE ? WHITE_SHORT | WHITE_LONG : BLACK_SHORT | BLACK_LONG);
        else if (type == ROOK)
            drop_rook_right(next, from);
    }
}

/* Sets *next to a copy of the position and updates in it what every turn changes, such as the side
 * to move. */
static void begin_turn(const struct position *position, struct position *next)
{
    *next = *position;
    next->passed = NO_SQUARE;
    if (next->en_passant != NO_SQUARE) {
        next->key ^= en_passant_key(next->en_passant);
        next->en_passant = NO_SQUARE;
    }
    if (next->halfmoves < UINT8_MAX)
        next->halfmoves++;
    if (position->side == BLACK && next->fullmove < UINT16_MAX)
        next->fullmove++;
    next->side ^= 1;
    next->key ^= turn_key();
}

void position_play(const struct position *position, Move move, struct position *next)
{
    int us = position->side;
    Square from = move_from(move), to = move_to(move);

    begin_turn(position, next);
    if (move_kind(move) == MOVE_CASTLING)
        play_castling(next, move, us, castling_index(position, move));
    else
        play_piece(next, move, us);
    next->checkers = enemy_checkers(next);
    if (piece_type(position->board[from]) == PAWN && (from ^ to) == 16) {
        Square target = (from + to) / 2;
        if (position_can_en_passant(next, target)) {
            next->en_passant = (uint8_t)target;
            next->key ^= en_passant_key(target);
        }
    }
}

void position_play_null(const struct position *position, struct position *next)
{
    begin_turn(position, next);
    next->checkers = 0;
}

Bitboard position_attackers(const struct position *position, Square square, Bitboard occupancy)
{
    const Bitboard *by_type = position->by_type;
    return ((pawn_attacks[BLACK][square] & pieces(position, WHITE, PAWN)) |
            (pawn_attacks[WHITE][square] & pieces(position, BLACK, PAWN)) |
            (knight_attacks[square] & by_type[KNIGHT]) | (king_attacks[square] & by_type[KING]) |
            (bishop_attacks(square, occupancy) & (by_type[BISHOP] | by_type[QUEEN])) |
            (rook_attacks(square, occupancy) & (by_type[ROOK] | by_type[QUEEN])));
}

Bitboard position_pinned(const struct position *position, int color)
{
    Square king = king_square(position, color);
    Bitboard enemies = position->by_color[!color];
    Bitboard queens = position->by_type[QUEEN];
    Bitboard snipers = ((bishop_attacks(king, enemies) & (position->by_type[BISHOP] | queens)) |
                        (rook_attacks(king, enemies) & (position->by_type[ROOK] | queens))) &
                       enemies;
    Bitboard pinned = 0;
    while (snipers) {
        Bitboard between = between_squares[king][pop_square(&snipers)] & position->by_color[color];
        if (between && !(between & (between - 1)))
            pinned |= between;
    }
    return pinned;
}

bool position_gives_check(const struct position *position, Move move)
{
    int us = position->side;
    int kind = move_kind(move);
    Square from = move_from(move), to = move_to(move);
    Square king = king_square(position, !us);
    int type = piece_type(position->board[from]);
    Bitboard own = position->by_color[us] & ~square_bit(from);
    Bitboard after = (occupied(position) & ~square_bit(from)) | square_bit(to);

    if (kind == MOVE_CASTLING) { /* the check can come only from the rook, or from a slider whose
                                  * line passes over the squares that king and rook leave */
        int index = castling_index(position, move);
        Square rook = castling_rook_to(index);
        own &= ~square_bit(to);
        after &= ~square_bit(to);
        after |= square_bit(castling_king_to(index)) | square_bit(rook);
        if (rook_attacks(rook, after) & square_bit(king))
            return true;
    } else if (type == PAWN && kind != MOVE_PROMOTION) {
        if (pawn_attacks[us][to] & square_bit(king))
            return true;
        if (kind == MOVE_EN_PASSANT)
            after &= ~square_bit(to ^ 8);
    } else if (type != KING) {
        int landed = kind == MOVE_PROMOTION ? move_promotion(move) : type;
        if (piece_attacks(landed, to, after) & square_bit(king))
            return true;
    }
    Bitboard queens = position->by_type[QUEEN];
    return ((bishop_attacks(king, after) & (position->by_type[BISHOP] | queens)) |
            (rook_attacks(king, after) & (position->by_type[ROOK] | queens))) &
           own;
}

void position_set_keys(struct position *position)
{
    position->key = position->side == WHITE ? turn_key() : 0;
    position->pawn_key = position->men_key[WHITE] = position->men_key[BLACK] = 0;
    for (Square square = 0; square < 64; square++) {
        int piece = position->board[square];
        if (piece != NO_PIECE)
            change_keys(position, piece_color(piece), piece_type(piece), square);
    }
    for (int index = 0; index < 4; index++)
        if (position->castling & 1 << index)
            position->key ^= castling_key(index);
    if (position->en_passant != NO_SQUARE)
        position->key ^= en_passant_key(position->en_passant);
}

bool position_is_consistent(const struct position *position)
{
    struct position anew = *position;
    position_set_keys(&anew);
    for (Square square = 0; square < 64; square++) {
        int piece = position->board[square];
        for (int color = WHITE; color <= BLACK; color++) {
            bool expected = piece != NO_PIECE && piece_color(piece) == color;
            if (!!(position->by_color[color] & square_bit(square)) != expected)
                return false;
        }
        for (int type = PAWN; type <= KING; type++) {
            bool expected = piece != NO_PIECE && piece_type(piece) == type;
            if (!!(position->by_type[type] & square_bit(square)) != expected)
                return false;
        }
    }
    for (int index = 0; index < 4; index++) {
        int rook = (index < 2 ? WHITE : BLACK) * PIECE_TYPE_COUNT + ROOK;
        if ((position->castling & 1 << index) &&
            position->board[position->rook_home[index]] != rook)
            return false;
    }
    if (position->en_passant != NO_SQUARE &&
        !position_can_en_passant(position, position->en_passant))
        return false;
    return popcount(pieces(position, WHITE, KING)) == 1 &&
           popcount(pieces(position, BLACK, KING)) == 1 &&
           position->checkers == enemy_checkers(position) &&
           position->key == anew.key && position->pawn_key == anew.pawn_key &&
           position->men_key[WHITE] == anew.men_key[WHITE] &&
           position->men_key[BLACK] == anew.men_key[BLACK];
}

void chess_play(struct position *position, Move move)
{
    struct position next;
    position_play(position, move, &next);
#ifdef DEBUG
    assert(position_is_consistent(&next));
#endif
    *position = next;
}

bool chess_in_check(const struct position *position)
{
    return position->checkers != 0;
}

bool chess_is_capture(const struct position *position, Move move)
{
    int kind = move_kind(move);
    return kind == MOVE_EN_PASSANT ||
           (kind != MOVE_CASTLING && position->board[move_to(move)] != NO_PIECE);
}

Bitboard chess_attackers(const struct position *position, Square square)
{
    return position_attackers(position, square, occupied(position));
}

Bitboard chess_attacks(const struct position *position, Square square)
{
    int piece = position->board[square];
    if (piece == NO_PIECE)
        return 0;
    if (piece_type(piece) == PAWN)
        return pawn_attacks[piece_color(piece)][square];
    return piece_attacks(piece_type(piece), square, occupied(position));
}

Bitboard chess_between(Square one, Square other)
{
    return between_squares[one][other];
}

/* A king and a knight can mate only if an enemy piece blocks an escape square of the enemy king.
 * That piece cannot be a queen, because a queen next to its king could capture the knight. Bishops
 * need a bishop of the other square colour, a knight, or a pawn (which may promote), of either
 * side. Rooks and queens can always mate. */
bool chess_can_mate(const struct position *position, int color)
{
    const Bitboard light_squares = 0x55AA55AA55AA55AAULL;
    const Bitboard *by_type = position->by_type;
    Bitboard own = position->by_color[color];
    Bitboard enemies = position->by_color[!color];

    if (own & (by_type[PAWN] | by_type[ROOK] | by_type[QUEEN]))
        return true;
    if (own & by_type[KNIGHT])
        return popcount(own) > 2 || (enemies & ~by_type[KING] & ~by_type[QUEEN]);
    if (own & by_type[BISHOP]) {
        bool both = (by_type[BISHOP] & light_squares) && (by_type[BISHOP] & ~light_squares);
        return both || by_type[PAWN] || by_type[KNIGHT];
    }
    return false;
}

bool chess_insufficient_material(const struct position *position)
{
    return !chess_can_mate(position, WHITE) && !chess_can_mate(position, BLACK);
}
