/* Adam (Kingma and Ba, 2014): each step follows the gradient of a mini-batch, divided by its
 * running magnitude, so common and rare weights move at the same pace. After each epoch, the mean
 * of the weights over the epoch is measured on all training positions. If the cost has not fallen
 * enough, the step size is halved. The search has converged when the step is small compared with a
 * centipawn. */
#include "src/lab/tune/tune_problem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "src/lab/tune/tune_state.h"
#include "src/util/random.h"

enum { BATCH = 8 /* number of chunks (see tune_trace.h) in a mini-batch */ };

static const double first_step = 1.0; /* size of the first steps, in centipawns per update */
static const double last_step = 0.03;
static const double enough = 1e-6; /* an epoch must lower the cost by this fraction; otherwise the
                                      step is halved */
static const float fade = 0.9f, fade_square = 0.999f; /* decay rates, as recommended by the
                                                         authors */
static const float tiny = 1e-12f; /* avoids division by 0; it is so small because gradients are
                                     small: their unit is game results per centipawn */

/* Everything needed to continue a search. */
struct adam_state {
    struct pair weights[WEIGHT_COUNT];
    struct pair first[WEIGHT_COUNT], second[WEIGHT_COUNT]; /* running means of the gradient and of
                                                              its square */
    double fading, fading_square; /* powers of the decay rates, for the bias correction */
    double step, best;            /* best: the lowest cost after any epoch */
    uint64_t random;
    int epoch;
};

struct adam {
    struct tune_problem *problem;
    struct adam_state now;
    struct pair mean[WEIGHT_COUNT]; /* mean of the weights over this epoch */
    struct pair gradient[WEIGHT_COUNT];
    struct pair scratch[BATCH * WEIGHT_COUNT];
    int *order; /* permutation of the training chunks */
};

static float move(float gradient, float *first, float *second, const struct adam *adam)
{
    *first = fade * *first + (1 - fade) * gradient;
    *second = fade_square * *second + (1 - fade_square) * gradient * gradient;
    double mean = *first / (1 - adam->now.fading), square = *second / (1 - adam->now.fading_square);
    return (float)(adam->now.step * mean / (sqrt(square) + tiny));
}

/* Updates the weights with one batch: the `count` chunks from order[at] on. */
static void update(struct adam *adam, int at, int count)
{
    struct tune_problem *problem = adam->problem;
    int positions = 0;
    memset(adam->gradient, 0, sizeof adam->gradient);
    traces_gradient(&problem->traces, adam->order + at, count, adam->now.weights, problem->k,
                    adam->scratch, adam->gradient, problem->pool);
    for (int i = 0; i < count; i++)
        positions += problem->traces.chunks[adam->order[at + i]].count;
    problem->positions_passed += positions;
    if (positions == 0)
        return;
    float share = 1.0f / (float)positions;
    float pull = (float)(2 * problem->pull / 1e4 / problem->traces.training_positions);
    adam->now.fading *= fade;
    adam->now.fading_square *= fade_square;
    for (int i = 0; i < WEIGHT_COUNT; i++) {
        struct pair *weight = &adam->now.weights[i], *gradient = &adam->gradient[i];
        const struct pair *start = &problem->start[i], *may = &problem->free[i];
        float middlegame =
            gradient->middlegame * share + pull * (weight->middlegame - start->middlegame);
        float endgame = gradient->endgame * share + pull * (weight->endgame - start->endgame);
        weight->middlegame -= may->middlegame * move(middlegame, &adam->now.first[i].middlegame,
                                                     &adam->now.second[i].middlegame, adam);
        weight->endgame -= may->endgame * move(endgame, &adam->now.first[i].endgame,
                                               &adam->now.second[i].endgame, adam);
    }
    problem_confine(problem, adam->now.weights);
}

/* Puts the chunks into a random order that does not depend on their previous order. */
static void shuffle(struct adam *adam)
{
    int *order = adam->order, count = adam->problem->traces.training;
    for (int i = 0; i < count; i++)
        order[i] = i;
    random_shuffle(order, (size_t)count, sizeof *order, &adam->now.random);
}

/* One epoch over the training positions; returns false if the time ran out. */
static bool run_epoch(struct adam *adam)
{
    struct tune_problem *problem = adam->problem;
    int chunks = problem->traces.training, batches = 0;
    shuffle(adam);
    memset(adam->mean, 0, sizeof adam->mean);
    for (int at = 0; at < chunks; at += BATCH, batches++) {
        if (problem_is_over(problem))
            return false;
        update(adam, at, chunks - at < BATCH ? chunks - at : BATCH);
        for (int i = 0; i < WEIGHT_COUNT; i++) {
            adam->mean[i].middlegame += adam->now.weights[i].middlegame;
            adam->mean[i].endgame += adam->now.weights[i].endgame;
        }
    }
    for (int i = 0; i < WEIGHT_COUNT; i++) {
        adam->mean[i].middlegame /= (float)batches;
        adam->mean[i].endgame /= (float)batches;
    }
    return true;
}

static void descend(struct adam *adam)
{
    struct tune_problem *problem = adam->problem;
    const struct traces *traces = &problem->traces;
    struct adam_state *now = &adam->now;
    while (problem->iterations == 0 || now->epoch <= problem->iterations) {
        if (now->epoch == 0)
            memcpy(adam->mean, now->weights, sizeof adam->mean);
        else if (!run_epoch(adam))
            return;
        double error =
            traces_error(traces, 0, traces->training, adam->mean, problem->k, problem->pool);
        double cost = error + problem_price(problem, adam->mean);
        problem->positions_passed += traces->training_positions;
        if (!(cost < now->best * (1 - enough)))
            now->step /= 2;
        if (cost < now->best) {
            now->best = cost;
            memcpy(problem->best, adam->mean, sizeof problem->best);
        }
        bool wanted =
            problem_note(problem, now->epoch, adam->mean, error / traces->training_positions);
        now->epoch++;
        if (now->step < last_step)
            problem->report->converged = true;
        if (!wanted || now->step < last_step)
            return;
        state_checkpoint(problem, now, sizeof *now);
    }
}

static void begin(struct adam *adam)
{
    struct tune_problem *problem = adam->problem;
    struct adam_state *now = &adam->now;
    if (problem_restore(problem, now, sizeof *now))
        return;
    now->step = first_step;
    now->fading = now->fading_square = 1;
    now->best = INFINITY;
    now->random = problem->seed;
    memcpy(now->weights, problem->start, sizeof now->weights);
}

bool tune_adam(struct tune_problem *problem, struct error *error)
{
    struct adam *adam = calloc(1, sizeof *adam);
    if (adam)
        adam->order = calloc((size_t)problem->traces.training + 1, sizeof *adam->order);
    if (!adam || !adam->order) {
        free(adam);
        return error_set(error, "out of memory");
    }
    adam->problem = problem;
    begin(adam);
    descend(adam);
    bool good = problem_keep(problem, &adam->now, sizeof adam->now, error);
    free(adam->order);
    free(adam);
    return good;
}
