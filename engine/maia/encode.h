/* A position and those before it as the 112 planes a network of Lc0's classical input sees. */
#pragma once

#include "engine/maia.h"
#include "engine/maia/weights.h"

/* Plane i is values[i] on the squares of masks[i], 0 elsewhere. The board is turned so that the
 * side to move plays up it: a1 is always the mover's own corner. */
struct human_planes {
    Bitboard masks[HUMAN_PLANES];
    float values[HUMAN_PLANES];
};

void human_encode(const struct human_history *history, struct human_planes *planes);
