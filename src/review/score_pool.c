/* Decides which position of a game to search next and how long, and runs the engines that do it. */
#include "src/review/score_pool.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "src/player/engine_position.h"

enum {
    NODES_PER_MILLISECOND = 10, /* sets the time limit: only a machine that is slower than this
                                 * reaches it before the node limit, so that scores normally do not
                                 * depend on the machine's load */
    HASH_MB = 4
};
static const double DOUBTFUL = 0.07; /* winning chances: a move that changes them by this much is
                                        searched again; an inaccuracy loses 0.1 */

/* Returns whether a longer search may confirm the score at `ply`: the score comes from a first,
 * short search, which did not stop early because of a mate. */
static bool is_brief(const struct ledger *ledger, int ply)
{
    const struct ledger_entry *entry = ledger_at(ledger, ply);
    return entry && entry->score.nodes >= SCORE_FIRST_SETTLED && entry->score.nodes < SCORE_CONFIRM_NODES;
}

/* Whether the move that led to `node` seems to change the winning chances. Only the first score of
 * each position counts, so that the order in which the engines finish does not decide what is
 * searched again. */
static bool is_doubtful(const struct ledger *ledger, const struct game_node *node)
{
    Score before = ledger_first_score_at(ledger, node->ply - 1);
    Score after = ledger_first_score_at(ledger, node->ply);
    if (!node->parent || before == SCORE_NONE || after == SCORE_NONE)
        return false;
    double gained = chances_gained(before, after, WHITE);
    return gained >= DOUBTFUL || gained <= -DOUBTFUL ||
           judge_move(before, after, node->parent->position.side) != JUDGED_GOOD;
}

static bool is_among(const struct game_node *node, const struct game_node *const busy[], int count)
{
    for (int i = 0; i < count; i++) {
        if (busy[i] == node)
            return true;
    }
    return false;
}

enum { STRIDE = 8 /* plies */ };

/* A run of positions without a score, between two positions that have one. */
struct gap {
    const struct game_node *first; /* the earliest position that no engine is searching */
    int unscored;                  /* number of positions that no engine is searching */
    bool searched;                 /* an engine is searching another position of the gap */
    double change;                 /* how much the winning chances change across the gap */
};

/* Returns the position in the middle of a gap. If an engine is already searching in the gap,
 * returns the first position of the gap that no engine is searching. `node` is any position after
 * the gap. */
static const struct game_node *middle_of(const struct gap *gap, const struct game_node *node)
{
    if (gap->searched)
        return gap->first;
    int ply = gap->first->ply + gap->unscored / 2;
    while (node->parent && node->ply > ply)
        node = node->parent;
    return node;
}

/* Finds the next position to score, so that a review shows the first mistakes early: first every
 * eighth position, then the middle of the gap across which the winning chances change most.
 * Returns NULL if no position is left. */
static const struct game_node *next_unscored(const struct ledger *ledger,
                                             const struct game_node *live,
                                             const struct game_node *const busy[], int busy_count)
{
    const struct game_node *coarse = NULL;
    struct gap gap = {0}, widest = {0};
    double after = 0;
    bool known = false; /* `after`, the chances at the end of the gap, is known */
    for (const struct game_node *node = live; node; node = node->parent) {
        Score score = ledger_score_at(ledger, node->ply);
        bool is_busy = is_among(node, busy, busy_count);
        gap.searched |= is_busy;
        if (score == SCORE_NONE && !is_busy) {
            gap.first = node;
            gap.unscored++;
            if (node->ply % STRIDE == 0 || node == live)
                coarse = node;
        }
        if (score == SCORE_NONE && node->parent)
            continue;
        double before = score == SCORE_NONE ? after : winning_chances(score);
        gap.change = known && !gap.searched ? fabs(after - before) : 0;
        if (gap.unscored > 0 && (!widest.first || gap.change >= widest.change))
            widest = gap;
        after = before;
        known = true;
        gap = (struct gap){0};
    }
    return coarse ? coarse : widest.first ? middle_of(&widest, live) : NULL;
}

bool score_task_next(const struct ledger *ledger, const struct game_node *live,
                     const struct game_node *const busy[], int busy_count, struct score_task *task)
{
    const struct game_node *brief = NULL;
    for (const struct game_node *node = live; node && !ledger->settled; node = node->parent) {
        bool doubtful = is_doubtful(ledger, node);
        if (doubtful && is_brief(ledger, node->ply) && !is_among(node, busy, busy_count))
            brief = node;
        if (doubtful && is_brief(ledger, node->ply - 1) &&
            !is_among(node->parent, busy, busy_count))
            brief = node->parent;
    }
    const struct game_node *found =
        brief ? brief : next_unscored(ledger, live, busy, busy_count);
    if (!found && busy_count == 0)
        found = ledger_unexplained(ledger, live);
    *task = (struct score_task){found, brief ? SCORE_CONFIRM_NODES : SCORE_FIRST_NODES,
                                brief ? SCORE_CONFIRM_SETTLED : SCORE_FIRST_SETTLED};
    return found != NULL;
}

