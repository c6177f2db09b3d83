/* Rated games, and which of them the choice model is never fitted to. */
#pragma once

#include "src/game/game.h"

enum { HUMAN_BOOK_PLIES = 10 /* left out at the start, as the Maia authors do */ };

/* By its moves and ratings alone, so that a copy in another file is out as well: one game
 * in five. */
bool human_game_is_held_out(const struct game *game);

/* 0: no tag says so. */
int human_game_rating(const struct game *game, int color);
