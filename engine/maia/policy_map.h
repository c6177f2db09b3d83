/* Maps moves to places in a network's policy. */
#pragma once

#include "engine/maia.h"

enum {
    HUMAN_MOVES = 1858,   /* length of Lc0's list of moves: every move that a piece could make on an
                           * empty board */
    HUMAN_UNDERPLANE = 64 /* the first plane of promotions to rook, bishop and queen */
};

/* A place in the output of the policy convolution. The plane encodes the direction and length of
 * the move, the square is the move's origin. */
struct human_slot {
    uint8_t plane;
    uint8_t square; /* the move's origin, as seen by the side to move */
};

/* The slot (place in the network's output) of a legal move that `color` plays. */
struct human_slot human_move_slot(Move move, int color);

/* The slots of all moves, in Lc0's order. */
void human_move_slots(struct human_slot slots[HUMAN_MOVES]);

/* Sorts a policy, most probable move first. The sort is stable. */
void human_policy_sort(struct human_policy *policy);
