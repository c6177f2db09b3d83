/* The opening tree of the position shown, a line a move. */
#pragma once

#include "src/plain/games.h"

/* If games is NULL, your own games in the store are counted. */
void tree_tell(struct session *session, struct plain_games *games);
