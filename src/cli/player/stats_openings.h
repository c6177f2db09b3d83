/* fallible stats --openings. */
#pragma once

#include "src/archive/finished_games.h"

/* Writes a table, or JSON, of the openings in these games. Returns false and sets *error on
 * failure. */
MUST_USE bool stats_openings(struct finished_games *games, bool json, struct error *error);
