/* Your rating from the games you played, stored after each game. */
#pragma once

#include "src/training/glicko2.h"
#include "src/store/store.h"

/* Reads your rating from rated games, and their number. If you have no rated games, leaves *rating
 * unchanged. */
MUST_USE bool store_rating(struct store *store, struct rating *rating, int *games,
                           struct error *error);
/* Stores a game's score (0 to 1), the opponent's rating and your rating after the game. A second
 * call for the same game has no effect. */
MUST_USE bool store_rate(struct store *store, int64_t game, double opponent, double score,
                         const struct rating *after, struct error *error);
/* Stores the number of takebacks so far, and why the game is not rated ("" if it is rated). */
MUST_USE bool store_unrated(struct store *store, int64_t game, int takebacks, const char *why,
                            struct error *error);
