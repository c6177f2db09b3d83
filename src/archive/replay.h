/* Games of the store decided again: every decision of a weakened opponent comes from its seed, the
 * moves before it and what was kept with it, so the same move comes out on any machine. */
#pragma once

#include "src/store/store.h"

struct replayed {
    int games, decisions; /* that could be decided again */
    int same;             /* of these decisions */
    int unknown;          /* kept by a version that did not keep enough, or a network is missing */
    int64_t game;         /* where the first other move came out; 0: nowhere */
    int ply;
};

/* The decisions of the last so many games. progress may be NULL. False fills error. */
MUST_USE bool replay_games(struct store *store, int games,
                           void (*progress)(void *context, int64_t game, int done, int of),
                           void *context, struct replayed *replayed, struct error *error);
