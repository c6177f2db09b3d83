/* The opening tree of the position shown, a line a move. */
#ifndef FALLIBLE_PLAIN_TREE_H
#define FALLIBLE_PLAIN_TREE_H

#include "src/plain/games.h"

/* games may be NULL: then yours are counted, where there is a store. */
void tree_tell(struct session *session, struct plain_games *games);

#endif
