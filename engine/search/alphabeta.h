/* The search below a root move. */
#pragma once

#include "engine/search/worker.h"

/* The value of frame's position for the side to move, searched to depth plies (quiescence at 0 and
 * below). Meaningless if count_node_and_poll returns true. cut_node: the node is expected to fail
 * high. */
Score tree_search(struct worker *worker, struct frame *frame, int depth, Score alpha, Score beta,
                  bool cut_node);

/* The value of frame's position if only captures, promotions and, at depth 0, quiet checks are
 * searched, or all moves when in check. Callers outside pass depth 0; quiescence itself uses
 * negative depths. */
Score quiescence(struct worker *worker, struct frame *frame, int depth, Score alpha, Score beta);
