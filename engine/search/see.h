/* Static exchange evaluation: what a sequence of captures on one square is worth. */
#pragma once

#include "engine/chess.h"

/* Exchange values in centipawns, from pawn to king. The king's is irrelevant, because it cannot be
 * captured. */
extern const int see_values[PIECE_TYPE_COUNT];

/* Returns whether the exchange that a legal move starts gains at least threshold centipawns for its
 * side, if both sides always recapture with their cheapest piece or stop when that is better. Pins
 * are ignored. */
bool see_at_least(const struct position *position, Move move, int threshold);

/* The largest threshold for which see_at_least holds: what the exchange gains. Slower. */
int see_gain(const struct position *position, Move move);
