/* Logistic regression by Newton's method (McCullagh and Nelder, Generalized Linear Models, 1989,
 * chapter 4), the pool-adjacent-violators algorithm for monotone curves (Barlow and others,
 * Statistical Inference under Order Restrictions, 1972), and the bootstrap by clusters. */
#include "src/lab/evidence/evidence_estimate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "src/util/random.h"

enum { NEWTON_STEPS = 40, PARABOLA = 5 };
static const double unit = 400;      /* ratings are divided by this for the regression */
static const double bandwidth = 500; /* standard deviation, in Elo, of the Gaussian weights of the
                                        second fit */
static const double reach = 400;     /* how far beyond the people's ratings an estimate may go, in
                                        Elo */

/* The bootstrap */

static int by_value(const void *a, const void *b)
{
    double one = *(const double *)a, other = *(const double *)b;
    return one < other ? -1 : one > other;
}

static void find_interval(struct evidence_estimate *estimate)
{
    double sorted[EVIDENCE_REPLICATES];
    memcpy(sorted, estimate->replicates, sizeof sorted);
    qsort(sorted, EVIDENCE_REPLICATES, sizeof *sorted, by_value);
    estimate->low = sorted[EVIDENCE_REPLICATES * 25 / 1000];
    estimate->high = sorted[EVIDENCE_REPLICATES - 1 - EVIDENCE_REPLICATES * 25 / 1000];
}

/* Makes a bootstrap sample: picks a game at random, with the random numbers of *state, as many
 * times as there are games. Sets weights[i] to how often game i was picked. */
static void draw_games(double weights[], int games, uint64_t *state)
{
    memset(weights, 0, (size_t)games * sizeof *weights);
    for (int i = 0; i < games; i++)
        weights[(int)(random_fraction(state) * games)] += 1;
}

static void weigh_alike(double weights[], int games)
{
    for (int i = 0; i < games; i++)
        weights[i] = 1;
}

/* Weights under which the sample's mean loss equals that of all games */

/* Sums over those positions of a band for which `seen`, the loss according to the file's
 * evaluations, is known. */
struct moments {
    double weight, sum, squares;
};

/* Computes the weights of the positions: the weight of the game times 1 + slope * (seen - mean),
 * where `mean` is the weighted mean of `seen` in the band. The slope is chosen per band so that the
 * new weighted mean of `seen` becomes the band's target. No factor falls below 0.1, so the target
 * may be missed by a little. */
static void balance(const struct evidence_loss losses[], int count, const double games[],
                    const double targets[], double weights[])
{
    static const double least = 0.1;
    struct moments bands[EVIDENCE_BANDS_MAX] = {{0}};
    for (int i = 0; i < count; i++) {
        struct moments *band = &bands[losses[i].band];
        if (losses[i].seen < 0)
            continue;
        band->weight += games[losses[i].game];
        band->sum += games[losses[i].game] * losses[i].seen;
        band->squares += games[losses[i].game] * losses[i].seen * losses[i].seen;
    }
    for (int i = 0; i < count; i++) {
        const struct moments *band = &bands[losses[i].band];
        double mean = band->sum / band->weight;
        double variance = band->squares / band->weight - mean * mean;
        bool known = targets && targets[losses[i].band] >= 0 && losses[i].seen >= 0 &&
                     band->weight > 0 && variance > 0;
        weights[i] = games[losses[i].game];
        if (known)
            weights[i] *= fmax(least, 1 + (targets[losses[i].band] - mean) / variance *
                                              (losses[i].seen - mean));
    }
}

/* The rating at which the level's losses equal the people's */

struct span {
    double low, high; /* lowest and highest of the people's ratings */
};

static double clamp(double value, double low, double high)
{
    return value < low ? low : value > high ? high : value;
}

/* The weight of a position in a fit near `centre`. If `centre` is INFINITY, all weights are 1. */
static double nearness(double rating, double centre)
{
    double off = isinf(centre) ? 0 : (rating - centre) / bandwidth;
    return exp(-off * off / 2);
}

struct line_fit {
    double at, slope; /* log(level's loss / people's loss) = at + slope * x, with x = (rating -
                         middle) / unit */
};

