/* The id of the newest request is also kept in an atomic, so that the thread can often check,
 * without the lock, whether its answer is still wanted. */
#include "src/util/single_request.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "src/util/thread_pool.h"

struct single_request {
    struct single_request_work work;
    void *context;
    void (*wake)(void *context);
    void *wake_context;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool waiting, busy; /* waiting: a request has not been taken yet; busy: one is being handled */
    bool joined;        /* true: the owner waits for the thread and frees this struct; false: the
                         * thread frees it */
    atomic_bool left;   /* the owner has called single_request_leave or single_request_join */
    uint32_t last_id;
    atomic_uint_least32_t wanted; /* the id of the newest request; 0: none */
};

struct single_request *single_request_create(const struct single_request_work *work, void *context,
                                             void (*wake)(void *context), void *wake_context)
{
    struct single_request *request = calloc(1, sizeof *request);
    if (!request)
        return NULL;
    request->work = *work;
    request->context = context;
    request->wake = wake;
    request->wake_context = wake_context;
    pthread_mutex_init(&request->lock, NULL);
    thread_init_timed(&request->changed);
    return request;
}

void single_request_free(struct single_request *request)
{
    if (!request)
        return;
    pthread_cond_destroy(&request->changed);
    pthread_mutex_destroy(&request->lock);
    free(request);
}

static void handle_requests(struct single_request *request)
{
    pthread_mutex_lock(&request->lock);
    while (!atomic_load(&request->left)) {
        if (!request->waiting) {
            pthread_cond_wait(&request->changed, &request->lock);
            continue;
        }
        uint32_t id = request->last_id;
        request->waiting = false;
        request->busy = true;
        request->work.take(request->context);
        pthread_mutex_unlock(&request->lock);
        request->work.handle(request->context, id);
        pthread_mutex_lock(&request->lock);
        request->busy = false;
    }
    pthread_mutex_unlock(&request->lock);
}

static void *run(void *argument)
{
    struct single_request *request = argument;
    const struct single_request_work *work = &request->work;
    if (work->open)
        work->open(request->context);
    handle_requests(request);
    bool joined = request->joined;
    work->close(request->context);
    if (!joined)
        single_request_free(request);
    return NULL;
}

bool single_request_start(struct single_request *request)
{
    return pthread_create(&request->thread, NULL, run, request) == 0;
}

void single_request_lock(struct single_request *request)
{
    pthread_mutex_lock(&request->lock);
}

void single_request_unlock(struct single_request *request)
{
    pthread_mutex_unlock(&request->lock);
}

static void interrupt(struct single_request *request)
{
    if (request->busy && request->work.interrupt)
        request->work.interrupt(request->context);
}

uint32_t single_request_ask(struct single_request *request)
{
    request->last_id += request->last_id == UINT32_MAX ? 2 : 1;
    request->waiting = true;
    atomic_store(&request->wanted, request->last_id);
    interrupt(request);
    pthread_cond_broadcast(&request->changed);
    return request->last_id;
}

void single_request_drop(struct single_request *request)
{
    request->waiting = false;
    atomic_store(&request->wanted, 0);
    interrupt(request);
}

/* Drops the request and tells the thread to end; if `joined`, waits for its end. Called with the
 * lock held, which it releases. */
static void end(struct single_request *request, bool joined)
{
    pthread_t thread = request->thread;
    single_request_drop(request);
    request->joined = joined;
    atomic_store(&request->left, true);
    pthread_cond_broadcast(&request->changed);
    if (!joined)
        pthread_detach(thread);
    pthread_mutex_unlock(&request->lock); /* unless joined, the thread may already have freed
                                           * `request` */
    if (joined)
        pthread_join(thread, NULL);
}

void single_request_leave(struct single_request *request)
{
    end(request, false);
}

void single_request_join(struct single_request *request)
{
    end(request, true);
    single_request_free(request);
}

void single_request_wait(struct single_request *request)
{
    pthread_cond_wait(&request->changed, &request->lock);
}

void single_request_wait_for(struct single_request *request, int64_t milliseconds)
{
    (void)thread_wait(&request->changed, &request->lock, milliseconds);
}

bool single_request_is_wanted(const struct single_request *request, uint32_t id)
{
    return atomic_load(&request->wanted) == id;
}

bool single_request_is_left(const struct single_request *request)
{
    return atomic_load(&request->left);
}

void single_request_tell(struct single_request *request)
{
    if (request->wake && !atomic_load(&request->left))
        request->wake(request->wake_context);
    pthread_cond_broadcast(&request->changed);
}
