/* A small neural network that judges the pawns and the kings together. */
#pragma once

#include "engine/rules/position.h"

/* Centipawns, not tapered. */
struct pawn_judgement {
    int middlegame, endgame;
};

/* The network's judgement of the pawns and kings, from the point of view of `color`. Only the
 * difference between the judgements of both sides has a meaning. */
struct pawn_judgement pawn_network_judge(const struct position *position, int color);
