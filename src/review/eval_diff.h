/* Describes a move by the difference between the static evaluations before and after it, by term
 * and by side. No search is made. */
#pragma once

#include "engine/evaluation.h"

enum { CHANGES_MAX = 4, CHANGE_MIN = 10 /* centipawns; smaller changes are not described */ };

struct change {
    int centipawns; /* for the side that moved */
    char words[96]; /* "gave up the light squares around the king" */
};

struct changes {
    int total;      /* centipawns for the side that moved, all terms together */
    int count;
    struct change changes[CHANGES_MAX]; /* the largest first, of at least CHANGE_MIN */
};

/* Whether the group counts material and not the placement of pieces. */
bool change_is_material(enum group group);

/* Finds the changes by a legal move of position. The tempo term is ignored. */
void change_find(const struct position *position, Move move, struct changes *changes);

/* Lists at most `most` changes: "gave up the light squares around the king -0.42, rook better
 * placed +0.12". The text is "" if no change reaches CHANGE_MIN. */
void change_text(const struct changes *changes, int most, char *text, size_t size);
