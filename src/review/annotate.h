/* A game annotated as a server does it: an evaluation after each move of the main line, judgements
 * by Lichess's thresholds, the better line beside each bad move, and the players' accuracy. What
 * the game had stays: scores that are there are taken as they are, judgements and variations of
 * others are not touched. */
#pragma once

#include <stdatomic.h>

#include "engine/engine.h"
#include "src/game/game.h"

/* What was done to a game, to be added up. */
struct annotated {
    int searched;                    /* positions; the others had a score */
    int judged;                      /* inaccuracies, mistakes and blunders */
};

/* Searches with an engine configured at full strength, within limits for each position. False
 * fills error; its message is empty when stop was set, and the game is then as far as it came. */
MUST_USE bool annotate_game(struct engine *engine, const struct limits *limits, struct game *game,
                            const atomic_bool *stop, struct annotated *annotated,
                            struct error *error);
