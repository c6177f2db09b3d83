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
