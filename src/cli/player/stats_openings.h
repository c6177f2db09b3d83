/* fallible stats --openings. */
#pragma once

#include <stdbool.h>

#include "src/store/store.h"

/* Writes a table, or JSON, of your last games (games: how many, 0 for all). Returns false and sets
 * *error on failure. */
MUST_USE bool stats_openings(struct store *store, int games, bool json, struct error *error);
