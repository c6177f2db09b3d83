/* Attackers, defenders, pins, and exchanges on a square. No side effects. */
#pragma once

#include "engine/chess.h"

static inline Bitboard bit(Square square) { return (Bitboard)1 << square; }
static inline Square pop(Bitboard *set)
{
    Square square = __builtin_ctzll(*set);
    *set &= *set - 1;
    return square;
}

int type_at(const struct position *position, Square square); /* NO_PIECE_TYPE if empty */
bool is_piece_of(const struct position *position, Square square, int color);
Square king_of(const struct position *position, int color);
bool attacks(const struct position *position, Square from, Square target);
/* Pieces of `color` that attack `square`. */
Bitboard attackers_of(const struct position *position, Square square, int color);
/* The type that the move captures, or NO_PIECE_TYPE. */
int captured_by(const struct position *position, Move move);

/* The centipawns that `color` wins by captures on `square` alone if each side may stop at any time;
 * 0 if nothing. A piece pinned to its king captures only along the line of the pin, and checks are
 * ignored. It need not be the turn of `color`. */
int exchange(const struct position *position, Square square, int color);

/* Makes a pass, so that the other side is to move. Returns false if a king could then be
 * captured. */
MUST_USE bool pass_move(struct position *position);

/* The square of the piece that a slider on `from` would attack if the piece on `front` were gone.
 * NO_SQUARE if it would attack no piece, or if the slider does not attack `front`. */
Square behind(const struct position *position, Square from, Square front);

/* The pieces of `color` that are pinned to their king. */
Bitboard pinned(const struct position *position, int color);
/* The square of the piece that pins the one on `square` to its king; NO_SQUARE if not pinned. */
Square pinner_of(const struct position *position, Square square);

/* Whether the piece on `square`, which must not be a king, is attacked and loses material on every
 * square it can reach, whichever side is to move. */
bool is_trapped(const struct position *position, Square square);
