/* Sums of a suite run, and tables as text, JSON and CSV. */
#pragma once

#include <stdio.h>

#include "src/lab/match/suite.h"

/* One engine's results: one for each position of the suite. */
struct suite_column {
    char engine[128];
    const struct suite_result *results;
};

struct suite_sums {
    int count, done, solved, failed_to_run;
    int solved_ours, ours;  /* positions solved by a move that the suite's common versions do not
                               accept, and all positions with such a move */
    int mates, mates_exact; /* positions that ask for a mate (dm), and those where the exact
                               distance was announced */
    int points, points_max; /* points scored, and the most possible, in positions that give points
                             * (STS) */
    uint64_t nodes;
    int64_t elapsed;  /* total in milliseconds */
    double depth;     /* mean over the positions that ran. Positions in which a mate was found are
                       * left out, because their depth is not comparable. -1 if no position is
                       * left */
    double solved_at; /* mean over the solved positions, in milliseconds */
};
struct suite_sums suite_sum(const struct suite *suite, const struct suite_result results[]);

/* Writes the failed positions, one per row, then the summary; writes several columns side by
 * side. */
void suite_write_text(FILE *out, const struct suite *suite, const struct suite_column columns[],
                      int count);

/* Describes the conditions, as in "AMD EPYC (popcnt, pext), 1 thread, hash 64 MB, 1000 ms a
 * position". */
void suite_conditions(const struct suite_options *options, char *text, size_t size);

/* How many positions each of several runs solved. */
struct suite_runs {
    int count;
    int *solved;
};
/* Writes "5 runs: median 275.0, from 273 to 276"; nothing if there are no runs. */
void suite_write_runs(FILE *out, const struct suite_runs *runs);

/* Writes one object with every position; several columns become objects in "engines". `conditions`
 * is the text from suite_conditions. */
void suite_write_json(FILE *out, const struct suite *suite, const struct suite_column columns[],
                      int count, const char *conditions, const struct suite_runs *runs);

/* Writes a header, then a row for each position and column. */
void suite_write_csv(FILE *out, const struct suite *suite, const struct suite_column columns[],
                     int count);

/* Formats the solution in readable form: "Qg6", "Ba2 Nxf7", "not Rd1", "mate in 3". */
void suite_solution(const struct epd *epd, char *out, size_t size);
