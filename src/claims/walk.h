/* A line played out: every position of it, and the material after each move. */
#pragma once

#include "src/claims/claim.h"

enum { EXCHANGE_PLIES = 8 };

struct walk {
    int side;   /* who profits: the side to move at the start */
    int length; /* moves that are legal */
    Move moves[CLAIM_LINE_MAX];
    struct position at[CLAIM_LINE_MAX + 1];  /* at[0] is the start */
    int material[CLAIM_LINE_MAX + 1];        /* centipawns for side, since the start */
    bool quiet[CLAIM_LINE_MAX + 1];          /* no exchange is open and no check given */
    int end;    /* the ply where the material of the line is settled; 0: nowhere */
    int reach;  /* the last quiet ply at which that is still so: ideas may be carried out until then */
    int gain;   /* material[end] */
    bool mates; /* the line ends with side giving mate */
};

/* Plays the moves until one is not legal. */
void walk_line(struct walk *walk, const struct position *start, const Move moves[], int count);

/* Material of a position for color, in centipawns. */
int material_of(const struct position *position, int color);
/* What the side to move can add to its material by captures and promotions, both sides stopping
 * when they please. Negative only in check. */
int material_open(const struct position *position);
/* Counts what side captured minus what it lost in the first plies of the walk, by type, and its
 * promotions minus the other side's. A knight for a bishop is no gain. */
void walk_count(const struct walk *walk, int plies, int won[PIECE_TYPE_COUNT], int *promotions);
