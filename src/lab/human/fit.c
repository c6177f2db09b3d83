/* Maximum likelihood by L-BFGS (Nocedal, "Updating quasi-Newton matrices with limited storage",
 * Mathematics of Computation 35, 1980). The likelihood of a conditional logit model is concave, so
 * it has a single maximum, and a method that uses the full gradient converges in a few dozen
 * passes. */
#include "src/lab/human/fit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "src/util/text.h"

enum {
    PARAMETERS = CHOICE_FEATURES_MAX * CHOICE_KNOTS,
    MEMORY = 12, /* number of steps that L-BFGS remembers */
    PASSES_MAX = 1000,
    SHORTENINGS = 12,
};

/* The likelihood of the moves played, and its gradient */

struct tally {
    double likelihood; /* sum over the choices of the log probability of the move played */
    int count;
};

struct problem {
    const struct samples *samples;
    const struct human_fit_options *options;
    int training;
    struct tally trained, held_out; /* results of the last evaluation */
};

static void mix_weights(const double *parameters, const float knots[CHOICE_KNOTS],
                        float weights[CHOICE_FEATURES_MAX])
{
    for (int i = 0; i < CHOICE_FEATURES_MAX; i++) {
        double sum = 0;
        for (int k = 0; k < CHOICE_KNOTS; k++)
            sum += (double)knots[k] * parameters[i * CHOICE_KNOTS + k];
        weights[i] = (float)sum;
    }
}

/* Turns the scores in `chances` into probabilities (softmax). Returns the log probability of the
 * move played, or 0 if there are no moves. */
static double softmax(double chances[], int count, int played)
{
    double most = -INFINITY, sum = 0;
    if (count == 0)
        return 0;
    for (int i = 0; i < count; i++)
        most = chances[i] > most ? chances[i] : most;
    double logit = chances[played] - most;
    for (int i = 0; i < count; i++)
        sum += chances[i] = exp(chances[i] - most);
    for (int i = 0; i < count; i++)
        chances[i] /= sum;
    return logit - log(sum);
}

/* Computes the probabilities of a sample's moves. Returns the log probability of the move
 * played. */
static double chances_of(const struct samples *samples, const struct sample *sample,
                         const double *parameters, double chances[CHESS_MOVES_MAX])
{
    float weights[CHOICE_FEATURES_MAX];
    mix_weights(parameters, sample->knots, weights);
    for (int i = 0; i < sample->count; i++) {
        size_t option = sample->option + (size_t)i;
        float value = 0;
        for (size_t j = samples->first[option]; j < samples->first[option + 1]; j++)
            value += weights[samples->features[j]] * samples->values[j];
        chances[i] = (double)value;
    }
    return softmax(chances, sample->count, sample->played);
}

/* Adds the gradient of the loss: for each feature, its expected value under the model minus its
 * target value. The target gives the move played the probability 1, mixed with the networks'
 * policy; `distil` is the share of the policy. Returns the loss. */
static double add_gradient(const struct samples *samples, const struct sample *sample,
                           double distil, const double *chances, double *gradient)
{
    float expected[CHOICE_FEATURES_MAX] = {0};
    double loss = 0;
    for (int i = 0; i < sample->count; i++) {
        size_t option = sample->option + (size_t)i;
        double target =
            (1 - distil) * (i == sample->played) + distil * (double)samples->maia[option];
        float excess = (float)(chances[i] - target);
        loss -= target > 0 ? target * log(chances[i] > 1e-12 ? chances[i] : 1e-12) : 0;
        for (size_t j = samples->first[option]; j < samples->first[option + 1]; j++)
            expected[samples->features[j]] += excess * samples->values[j];
    }
    for (int i = 0; i < CHOICE_FEATURES_MAX; i++)
        for (int k = 0; expected[i] != 0 && k < CHOICE_KNOTS; k++)
            gradient[i * CHOICE_KNOTS + k] += (double)(expected[i] * sample->knots[k]);
    return loss;
}

/* Returns the L2 penalty and adds its gradient to `gradient`. The penalty is weak on the weights
 * themselves and stronger on the second differences between neighbouring knots. So at the ends of
 * the rating scale, where there are few players, the weights continue the straight line from the
 * middle. */
static double add_l2_penalty(const double *parameters, double l2_penalty, double *gradient)
{
    const double to_zero = 1.0, to_line = 20.0;
    double loss = 0;
    for (int i = 0; i < CHOICE_FEATURES_MAX; i++) {
        const double *weights = parameters + i * CHOICE_KNOTS;
        double *slopes = gradient + i * CHOICE_KNOTS;
        for (int k = 0; k < CHOICE_KNOTS; k++) {
            loss += 0.5 * l2_penalty * to_zero * weights[k] * weights[k];
            slopes[k] += l2_penalty * to_zero * weights[k];
        }
        for (int k = 1; k + 1 < CHOICE_KNOTS; k++) {
            double bend = weights[k - 1] - 2 * weights[k] + weights[k + 1];
            loss += 0.5 * l2_penalty * to_line * bend * bend;
            slopes[k - 1] += l2_penalty * to_line * bend;
            slopes[k] -= 2 * l2_penalty * to_line * bend;
            slopes[k + 1] += l2_penalty * to_line * bend;
        }
    }
    return loss;
}

