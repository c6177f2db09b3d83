/* The searches below a root move. */
#pragma once

#include "engine/search/worker.h"

/* The value of frame's position for its side to move, searched so many plies deep (quiescence
 * at 0 and below). Meaningless once node_stopped. cut_node: expected to fail high. */
Score tree_search(struct worker *worker, struct frame *frame, int depth, Score alpha, Score beta,
                  bool cut_node);

/* The same when only captures, promotions and, at depth 0, quiet checks are searched; everything
 * when in check. depth: 0, and below it within quiescence itself. */
Score quiescence(struct worker *worker, struct frame *frame, int depth, Score alpha, Score beta);