/* One step of Newton's method for a fit near `centre` (see nearness). Changes *line and returns the
 * size of the step; NAN if the data do not determine it. */
static double step(const struct evidence_loss losses[], int count, const double weights[],
                   double middle, double centre, struct line_fit *line)
{
    double gradient[2] = {0}, hessian[3] = {0};
    for (int i = 0; i < count; i++) {
        double x = (losses[i].rating - middle) / unit;
        double weight = weights[i] * nearness(losses[i].rating, centre);
        double sum = losses[i].people + losses[i].level;
        double share = 1 / (1 + exp(-(line->at + line->slope * x)));
        double off = weight * (losses[i].level - share * sum);
        double curve = weight * sum * share * (1 - share);
        gradient[0] += off;
        gradient[1] += off * x;
        hessian[0] += curve;
        hessian[1] += curve * x;
        hessian[2] += curve * x * x;
    }
    double determinant = hessian[0] * hessian[2] - hessian[1] * hessian[1];
    if (!(determinant > 1e-9 * hessian[0] * hessian[2]))
        return NAN;
    double at = (hessian[2] * gradient[0] - hessian[1] * gradient[1]) / determinant;
    double slope = (hessian[0] * gradient[1] - hessian[1] * gradient[0]) / determinant;
    line->at += clamp(at, -2, 2);
    line->slope += clamp(slope, -2, 2);
    return fabs(at) + fabs(slope);
}

/* The rating at which people lose as much as the level does, according to a line fitted near
 * `centre` (see nearness). NAN if the line does not rise with the rating. */
static double crossing(const struct evidence_loss losses[], int count, const double weights[],
                       struct span span, double centre)
{
    struct line_fit line = {0};
    double middle = (span.low + span.high) / 2, size = 1;
    for (int i = 0; i < NEWTON_STEPS && size > 1e-9; i++)
        size = step(losses, count, weights, middle, centre, &line);
    if (isnan(size) || line.slope <= 1e-6)
        return NAN;
    return clamp(middle - unit * line.at / line.slope, span.low - reach, span.high + reach);
}

static double meet(const struct evidence_loss losses[], int count, const double weights[],
                   struct span span)
{
    double first = crossing(losses, count, weights, span, INFINITY);
    double second = isnan(first)
                        ? NAN
                        : crossing(losses, count, weights, span, clamp(first, span.low, span.high));
    return isnan(second) ? first : second;
}

/* The bootstrap: fills the replicates with estimates, each from games picked at random with
 * replacement. */
static void replicate(const struct evidence_loss losses[], int count, const double targets[],
                      struct span span, int games, double drawn[], double weights[], uint64_t state,
                      struct evidence_estimate *estimate)
{
    for (int i = 0; i < EVIDENCE_REPLICATES; i++) {
        draw_games(drawn, games, &state);
        balance(losses, count, drawn, targets, weights);
        double rating = meet(losses, count, weights, span);
        /* If the line of a resample does not rise, it has no crossing. Count such resamples
         * alternately as far above and as far below the people's ratings. */
        estimate->replicates[i] = !isnan(rating) ? rating
                                  : i & 1        ? span.high + reach
                                                 : span.low - reach;
    }
    find_interval(estimate);
}

bool evidence_meet(const struct evidence_loss losses[], int count, const double targets[],
                   uint64_t seed, struct evidence_estimate *estimate)
{
    int games = 1;
    struct span span = {INFINITY, -INFINITY};
    *estimate = (struct evidence_estimate){.place = EVIDENCE_UNKNOWN};
    for (int i = 0; i < count; i++) {
        games = losses[i].game >= games ? losses[i].game + 1 : games;
        span.low = fmin(span.low, losses[i].rating);
        span.high = fmax(span.high, losses[i].rating);
    }
    double *drawn = calloc((size_t)games, sizeof *drawn);
    double *weights = calloc((size_t)count + 1, sizeof *weights);
    bool good = drawn && weights;
    if (good) {
        weigh_alike(drawn, games);
        balance(losses, count, drawn, targets, weights);
        estimate->rating = meet(losses, count, weights, span);
    }
    if (good && count > 0 && !isnan(estimate->rating)) {
        estimate->place = estimate->rating < span.low    ? EVIDENCE_BELOW
                          : estimate->rating > span.high ? EVIDENCE_ABOVE
                                                         : EVIDENCE_WITHIN;
        replicate(losses, count, targets, span, games, drawn, weights, seed, estimate);
    }
    free(drawn);
    free(weights);
    return good;
}

