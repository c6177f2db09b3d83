/* One line of progress on standard error: drawn over itself on a terminal, a line now and then
 * elsewhere. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Columns of the terminal behind standard error; 80 where there is none. */
int progress_width(void);

/* live: standard error is a terminal. */
void progress_show(bool live, const char *line);
void progress_clear(bool live);

/* Progress of something that is often done at once: drawn on a terminal only, from 0.3 s on and ten
 * times a second at most. */
struct progress {
    bool live;            /* standard error is a terminal */
    int64_t began, shown; /* ms; shown 0: not yet */
};
struct progress progress_begin(void);
bool progress_due(struct progress *progress); /* a line is to be shown now */
/* Shows the games read so far, and the percentage of the file where it is not -1. */
void progress_games(struct progress *progress, uint64_t games, int percent);
void progress_end(const struct progress *progress);

/* Processors, 1 to 256: how much a command does at a time where nothing else was asked for. */
int progress_cores(void);
