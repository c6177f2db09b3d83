/* The opening tree of the position shown, one line per move. */
#pragma once

#include "src/plain/games.h"

/* Prints the tree. If `games` is NULL, counts your own games in the store. */
void tree_tell(struct session *session, struct plain_games *games);
