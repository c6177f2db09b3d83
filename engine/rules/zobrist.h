/* Zobrist keys, as the Polyglot opening book format defines them. */
#pragma once

#include "engine/rules/position.h"

enum { KEYS_CASTLING = 768, KEYS_EN_PASSANT = 772, KEYS_TURN = 780, KEYS_COUNT = 781 };
extern const uint64_t polyglot_keys[KEYS_COUNT];

/* Polyglot's order is black pawn, white pawn, black knight, ... white king. */
static inline uint64_t piece_key(int color, int type, Square square)
{
    return polyglot_keys[64 * (2 * type + (color == WHITE)) + square];
}
/* `index` is 0 .. 3: white short, white long, black short, black long */
static inline uint64_t castling_key(int index)
{
    return polyglot_keys[KEYS_CASTLING + index];
}
static inline uint64_t en_passant_key(Square square)
{
    return polyglot_keys[KEYS_EN_PASSANT + square_file(square)];
}
static inline uint64_t turn_key(void) /* part of the key while White is to move */
{
    return polyglot_keys[KEYS_TURN];
}
/* The key of the position after a move, known before the move is played. It ignores changes to
 * castling rights, a new en passant square, and what special moves do besides moving one piece, so
 * that it is right for most moves, not for all. */
static inline uint64_t key_soon(const struct position *position, Move move)
{
    const int piece = position->board[move_from(move)], captured = position->board[move_to(move)];
    const int color = piece_color(piece), type = piece_type(piece);
    uint64_t key = position->key ^ turn_key() ^ piece_key(color, type, move_from(move)) ^
                   piece_key(color, type, move_to(move));
    if (captured != NO_PIECE)
        key ^= piece_key(piece_color(captured), piece_type(captured), move_to(move));
    if (position->en_passant != NO_SQUARE)
        key ^= en_passant_key(position->en_passant);
    return key;
}
