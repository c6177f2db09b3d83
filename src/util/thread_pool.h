/* Threads that share numbered pieces of work. The calling thread works too, so a pool of one thread
 * starts none. */
#pragma once

struct pool;
/* threads: 1 .. 256. Returns NULL if out of memory. The pool has fewer threads if the system does
 * not allow more. */
struct pool *pool_create(int threads);
void pool_destroy(struct pool *pool);

/* Calls work once for each piece 0 .. count - 1, in any order. Returns when all are done. */
void pool_run(struct pool *pool, int count, void (*work)(void *context, int piece), void *context);
