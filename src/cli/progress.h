/* A progress line on standard error. A terminal shows it in place; otherwise a line is printed from
 * time to time. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Width of the terminal on standard error in columns; 80 if it is not a terminal. */
int progress_width(void);

/* live: standard error is a terminal. */
void progress_show(bool live, const char *line);
void progress_clear(bool live);

/* Progress of work that is often finished at once: shown only on a terminal, after 0.3 s, and at
 * most ten times a second. */
struct progress {
    bool live;            /* standard error is a terminal */
    int64_t began, shown; /* when the work began and a line was last shown, in ms; shown is 0 until
                           * the first line */
};
struct progress progress_begin(void);
bool progress_due(struct progress *progress); /* whether to show a line now */
/* Shows the games read so far, and the percentage of the file unless it is -1. */
void progress_games(struct progress *progress, uint64_t games, int percent);
void progress_end(const struct progress *progress);

/* Number of processors, 1 to 256: the default concurrency of a command. */
int progress_cores(void);
