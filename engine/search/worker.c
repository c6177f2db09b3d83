/* Creating and destroying workers, and totals over all workers of a task. */
#include "engine/search/worker.h"

#include <stdlib.h>
#include <string.h>

#include "engine/search/huge_page.h"
#include "engine/search/repetition.h"

struct worker *worker_create(int id)
{
    const size_t pages = (sizeof(struct worker) + HUGE_PAGE - 1) / HUGE_PAGE;
    struct worker *worker = aligned_alloc(HUGE_PAGE, pages * HUGE_PAGE);
    if (!worker)
        return NULL;
    use_huge_pages(worker, pages * HUGE_PAGE);
    memset(worker, 0, sizeof *worker);
    cycle_init();
    worker->id = id;
    for (int i = 0; i < FRAMES_BEFORE + PLY_MAX + FRAMES_AFTER; i++)
        worker->frames[i].ply = i - FRAMES_BEFORE;
    return worker;
}

void worker_destroy(struct worker *worker)
{
    free(worker);
}

uint64_t task_nodes(const struct task *task)
{
    uint64_t sum = 0;
    for (int i = 0; i < task->worker_count; i++)
        sum += atomic_load_explicit(&task->workers[i]->nodes, memory_order_relaxed);
    return sum;
}

uint64_t task_tablebase_hits(const struct task *task)
{
    uint64_t sum = 0;
    for (int i = 0; i < task->worker_count; i++)
        sum += atomic_load_explicit(&task->workers[i]->tablebase_hits, memory_order_relaxed);
    return sum;
}

struct search_counts task_counts(const struct task *task)
{
    struct search_counts sum = {0};
    for (int i = 0; i < task->worker_count; i++) {
        const struct worker *worker = task->workers[i];
        for (int j = 0; j < SEARCH_COUNT; j++)
            sum.of[j] += atomic_load_explicit(&worker->counts[j], memory_order_relaxed);
        sum.of[COUNT_pawn_probes] +=
            atomic_load_explicit(&worker->cache.probes, memory_order_relaxed);
        sum.of[COUNT_pawn_hits] += atomic_load_explicit(&worker->cache.hits, memory_order_relaxed);
    }
    return sum;
}

bool limits_allow(const struct limits *limits, Move move)
{
    if (!limits->search_moves_count)
        return true;
    for (int i = 0; i < limits->search_moves_count; i++)
        if (limits->search_moves[i] == move)
            return true;
    return false;
}
