/* The text for an opponent's level, shared by the slider and the text output. */
#pragma once

#include "engine/engine.h"

/* "39,151 nodes a move" at the start of a game, or "... in 3 s" if the budget depends on the
 * time for a move. Returns the number. The level must be limited. */
uint64_t level_budget(const struct handicap *handicap, char *text, size_t size);

/* Lists the groups that the level knows to low .. high percent: "passed pawns, mobility 67%", or
 * "nothing". If brief, uses their short names. */
void level_groups(const struct handicap *handicap, int low, int high, bool brief, char *text,
                  size_t size);
