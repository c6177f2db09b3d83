/* Repetitions one move ahead: a reversible move that would bring back an earlier position. */
#pragma once

#include "engine/chess.h"

/* Fills the table of reversible moves; any thread, any number of times, before the first use. */
void cycle_init(void);

/* keys[at] is position's, keys[at - n] that of n plies before, for n up to reach plies without an
 * irreversible or a null move; ply counts from the root. True when one move of a piece
 * joins this position and an earlier one of the tree: the side to move can go back to it, or the
 * other could have come from there straight. Also when the side to move can go back to one of
 * before the root that has been there twice. After Marcel van Kervinck's "The design and
 * implementation of the Rookie 2.0 chess playing program", 2002, and the cuckoo hashing others
 * store it with. */
bool cycle_ahead(const struct position *position, const uint64_t keys[], int at, int reach,
                 int ply);
