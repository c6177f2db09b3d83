/* Several engines that score the positions of a game for its review. Each searches one position at
 * a time. The caller polls them, or calls score_pool_wait.
 *
 * Every position is first searched briefly. A position before or after a move that seems to change
 * the winning chances is then searched longer, to confirm its score. Each search starts with an
 * empty transposition table, so a score does not depend on the number of engines or on the order of
 * the searches. */
#pragma once

#include "src/review/ledger.h"

enum { SCORE_POOL_MAX = 4 };

/* A search ends between these numbers of nodes, as soon as its best move has settled. On 200
 * positions of games at 1000 to 1800, first searches took 141,000 nodes on average and chose moves
 * as good as those that searches of 400,000 nodes chose. */
enum {
    SCORE_FIRST_SETTLED = 60000,
    SCORE_FIRST_NODES = 400000,
    SCORE_CONFIRM_SETTLED = 200000,
    SCORE_CONFIRM_NODES = 500000
};

/* One search that a review needs. */
struct score_task {
    const struct game_node *node;
    uint64_t nodes, settled; /* as in struct limits */
};
/* Finds the next search for the line that ends in `live`: first the longer searches that confirm a
 * score, unless the ledger is settled; then positions without a score, those around the largest
 * changes of the winning chances first; and when no engine is busy, positions whose best line is
 * needed to explain a mistake. `busy` lists the nodes that engines are searching already. Returns
 * false if no search is left. */
bool score_task_next(const struct ledger *ledger, const struct game_node *live,
                     const struct game_node *const busy[], int busy_count, struct score_task *task);

struct score_pool;
/* `wake` works as in engine_create (engine/engine.h). `engines` is the number of engines, at least
 * 1; it is reduced to SCORE_POOL_MAX and to the number of processors. `syzygy` is a folder of
 * endgame tables, or NULL. Returns NULL if no engine could be created. */
struct score_pool *score_pool_create(void (*wake)(void *context), void *context, int engines,
                                     const char *syzygy);
void score_pool_destroy(struct score_pool *pool); /* NULL is fine */

/* Starts searches on idle engines until `most` engines are searching or no search is left. Returns
 * true if an engine is searching or still has to stop. */
bool score_pool_go_on(struct score_pool *pool, const struct ledger *ledger,
                      const struct game_node *live, int most);
/* Takes the result of a finished search: sets *node to its position and *score to the score found,
 * or SCORE_NONE if the search failed. Returns false if no search has finished. */
bool score_pool_take(struct score_pool *pool, const struct game_node **node,
                     struct ledger_score *score);
void score_pool_wait(struct score_pool *pool); /* waits for a running search, if there is one */
void score_pool_stop(struct score_pool *pool); /* stops all searches without waiting, and drops all
                                                * pointers to nodes */
