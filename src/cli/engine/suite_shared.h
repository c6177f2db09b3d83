/* The results of a suite in a folder that several processes share (shared_results.h). */
#pragma once

#include "src/lab/match/suite.h"
#include "src/util/shared_results.h"

/* Opens the results in the folder. Returns NULL and sets *error on failure. */
struct shared_results *suite_shared_open(const char *folder, struct error *error);

/* A hash of what all positions of a run have in common: the engine, its strength and the limits.
 * The key of a position is made from it. */
uint64_t suite_shared_run(const struct suite_options *options);
uint64_t suite_shared_key(uint64_t run, const struct epd *epd, int index);

/* Reads the stored result of this position. Returns false if no result is stored. */
bool suite_shared_find(struct shared_results *results, uint64_t key, const struct epd *epd,
                       struct suite_result *result);
MUST_USE bool suite_shared_add(struct shared_results *results, uint64_t key,
                               const struct epd *epd, const struct suite_result *result,
                               struct error *error);
