/* The arithmetic of SPSA. In pair number p, counted from 1, of N pairs in all:
 *
 * - c_p = c_end (N / p)^gamma is the perturbation of a value;
 * - a_p = a_end ((A + N) / (A + p))^alpha is the learning rate, where a_end = r_end c_end^2.
 *
 * A point won in pair p moves a value by a_p / c_p in the direction of its perturbation. */
#include "src/lab/spsa/spsa.h"

#include <math.h>

#include "src/util/random.h"

double spsa_perturbation(const struct spsa_problem *problem, int parameter, int pair)
{
    return problem->parameters[parameter].c_end *
           pow((double)problem->pairs / (pair + 1), SPSA_GAMMA);
}

double spsa_step(const struct spsa_problem *problem, int parameter, int pair)
{
    const struct spsa_parameter *row = &problem->parameters[parameter];
    double stability = SPSA_STABILITY * problem->pairs;
    double a = row->r_end * row->c_end * row->c_end *
               pow((stability + problem->pairs) / (stability + pair + 1), SPSA_ALPHA);
    return a / spsa_perturbation(problem, parameter, pair);
}

/* Returns the initial state of a pair's random numbers, which depends only on the seed and the
 * number of the pair. */
static uint64_t begin_random(const struct spsa_problem *problem, int pair)
{
    return random_mix(problem->seed ^ random_at((uint64_t)pair, 1));
}

/* Returns the direction of the next parameter, +1 or -1, by the random numbers of *state. Also sets
 * *fraction to the random number with which the parameter's value is rounded. */
static int next_direction(uint64_t *state, double *fraction)
{
    int direction = random_next(state) >> 63 ? 1 : -1;
    *fraction = random_fraction(state);
    return direction;
}

static double within(const struct spsa_parameter *row, double value)
{
    return value < row->min ? row->min : value > row->max ? row->max : value;
}

void spsa_sides(const struct spsa_problem *problem, const double values[], int pair, int plus[],
                int minus[])
{
    uint64_t state = begin_random(problem, pair);
    for (int i = 0; i < problem->count; i++) {
        const struct spsa_parameter *row = &problem->parameters[i];
        double fraction, moved = spsa_perturbation(problem, i, pair);
        moved *= next_direction(&state, &fraction);
        plus[i] = (int)within(row, floor(values[i] + moved + fraction));
        minus[i] = (int)within(row, floor(values[i] - moved + fraction));
    }
}

void spsa_update(const struct spsa_problem *problem, double values[], const int8_t points[],
                 int first, int last)
{
    for (int pair = first; pair < last; pair++) {
        uint64_t state = begin_random(problem, pair);
        for (int i = 0; i < problem->count; i++) {
            double fraction;
            int direction = next_direction(&state, &fraction);
            values[i] = within(&problem->parameters[i],
                               values[i] + spsa_step(problem, i, pair) * direction * points[pair]);
        }
    }
}
