/* What the tuner found, as JSON. */
#pragma once

#include <stdio.h>

#include "src/lab/tune/tune.h"

/* Searches on the same positions: these and what is common first, then each with its curve; errors
 * of positions held out are null where there are none. best: which of them counts. */
void tune_write_json(FILE *out, const struct tune_report reports[], int count, int best,
                     const char *outcome);
