/* A search put aside, to be gone on with another time on the same machine. */
#ifndef FALLIBLE_LAB_TUNE_STATE_H
#define FALLIBLE_LAB_TUNE_STATE_H

#include "src/lab/tune_problem.h"

/* Writes the state a method left in problem, and its answer so far. */
MUST_USE bool state_write(const struct tune_problem *problem, enum tune_method method,
                          const char *path, struct error *error);
/* Reads it back into problem, for the method to go on from. False fills error: no such file, or a
 * search of other positions, weights or options. */
MUST_USE bool state_read(struct tune_problem *problem, enum tune_method method, const char *path,
                         struct error *error);

#endif
