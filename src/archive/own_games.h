/* The finished games of the store, sixteen bytes a move in memory, for opening trees of them. */
#pragma once

#include "src/pgn/opening_tree.h"
#include "src/store/store.h"

struct own_games;
/* NULL fills error. Damaged games are left out. */
struct own_games *own_games_load(struct store *store, struct error *error);
void own_games_free(struct own_games *games);
/* False when games were finished since; a database that does not answer tells of none. */
bool own_games_are_all(const struct own_games *games, struct store *store);

/* Counts them into tree, by what was played in position, with what the moves gave away where full
 * strength has looked at them. */
void own_games_tree(const struct own_games *games, const struct position *position,
                    struct tree *tree);
