/* The search: workers, the root, alpha-beta, quiescence, move ordering, the transposition table,
 * time, tablebases, mates. It knows no handicap: what weakens a search comes as fields of its task.
 *
 * Other rooms include: worker.h, node.h, proof.h, syzygy.h, syzygy_files.h, see.h, features.h.
 *
 * The search from the root: iterative deepening by each worker of a task. */
#pragma once

#include "engine/search/worker.h"

/* Readies a worker for a task: root moves, counters. Returns the number of root moves. */
int worker_prepare(struct worker *worker, struct task *task);

/* Thinks until a limit, task->stop, or the greatest depth. The first worker (id 0) watches the
 * limits and sets task->stop when it is done. */
void worker_search(struct worker *worker);
