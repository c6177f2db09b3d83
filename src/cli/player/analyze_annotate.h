/* fallible analyze --annotate: all games of a file, several at a time, into a new file. */
#pragma once

#include "src/cli/options.h"

/* Returns the exit status: 0 done; 1 interrupted, the same call goes on; 2 errors, told. */
int analyze_annotate(const char *from, const char *to, const struct shared_options *options,
                     int jobs);
