/* The signal handler sets a flag, which waiting threads poll, and writes a byte to a pipe. The byte
 * ends the reading of input from other pipes and from devices. */
#include "src/cli/interrupt.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include "src/util/input.h"
#include "src/util/paths.h"
#include "src/util/thread_pool.h"

static volatile sig_atomic_t interrupted, caught;
static volatile time_t interrupted_at;
static _Atomic(atomic_bool *) flag; /* see interrupt_sets; may be NULL */
static int wake[2] = {-1, -1}; /* a pipe; a byte in it means that Ctrl-C was pressed */

static void note_interrupt(int number)
{
    struct timespec now; /* of a clock that nobody sets */
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (interrupted && now.tv_sec - interrupted_at > 1) {
        signal(number, SIG_DFL);
        raise(number);
    }
    int before = errno;
    if (!interrupted) {
        interrupted_at = now.tv_sec;
        caught = number;
        (void)!write(wake[1], "", 1);
    }
    interrupted = 1;
    atomic_bool *stop = atomic_load(&flag);
    if (stop)
        atomic_store(stop, true);
    errno = before;
}

void interrupt_catch(void)
{
    struct sigaction action = {.sa_handler = note_interrupt};
    if (wake[0] < 0 && paths_pipe(wake))
        input_stop_at(wake[0]);
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

bool interrupt_came(void)
{
    return interrupted;
}

void interrupt_sets(atomic_bool *stop)
{
    atomic_store(&flag, stop);
    if (stop && interrupted)
        atomic_store(stop, true);
}

void interrupt_release(void)
{
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    if (interrupted)
        raise(caught);
}

void event_init(struct event *event)
{
    pthread_mutex_init(&event->lock, NULL);
    thread_init_timed(&event->changed);
    event->there = false;
}

void event_clear(struct event *event)
{
    pthread_cond_destroy(&event->changed);
    pthread_mutex_destroy(&event->lock);
}

void event_tell(void *context)
{
    struct event *event = context;
    pthread_mutex_lock(&event->lock);
    event->there = true;
    pthread_cond_signal(&event->changed);
    pthread_mutex_unlock(&event->lock);
}

void event_wait(struct event *event)
{
    pthread_mutex_lock(&event->lock);
    while (!event->there && !interrupted)
        if (!thread_wait(&event->changed, &event->lock, EVENT_WAIT_MS))
            break;
    event->there = false;
    pthread_mutex_unlock(&event->lock);
}
