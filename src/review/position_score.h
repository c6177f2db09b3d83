/* The engine's score of a position of a game, in the form a ledger keeps. Blocks until the engine
 * has finished. The engine's setting common_scores should be true. */
#pragma once

#include "src/player/engine_position.h"
#include "src/review/ledger.h"

/* Searches `node` within `limits`. *score has SCORE_NONE if the engine found no score. Returns
 * false if out of memory. */
MUST_USE bool place_score(struct engine *engine, const struct game_node *node,
                          const struct limits *limits, struct ledger_score *score);
