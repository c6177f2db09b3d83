/* A search put aside, to be gone on with another time on the same machine. */
#pragma once

#include "src/lab/tune/tune_problem.h"

/* Writes the state a method left in problem, and its answer so far, to problem->keep_at. */
MUST_USE bool state_write(struct tune_problem *problem, struct error *error);
/* The same of a method under way, between two iterations, where the last time is a while ago: what
 * a killed search has lost. One that cannot be written says so at the end only. */
void state_checkpoint(struct tune_problem *problem, const void *state, size_t size);
/* Reads it back into problem, for the method to go on from. False fills error: no such file, or a
 * search of other positions, weights or options. */
MUST_USE bool state_read(struct tune_problem *problem, enum tune_method method, const char *path,
                         struct error *error);
