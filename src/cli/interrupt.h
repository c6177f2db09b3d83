/* For commands that run for a long time: Ctrl-C stops the work and shows the results so far. Also
 * an event to wait for; Ctrl-C ends the wait. */
#pragma once

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

/* From now on Ctrl-C (and SIGTERM) sets a flag and ends the reading of input that blocks or never
 * ends (input_stop_at). A second signal more than a second later ends the program; the delay is
 * needed because some callers signal both the program and its process group. */
void interrupt_catch(void);
bool interrupt_came(void);

/* From now on Ctrl-C also sets *stop to true. If Ctrl-C was pressed before, *stop becomes true at
 * once. With NULL, Ctrl-C no longer sets a second flag. */
void interrupt_sets(atomic_bool *stop);

/* Restores the default action of Ctrl-C. If Ctrl-C was pressed since interrupt_catch, the default
 * action follows at once: the program ends. */
void interrupt_release(void);

/* An event that one thread waits for and any thread may signal. */
struct event {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool there;
};
void event_init(struct event *event);
void event_clear(struct event *event);

/* Signals the event. context: a struct event; the function can be passed as a wake-up callback. */
void event_tell(void *context);

/* Returns when the event is signalled, after Ctrl-C, or after EVENT_WAIT_MS. */
enum { EVENT_WAIT_MS = 200 };
void event_wait(struct event *event);
