/* Functions on positions for use inside the engine: playing moves into a copy, generating moves by
 * kind, attacks, keys. Other code uses chess.h. */
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

/* Sets *next to the position after a legal move. `next` and `position` must differ. */
void position_play(const struct position *position, Move move, struct position *next);

/* Sets *next to the position after passing (a null move). The side to move must not be in check. */
void position_play_null(const struct position *position, struct position *next);

/* The pieces of both colours that attack `square`, if sliders are blocked by the squares in
 * `occupancy`. */
Bitboard position_attackers(const struct position *position, Square square, Bitboard occupancy);

/* All squares that a side attacks, if sliders are blocked by the squares in `occupancy`. */
Bitboard position_reach(const struct position *position, int color, Bitboard occupancy);

/* The pieces of `color` that are pinned: each stands alone between its king and an enemy slider. */
Bitboard position_pinned(const struct position *position, int color);

/* Returns whether a legal move gives check. */
bool position_gives_check(const struct position *position, Move move);

/* Computes all keys from the other fields. A move only changes them. */
void position_set_keys(struct position *position);

/* Returns whether all fields that are updated move by move equal those computed from scratch. For
 * debug builds and tests. */
bool position_is_consistent(const struct position *position);

enum generate { GENERATE_ALL, GENERATE_NOISY /* captures and all promotions */, GENERATE_QUIET };

/* Generates the legal moves of a kind and returns their number. Every legal move is either NOISY or
 * QUIET. */
int position_generate(const struct position *position, enum generate kind,
                      Move moves[CHESS_MOVES_MAX]);

/* Counts the legal moves without listing them. */
int position_count_moves(const struct position *position);

/* Returns whether the side to move can legally castle with the castling right `index` (0 .. 3:
 * white short, white long, black short, black long). */
bool position_can_castle(const struct position *position, int index);

/* Returns whether the king stays safe if the pawn on `from` captures en passant on `target`. */
bool position_en_passant_is_safe(const struct position *position, Square from, Square target);

/* Returns whether the side to move has a legal en passant capture on `target`, assuming that an
 * enemy pawn has just passed it. */
bool position_can_en_passant(const struct position *position, Square target);

/* The squares of king and rook after castling with the castling right `index` (0 .. 3). */
static inline Square castling_king_to(int index)
{
    return (index < 2 ? 0 : 56) + (index & 1 ? 2 : 6);
}
static inline Square castling_rook_to(int index)
{
    return (index < 2 ? 0 : 56) + (index & 1 ? 3 : 5);
}
/* The index of the castling right that a legal castling move uses. */
static inline int castling_index(const struct position *position, Move move)
{
    return 2 * position->side + (move_to(move) < move_from(move));
}
