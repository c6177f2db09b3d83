/* Writes the ladder as a table: text, Markdown, CSV or JSON. */
#pragma once

#include <stdio.h>

#include "src/lab/match/ladder_run.h"

enum ladder_format { LADDER_TEXT, LADDER_MARKDOWN, LADDER_CSV, LADDER_JSON };

/* Writes for each rung: positions solved, Elo gained over the rung before, the sum of these gains
 * from the baseline, the Elo that the full engine loses without the rung, and the published
 * figures. Text and Markdown omit rungs that were neither requested nor measured. */
void ladder_write(FILE *out, enum ladder_format format, const struct ladder *ladder,
                  const struct ladder_conditions *conditions, const struct ladder_results *results);
