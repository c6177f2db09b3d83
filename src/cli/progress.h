/* A progress line on standard error. A terminal shows it in place; otherwise a line is printed from
 * time to time. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Width of the terminal on standard error in columns; 80 if it is not a terminal. */
int progress_width(void);

/* Shows the line. `live` says whether standard error is a terminal. */
void progress_show(bool live, const char *line);
void progress_clear(bool live);

/* A progress line: how and how often it is shown. */
struct progress {
    bool live;           /* standard error is a terminal */
    bool shown;          /* a line was shown */
    int every;           /* milliseconds from line to line; 0: no lines */
    int64_t began, next; /* when the work began and when the next line is due, by text_now() */
};
/* For work that is often finished at once: shows a line only on a terminal, ten times a second from
 * 0.3 s on. */
struct progress progress_begin(void);
/* For long work: on a terminal, shows a line five times a second; otherwise prints a line each time
 * `seconds` seconds have passed, or no line if `seconds` is 0. `at_once`: the first line comes at
 * once instead of after the first interval. */
struct progress progress_begin_long(int seconds, bool at_once);
bool progress_due(struct progress *progress); /* whether to show a line now */
/* Shows the games read so far, and the percentage of the file unless it is -1. */
void progress_games(struct progress *progress, uint64_t games, int percent);
void progress_end(const struct progress *progress);

/* Number of processors, 1 to 256: the default concurrency of a command. */
int progress_cores(void);
