/* The order in which the search tries the moves of a position, for people to read. */
#pragma once

#include "engine/search/worker.h"
#include "engine/types.h"

/* Asks the picker of a tree node, with the histories of an idle worker. before: the position one
 * ply earlier, from which last led here, or NULL; if the worker's last search began there, its
 * killers count, too. Returns the number of moves. */
int order_moves(const struct worker *worker, const struct tt *table,
                const struct search_features *features, const struct position *position,
                const struct position *before, Move last,
                struct ordered_move rows[CHESS_MOVES_MAX]);
