/* Detects repetitions one move ahead: a reversible move that would lead back to an earlier
 * position. */
#pragma once

#include "engine/chess.h"

/* Fills the table of reversible moves. Any thread may call it, any number of times, before the
 * first use of cycle_ahead. */
void cycle_init(void);

/* Returns true if a single move of a piece connects this position with an earlier one of the search
 * tree: either the side to move can go back to it, or the opponent could have come directly from
 * there. Also returns true if the side to move can go back to a position of the game before the
 * search's root that has occurred twice.
 *
 * keys[at] is the key of `position`, and keys[at - n] that of the position n plies before.
 * `reach` is the number of plies since the last irreversible or null move. `ply` is the distance of
 * the position from the root. The method is that of Marcel van Kervinck, "The design and
 * implementation of the Rookie 2.0 chess playing program", 2002, with cuckoo hashing as in other
 * engines. */
bool cycle_ahead(const struct position *position, const uint64_t keys[], int at, int reach,
                 int ply);
