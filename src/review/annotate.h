/* Annotates a game as a server does: an evaluation after each move of the main line, judgements by
 * Lichess's thresholds, the better line and the reason beside each bad move, and the players'
 * accuracy. Existing scores are used as they are; existing judgements, comments and variations are
 * not changed. */
#pragma once

#include <stdatomic.h>

#include "engine/engine.h"
#include "src/game/game.h"

/* Counts of the work done; annotate_game adds to them. */
struct annotated {
    int searched;                    /* positions; the others already had a score */
    int judged;                      /* inaccuracies, mistakes and blunders */
};

/* Searches each position within limits, with an engine set to full strength. Returns false and sets
 * *error on failure. If stop was set, the message is empty and the game is partly annotated. */
MUST_USE bool annotate_game(struct engine *engine, const struct limits *limits, struct game *game,
                            const atomic_bool *stop, struct annotated *annotated,
                            struct error *error);
