/* Linux reports in /proc/self/task/THREAD/schedstat (second number, nanoseconds) how long a thread
 * was queued. Elapsed time that was neither computing nor queued was spent blocked. A thread that
 * stops a search is blocked until the search's thread gets a processor and stops. On a busy machine
 * that takes a while, so the time for which any thread of the program was queued does not count.
 * Debug builds check positions and may use sanitizers, so only a tenth of their computing time
 * counts. */
#include "src/tui/watchdog.h"

#include <dirent.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#ifdef DEBUG
enum { LIMIT_MS = 100, SLOWER = 10 };
#else
enum { LIMIT_MS = 0, SLOWER = 1 };
#endif

static int64_t microseconds(clockid_t clock)
{
    struct timespec time = {0};
    clock_gettime(clock, &time);
    return (int64_t)time.tv_sec * 1000000 + time.tv_nsec / 1000;
}

/* Returns the microseconds that the thread was queued, or -1 if the system does not report them. */
static int64_t read_queued_thread(int tasks, const char *thread)
{
    char text[80];
    int64_t queued;
    snprintf(text, sizeof text, "%.20s/schedstat", thread);
    int file = openat(tasks, text, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return -1;
    ssize_t length = read(file, text, sizeof text - 1);
    close(file);
    text[length > 0 ? length : 0] = '\0';
    return sscanf(text, "%*s %" SCNd64, &queued) == 1 ? queued / 1000 : -1;
}

/* Returns the sum over all threads, or -1 if the system does not report it. Threads that end
 * meanwhile are left out. */
static int64_t read_queued(DIR *tasks)
{
    int64_t sum = -1;
    if (!tasks)
        return sum;
    rewinddir(tasks);
    for (const struct dirent *entry; (entry = readdir(tasks));) {
        int64_t queued =
            entry->d_name[0] == '.' ? -1 : read_queued_thread(dirfd(tasks), entry->d_name);
        if (queued >= 0)
            sum = sum < 0 ? queued : sum + queued;
    }
    return sum;
}

void watchdog_open(struct watchdog *watchdog)
{
    const char *limit = getenv("FALLIBLE_WATCHDOG");
    *watchdog = (struct watchdog){.limit = (limit ? atoi(limit) : LIMIT_MS) * (int64_t)1000};
    if (watchdog->limit > 0)
        watchdog->tasks = opendir("/proc/self/task");
    if (read_queued(watchdog->tasks) < 0)
        watchdog->limit = 0;
    watchdog_begin(watchdog);
}

void watchdog_close(struct watchdog *watchdog)
{
    if (watchdog->tasks)
        closedir(watchdog->tasks);
    watchdog->tasks = NULL;
    watchdog->limit = 0;
}

void watchdog_begin(struct watchdog *watchdog)
{
    if (watchdog->limit <= 0)
        return;
    /* The wall clock is read last, so that time queued between these calls cannot look like time
     * blocked. */
    watchdog->began.queued = read_queued(watchdog->tasks);
    watchdog->began.cpu = microseconds(CLOCK_THREAD_CPUTIME_ID);
    watchdog->began.wall = microseconds(CLOCK_MONOTONIC);
    watchdog->stage_began = watchdog->began.wall;
    watchdog->longest = 0;
    watchdog->stage[0] = '\0';
}

void watchdog_stage(struct watchdog *watchdog, const char *format, ...)
{
    if (watchdog->limit <= 0)
        return;
    int64_t now = microseconds(CLOCK_MONOTONIC), took = now - watchdog->stage_began;
    watchdog->stage_began = now;
    if (took < watchdog->longest)
        return;
    watchdog->longest = took;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(watchdog->stage, sizeof watchdog->stage, format, arguments);
    va_end(arguments);
}

bool watchdog_judge(const struct watchdog *watchdog, const struct watchdog_times *now,
                    struct error *error)
{
    const struct watchdog_times *began = &watchdog->began;
    int64_t wall = now->wall - began->wall, cpu = now->cpu - began->cpu;
    int64_t queued = now->queued - began->queued;
    int64_t blocked = wall - cpu - (queued > 0 ? queued : 0); /* the sum shrinks if a thread ends */
    blocked = blocked > 0 ? blocked : 0;
    if (watchdog->limit <= 0 || cpu / SLOWER + blocked <= watchdog->limit)
        return true;
    return error_set(error,
                     "a turn of the screen's loop took too long: it computed for %" PRId64
                     " ms and was blocked for %" PRId64 " ms; most of it (%" PRId64 " ms) was %s",
                     cpu / 1000, blocked / 1000, watchdog->longest / 1000, watchdog->stage);
}

bool watchdog_end(struct watchdog *watchdog, struct error *error)
{
    if (watchdog->limit <= 0)
        return true;
    struct watchdog_times now = {.wall = microseconds(CLOCK_MONOTONIC)};
    if (now.wall - watchdog->began.wall <= watchdog->limit)
        return true; /* if not even the elapsed time exceeds the limit, the other times need not be
                        read */
    now.cpu = microseconds(CLOCK_THREAD_CPUTIME_ID);
    now.queued = read_queued(watchdog->tasks);
    return watchdog_judge(watchdog, &now, error);
}
