/* What a move changed, in words: the difference between the evaluations before and after it, term
 * by term and for each side, without a search. */
#pragma once

#include "engine/evaluation.h"

enum { CHANGES_MAX = 4, CHANGE_MIN = 10 /* centipawns worth a word */ };

struct change {
    int centipawns; /* for the side that moved */
    char words[96]; /* "gave up the light squares around the king" */
};

struct changes {
    int total;      /* centipawns for the side that moved, all terms together */
    int count;
    struct change changes[CHANGES_MAX]; /* the largest first, of at least CHANGE_MIN */
};

/* What a side has, not where it stands. */
bool change_is_material(enum group group);

/* Of a legal move of position. The turn to move, which the evaluation also counts, is left out. */
void change_find(const struct position *position, Move move, struct changes *changes);

/* "gave up the light squares around the king -0.42, rook better placed +0.12"; at most most of
 * them. "" when nothing is worth a word. */
void change_text(const struct changes *changes, int most, char *text, size_t size);
