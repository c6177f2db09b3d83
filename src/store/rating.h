/* Your rating by the games you played, as it was after each. */
#pragma once

#include "src/training/glicko2.h"
#include "src/store/store.h"

/* *games: how many were rated; 0: *rating is left as it is. */
MUST_USE bool store_rating(struct store *store, struct rating *rating, int *games,
                           struct error *error);
/* A game's result against opponent, score 0 .. 1, and your rating after it. A game counts once. */
MUST_USE bool store_rate(struct store *store, int64_t game, double opponent, double score,
                         const struct rating *after, struct error *error);
/* Moves taken back by now, and why the game is not rated ("": it is). */
MUST_USE bool store_unrated(struct store *store, int64_t game, int takebacks, const char *why,
                            struct error *error);
