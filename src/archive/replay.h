/* Repeats the decisions in stored games. A weakened opponent's decision depends only on its seed,
 * the moves before it and the stored data, so every machine must choose the same move. */
#pragma once

#include "src/store/store.h"

struct replayed {
    int games, decisions; /* games, and decisions in them, that could be repeated */
    int same;             /* decisions that led to the same move again */
    int unknown;          /* decisions that could not be repeated, because stored data is incomplete
                           * or a network is missing */
    int64_t game;         /* id of the first game in which a decision led to a different move; 0 if
                             there is no such game */
    int ply;
};

/* Repeats the decisions of the last `games` games. `progress` may be NULL. Returns false and sets
 * *error on failure. */
MUST_USE bool replay_games(struct store *store, int games,
                           void (*progress)(void *context, int64_t game, int done, int of),
                           void *context, struct replayed *replayed, struct error *error);
