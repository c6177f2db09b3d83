/* What is known of endings beyond what terms add up to. */
#pragma once

#include "engine/chess.h"

enum { SCALE_FULL = 64, SCALE_MAX = 76 /* with pieces; 88 in pawn endings */ };

struct ending {
    int scale; /* of SCALE_FULL: how much of the endgame score counts; 0: a draw for certain */
    int bonus; /* centipawns for the better side, towards the goal of a won ending */
};

/* better: the side the endgame score favours. Knows by material and place alone, so every level
 * of knowledge has it: every preset converts what is won. */
struct ending ending_of(const struct position *position, int better);
