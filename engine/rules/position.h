/* The position from inside: playing moves by copy, generating, keys. */
#pragma once

#include "engine/rules/attacks.h"

static inline Bitboard occupied(const struct position *position)
{
    return position->by_color[WHITE] | position->by_color[BLACK];
}
static inline Bitboard pieces(const struct position *position, int color, int type)
{
    return position->by_color[color] & position->by_type[type];
}
static inline Square king_square(const struct position *position, int color)
{
    return first_square(pieces(position, color, KING));
}

/* next becomes the position after a legal move; next may not be position. */
void position_play(const struct position *position, Move move, struct position *next);

/* Passes the turn; not in check. */
void position_play_null(const struct position *position, struct position *next);

/* Pieces of both colours attacking square under another occupancy. */
Bitboard position_attackers(const struct position *position, Square square, Bitboard occupancy);

/* Every square a side attacks under another occupancy. */
Bitboard position_reach(const struct position *position, int color, Bitboard occupancy);

/* Own pieces that stand alone between the king of color and an enemy slider. */
Bitboard position_pinned(const struct position *position, int color);

/* A legal move gives check. */
bool position_gives_check(const struct position *position, Move move);

/* Keys from scratch, for FEN and for checking. */
uint64_t position_key(const struct position *position);
uint64_t position_pawn_key(const struct position *position);

/* Everything incremental equals what is computed from scratch. For debug builds and tests. */
bool position_is_consistent(const struct position *position);

enum generate { GENERATE_ALL, GENERATE_NOISY /* captures, all promotions */, GENERATE_QUIET };

/* Legal moves of a kind; returns their number. NOISY and QUIET together are ALL. */
int position_generate(const struct position *position, enum generate kind,
                      Move moves[CHESS_MOVES_MAX]);

/* The number of legal moves, without listing them. */
int position_count_moves(const struct position *position);

/* Castling with the right of that index (0..3: white short, white long, black short, black long)
 * is legal for the side to move. */
bool position_can_castle(const struct position *position, int index);

/* The en passant capture by the pawn on from does not expose its own king. */
bool position_en_passant_is_safe(const struct position *position, Square from, Square target);

/* The side to move has a legal en passant capture on target, an enemy pawn just having passed. */
bool position_can_en_passant(const struct position *position, Square target);

/* Where king and rook stand after castling with the right of that index. */
static inline Square castling_king_to(int index)
{
    return (index < 2 ? 0 : 56) + (index & 1 ? 2 : 6);
}
static inline Square castling_rook_to(int index)
{
    return (index < 2 ? 0 : 56) + (index & 1 ? 3 : 5);
}
/* The index of a legal castling move. */
static inline int castling_index(const struct position *position, Move move)
{
    return 2 * position->side + (move_to(move) < move_from(move));
}
