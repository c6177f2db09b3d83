/* Static exchange evaluation: what a sequence of captures on one square is worth. */
#pragma once

#include "engine/chess.h"

/* Exchange values of the pieces in centipawns, pawn to king (a king is never lost). */
extern const int see_values[PIECE_TYPE_COUNT];

/* The exchange that a legal move begins wins at least threshold centipawns for the mover, both
 * sides always recapturing with their cheapest piece or stopping when that is better. Pins are
 * ignored. */
bool see_at_least(const struct position *position, Move move, int threshold);
