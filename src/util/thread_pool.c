/* A thread pool. An atomic counter hands out the pieces of work. The threads start to work when the
 * round number changes, and the round ends when the last of them finds no piece left. */
#include "src/util/thread_pool.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

#include "src/util/array.h"

struct pool {
    pthread_mutex_t lock;
    pthread_cond_t begin, end;
    unsigned round; /* incremented by each pool_run */
    int busy;       /* threads still working in this round */
    bool closing;
    int count;
    atomic_int next;
    void (*work)(void *context, int piece);
    void *context;
    int thread_count;
    pthread_t threads[];
};

static void take_pieces(struct pool *pool)
{
    for (int piece; (piece = atomic_fetch_add(&pool->next, 1)) < pool->count;)
        pool->work(pool->context, piece);
}

static void *help(void *argument)
{
    struct pool *pool = argument;
    unsigned seen = 0;
    pthread_mutex_lock(&pool->lock);
    for (;;) {
        while (pool->round == seen && !pool->closing)
            pthread_cond_wait(&pool->begin, &pool->lock);
        if (pool->round == seen) /* the pool is closing and has no new round for this thread */
            break;
        seen = pool->round;
        pthread_mutex_unlock(&pool->lock);
        take_pieces(pool);
        pthread_mutex_lock(&pool->lock);
        if (--pool->busy == 0)
            pthread_cond_signal(&pool->end);
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

struct pool *pool_create(int threads)
{
    struct pool *pool = calloc(1, sizeof *pool + (size_t)threads * sizeof *pool->threads);
    if (!pool)
        return NULL;
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->begin, NULL);
    pthread_cond_init(&pool->end, NULL);
    while (pool->thread_count < threads - 1 &&
           pthread_create(&pool->threads[pool->thread_count], NULL, help, pool) == 0)
        pool->thread_count++;
    return pool;
}

void pool_destroy(struct pool *pool)
{
    if (!pool)
        return;
    pthread_mutex_lock(&pool->lock);
    pool->closing = true;
    pthread_cond_broadcast(&pool->begin);
    pthread_mutex_unlock(&pool->lock);
    for (int i = 0; i < pool->thread_count; i++)
        pthread_join(pool->threads[i], NULL);
    pthread_cond_destroy(&pool->end);
    pthread_cond_destroy(&pool->begin);
    pthread_mutex_destroy(&pool->lock);
    free(pool);
}

/* Gives the threads a new round of work. */
static void begin_round(struct pool *pool, int count, void (*work)(void *context, int piece),
                        void *context)
{
    pthread_mutex_lock(&pool->lock);
    pool->work = work;
    pool->context = context;
    pool->count = count;
    atomic_store(&pool->next, 0);
    pool->busy = pool->thread_count;
    pool->round++;
    pthread_cond_broadcast(&pool->begin);
    pthread_mutex_unlock(&pool->lock);
}

void pool_run(struct pool *pool, int count, void (*work)(void *context, int piece), void *context)
{
    begin_round(pool, count, work, context);
    take_pieces(pool);
    pthread_mutex_lock(&pool->lock);
    while (pool->busy > 0)
        pthread_cond_wait(&pool->end, &pool->lock);
    pthread_mutex_unlock(&pool->lock);
}

struct pool *pool_start(int threads, void (*work)(void *context, int piece), void *context)
{
    struct pool *pool = pool_create(threads + 1);
    if (pool && pool->thread_count > 0) {
        begin_round(pool, threads, work, context);
        return pool;
    }
    pool_destroy(pool);
    return NULL;
}

struct shared {
    const struct pool_work *work;
    void **workers;
    bool *stopped;
    pthread_mutex_t lock; /* guards the fields below, and *stopped */
    int next;
    bool failed;
    struct error error;
};

static void handle_pieces(void *context, int number)
{
    struct shared *shared = context;
    const struct pool_work *work = shared->work;
    pthread_mutex_lock(&shared->lock);
    while (!shared->failed && !*shared->stopped && shared->next < work->count) {
        struct error error = {.message = ""};
        int piece = shared->next++;
        pthread_mutex_unlock(&shared->lock);
        bool good = work->handle(work->context, shared->workers[number], piece, &error);
        pthread_mutex_lock(&shared->lock);
        good = good && work->finish(work->finish_context, piece, &error);
        if (!good && !shared->failed)
            shared->error = error;
        shared->failed = shared->failed || !good;
    }
    pthread_mutex_unlock(&shared->lock);
}

bool pool_work(const struct pool_work *work, int threads, bool *stopped, struct error *error)
{
    struct shared shared = {.work = work, .stopped = stopped};
    if (*stopped || work->count == 0)
        return true;
    const int count = threads < work->count ? threads : work->count;
    struct pool *pool = pool_create(count);
    shared.workers = calloc((size_t)count, sizeof *shared.workers);
    bool good = (pool && shared.workers) || error_set(error, "out of memory");
    pthread_mutex_init(&shared.lock, NULL);
    for (int i = 0; good && i < count; i++) {
        shared.workers[i] = array_zeroed(work->worker_size, error);
        good = shared.workers[i] &&
               (!work->open || work->open(work->context, shared.workers[i], error));
    }
    if (good)
        pool_run(pool, count, handle_pieces, &shared);
    for (int i = 0; shared.workers && i < count && shared.workers[i]; i++) {
        work->close(shared.workers[i]);
        free(shared.workers[i]);
    }
    if (good && shared.failed)
        *error = shared.error;
    pthread_mutex_destroy(&shared.lock);
    free(shared.workers);
    pool_destroy(pool);
    return good && !shared.failed;
}

void thread_init_timed(pthread_cond_t *changed)
{
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(changed, &attributes);
    pthread_condattr_destroy(&attributes);
}

bool thread_wait(pthread_cond_t *changed, pthread_mutex_t *lock, int64_t milliseconds)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    milliseconds = (milliseconds > 0 ? milliseconds : 0) + until.tv_nsec / 1000000;
    until.tv_sec += (time_t)(milliseconds / 1000);
    until.tv_nsec = (long)(milliseconds % 1000) * 1000000 + until.tv_nsec % 1000000;
    return pthread_cond_timedwait(changed, lock, &until) == 0;
}
