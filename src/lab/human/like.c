/* A style is a set of offsets to the shipped weights. The offsets maximise the penalised
 * likelihood, which is concave. Newton's method finds them: there are few enough to solve for all
 * at once. */
#include "src/lab/human/like.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "src/lab/human/samples.h"
#include "src/lab/human/fit.h"

enum { N = CHOICE_FEATURES_MAX, STEPS = 8 };

struct newton {
    double hessian[N][N], gradient[N];
};

/* Adds a sample's part of the gradient (expected minus actual features) and of the Hessian (the
 * covariance of the features). */
static void add_sample(struct newton *newton, const struct samples *samples,
                       const struct sample *sample, const double chances[])
{
    double mean[N] = {0};
    for (int i = 0; i < sample->count; i++) {
        size_t option = sample->option + (size_t)i, end = samples->first[option + 1];
        for (size_t j = samples->first[option]; j < end; j++) {
            double part = chances[i] * (double)samples->values[j];
            int row = samples->features[j];
            mean[row] += part;
            if (i == sample->played)
                newton->gradient[row] -= (double)samples->values[j];
            for (size_t k = samples->first[option]; k <= j; k++)
                newton->hessian[row][samples->features[k]] += part * (double)samples->values[k];
        }
    }
    for (int i = 0; i < N; i++) {
        newton->gradient[i] += mean[i];
        for (int j = 0; mean[i] != 0 && j <= i; j++)
            newton->hessian[i][j] -= mean[i] * mean[j];
    }
}

/* Replaces the gradient with the Newton step. Solves for it by Cholesky decomposition of the
 * Hessian's lower half; the penalty makes the Hessian positive definite. */
static void solve(struct newton *newton)
{
    double(*h)[N] = newton->hessian, *g = newton->gradient;
    for (int i = 0; i < N; i++)
        for (int j = 0; j <= i; j++) {
            for (int k = 0; k < j; k++)
                h[i][j] -= h[i][k] * h[j][k];
            h[i][j] = i == j ? sqrt(fmax(h[i][i], 1e-12)) : h[i][j] / h[j][j];
        }
    for (int i = 0; i < N; i++) {
        for (int k = 0; k < i; k++)
            g[i] -= h[i][k] * g[k];
        g[i] /= h[i][i];
    }
    for (int i = N - 1; i >= 0; i--) {
        for (int k = i + 1; k < N; k++)
            g[i] -= h[k][i] * g[k];
        g[i] /= h[i][i];
    }
}

static bool fit_offsets(const struct samples *samples, double l2_penalty,
                        struct choice_style *style)
{
    struct newton *newton = malloc(sizeof *newton);
    double chances[CHESS_MOVES_MAX];
    struct choice_model model;
    for (int step = 0; newton && step < STEPS; step++) {
        memset(newton, 0, sizeof *newton);
        choice_style_apply(style, &model);
        for (size_t i = 0; i < samples->count; i++)
            if (!samples->samples[i].held_out) {
                (void)human_chances(samples, &samples->samples[i], &model, chances);
                add_sample(newton, samples, &samples->samples[i], chances);
            }
        for (int i = 0; i < N; i++) {
            newton->gradient[i] += l2_penalty * (double)style->offsets[i];
            newton->hessian[i][i] += l2_penalty;
        }
        solve(newton);
        for (int i = 0; i < N; i++)
            style->offsets[i] -= (float)newton->gradient[i];
    }
    free(newton);
    return newton != NULL;
}

/* Openings */

static int by_key(const void *a, const void *b)
{
    const struct style_move *one = a, *other = b;
    if (one->key != other->key)
        return one->key < other->key ? -1 : 1;
    return one->move - other->move;
}

