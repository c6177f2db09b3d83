/* Encodes a position and the ones before it as the 112 planes of Lc0's classical input. */
#pragma once

#include "engine/maia.h"
#include "engine/maia/weights.h"

/* Plane i has the value values[i] on the squares of masks[i] and 0 on the others. The board is seen
 * from the side to move, so its queen's rook starts on a1 even for Black. */
struct human_planes {
    Bitboard masks[HUMAN_PLANES];
    float values[HUMAN_PLANES];
};

void human_encode(const struct human_history *history, struct human_planes *planes);
