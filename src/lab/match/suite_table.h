/* What a suite run came to: sums, and tables as text, JSON and CSV. */
#pragma once

#include <stdio.h>

#include "src/lab/match/suite.h"

/* One engine's results, as many as the suite has positions. */
struct suite_column {
    char engine[128];
    const struct suite_result *results;
};

struct suite_sums {
    int count, done, solved, failed_to_run;
    int mates, mates_exact; /* positions with dm; announced to the move */
    int points, points_max; /* STS */
    uint64_t nodes;
    int64_t elapsed;  /* milliseconds, all positions together */
    double depth;     /* mean over the positions that ran */
    double solved_at; /* mean over the solved ones, ms */
};
struct suite_sums suite_sum(const struct suite *suite, const struct suite_result results[]);

/* Failed positions row by row, then the summary; several columns side by side. */
void suite_write_text(FILE *out, const struct suite *suite, const struct suite_column columns[],
                      int count);

/* One object; with several columns "engines" holds one such object each. Every position. */
void suite_write_json(FILE *out, const struct suite *suite, const struct suite_column columns[],
                      int count);

/* A header and a row for each position and column. */
void suite_write_csv(FILE *out, const struct suite *suite, const struct suite_column columns[],
                     int count);

/* The solution as people write it: "Qg6", "Ba2 Nxf7", "not Rd1", "mate in 3". */
void suite_solution(const struct epd *epd, char *out, size_t size);
