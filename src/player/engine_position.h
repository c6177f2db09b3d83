/* Converts a node of a game to what engines need: the start position and the moves since. */
#pragma once

#include "engine/engine.h"
#include "src/game/game.h"

/* Returns the moves from *start to `node`; the caller frees them. *start is the root's position.
 * NULL if out of memory. */
Move *place_moves(const struct game_node *node, const struct position **start, int *count);

/* Sets the engine's position to that of `node` or, if `line` is not NULL, to the position after its
 * moves, played from `node`. Notes the position and `limits`, those of the coming search, for a
 * crash report. Returns false if out of memory. */
MUST_USE bool place_engine(struct engine *engine, const struct game_node *node,
                           const struct line *line, const struct limits *limits);
/* Like place_engine, but for the position after `moves`, played from `start`. */
MUST_USE bool place_engine_at(struct engine *engine, const struct position *start,
                              const Move moves[], int count, const struct limits *limits);
