/* The ladder as a table: text, Markdown, CSV, JSON. */
#pragma once

#include <stdio.h>

#include "src/lab/match/ladder_run.h"

enum ladder_format { LADDER_TEXT, LADDER_MARKDOWN, LADDER_CSV, LADDER_JSON };

/* The rungs with what is known of them: solved of the suite, Elo over the rung before, the sum of
 * these from the baseline on, what everything loses without the rung; the sources' columns. Text
 * and Markdown leave out what is neither wanted nor known. */
void ladder_write(FILE *out, enum ladder_format format, const struct ladder *ladder,
                  const struct ladder_conditions *conditions, const struct ladder_results *results);
