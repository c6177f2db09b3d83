/* Encodes a position and the ones before it as the 112 planes of Lc0's classical input. */
#pragma once

#include "engine/maia.h"
#include "engine/maia/weights.h"

/* Plane i has values[i] on the squares of masks[i] and 0 elsewhere. The board is seen from the side
 * to move, so a1 is always its own corner. */
struct human_planes {
    Bitboard masks[HUMAN_PLANES];
    float values[HUMAN_PLANES];
};

void human_encode(const struct human_history *history, struct human_planes *planes);
