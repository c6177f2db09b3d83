/* The opening tree of the position shown, a line a move. */
#pragma once

#include "src/plain/games.h"

/* games may be NULL: then yours are counted, where there is a store. */
void tree_tell(struct session *session, struct plain_games *games);
