/* Your mistakes in many games, as cards. */
#pragma once

#include "src/archive/finished_games.h"

/* Makes a card of each of your blunders, then of each of your mistakes, in the order of the games.
 * The mistakes are found from the scores stored with the games, without a search, so most cards
 * have no best line. Sets *scored to the number of your moves with scores before and after them.
 * The caller frees *cards. Returns false and sets *error on failure. */
MUST_USE bool own_mistakes_gather(struct finished_games *games, struct card **cards, int *count,
                                  int *scored, struct error *error);