/* The most likely rating */

/* The rating at the top of a least squares parabola through the points around sums[best], the
 * highest one; ratings[best] if the parabola opens upwards. */
static double top(const double ratings[], const double sums[], int grid, int best)
{
    double power[5] = {0}, moment[3] = {0};
    int first = best - PARABOLA / 2, last = best + PARABOLA / 2;
    first = first < 0 ? 0 : first;
    last = last > grid - 1 ? grid - 1 : last;
    double scale = ratings[last] - ratings[first];
    for (int i = first; i <= last; i++) {
        double x = (ratings[i] - ratings[best]) / scale, raised = 1;
        for (int j = 0; j < 5; j++, raised *= x) {
            power[j] += raised;
            if (j < 3)
                moment[j] += raised * (sums[i] - sums[best]);
        }
    }
    double d = power[0] * (power[2] * power[4] - power[3] * power[3]) -
               power[1] * (power[1] * power[4] - power[2] * power[3]) +
               power[2] * (power[1] * power[3] - power[2] * power[2]);
    double b = power[0] * (moment[1] * power[4] - power[3] * moment[2]) -
               moment[0] * (power[1] * power[4] - power[3] * power[2]) +
               power[2] * (power[1] * moment[2] - moment[1] * power[2]);
    double c = power[0] * (power[2] * moment[2] - moment[1] * power[3]) -
               power[1] * (power[1] * moment[2] - moment[1] * power[2]) +
               moment[0] * (power[1] * power[3] - power[2] * power[2]);
    if (!(fabs(d) > 0) || c / d >= 0)
        return ratings[best];
    return clamp(ratings[best] - scale * b / (2 * c), ratings[first], ratings[last]);
}

/* Returns the most likely rating. Sets *edge to -1 or 1 if the sum is highest at the low or the
 * high end of the grid, otherwise to 0. `sums` is scratch space. */
static double most_likely(const struct evidence_move moves[], int count, const double weights[],
                          const double ratings[], double sums[], int grid, int *edge)
{
    int best = 0;
    memset(sums, 0, (size_t)grid * sizeof *sums);
    for (int i = 0; i < count; i++)
        for (int j = 0; j < grid; j++)
            sums[j] += weights[moves[i].game] * moves[i].likelihood[j];
    for (int j = 1; j < grid; j++)
        if (sums[j] > sums[best])
            best = j;
    *edge = grid < 3 ? 0 : best == 0 ? -1 : best == grid - 1 ? 1 : 0;
    return grid < 3 ? ratings[best] : top(ratings, sums, grid, best);
}

bool evidence_guess(const struct evidence_move moves[], int count, const double ratings[], int grid,
                    uint64_t seed, struct evidence_estimate *estimate)
{
    int games = 1, edge, ignored;
    *estimate = (struct evidence_estimate){.place = EVIDENCE_UNKNOWN};
    if (count == 0 || grid == 0)
        return true;
    for (int i = 0; i < count; i++)
        games = moves[i].game >= games ? moves[i].game + 1 : games;
    double *weights = calloc((size_t)games, sizeof *weights);
    double *sums = calloc((size_t)grid, sizeof *sums);
    if (weights && sums) {
        weigh_alike(weights, games);
        estimate->rating = most_likely(moves, count, weights, ratings, sums, grid, &edge);
        estimate->place = edge < 0 ? EVIDENCE_BELOW : edge > 0 ? EVIDENCE_ABOVE : EVIDENCE_WITHIN;
        uint64_t state = seed;
        for (int i = 0; i < EVIDENCE_REPLICATES; i++) {
            draw_games(weights, games, &state);
            estimate->replicates[i] =
                most_likely(moves, count, weights, ratings, sums, grid, &ignored);
        }
        find_interval(estimate);
    }
    bool good = weights && sums;
    free(weights);
    free(sums);
    return good;
}

