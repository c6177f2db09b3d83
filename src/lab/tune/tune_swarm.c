/* Particle swarm optimisation (Kennedy and Eberhart, 1995) as Erik Madsen describes it for MadChess
 * 3.0, with several swarms. A particle keeps three quarters of its velocity and is drawn, with
 * random strength, towards its own best position, its swarm's best and, more weakly, the best of
 * all. The costs are computed in parallel. Velocities and best positions change only when no thread
 * computes costs, so no locks are needed.
 *
 * After ten iterations without progress all particles are scattered again. With a `spread` of 1
 * they may land anywhere in the range of each weight, as in MadChess. A smaller spread keeps them
 * closer to the best of all, which works better with hundreds of dimensions.
 *
 * The cost is computed on a fixed sample of the training positions. A swarm needs thousands of
 * evaluations where gradient descent needs one, and a sample ranks the particles well enough. */
#include "src/lab/tune/tune_problem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "src/lab/tune/tune_state.h"
#include "src/util/random.h"

enum {
    SWARMS = 4,
    PARTICLES = 12, /* particles of each swarm */
    ALL = SWARMS * PARTICLES,
    SAMPLE = 64,   /* chunks in the sample */
    PATIENCE = 10, /* iterations without progress before the particles are scattered */
};

static const double inertia = 0.75;
static const double draw_own = 1.5, draw_swarm = 1.5, draw_all = 0.375;
/* The largest initial speed, as a fraction of the range in which particles are scattered. */
static const double first_speed = 0.1;

struct particle {
    struct pair place[WEIGHT_COUNT], speed[WEIGHT_COUNT], best[WEIGHT_COUNT];
    double cost, best_cost;
};

struct swarms {
    struct tune_problem *problem;
    int sample;         /* number of chunks in the sample: the first ones of the traces, whose
                           positions were shuffled */
    double share;       /* size of the sample as a share of the training positions */
    double cost, error; /* total cost and mean squared error of problem->best on all training
                           positions */
    uint64_t random;
    int best[SWARMS]; /* for each swarm, the particle that found its best position */
    int best_of_all;
    int iteration, idle; /* idle: iterations without progress */
    struct particle particles[ALL];
};

/* A random number between -1 and 1. */
static double either_way(struct swarms *swarms)
{
    return 2 * random_fraction(&swarms->random) - 1;
}

static void judge(void *context, int piece)
{
    struct swarms *swarms = context;
    const struct tune_problem *problem = swarms->problem;
    struct particle *particle = &swarms->particles[piece];
    double sum = 0;
    for (int i = 0; i < swarms->sample; i++)
        sum += trace_chunk_error(&problem->traces.chunks[i], particle->place, problem->k);
    particle->cost = sum / swarms->share + problem_price(problem, particle->place);
}

/* Chooses a random value in a part of the range around `centre`, and a random speed. `how_far` is
 * the size of that part, 0 .. 1. */
static void throw_half(struct swarms *swarms, double low, double high, double centre,
                       double how_far, float *place, float *speed)
{
    double width = how_far * (high - low);
    double from = fmax(low, fmin(high - width, centre - width / 2));
    *place = (float)(from + width * random_fraction(&swarms->random));
    *speed = (float)(first_speed * width * either_way(swarms));
}

/* Puts a particle at a random place and resets its best position. `how_far` is the part of each
 * weight's range that the place may be in: 1 for all of it, 0 for exactly `centre`. */
static void throw(struct swarms *swarms, struct particle *particle, const struct pair *centre,
                  double how_far)
{
    const struct tune_problem *problem = swarms->problem;
    for (int i = 0; i < WEIGHT_COUNT; i++) {
        const struct pair *low = &problem->low[i], *high = &problem->high[i];
        struct pair *place = &particle->place[i], *speed = &particle->speed[i];
        throw_half(swarms, low->middlegame, high->middlegame, centre[i].middlegame, how_far,
                   &place->middlegame, &speed->middlegame);
        throw_half(swarms, low->endgame, high->endgame, centre[i].endgame, how_far,
                   &place->endgame, &speed->endgame);
    }
    problem_confine(problem, particle->place);
    memcpy(particle->best, particle->place, sizeof particle->best);
    particle->best_cost = INFINITY;
}

static float fly_half(struct swarms *swarms, float *speed, float place, float own, float swarm,
                      float all)
{
    *speed =
        (float)(inertia * *speed + draw_own * random_fraction(&swarms->random) * (own - place) +
                draw_swarm * random_fraction(&swarms->random) * (swarm - place) +
                draw_all * random_fraction(&swarms->random) * (all - place));
    return place + *speed;
}

