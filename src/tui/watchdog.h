/* Detects turns of the screen's loop that take too long. Only the turn's own time counts: the time
 * spent computing, or blocked in a system call, on a lock or on another thread. Time for which this
 * thread or another one of the program waited for a processor does not count. */
#pragma once

#include <dirent.h>

#include "engine/chess.h"

/* Times in microseconds, each since some fixed moment. */
struct watchdog_times {
    int64_t wall;
    int64_t cpu;    /* the thread was running */
    int64_t queued; /* threads were ready to run, but not running; summed over the program's
                     * threads */
};

struct watchdog {
    int64_t limit; /* microseconds; 0: off */
    DIR *tasks;    /* the folder that watchdog_times.queued is read from */
    struct watchdog_times began;
    int64_t stage_began, longest; /* wall times: when the stage began; how long the longest stage
                                   * has taken */
    char stage[80];
};

/* Watches the calling thread. Debug builds use a limit of 100 ms. FALLIBLE_WATCHDOG in the
 * environment sets another limit in milliseconds; 0 switches it off. It stays off if the system
 * does not say how long a thread was queued (only Linux does). */
void watchdog_open(struct watchdog *watchdog);
void watchdog_close(struct watchdog *watchdog);

void watchdog_begin(struct watchdog *watchdog);
/* Names the work done since the last call, or since watchdog_begin. */
void watchdog_stage(struct watchdog *watchdog, const char *format, ...) PRINTF_LIKE(2, 3);
/* Returns false if the turn exceeded the limit, and describes the turn and its longest stage in
 * *error. */
MUST_USE bool watchdog_end(struct watchdog *watchdog, struct error *error);

/* Does the comparison of watchdog_end, for given times. */
MUST_USE bool watchdog_judge(const struct watchdog *watchdog, const struct watchdog_times *now,
                             struct error *error);
