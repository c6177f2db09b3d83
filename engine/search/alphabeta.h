/* The search below a root move. */
#pragma once

#include "engine/search/worker.h"

/* Returns the value of `frame`'s position for the side to move, searched to `depth` plies (by
 * quiescence if `depth` is 0 or less). The value is meaningless if the search was stopped before
 * the function returned; search_must_stop then returns true. `cut_node`: the node is expected to
 * fail high. */
Score tree_search(struct worker *worker, struct frame *frame, int depth, Score alpha, Score beta,
                  bool cut_node);

/* Returns the value of `frame`'s position for the side to move when only captures, promotions and,
 * at depth 0, quiet checks are searched. In check, all moves are searched. Other functions pass
 * depth 0; quiescence itself passes negative depths to its recursive calls. */
Score quiescence(struct worker *worker, struct frame *frame, int depth, Score alpha, Score beta);
