/* Where a network's policy keeps each move. */
#pragma once

#include "engine/maia.h"

enum {
    HUMAN_MOVES = 1858,   /* Lc0's list: every move a piece could make on an empty board */
    HUMAN_UNDERPLANE = 64 /* first of the planes of promotions to rook, bishop, queen */
};

/* A place in the policy convolution's output: the plane says the direction and length of the
 * move, the square where it begins. */
struct human_slot {
    uint8_t plane;
    uint8_t square; /* turned as the mover sees it */
};

/* Of a legal move of color. */
struct human_slot human_move_slot(Move move, int color);

/* Of all moves, in Lc0's order. */
void human_move_slots(struct human_slot slots[HUMAN_MOVES]);

/* Most probable first; equals stay in the order they came in. */
void human_policy_sort(struct human_policy *policy);
