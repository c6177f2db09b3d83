/* A node of a game as engines want it: where the game began and every move since. */
#pragma once

#include "engine/engine.h"
#include "src/game/game.h"

/* The moves from the root to node, then those of line (NULL: none), to be freed; *start: the
 * root's position. NULL when out of memory. */
Move *place_moves(const struct game_node *node, const struct line *line,
                  const struct position **start, int *count);

/* Puts the engine there; the limits it is to think by are noted for the report of a crash. False:
 * out of memory. */
MUST_USE bool place_engine(struct engine *engine, const struct game_node *node,
                           const struct line *line, const struct limits *limits);
