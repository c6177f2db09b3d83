/* Annotates a game as Lichess does: an evaluation after each move of the main line, judgements by
 * Lichess's thresholds, a better line and the reason for each bad move, and the players' accuracy.
 * Existing scores are used as they are. Existing judgements, comments and variations are not
 * changed. */
#pragma once

#include <stdatomic.h>

#include "engine/engine.h"
#include "src/game/game.h"

/* Counts of the work done; annotate_game adds to them. */
struct annotated {
    int searched;                    /* searches made for positions without a score or a line */
    int judged;                      /* inaccuracies, mistakes and blunders found */
};

/* Annotates the game with searches within `limits`. The engine must be set to full strength.
 * Returns false and sets *error on failure. Returns false with an empty message if `stop` was set;
 * the game is then partly annotated. */
MUST_USE bool annotate_game(struct engine *engine, const struct limits *limits, struct game *game,
                            const atomic_bool *stop, struct annotated *annotated,
                            struct error *error);
