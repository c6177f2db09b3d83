/* The user's rating according to the settings, for commands that do not begin a game. */
#pragma once

#include <stdbool.h>

#include "src/game/scale.h"
#include "src/util/util.h"

/* Sets *elo to the user's rating on the engine scale, or to 0 if the settings name none. Returns
 * false after printing an error. */
MUST_USE bool your_elo_by_settings(const struct scale *scale, int *elo);
