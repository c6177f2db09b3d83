/* What stands where: attackers, defenders, pins, exchanges on a square. Pure. */
#pragma once

#include "engine/chess.h"

static inline Bitboard bit(Square square) { return (Bitboard)1 << square; }
static inline Square pop(Bitboard *set)
{
    Square square = __builtin_ctzll(*set);
    *set &= *set - 1;
    return square;
}

int worth(int type); /* 100, 300, 300, 500, 900; 10000 for a king, 0 for NO_PIECE_TYPE */
int type_at(const struct position *position, Square square); /* NO_PIECE_TYPE if empty */
bool is_piece_of(const struct position *position, Square square, int color);
Square king_of(const struct position *position, int color);
bool attacks(const struct position *position, Square from, Square target);
/* Pieces of color that attack square. */
Bitboard attackers_of(const struct position *position, Square square, int color);
/* The type that the move captures, or NO_PIECE_TYPE. */
int captured_by(const struct position *position, Move move);

/* What color wins by captures on square alone, each side stopping when it pleases; 0: nothing.
 * Pieces pinned to their king take no part, checks are ignored. color need not be to move. */
int exchange(const struct position *position, Square square, int color);

/* The same position with the other side to move, as if a move were passed. False if a king could
 * then be taken. */
MUST_USE bool pass_move(struct position *position);

/* The piece behind the one on front, seen from a slider on from; NO_SQUARE if there is none or the
 * three do not share a line that the slider moves on. */
Square behind(const struct position *position, Square from, Square front);

/* The pieces of color that are pinned to their king, and, if not NULL, who pins the piece on
 * square. */
Bitboard pinned(const struct position *position, int color);
Square pinner_of(const struct position *position, Square square); /* NO_SQUARE: not pinned */

/* Whether the piece on square, which must not be a king, is attacked and loses material wherever it
 * goes, its side being to move or not. */
bool is_trapped(const struct position *position, Square square);