/* The engines */

struct working {
    struct engine *engine;
    const struct game_node *node; /* the position being searched; NULL: idle, or stopped */
    struct score_task task;
    uint32_t request;
};

struct score_pool {
    int count;
    struct working list[SCORE_POOL_MAX];
    struct report report; /* large, so not on the stack */
};

struct score_pool *score_pool_create(void (*wake)(void *context), void *context, int engines,
                                     const char *syzygy)
{
    struct engine_settings settings = engine_settings_default();
    struct error error;
    struct score_pool *pool = calloc(1, sizeof *pool);
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    int count = engines > SCORE_POOL_MAX ? SCORE_POOL_MAX : engines;
    count = processors >= 1 && count > processors ? (int)processors : count;
    settings.hash_mb = HASH_MB;
    settings.threads = 1;
    settings.common_scores = true;
    if (syzygy)
        snprintf(settings.syzygy_path, sizeof settings.syzygy_path, "%s", syzygy);
    for (int i = 0; pool && i < count; i++) {
        struct engine *engine = engine_create(wake, context);
        if (engine && engine_configure(engine, &settings, &error))
            pool->list[pool->count++].engine = engine;
        else
            engine_destroy(engine);
    }
    if (pool && pool->count == 0) {
        free(pool);
        return NULL;
    }
    return pool;
}

void score_pool_destroy(struct score_pool *pool)
{
    for (int i = 0; pool && i < pool->count; i++)
        engine_destroy(pool->list[i].engine);
    free(pool);
}

static int list_busy(const struct score_pool *pool, const struct game_node *busy[])
{
    int count = 0;
    for (int i = 0; i < pool->count; i++) {
        if (pool->list[i].node)
            busy[count++] = pool->list[i].node;
    }
    return count;
}

static bool start(struct working *working, const struct score_task *task)
{
    const struct limits limits = {.nodes = task->nodes,
                                  .settled = task->settled,
                                  .movetime = (int64_t)task->nodes / NODES_PER_MILLISECOND};
    if (!place_engine(working->engine, task->node, NULL, &limits))
        return false;
    engine_forget(working->engine);
    working->request = engine_start(working->engine, &limits);
    working->node = task->node;
    working->task = *task;
    return true;
}

bool score_pool_go_on(struct score_pool *pool, const struct ledger *ledger,
                      const struct game_node *live, int most)
{
    const struct game_node *busy[SCORE_POOL_MAX];
    struct score_task task;
    bool working = false;
    for (int i = 0; i < pool->count; i++) {
        int count = list_busy(pool, busy);
        bool idle = !pool->list[i].node;
        if (idle && engine_is_thinking(pool->list[i].engine))
            working = true; /* the engine is still stopping its search, and will then wake the
                             * caller */
        else if (idle && count < most && score_task_next(ledger, live, busy, count, &task))
            working = start(&pool->list[i], &task) || working;
        working = working || pool->list[i].node;
    }
    return working;
}

bool score_pool_take(struct score_pool *pool, const struct game_node **node,
                     struct ledger_score *score)
{
    for (int i = 0; i < pool->count; i++) {
        struct working *working = &pool->list[i];
        pool->report.id = 0;
        if (!working->node || !engine_poll(working->engine, &pool->report) ||
            pool->report.id != working->request || !pool->report.finished)
            continue;
        *node = working->node;
        *score = ledger_from_report(&working->node->position, &pool->report);
        /* A confirming search that ended early is recorded with all its nodes, so that it is not
         * repeated. */
        if (working->task.nodes == SCORE_CONFIRM_NODES && score->nodes < SCORE_CONFIRM_NODES)
            score->nodes = SCORE_CONFIRM_NODES;
        working->node = NULL;
        return true;
    }
    return false;
}

void score_pool_wait(struct score_pool *pool)
{
    for (int i = 0; i < pool->count; i++) {
        if (pool->list[i].node) {
            engine_wait(pool->list[i].engine);
            return;
        }
    }
}

void score_pool_stop(struct score_pool *pool)
{
    for (int i = 0; i < pool->count; i++) {
        if (pool->list[i].node)
            engine_stop(pool->list[i].engine);
        pool->list[i].node = NULL;
    }
}
