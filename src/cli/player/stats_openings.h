/* fallible stats --openings. */
#pragma once

#include <stdbool.h>

#include "src/store/store.h"

/* A table, or JSON, of your last so many games, 0: of all. False fills error. */
MUST_USE bool stats_openings(struct store *store, int games, bool json, struct error *error);
