/* Checkpoints: saves a search so that it can be continued later on the same machine. */
#pragma once

#include "src/lab/tune/tune_problem.h"

/* Writes a method's state and its result so far to problem->keep_at. */
MUST_USE bool state_write(struct tune_problem *problem, struct error *error);
/* Writes a checkpoint between two iterations of a running method, if the last one is old enough. A
 * killed search loses only its progress since the last checkpoint. A failed write is reported only
 * at the end of the search. */
void state_checkpoint(struct tune_problem *problem, const void *state, size_t size);
/* Reads a checkpoint into `problem`, so that the method can continue from it. Returns false and
 * sets *error if the file is missing, or if it belongs to a search with other positions, weights or
 * options. */
MUST_USE bool state_read(struct tune_problem *problem, enum tune_method method, const char *path,
                         struct error *error);
