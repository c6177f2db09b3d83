/* The signal handler sets a flag and nothing else; waiting threads look at it in between. */
#include "src/cli/interrupt.h"

#include <signal.h>
#include <time.h>

static volatile sig_atomic_t interrupted;
static volatile time_t interrupted_at;

static void note_interrupt(int number)
{
    time_t now = time(NULL);
    if (interrupted && now - interrupted_at > 1) {
        signal(number, SIG_DFL);
        raise(number);
    }
    if (!interrupted)
        interrupted_at = now;
    interrupted = 1;
}

void interrupt_catch(void)
{
    struct sigaction action = {.sa_handler = note_interrupt};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

bool interrupt_came(void)
{
    return interrupted;
}

void news_init(struct news *news)
{
    pthread_mutex_init(&news->lock, NULL);
    pthread_cond_init(&news->changed, NULL);
    news->there = false;
}

void news_clear(struct news *news)
{
    pthread_cond_destroy(&news->changed);
    pthread_mutex_destroy(&news->lock);
}

void news_tell(void *context)
{
    struct news *news = context;
    pthread_mutex_lock(&news->lock);
    news->there = true;
    pthread_cond_signal(&news->changed);
    pthread_mutex_unlock(&news->lock);
}

void news_wait(struct news *news, int milliseconds)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += milliseconds * 1000000L;
    until.tv_sec += until.tv_nsec / 1000000000L;
    until.tv_nsec %= 1000000000L;
    pthread_mutex_lock(&news->lock);
    while (!news->there && !interrupted)
        if (pthread_cond_timedwait(&news->changed, &news->lock, &until) != 0)
            break;
    news->there = false;
    pthread_mutex_unlock(&news->lock);
}
