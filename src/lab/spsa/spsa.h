/* Tuning numbers by games: simultaneous perturbation stochastic approximation (SPSA). Pairs of
 * games are played between an engine with all numbers moved one way and one with all moved the
 * other way; the result moves them all a little towards the better side. What the numbers are and
 * who plays is up to the caller; spsa_games.h plays the games of our engine's search.
 *
 * Other public headers: spsa_games.h, spsa_log.h, spsa_run.h, spsa_show.h, spsa_table.h.
 *
 * The arithmetic: schedules, perturbations and updates, all pure functions. Pairs are counted from
 * 0. All pairs of a batch start from the same values, each with its own perturbation, and the batch
 * moves the values once. So a run depends on the seed and on the results of the pairs only, not on
 * the number of jobs.
 *
 * Source: J. C. Spall, Implementation of the Simultaneous Perturbation Algorithm for Stochastic
 * Optimization, 1998; the parametrisation by c_end and r_end is that of fishtest and OpenBench. */
#pragma once

#include "engine/chess.h"

enum { SPSA_NAME_SIZE = 64, SPSA_PARAMETERS_MAX = 256, SPSA_PAIRS_MAX = 1000000 };
#define SPSA_ALPHA     0.602
#define SPSA_GAMMA     0.101
#define SPSA_STABILITY 0.1   /* A as a part of all pairs */
#define SPSA_R_END     0.002 /* the usual learning rate */

struct spsa_parameter {
    char name[SPSA_NAME_SIZE];
    int start, min, max;
    double c_end; /* the perturbation at the end of the run */
    double r_end; /* the learning rate at the end, in squares of the perturbation */
};

/* What is tuned, and by how many games. */
struct spsa_problem {
    const struct spsa_parameter *parameters;
    int count;
    int pairs; /* of games in the whole run */
    int batch; /* pairs between two updates */
    uint64_t seed;
};

/* The perturbation of a parameter in this pair, and how far one point of its result moves it. */
double spsa_perturbation(const struct spsa_problem *problem, int parameter, int pair);
double spsa_step(const struct spsa_problem *problem, int parameter, int pair);

/* The whole numbers with which the two sides of a pair play. They are rounded at random, up or down
 * with the probabilities that keep the mean, and stay within the bounds. */
void spsa_sides(const struct spsa_problem *problem, const double values[], int pair, int plus[],
                int minus[]);

/* Applies the results of the pairs first .. last - 1, which are one batch: points[i] is what the
 * plus side won in pair i, from -2 (lost both games) to 2. Values stay within the bounds. */
void spsa_update(const struct spsa_problem *problem, double values[], const int8_t points[],
                 int first, int last);
