/* A data set made ready: read, made quiet, and kept beside itself for the next time. */
#pragma once

#include "src/lab/tune/tune_reader.h"

struct source_times {
    int64_t read, resolve; /* milliseconds, added to */
};

/* Adds the quiet positions of a file to set. What was made quiet under the same weights and filter
 * is taken from PATH.quiet while the file stays as it is, and written there otherwise; a folder
 * that cannot be written to is no error. */
MUST_USE bool source_add(struct record_set *set, const char *path, const struct tune_games *filter,
                         const struct weights *weights, struct pool *pool,
                         records_progress progress, void *context, struct source_times *times,
                         struct error *error);
