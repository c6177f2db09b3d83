/* What a run has found, as text, CSV and JSON. */
#pragma once

#include <stdio.h>

#include "src/lab/spsa/spsa_run.h"

/* The parameter that moved the n-th most, counted in its steps, from 0. */
int spsa_rank(const struct spsa_problem *problem, const double values[], int n);

/* A plot of the parameters that moved most, over the games; width and height in characters. Writes
 * nothing before the first complete batch. */
void spsa_draw(FILE *out, const struct spsa_problem *problem, const struct spsa_course *course,
               int width, int height);
/* One line a parameter: where it started and where it is. */
void spsa_write_table(FILE *out, const struct spsa_problem *problem,
                      const struct spsa_course *course);
/* One line a batch: the games, and all values. */
void spsa_write_csv(FILE *out, const struct spsa_problem *problem,
                    const struct spsa_course *course);
void spsa_write_json(FILE *out, const struct spsa_problem *problem,
                     const struct spsa_course *course, const char *ending);
