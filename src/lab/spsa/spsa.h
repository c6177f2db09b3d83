/* Tuning numbers by games: simultaneous perturbation stochastic approximation (SPSA). Two engines
 * play a pair of games. One has every number moved a little in a random direction, the other has
 * every number moved the opposite way. After the pair, all numbers move a little towards those of
 * the better side. The caller decides what the numbers are and who plays; spsa_games.h plays games
 * between two copies of one player.
 *
 * Other public headers: spsa_games.h, spsa_log.h, spsa_run.h, spsa_show.h, spsa_table.h.
 *
 * This header has the arithmetic: schedules, perturbations and updates, all pure functions. Pairs
 * are counted from 0. All pairs of a batch start from the same values, each with its own
 * perturbation, and the batch moves the values once. So a run depends only on the seed and on the
 * results of the pairs, not on the number of jobs.
 *
 * Source: J. C. Spall, Implementation of the Simultaneous Perturbation Algorithm for Stochastic
 * Optimization, 1998; the parametrisation by c_end and r_end is that of fishtest and OpenBench. */
#pragma once

#include "engine/chess.h"

enum { SPSA_NAME_SIZE = 64, SPSA_PARAMETERS_MAX = 256, SPSA_PAIRS_MAX = 1000000 };
#define SPSA_ALPHA     0.602
#define SPSA_GAMMA     0.101
#define SPSA_STABILITY 0.1   /* Spall's A, as a fraction of the number of pairs */
#define SPSA_R_END     0.002 /* the usual learning rate */

struct spsa_parameter {
    char name[SPSA_NAME_SIZE];
    int start, min, max;
    double c_end; /* the perturbation at the end of the run */
    double r_end; /* the learning rate at the end, in units of c_end squared */
};

/* What is tuned, and by how many games. */
struct spsa_problem {
    const struct spsa_parameter *parameters;
    int count;
    int pairs; /* pairs of games in the whole run */
    int batch; /* pairs between two updates */
    uint64_t seed;
};

/* spsa_perturbation returns how far above and below its value a parameter is for the two sides of
 * this pair. spsa_step returns how far each point won in the pair then moves the value. */
double spsa_perturbation(const struct spsa_problem *problem, int parameter, int pair);
double spsa_step(const struct spsa_problem *problem, int parameter, int pair);

/* Fills in the whole numbers with which the two sides of a pair play. They are rounded up or down
 * at random, so that their mean over many pairs is the exact value, and stay within the bounds. */
void spsa_sides(const struct spsa_problem *problem, const double values[], int pair, int plus[],
                int minus[]);

/* Applies the results of a batch, the pairs `first` .. `last` - 1. points[i] is the result of pair
 * i for the side of `plus` (see spsa_sides), from -2 (lost both games) to 2. Values stay within the
 * bounds. */
void spsa_update(const struct spsa_problem *problem, double values[], const int8_t points[],
                 int first, int last);
