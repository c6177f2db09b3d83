/* Prepares a data set: reads it, resolves its positions, and caches the result next to the file. */
#pragma once

#include "src/lab/tune/tune_reader.h"

struct source_times {
    int64_t read, resolve; /* milliseconds; source_add adds to them */
};

/* Adds the quiet positions of a file to the set. They are taken from PATH.quiet if that was made
 * from the same file, weights and filter; otherwise they are computed and written there. A folder
 * that cannot be written to is not an error. */
MUST_USE bool source_add(struct record_set *set, const char *path, const struct tune_games *filter,
                         const struct weights *weights, struct pool *pool,
                         records_progress progress, void *context, struct source_times *times,
                         struct error *error);
