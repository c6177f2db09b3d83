/* What fallible human-data and fallible tune human share: collecting choices from files of games,
 * with a progress line. */
#pragma once

#include "src/cli/progress.h"
#include "src/lab/human/collect.h"

/* Adds the choices of all files to `set`. Uses all members of options except path, watch and
 * context. The first file of games uses the cache file; each further one uses a file with a number
 * added to that name. Reports progress and problems on standard error. Returns false after printing
 * an error. */
MUST_USE bool human_data_collect(const struct human_collect *options, char *const files[],
                                 struct progress *progress, struct human_set *set, bool *stopped);
