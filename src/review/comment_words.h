/* Comments in words for a game that is annotated: what a mistake allows or misses. */
#pragma once

#include <stdatomic.h>

#include "engine/engine.h"
#include "src/game/game.h"

/* Adds what is proved about a bad move to its comment, unless the comment has words already. The
 * engine, at full strength, makes the searches that the proofs need; limits are those of the other
 * positions. Returns false if out of memory. */
MUST_USE bool comment_mistake(struct engine *engine, const struct limits *limits,
                              struct game_node *node, const atomic_bool *stop);
