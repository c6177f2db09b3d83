/* The order in which the search tries the moves of a position, to be shown to people. */
#pragma once

#include "engine/search/worker.h"
#include "engine/types.h"

/* Lists the moves of `position` in the order in which the search would try them, with reasons, and
 * returns their number. Uses the histories of `worker`, which must be idle. `before` is the
 * position one ply earlier, in which the move `last` was played, or NULL. The killer moves are
 * included only if `worker` last searched from `before`. */
int order_moves(const struct worker *worker, const struct tt *table,
                const struct search_features *features,
                const struct search_parameters *parameters, const struct position *position,
                const struct position *before, Move last,
                struct ordered_move rows[CHESS_MOVES_MAX]);
