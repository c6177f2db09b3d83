/* The search below a root move. */
#pragma once

#include "engine/search/worker.h"

/* Returns the value of frame's position for the side to move, searched to depth plies (by
 * quiescence if depth is 0 or less). If count_node_and_poll is true afterwards, the search was
 * stopped and the value is meaningless. cut_node: the node is expected to fail high. */
Score tree_search(struct worker *worker, struct frame *frame, int depth, Score alpha, Score beta,
                  bool cut_node);

/* Returns the value of frame's position when only captures, promotions and, at depth 0, quiet
 * checks are searched. In check, all moves are searched. Callers outside pass depth 0; quiescence
 * itself uses negative depths. */
Score quiescence(struct worker *worker, struct frame *frame, int depth, Score alpha, Score beta);
