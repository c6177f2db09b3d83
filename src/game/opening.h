/* Opening names: share/openings.tsv, looked up by position, so transpositions are found. */
#pragma once

#include "src/game/game.h"

struct openings;
struct openings *openings_load(const char *path, struct error *error); /* NULL on error */
void openings_free(struct openings *openings);

/* The last named position on the way to node: false when there is none. Strings stay owned. */
MUST_USE bool opening_of(const struct openings *openings, const struct game_node *node,
                         const char **eco, const char **name);

/* Of this position alone. */
MUST_USE bool opening_at_position(const struct openings *openings, const struct position *position,
                                  const char **eco, const char **name);

/* The index-th of all, in no order, index from 0; false behind the last. */
MUST_USE bool opening_at(const struct openings *openings, int index, const char **eco,
                         const char **name);
