/* Tables of numbers to tune: the source file of the search parameters, in which a run replaces the
 * values, and the lines in which OpenBench and the command `spsa` of `fallible uci` describe the
 * parameters. */
#pragma once

#include <stdio.h>

#include "src/lab/spsa/spsa.h"

/* Reads lines such as "null_reduction, int, 4, 2, 7, 1, 0.002" (name, type, start, bounds, c_end,
 * r_end) into at most SPSA_PARAMETERS_MAX rows. Returns their number, or 0 and sets *error with
 * file and line. */
MUST_USE int spsa_table_read(const char *path, struct spsa_parameter rows[], struct error *error);

/* Checks that the table of search parameters at `path` has a row for each parameter of the problem,
 * and bounds as in this program. Returns false and sets *error with file and line. */
MUST_USE bool spsa_table_check(const char *path, const struct spsa_problem *problem,
                               struct error *error);
/* Replaces the values in the table at `path` with `values`, rounded, and changes nothing else. */
MUST_USE bool spsa_table_write(const char *path, const struct spsa_problem *problem,
                               const double values[], struct error *error);
