/* Engines that score the positions of a game for its review, each one position at a time. The
 * caller polls them and never waits, unless it asks for that.
 *
 * Every position is first searched briefly. A position before or after a move that seems to change
 * the winning chances is then searched longer. Each search starts with an empty table, so a score
 * does not depend on the number of engines or on their order. */
#pragma once

#include "src/review/ledger.h"

enum { SCORE_POOL_MAX = 4 };

/* One search that a review needs. */
struct score_task {
    const struct game_node *node;
    uint64_t nodes;
};
/* The next search for the line that ends in live: confirmations first, then positions without a
 * score, then those whose line explains a mistake; earlier positions first. busy: nodes
 * that an engine is searching already. Returns false if nothing else needs a search. */
bool score_task_next(const struct ledger *ledger, const struct game_node *live,
                     const struct game_node *const busy[], int busy_count, struct score_task *task);

struct score_pool;
/* wake works as in engine_create. engines: at least 1, and at most as many as there are processors.
 * syzygy: a folder of endgame tables, or NULL. Returns NULL if out of memory. */
struct score_pool *score_pool_create(void (*wake)(void *context), void *context, int engines,
                                     const char *syzygy);
void score_pool_destroy(struct score_pool *pool); /* NULL is fine */

/* Gives a search to each idle engine, at most `most` engines at a time. Returns whether an engine
 * is working or still stopping. */
bool score_pool_go_on(struct score_pool *pool, const struct ledger *ledger,
                      const struct game_node *live, int most);
/* Takes the result of a finished search; SCORE_NONE if the search failed. Returns false if no
 * search has finished. */
bool score_pool_take(struct score_pool *pool, const struct game_node **node,
                     struct ledger_score *score);
void score_pool_wait(struct score_pool *pool); /* until a search has finished */
void score_pool_stop(struct score_pool *pool); /* returns at once; forgets all nodes */
