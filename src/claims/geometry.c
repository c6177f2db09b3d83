/* Attackers, pins and exchanges, from the attack sets of the rules. An exchange is resolved without
 * regard to checks. A piece pinned to its king captures only along the line of the pin. */
#include "src/claims/geometry.h"

#include <string.h>

int type_at(const struct position *position, Square square)
{
    int piece = position->board[square];
    return piece == NO_PIECE ? NO_PIECE_TYPE : piece_type(piece);
}

bool is_piece_of(const struct position *position, Square square, int color)
{
    return (position->by_color[color] & bit(square)) != 0;
}

Square king_of(const struct position *position, int color)
{
    Bitboard king = position->by_type[KING] & position->by_color[color];
    return king ? pop(&king) : NO_SQUARE;
}

bool attacks(const struct position *position, Square from, Square target)
{
    return (chess_attacks(position, from) & bit(target)) != 0;
}

Bitboard attackers_of(const struct position *position, Square square, int color)
{
    return chess_attackers(position, square) & position->by_color[color];
}

int captured_by(const struct position *position, Move move)
{
    if (move_kind(move) == MOVE_EN_PASSANT)
        return PAWN;
    return chess_is_capture(position, move) ? type_at(position, move_to(move)) : NO_PIECE_TYPE;
}

bool pass_move(struct position *position)
{
    int side = position->side;
    if (position->checkers)
        return false;
    struct error error;
    char fen[CHESS_FEN_MAX];
    position->side = (uint8_t)!side;
    position->fullmove = (uint16_t)(position->fullmove + (side == BLACK));
    position->en_passant = NO_SQUARE;
    position->passed = NO_SQUARE;
    chess_to_fen(position, fen);
    return chess_from_fen(position, fen, &error);
}

static void lift(struct position *position, Square square)
{
    int piece = position->board[square];
    if (piece == NO_PIECE)
        return;
    position->by_type[piece_type(piece)] &= ~bit(square);
    position->by_color[piece_color(piece)] &= ~bit(square);
    position->board[square] = NO_PIECE;
}

static void put(struct position *position, Square square, int piece)
{
    lift(position, square);
    position->by_type[piece_type(piece)] |= bit(square);
    position->by_color[piece_color(piece)] |= bit(square);
    position->board[square] = (uint8_t)piece;
}

/* The square of the least valuable piece of `color` that may capture on `square`; NO_SQUARE if
 * none. */
static Square least(const struct position *position, Square square, int color)
{
    for (int type = PAWN; type <= KING; type++) {
        Bitboard set = attackers_of(position, square, color) & position->by_type[type];
        while (set) {
            Square from = pop(&set), pinner = pinner_of(position, from);
            if (type == KING && attackers_of(position, square, !color))
                continue;
            if (pinner == NO_SQUARE || pinner == square ||
                (chess_between(pinner, king_of(position, color)) & bit(square)))
                return from;
        }
    }
    return NO_SQUARE;
}

static int swap_off(struct position *position, Square square, int color)
{
    int taken = type_at(position, square);
    Square from = least(position, square, color);
    if (from == NO_SQUARE || taken == NO_PIECE_TYPE || taken == KING)
        return 0;
    int piece = position->board[from], gain = piece_worth(taken);
    if (piece_type(piece) == PAWN && (square_rank(square) == 0 || square_rank(square) == 7)) {
        piece = color * PIECE_TYPE_COUNT + QUEEN;
        gain += piece_worth(QUEEN) - piece_worth(PAWN);
    }
    lift(position, from);
    put(position, square, piece);
    gain -= swap_off(position, square, !color);
    return gain > 0 ? gain : 0;
}

int exchange(const struct position *position, Square square, int color)
{
    struct position board = *position;
    return swap_off(&board, square, color);
}

Square behind(const struct position *position, Square from, Square front)
{
    int type = type_at(position, from);
    int files = square_file(front) - square_file(from), ranks = square_rank(front) - square_rank(from);
    bool diagonal = files && ranks;
    if ((type != QUEEN && type != (diagonal ? BISHOP : ROOK)) || !attacks(position, from, front))
        return NO_SQUARE;
    files = (files > 0) - (files < 0), ranks = (ranks > 0) - (ranks < 0);
    int file = square_file(front) + files, rank = square_rank(front) + ranks;
    for (; file >= 0 && file < 8 && rank >= 0 && rank < 8; file += files, rank += ranks) {
        if (position->board[rank * 8 + file] != NO_PIECE)
            return rank * 8 + file;
    }
    return NO_SQUARE;
}

Square pinner_of(const struct position *position, Square square)
{
    int color = piece_color(position->board[square]);
    Square king = king_of(position, color);
    Bitboard sliders = attackers_of(position, square, !color) &
                       (position->by_type[BISHOP] | position->by_type[ROOK] | position->by_type[QUEEN]);
    while (king != NO_SQUARE && square != king && sliders) {
        Square from = pop(&sliders);
        if (behind(position, from, square) == king)
            return from;
    }
    return NO_SQUARE;
}

Bitboard pinned(const struct position *position, int color)
{
    Bitboard set = 0, own = position->by_color[color] & ~position->by_type[KING];
    while (own) {
        Square square = pop(&own);
        if (pinner_of(position, square) != NO_SQUARE)
            set |= bit(square);
    }
    return set;
}

bool is_trapped(const struct position *position, Square square)
{
    int color = piece_color(position->board[square]), type = type_at(position, square);
    Move moves[CHESS_MOVES_MAX];
    struct position turned = *position;
    if (exchange(position, square, !color) < 100)
        return false;
    if (position->side != color && !pass_move(&turned))
        return false;
    int count = chess_moves(&turned, moves);
    for (int i = 0; i < count; i++) {
        if (move_from(moves[i]) != square)
            continue;
        struct position next = turned;
        int taken = captured_by(&turned, moves[i]);
        chess_play(&next, moves[i]);
        int lost = exchange(&next, move_to(moves[i]), !color);
        if (lost - piece_worth(taken) < 100 || (lost < piece_worth(type) && lost < 200))
            return false;
    }
    return true;
}
