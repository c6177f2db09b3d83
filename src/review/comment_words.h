/* Comments in words on the mistakes of a game that is being annotated: what they allow or miss. */
#pragma once

#include <stdatomic.h>

#include "engine/engine.h"
#include "src/game/game.h"

/* Adds the words and a full stop to the node's comment. Returns false if out of memory. */
MUST_USE bool comment_add(struct game_node *node, const char *words);

/* Adds a sentence about the bad move that led to `node` to its comment, unless the comment has
 * words already. If nothing can be proved, the sentence names the move `better`; if `better` is
 * NO_MOVE, nothing is added. The engine, at full strength, makes the searches that the proof needs,
 * with the node limit of `limits`, if any. Returns false if out of memory. */
MUST_USE bool comment_mistake(struct engine *engine, const struct limits *limits,
                              struct game_node *node, Move better, const atomic_bool *stop);