/* Computes the mean loss of the training choices, with the penalty, and its gradient. */
static double evaluate(struct problem *problem, const double *parameters, double *gradient)
{
    double loss = 0, chances[CHESS_MOVES_MAX];
    memset(gradient, 0, PARAMETERS * sizeof *gradient);
    problem->trained = problem->held_out = (struct tally){.count = 0};
    for (size_t i = 0; i < problem->samples->count; i++) {
        const struct sample *sample = &problem->samples->samples[i];
        double likelihood = chances_of(problem->samples, sample, parameters, chances);
        struct tally *tally = sample->held_out ? &problem->held_out : &problem->trained;
        tally->likelihood += likelihood;
        tally->count++;
        if (!sample->held_out)
            loss +=
                add_gradient(problem->samples, sample,
                             sample->has_maia ? problem->options->distil : 0, chances, gradient);
    }
    loss += add_l2_penalty(parameters, problem->options->l2_penalty, gradient);
    for (int i = 0; i < PARAMETERS; i++)
        gradient[i] /= problem->training;
    return loss / problem->training;
}

/* The optimiser */

struct step {
    double moved[PARAMETERS], turned[PARAMETERS]; /* how much a step changed the parameters, and how
                                                     much the gradient */
    double curvature;
};

struct search {
    double parameters[PARAMETERS], gradient[PARAMETERS], direction[PARAMETERS];
    double next[PARAMETERS], next_gradient[PARAMETERS];
    struct step steps[MEMORY];
    int count; /* number of steps made so far */
};

static double product(const double *a, const double *b)
{
    double sum = 0;
    for (int i = 0; i < PARAMETERS; i++)
        sum += a[i] * b[i];
    return sum;
}

static void add_times(double *to, double factor, const double *what)
{
    for (int i = 0; i < PARAMETERS; i++)
        to[i] += factor * what[i];
}

/* Sets the search direction by the two-loop recursion of L-BFGS. */
static void set_direction(struct search *search)
{
    double shares[MEMORY] = {0};
    int oldest = search->count > MEMORY ? search->count - MEMORY : 0;
    for (int i = 0; i < PARAMETERS; i++)
        search->direction[i] = -search->gradient[i];
    for (int i = search->count - 1; i >= oldest; i--) {
        const struct step *step = &search->steps[i % MEMORY];
        shares[i % MEMORY] = product(step->moved, search->direction) / step->curvature;
        add_times(search->direction, -shares[i % MEMORY], step->turned);
    }
    if (search->count > 0) {
        const struct step *newest = &search->steps[(search->count - 1) % MEMORY];
        double scale = newest->curvature / product(newest->turned, newest->turned);
        for (int i = 0; i < PARAMETERS; i++)
            search->direction[i] *= scale;
    }
    for (int i = oldest; i < search->count; i++) {
        const struct step *step = &search->steps[i % MEMORY];
        double share = product(step->turned, search->direction) / step->curvature;
        add_times(search->direction, shares[i % MEMORY] - share, step->moved);
    }
}

static void remember(struct search *search)
{
    struct step *step = &search->steps[search->count % MEMORY];
    for (int i = 0; i < PARAMETERS; i++) {
        step->moved[i] = search->next[i] - search->parameters[i];
        step->turned[i] = search->next_gradient[i] - search->gradient[i];
    }
    step->curvature = product(step->moved, step->turned);
    if (step->curvature > 1e-14)
        search->count++;
    memcpy(search->parameters, search->next, sizeof search->parameters);
    memcpy(search->gradient, search->next_gradient, sizeof search->gradient);
}

/* Moves the parameters along the search direction by a step that lowers the loss enough. Returns
 * false if no further progress is possible. */
static bool advance(struct search *search, struct problem *problem, double *loss)
{
    double slope = product(search->direction, search->gradient);
    double length = search->count > 0 ? 1 : 1 / sqrt(product(search->gradient, search->gradient));
    for (int i = 0; i < SHORTENINGS && slope < 0; i++, length /= 2) {
        memcpy(search->next, search->parameters, sizeof search->next);
        add_times(search->next, length, search->direction);
        double found = evaluate(problem, search->next, search->next_gradient);
        if (found <= *loss + 1e-4 * length * slope) {
            bool on = *loss - found > 2e-6;
            *loss = found;
            remember(search);
            return on;
        }
    }
    return false;
}

