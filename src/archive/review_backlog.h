/* Scores and reviews finished games that have no review yet. */
#pragma once

#include "src/store/store.h"

/* Scores and reviews at most `games` of the newest finished games without a review, and waits for
 * the engine. `progress`, which may be NULL, is called after each position. Returns false and sets
 * *error on failure. */
MUST_USE bool review_catch_up(struct store *store, int games,
                              void (*progress)(void *context, int64_t game, int done, int of),
                              void *context, struct error *error);