/* Makes the values ascend: neighbours that are out of order are both replaced by their mean. */
static void ascend(double values[], int count)
{
    double sums[EVIDENCE_REPLICATES];
    int sizes[EVIDENCE_REPLICATES], pools = 0, at = 0;
    for (int i = 0; i < count; i++) {
        sums[pools] = values[i];
        sizes[pools++] = 1;
        while (pools > 1 &&
               sums[pools - 2] / sizes[pools - 2] >= sums[pools - 1] / sizes[pools - 1]) {
            sums[pools - 2] += sums[pools - 1];
            sizes[pools - 2] += sizes[pools - 1];
            pools--;
        }
    }
    for (int i = 0; i < pools; i++)
        for (int j = 0; j < sizes[i]; j++)
            values[at++] = sums[i] / sizes[i];
}

/* Interpolates the rating at which `guesses`, which ascend with `ratings`, reach `value`. Beyond
 * both ends, extrapolates with slope 1 by at most `reach`. */
static double reverse(const double ratings[], const double guesses[], int count, double value)
{
    int below = 0;
    if (value <= guesses[0])
        return ratings[0] - fmin(guesses[0] - value, reach);
    if (value >= guesses[count - 1])
        return ratings[count - 1] + fmin(value - guesses[count - 1], reach);
    while (below + 2 < count && guesses[below + 1] < value)
        below++;
    double share = (value - guesses[below]) / (guesses[below + 1] - guesses[below]);
    return ratings[below] + share * (ratings[below + 1] - ratings[below]);
}

void evidence_translate(const struct evidence_estimate *guess, const double ratings[],
                        const struct evidence_estimate guesses[], int count,
                        struct evidence_estimate *estimate)
{
    double own[EVIDENCE_REPLICATES], values[EVIDENCE_REPLICATES];
    int known[EVIDENCE_REPLICATES], used = 0;
    *estimate = (struct evidence_estimate){.place = EVIDENCE_UNKNOWN};
    for (int i = 0; i < count && used < EVIDENCE_REPLICATES; i++)
        if (guesses[i].place == EVIDENCE_WITHIN) {
            known[used] = i;
            own[used++] = ratings[i];
        }
    if (used < 2 || guess->place == EVIDENCE_UNKNOWN)
        return;
    for (int i = 0; i < used; i++)
        values[i] = guesses[known[i]].rating;
    ascend(values, used);
    estimate->place = guess->rating < values[0]          ? EVIDENCE_BELOW
                      : guess->rating > values[used - 1] ? EVIDENCE_ABOVE
                                                         : EVIDENCE_WITHIN;
    estimate->rating = reverse(own, values, used, guess->rating);
    for (int i = 0; i < EVIDENCE_REPLICATES; i++) {
        for (int j = 0; j < used; j++)
            values[j] = guesses[known[j]].replicates[i];
        ascend(values, used);
        estimate->replicates[i] = reverse(own, values, used, guess->replicates[i]);
    }
    find_interval(estimate);
}

/* Results */

bool evidence_rate(const struct rated_games games[], int count, int players,
                   const struct rating_anchor anchors[], int anchor_count,
                   struct evidence_estimate estimates[], struct error *error)
{
    struct ratings ratings;
    for (int i = 0; i < players; i++)
        estimates[i] = (struct evidence_estimate){.place = EVIDENCE_UNKNOWN};
    if (anchor_count == 0)
        return true;
    if (!ratings_fit(&ratings, players, games, count, anchors, anchor_count, 0, error))
        return false;
    for (int i = 0; i < players; i++) {
        const struct rating *rating = &ratings.players[i];
        if (rating->standing != RATED || rating->wins + rating->draws + rating->losses == 0)
            continue;
        estimates[i].place = EVIDENCE_WITHIN;
        estimates[i].rating = rating->elo;
        estimates[i].low = rating->elo - rating->error;
        estimates[i].high = rating->elo + rating->error;
    }
    ratings_clear(&ratings);
    return true;
}

double evidence_spread(const struct evidence_estimate *const estimates[], int count)
{
    double low = INFINITY, high = -INFINITY;
    for (int i = 0; i < count; i++)
        if (estimates[i]->place != EVIDENCE_UNKNOWN) {
            low = fmin(low, estimates[i]->rating);
            high = fmax(high, estimates[i]->rating);
        }
    return high > low ? high - low : 0;
}
