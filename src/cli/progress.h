/* One line of progress on standard error: drawn over itself on a terminal, a line now and then
 * elsewhere. */
#pragma once

#include <stdbool.h>

/* Columns of the terminal behind standard error; 80 where there is none. */
int progress_width(void);

/* live: standard error is a terminal. */
void progress_show(bool live, const char *line);
void progress_clear(bool live);

/* Processors, 1 to 256: how much a command does at a time where nothing else was asked for. */
int progress_cores(void);
