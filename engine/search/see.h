/* Static exchange evaluation: what a sequence of captures on one square is worth. */
#pragma once

#include "engine/chess.h"

/* Values of the pieces in exchanges, in centipawns, from pawn to king. The value of the king does
 * not matter, because it cannot be captured. */
extern const int see_values[PIECE_TYPE_COUNT];

/* Returns whether the exchange that a legal move starts gains at least `threshold` centipawns for
 * the side that moves. Both sides always recapture with their cheapest piece, or stop when that is
 * better. Pins are ignored. */
bool see_at_least(const struct position *position, Move move, int threshold);

/* Returns what the exchange gains in centipawns: the largest threshold for which see_at_least
 * returns true. Slower than see_at_least. */
int see_gain(const struct position *position, Move move);
