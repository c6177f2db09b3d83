/* The order in which the search tries the moves of a position, for people to read. */
#pragma once

#include "engine/search/worker.h"
#include "engine/types.h"

/* Lists the moves of position in the order in which the search would try them, with reasons, and
 * returns their number. Uses the histories of worker, which must be idle. before is the position
 * one ply earlier, in which last was played, or NULL. If the last search of the worker began at
 * before, its killer moves count, too. */
int order_moves(const struct worker *worker, const struct tt *table,
                const struct search_features *features,
                const struct search_parameters *parameters, const struct position *position,
                const struct position *before, Move last,
                struct ordered_move rows[CHESS_MOVES_MAX]);
