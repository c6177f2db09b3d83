/* Reviews for games that were left before they could be scored. */
#pragma once

#include "src/store/store.h"

/* Scores and reviews at most so many of the newest finished games that have no review, waiting for
 * the engine; progress, which may be NULL, is told after each position. False fills error. */
MUST_USE bool review_catch_up(struct store *store, int games,
                              void (*progress)(void *context, int64_t game, int done, int of),
                              void *context, struct error *error);
