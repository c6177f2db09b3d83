/* Knowledge of endings that the terms of terms.def cannot express. */
#pragma once

#include "engine/evaluation.h"

enum { SCALE_MAX = 76 /* the largest scale if pieces are left; in pawn endings it is 88 */ };

struct ending {
    int scale; /* how much of the endgame score counts, in units of 1 / SCALE_FULL; 0: certainly a
                * draw */
    int bonus; /* centipawns for the better side that guide it towards the win */
};

/* Judges an ending. `better` is the side that the endgame score favours. Uses only the material and
 * the squares of the pieces, not the weights of the evaluation. So it works at every level of
 * knowledge, and even weak levels can convert a won ending. */
struct ending ending_of(const struct position *position, int better);
