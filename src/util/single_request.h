/* A thread that handles one request at a time, the newest one: a newer request interrupts the one
 * being handled and replaces one that waits. This module provides the lock and handles the wake-up
 * and the end of the thread. Requests and answers are fields of the caller's context, which the
 * lock protects. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "engine/error.h"

struct single_request;

/* Every function gets the context that was passed to single_request_create. */
struct single_request_work {
    void (*open)(void *context);      /* called once when the thread starts; may be NULL */
    void (*take)(void *context);      /* moves the request to fields of the thread; called with the
                                       * lock held */
    void (*handle)(void *context, uint32_t id); /* handles the request that was taken */
    void (*interrupt)(void *context); /* tells `handle` to return early; called with the lock held;
                                       * may be NULL */
    void (*close)(void *context);     /* frees what `open` and `handle` use, after the last
                                       * request */
};

/* `wake` may be NULL. The thread calls it with the lock held, so that it is never called after
 * single_request_leave or single_request_join; `wake` must not call functions of this module. The
 * thread starts with single_request_start. Returns NULL if out of memory. */
struct single_request *single_request_create(const struct single_request_work *work, void *context,
                                             void (*wake)(void *context), void *wake_context);
MUST_USE bool single_request_start(struct single_request *request);

/* Frees a request whose thread never started; NULL is allowed. */
void single_request_free(struct single_request *request);

/* Both interrupt the request and end the thread, which calls `close` last. Call them with the lock
 * held; they release it. single_request_join waits until the thread has ended. single_request_leave
 * does not wait, so `close` must also free the context. */
void single_request_leave(struct single_request *request);
void single_request_join(struct single_request *request);

void single_request_lock(struct single_request *request);
void single_request_unlock(struct single_request *request);

/* Functions that the owner calls with the lock held */

/* Announces a new request, whose data the owner writes before it releases the lock. Returns the
 * request's id, which is never 0. */
uint32_t single_request_ask(struct single_request *request);
/* Drops the request; nothing is handled until the next one. */
void single_request_drop(struct single_request *request);
/* Waits until the thread has called single_request_tell. */
void single_request_wait(struct single_request *request);
/* The same, but waits at most this time. May return early, so check again what you wait for. */
void single_request_wait_for(struct single_request *request, int64_t milliseconds);

/* For the thread */

/* Returns whether the owner still wants the answer to this request. Takes no lock. */
bool single_request_is_wanted(const struct single_request *request, uint32_t id);
bool single_request_is_left(const struct single_request *request);
/* Calls the owner's wake function and ends single_request_wait. Call with the lock held. */
void single_request_tell(struct single_request *request);
