/* Opening names from share/openings.tsv, looked up by position, so that transpositions are
 * found. */
#pragma once

#include "src/game/game.h"

struct openings;
struct openings *openings_load(const char *path, struct error *error); /* NULL on error */
void openings_free(struct openings *openings);

/* Finds the name of the last named position on the way to `node`. Returns false if there is no
 * named position. `openings` owns the strings. */
MUST_USE bool opening_of(const struct openings *openings, const struct game_node *node,
                         const char **eco, const char **name);

/* Finds the name of the position itself, whatever moves led to it. Returns false if it has none. */
MUST_USE bool opening_at_position(const struct openings *openings, const struct position *position,
                                  const char **eco, const char **name);

/* Sets *eco and *name to those of the opening with this index, from 0, in no particular order.
 * Returns false after the last. */
MUST_USE bool opening_at(const struct openings *openings, int index, const char **eco,
                         const char **name);
