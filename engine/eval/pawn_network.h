/* A small neural network that judges the pawns and the kings together. */
#pragma once

#include "engine/rules/position.h"

/* Centipawns, not tapered. */
struct pawn_judgement {
    int middlegame, endgame;
};

/* What the network finds in the pawns and kings for `color`, seen from its side of the board; only
 * the difference between both sides has a meaning. */
struct pawn_judgement pawn_network_judge(const struct position *position, int color);
