/* Prepares a data set: reads it, resolves its positions, and caches the result. */
#pragma once

#include "src/lab/tune/tune_reader.h"

struct source_times {
    int64_t read, resolve; /* milliseconds spent so far on reading and on resolving; source_add adds
                              to them */
};

/* Adds the quiet positions of a file to the set. They are taken from the user's cache folder if
 * they were stored there for the same file, weights and filter. Otherwise they are computed and
 * stored there; a failure to store them is not an error. */
MUST_USE bool source_add(struct record_set *set, const char *path, const struct tune_games *filter,
                         const struct weights *weights, struct pool *pool,
                         records_progress progress, void *context, struct source_times *times,
                         struct error *error);
