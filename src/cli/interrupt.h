/* Commands that work long: Ctrl-C ends the work and shows what there is; and waiting for news of
 * other threads without sleeping through it. */
#pragma once

#include <pthread.h>
#include <stdbool.h>

/* From here on Ctrl-C (SIGTERM, too) is noted, and input that blocks or never ends is read no
 * further (input_stop_at); a second one, more than a second later, ends the
 * program: some callers send a signal to the program and to its group, and two at once are one. */
void interrupt_catch(void);
bool interrupt_came(void);

/* From here on Ctrl-C ends the program again, and does so now if it came since interrupt_catch. */
void interrupt_release(void);

/* One thread waits, any may tell it that there is something new. */
struct news {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool there;
};
void news_init(struct news *news);
void news_clear(struct news *news);

/* context: a struct news; to be handed on as a wake-up call. */
void news_tell(void *context);

/* Returns at news, after Ctrl-C, or when so many milliseconds have passed. */
void news_wait(struct news *news, int milliseconds);
