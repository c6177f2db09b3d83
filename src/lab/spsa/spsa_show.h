/* What a run has found, as text, CSV and JSON. */
#pragma once

#include <stdio.h>

#include "src/lab/spsa/spsa_run.h"

/* The parameter that moved the n-th most (from 0), measured in units of its c_end. */
int spsa_rank(const struct spsa_problem *problem, const double values[], int n);

/* Plots how the parameters that moved most have changed in the course of the games. Writes nothing
 * before the first complete batch. */
void spsa_draw(FILE *out, const struct spsa_problem *problem, const struct spsa_course *course);
/* Writes one line per parameter: where it started and where it is. */
void spsa_write_table(FILE *out, const struct spsa_problem *problem,
                      const struct spsa_course *course);
/* Writes one line per batch: the number of games, and all values. */
void spsa_write_csv(FILE *out, const struct spsa_problem *problem,
                    const struct spsa_course *course);
void spsa_write_json(FILE *out, const struct spsa_problem *problem,
                     const struct spsa_course *course, const char *ending);
