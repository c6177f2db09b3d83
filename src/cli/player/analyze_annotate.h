/* fallible analyze --annotate: annotates all games of a file, several at a time, and writes a new
 * file. */
#pragma once

#include "src/cli/options.h"

/* Returns the exit status. 0: done; 1: interrupted, and another call with the same arguments
 * continues the work; 2: error, already printed. */
int analyze_annotate(const char *from, const char *to, const struct shared_options *options,
                     int jobs);
