/* Loads the finished games of the store, to make opening trees from them; they take 16 bytes of
 * memory per move. */
#pragma once

#include "src/pgn/opening_tree.h"
#include "src/store/store.h"

struct own_games;
/* Returns NULL and sets *error on failure. Damaged games are skipped. */
struct own_games *own_games_load(struct store *store, struct error *error);
void own_games_free(struct own_games *games);
/* Returns whether the loaded games are still all finished games: false if more have been finished
 * since. Returns true if the database fails. */
bool own_games_are_all(const struct own_games *games, struct store *store);

/* Adds to `tree` each game that reached `position`, in the row of the move that was played next. If
 * the scores at full strength before and after the move are known, also adds the move's loss. */
void own_games_tree(const struct own_games *games, const struct position *position,
                    struct tree *tree);