static void fly(struct swarms *swarms, int which)
{
    struct particle *particle = &swarms->particles[which];
    const struct pair *swarm = swarms->particles[swarms->best[which / PARTICLES]].best;
    const struct pair *all = swarms->particles[swarms->best_of_all].best;
    for (int i = 0; i < WEIGHT_COUNT; i++) {
        struct pair *place = &particle->place[i], *speed = &particle->speed[i];
        place->middlegame =
            fly_half(swarms, &speed->middlegame, place->middlegame, particle->best[i].middlegame,
                     swarm[i].middlegame, all[i].middlegame);
        place->endgame = fly_half(swarms, &speed->endgame, place->endgame,
                                  particle->best[i].endgame, swarm[i].endgame, all[i].endgame);
    }
    problem_confine(swarms->problem, particle->place);
}

/* Updates the best positions of the particles and swarms, and the best of all. Returns true if the
 * best of all improved. */
static bool learn(struct swarms *swarms)
{
    double before = swarms->particles[swarms->best_of_all].best_cost; /* INFINITY before the first
                                                                         iteration */
    for (int i = 0; i < ALL; i++) {
        struct particle *particle = &swarms->particles[i];
        if (particle->cost < particle->best_cost) {
            particle->best_cost = particle->cost;
            memcpy(particle->best, particle->place, sizeof particle->best);
        }
        int *best = &swarms->best[i / PARTICLES];
        if (particle->best_cost < swarms->particles[*best].best_cost)
            *best = i;
    }
    for (int swarm = 0; swarm < SWARMS; swarm++)
        if (swarms->particles[swarms->best[swarm]].best_cost <
            swarms->particles[swarms->best_of_all].best_cost)
            swarms->best_of_all = swarms->best[swarm];
    return swarms->particles[swarms->best_of_all].best_cost < before;
}

static void scatter_all(struct swarms *swarms)
{
    const struct particle *kept = &swarms->particles[swarms->best_of_all];
    for (int i = 0; i < ALL; i++)
        if (i != swarms->best_of_all)
            throw(swarms, &swarms->particles[i], kept->best, swarms->problem->spread);
    for (int swarm = 0; swarm < SWARMS; swarm++)
        swarms->best[swarm] =
            swarm == swarms->best_of_all / PARTICLES ? swarms->best_of_all : swarm * PARTICLES;
}

/* If the best particle of all swarms is also better on all training positions, makes it the
 * method's result. */
static void confirm(struct swarms *swarms)
{
    struct tune_problem *problem = swarms->problem;
    const struct traces *traces = &problem->traces;
    const struct pair *place = swarms->particles[swarms->best_of_all].best;
    double error = traces_error(traces, 0, traces->training, place, problem->k, problem->pool);
    double cost = error + problem_price(problem, place);
    problem->positions_passed += traces->training_positions;
    if (cost < swarms->cost) {
        swarms->cost = cost;
        swarms->error = error / traces->training_positions;
        memcpy(problem->best, place, sizeof problem->best);
    }
}

static void swarm_out(struct swarms *swarms)
{
    struct tune_problem *problem = swarms->problem;
    int positions = problem->traces.training_positions;
    bool wanted = true;
    while (wanted && (problem->iterations == 0 || swarms->iteration <= problem->iterations)) {
        pool_run(problem->pool, ALL, judge, swarms);
        problem->positions_passed += ALL * swarms->share * positions;
        bool progress = learn(swarms);
        if (progress)
            confirm(swarms);
        swarms->idle = progress ? 0 : swarms->idle + 1;
        wanted = problem_note(problem, swarms->iteration, problem->best, swarms->error);
        if (swarms->idle < PATIENCE) {
            for (int i = 0; i < ALL; i++)
                fly(swarms, i);
        } else {
            scatter_all(swarms);
            swarms->idle = 0;
        }
        swarms->iteration++;
        state_checkpoint(problem, swarms, sizeof *swarms);
    }
}

/* Scatters all particles except the first, which starts at the current weights. */
static void begin(struct swarms *swarms)
{
    const struct traces *traces = &swarms->problem->traces;
    int positions = 0;
    swarms->random = swarms->problem->seed;
    swarms->cost = INFINITY;
    swarms->sample = traces->training < SAMPLE ? traces->training : SAMPLE;
    for (int i = 0; i < swarms->sample; i++)
        positions += traces->chunks[i].count;
    swarms->share = (double)positions / traces->training_positions;
    for (int i = 0; i < ALL; i++)
        throw(swarms, &swarms->particles[i], swarms->problem->start,
              i ? swarms->problem->spread : 0);
    for (int swarm = 0; swarm < SWARMS; swarm++)
        swarms->best[swarm] = swarm * PARTICLES;
}

bool tune_swarm(struct tune_problem *problem, struct error *error)
{
    struct swarms *swarms = calloc(1, sizeof *swarms);
    if (!swarms)
        return error_set(error, "out of memory");
    bool going_on = problem_restore(problem, swarms, sizeof *swarms);
    swarms->problem = problem; /* a pointer restored from a checkpoint would not be valid */
    if (!going_on)
        begin(swarms);
    swarm_out(swarms);
    bool good = problem_keep(problem, swarms, sizeof *swarms, error);
    free(swarms);
    return good;
}
