/* fallible stats --openings. */
#ifndef FALLIBLE_COMMAND_STATS_OPENINGS_H
#define FALLIBLE_COMMAND_STATS_OPENINGS_H

#include <stdbool.h>

#include "src/trainer/store.h"

/* A table, or JSON, of your last so many games, 0: of all. False fills error. */
MUST_USE bool stats_openings(struct store *store, int games, bool json, struct error *error);

#endif