static bool count_openings(const struct human_set *set, struct choice_style *style)
{
    size_t count = 0;
    style->openings = malloc((set->count + 1) * sizeof *style->openings);
    if (!style->openings)
        return false;
    for (size_t i = 0; i < set->count; i++) {
        const struct human_choice *choice = &set->choices[i];
        const struct human_option *options = set->options + set->first[i];
        struct position previous, position;
        struct context context;
        struct candidate candidates[CHESS_MOVES_MAX];
        if (!(choice->flags & HUMAN_HELD_OUT) &&
            human_choice_unpack(choice, options, &previous, &position, &context, candidates) &&
            !position.chess960)
            style->openings[count++] = (struct style_move){
                .key = position.key, .move = options[choice->played].move, .games = 1};
    }
    qsort(style->openings, count, sizeof *style->openings, by_key);
    for (size_t i = 0; i < count; i++) {
        struct style_move *last = &style->openings[style->count ? style->count - 1 : 0];
        if (style->count > 0 && by_key(last, &style->openings[i]) == 0)
            last->games += last->games < UINT16_MAX;
        else
            style->openings[style->count++] = style->openings[i];
    }
    return true;
}

/* The measurement */

static void add_score(struct like_score *score, int played, int count,
                      double chances[2][CHESS_MOVES_MAX])
{
    bool right[2];
    for (int which = 0; which < 2; which++) {
        int first = 0;
        for (int i = 0; i < count; i++)
            first = chances[which][i] > chances[which][first] ? i : first;
        right[which] = first == played;
        score->matched[which] += right[which];
        score->likelihood[which] += log(fmax(chances[which][played], 1e-9));
    }
    score->choices++;
    score->gained += right[1] && !right[0];
    score->lost += right[0] && !right[1];
}

static void measure(const struct human_set *set, const struct samples *samples,
                    const struct choice_style *style, struct like_report *report)
{
    const struct choice_model *plain = choice_model_shipped();
    struct choice_model fitted;
    double chances[2][CHESS_MOVES_MAX];
    choice_style_apply(style, &fitted);
    for (size_t i = 0, at = 0; i < set->count; i++) {
        const struct human_choice *choice = &set->choices[i];
        struct position previous, position;
        struct context context;
        struct candidate candidates[CHESS_MOVES_MAX];
        if (!human_choice_unpack(choice, set->options + set->first[i], &previous, &position,
                                 &context, candidates))
            continue;
        const struct sample *sample = &samples->samples[at++];
        if (!sample->held_out) {
            report->training++;
            continue;
        }
        (void)human_chances(samples, sample, plain, chances[0]);
        (void)human_chances(samples, sample, &fitted, chances[1]);
        for (int which = 0; which < 2; which++)
            choice_recall(choice->rating, &position, candidates, choice->count, chances[which]);
        choice_style_recall(style, &position, candidates, choice->count, chances[1]);
        add_score(&report->all, choice->played, choice->count, chances);
        if (position.fullmove <= STYLE_MOVES)
            add_score(&report->opening, choice->played, choice->count, chances);
    }
    for (int which = 0; which < 2; which++) {
        report->all.likelihood[which] /= report->all.choices + 1e-9;
        report->opening.likelihood[which] /= report->opening.choices + 1e-9;
    }
}

bool like_fit(const struct human_set *set, const struct human_set *openings, double l2_penalty,
              struct choice_style *style, struct like_report *report)
{
    struct samples samples;
    *report = (struct like_report){.training = 0};
    if (!samples_make(&samples, set, choice_model_shipped()))
        return false;
    bool good = fit_offsets(&samples, l2_penalty, style) && count_openings(openings, style);
    if (good)
        measure(set, &samples, style, report);
    samples_clear(&samples);
    return good;
}

bool like_write(FILE *file, const struct choice_style *style, const char *origin)
{
    fprintf(file, "style = 1\nname = %s\nrating = %d\ngames = %d\norigin = %s\n", style->name,
            style->rating, style->games, origin);
    for (int i = 0; i < choice_feature_count(); i++)
        fprintf(file, "%s = %.4f\n", choice_feature_name(i), (double)style->offsets[i]);
    for (size_t i = 0; i < style->count; i++)
        fprintf(file, "opening = %016llx %d %d\n", (unsigned long long)style->openings[i].key,
                style->openings[i].move, style->openings[i].games);
    return !ferror(file);
}
