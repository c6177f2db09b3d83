/* The search: workers, the root, alpha-beta, quiescence, move ordering, the transposition table,
 * time, tablebases, mates. It does not know levels of play: whatever weakens a search is passed in
 * the fields of its task.
 *
 * Other public headers: worker.h, node.h, proof.h, syzygy.h, syzygy_files.h, see.h, order.h,
 * features.h, parameters.h.
 *
 * This header declares the search from the root: iterative deepening by each worker of a task. */
#pragma once

#include "engine/search/worker.h"

/* Prepares a worker for a task: its root moves, counters and frames. Returns the number of root
 * moves. */
int worker_prepare(struct worker *worker, struct task *task);

/* Searches until a limit is reached, task->stop is set or the maximum depth is complete. The first
 * worker (id 0) checks the limits and sets task->stop when it has finished. */
void worker_search(struct worker *worker);
