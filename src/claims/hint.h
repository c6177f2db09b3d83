/* Hints in four steps, made from proved claims about the best move. */
#pragma once

#include "src/claims/claims.h"

enum {
    HINT_RUNGS = 4,
    HINT_WIDTH = 40, /* size of the hint pane, in cells and lines, on the smallest screen that
                        shows the complete pane */
    HINT_LINES = 8
};
struct hint {
    int rung;     /* number of steps (rungs) shown in this position, 0 to rungs */
    int rungs;    /* number of steps that there are: a move that mates needs no proof, so a hint
                   * about it has only the first three */
    bool pending; /* the engine is still searching for the hint */
    /* 1: the kind of move, without a piece or a square, 2: where, 3: the move, 4: its proof */
    char text[HINT_RUNGS][320];
};

/* Fills all steps (rungs) from the claims about the best move, or about another move that the user
 * has to find. `threat`: what the opponent threatens before the move (hint_threat), or NULL; the
 * first steps ask for it unless the move wins something at once or all is lost. Only steps 3 and 4
 * name the move. All steps together take at most HINT_LINES lines. */
void hint_explain(const struct claims *claims, const struct claim *threat, struct hint *hint);

/* `claims` comes from claims_of_threat. Returns the proved claim that the opponent threatens to
 * give mate or to win something immediately, or NULL if the opponent threatens neither. */
const struct claim *hint_threat(const struct claims *claims);

/* The claim that the hint is about; NULL if nothing is proved. */
const struct claim *hint_claim(const struct claims *claims);