static bool tell(const struct problem *problem, int pass, int64_t began)
{
    const struct human_fit_options *options = problem->options;
    struct human_fit_progress progress = {
        .pass = pass,
        .training = problem->trained.likelihood / (problem->trained.count + 1e-9),
        .held_out = problem->held_out.likelihood / (problem->held_out.count + 1e-9),
        .elapsed = text_now() - began};
    return text_now() - began < options->budget &&
           (!options->watch || options->watch(options->context, &progress));
}

/* The report */

static void add_maia(struct human_band *band, const struct samples *samples,
                     const struct sample *sample, bool own)
{
    const float *maia = samples->maia + sample->option;
    int first = 0;
    for (int i = 0; i < sample->count; i++)
        first = maia[i] > maia[first] ? i : first;
    double chance = (double)maia[sample->played];
    band->with_maia++;
    band->maia_likelihood += log(chance > 1e-5 ? chance : 1e-5);
    band->maia_expected += chance;
    band->maia_matched += first == sample->played;
    band->own_matched += own;
}

double human_chances(const struct samples *samples, const struct sample *sample,
                     const struct choice_model *model, double chances[CHESS_MOVES_MAX])
{
    double parameters[PARAMETERS];
    for (int i = 0; i < PARAMETERS; i++)
        parameters[i] = (double)model->weights[i / CHOICE_KNOTS][i % CHOICE_KNOTS];
    return chances_of(samples, sample, parameters, chances);
}

static void judge(const struct samples *samples, const struct choice_model *model,
                  struct human_fit_report *report)
{
    double chances[CHESS_MOVES_MAX], likelihoods[2] = {0};
    for (size_t i = 0; i < samples->count; i++) {
        const struct sample *sample = &samples->samples[i];
        double likelihood = human_chances(samples, sample, model, chances);
        likelihoods[sample->held_out] += likelihood;
        if (!sample->held_out)
            continue;
        int index = (sample->rating - HUMAN_BANDS_FROM) / HUMAN_BAND_WIDTH, first = 0;
        index = sample->rating < HUMAN_BANDS_FROM ? 0
                : index >= HUMAN_BANDS            ? HUMAN_BANDS - 1
                                                  : index;
        struct human_band *band = &report->bands[index];
        band->likelihood += likelihood;
        for (int j = 0; j < sample->count; j++)
            first = chances[j] > chances[first] ? j : first;
        band->choices++;
        band->expected += chances[sample->played];
        band->matched += first == sample->played;
        band->best_matched += sample->best == sample->played;
        if (sample->has_maia)
            add_maia(band, samples, sample, first == sample->played);
    }
    report->training_likelihood = likelihoods[0] / (report->training + 1e-9);
    report->held_out_likelihood = likelihoods[1] / (report->held_out + 1e-9);
    for (int i = 0; i < HUMAN_BANDS; i++) {
        struct human_band *band = &report->bands[i];
        double count = band->choices ? band->choices : 1;
        double asked = band->with_maia ? band->with_maia : 1;
        band->likelihood /= count;
        band->matched /= count;
        band->expected /= count;
        band->best_matched /= count;
        band->maia_likelihood /= asked;
        band->maia_matched /= asked;
        band->maia_expected /= asked;
        band->own_matched /= asked;
    }
}

static void run(struct search *search, struct problem *problem, struct human_fit_report *report)
{
    int64_t began = text_now();
    double loss = evaluate(problem, search->parameters, search->gradient);
    for (int pass = 0; pass < PASSES_MAX && tell(problem, pass, began); pass++) {
        set_direction(search);
        if (!advance(search, problem, &loss))
            break;
    }
    (void)evaluate(problem, search->parameters, search->gradient);
    report->training = problem->trained.count;
    report->held_out = problem->held_out.count;
}

/* Fits the weights of the features, including the habit feature, for a fixed network. Returns false
 * when out of memory. */
static bool fit_weights(const struct samples *samples, const struct human_fit_options *options,
                        struct choice_model *model, struct human_fit_report *report)
{
    struct search *search = calloc(1, sizeof *search);
    struct problem problem = {.samples = samples, .options = options};
    if (!search)
        return false;
    for (size_t i = 0; i < samples->count; i++)
        problem.training += !samples->samples[i].held_out;
    problem.training += problem.training == 0;
    for (int i = 0; i < PARAMETERS; i++)
        search->parameters[i] = (double)model->weights[i / CHOICE_KNOTS][i % CHOICE_KNOTS];
    run(search, &problem, report);
    for (int i = 0; i < PARAMETERS; i++)
        model->weights[i / CHOICE_KNOTS][i % CHOICE_KNOTS] = (float)search->parameters[i];
    free(search);
    return true;
}

bool human_fit(const struct human_set *set, const struct human_fit_options *options,
               struct choice_model *model, struct human_fit_report *report)
{
    struct samples samples;
    *report = (struct human_fit_report){.training = 0};
    bool good = samples_make(&samples, set, model) && fit_weights(&samples, options, model, report);
    if (good) {
        report->damaged = samples.damaged;
        judge(&samples, model, report);
    }
    samples_clear(&samples);
    return good;
}
