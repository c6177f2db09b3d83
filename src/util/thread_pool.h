/* A few threads that share numbered pieces of work. The caller works too, so a pool of one thread
 * starts none. */
#pragma once

struct pool;
/* threads: 1 .. 256. NULL when out of memory; fewer threads where the system gives no more. */
struct pool *pool_create(int threads);
void pool_destroy(struct pool *pool);

/* Calls work once for each piece 0 .. count - 1, in any order, and returns when all are done. */
void pool_run(struct pool *pool, int count, void (*work)(void *context, int piece), void *context);
