/* Writes the tuner's results as JSON. */
#pragma once

#include <stdio.h>

#include "src/lab/tune/tune.h"

/* Writes several searches on the same positions: first what they have in common and which method
 * was best, then each search with its curve. Held-out errors are null if no positions are held out.
 * `best` is the index of the best search; `outcome` says in words what became of its weights. */
void tune_write_json(FILE *out, const struct tune_report reports[], int count, int best,
                     const char *outcome);
