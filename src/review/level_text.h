/* What a level of the opponent is, as the slider and the lines of text both say it. */
#pragma once

#include "engine/engine.h"

/* "39,151 nodes a move" at the start of a game, or "... in 3 s" where they grow with the time a
 * move is allotted. Returns the number. The level is limited. */
uint64_t level_budget(const struct handicap *handicap, char *text, size_t size);

/* The groups it knows to low .. high percent: "passed pawns, mobility 67%", brief: by their short
 * names; "nothing". */
void level_groups(const struct handicap *handicap, int low, int high, bool brief, char *text,
                  size_t size);
