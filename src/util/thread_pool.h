/* Threads that share numbered pieces of work. The calling thread works too, so a pool of one thread
 * starts no other thread. Also a function that waits for a condition with a time limit. */
#pragma once

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "engine/error.h"

struct pool;
/* `threads`: 1 .. 256. Returns NULL if out of memory. The pool has fewer threads than requested if
 * the system does not allow more. */
struct pool *pool_create(int threads);
void pool_destroy(struct pool *pool);

/* Calls `work` once for each piece 0 .. count - 1, in any order. Returns when all are done. */
void pool_run(struct pool *pool, int count, void (*work)(void *context, int piece), void *context);

/* Creates a pool of `threads` threads, which start at once to work on the pieces 0 .. threads - 1.
 * Does not wait for them; the calling thread does not work. pool_destroy waits until all pieces are
 * done. Returns NULL if no thread can start. */
struct pool *pool_start(int threads, void (*work)(void *context, int piece), void *context);

/* Work in numbered pieces that may fail. Each thread has a block of memory, its worker, which is
 * passed to `open`, `handle` and `close`. */
struct pool_work {
    int count; /* number of pieces */
    void *context;
    size_t worker_size; /* size of a worker in bytes, which are zeroed before open */
    /* `open`, `handle` and `finish` return false and set *error on failure. After a failed `open`,
     * `close` is called, too. `open` may be NULL. */
    bool (*open)(void *context, void *worker, struct error *error);
    bool (*handle)(void *context, void *worker, int piece, struct error *error);
    /* Called with finish_context after each piece, by one thread at a time. */
    bool (*finish)(void *context, int piece, struct error *error);
    void *finish_context;
    void (*close)(void *worker);
};
/* Starts the pieces in the order of their numbers until all are done, one fails, or `finish` sets
 * *stopped; then waits for those that are still running. Does nothing if *stopped is already true.
 * Returns false and sets *error on failure. */
MUST_USE bool pool_work(const struct pool_work *work, int threads, bool *stopped,
                        struct error *error);

/* Initialises a condition for timed waits. They use the monotonic clock, so that setting the
 * computer's clock neither ends nor prolongs them. */
void thread_init_timed(pthread_cond_t *changed);
/* Waits at most `milliseconds` for the condition to be signalled. The caller holds the lock. The
 * condition was initialised by thread_init_timed. Returns false if the time ran out. */
bool thread_wait(pthread_cond_t *changed, pthread_mutex_t *lock, int64_t milliseconds);
