/* Knowledge of endings that terms cannot express. */
#pragma once

#include "engine/chess.h"

enum { SCALE_FULL = 64, SCALE_MAX = 76 /* with pieces; 88 in pawn endings */ };

struct ending {
    int scale; /* in units of 1 / SCALE_FULL: how much of the endgame score counts; 0: certain
                * draw */
    int bonus; /* centipawns for the better side that lead it towards the win */
};

/* better: the side that the endgame score favours. Uses only the material and the placement of
 * pieces, so it applies at every level of knowledge and every preset converts a won ending. */
struct ending ending_of(const struct position *position, int better);
