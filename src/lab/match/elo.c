/* Computes Elo from scores. The mean and variance of pairs of games give the error by the normal
 * approximation. The sequential test compares two most likely distributions, without that
 * approximation. */
#include "src/lab/match/elo.h"

#include <assert.h>
#include <math.h>

double elo_to_score(double elo)
{
    return 1 / (1 + exp(-elo * NATURAL_PER_ELO));
}

double elo_from_score(double score)
{
    if (score <= 0)
        return -INFINITY;
    if (score >= 1)
        return INFINITY;
    return log(score / (1 - score)) / NATURAL_PER_ELO;
}

/* Probabilities of outcomes. The outcomes have values that are spaced evenly from 0 to 1. */
struct distribution {
    int count;
    double chance[PAIR_OUTCOMES];
};

static double value_of(const struct distribution *distribution, int outcome)
{
    return (double)outcome / (distribution->count - 1);
}

static double mean_of(const struct distribution *distribution)
{
    double mean = 0;
    for (int i = 0; i < distribution->count; i++)
        mean += distribution->chance[i] * value_of(distribution, i);
    return mean;
}

static double variance_of(const struct distribution *distribution)
{
    double mean = mean_of(distribution), variance = 0;
    for (int i = 0; i < distribution->count; i++) {
        double off = value_of(distribution, i) - mean;
        variance += distribution->chance[i] * off * off;
    }
    return variance;
}

/* Fills the distribution from the counts, with counts of 0 replaced by `least`. Returns the sum of
 * the counts used. */
static double observe(struct distribution *distribution, const int64_t counts[], int count,
                      double least)
{
    double sum = 0;
    distribution->count = count;
    for (int i = 0; i < count; i++)
        sum += counts[i] > 0 ? (double)counts[i] : least;
    for (int i = 0; i < count; i++)
        distribution->chance[i] = sum > 0 ? (counts[i] > 0 ? (double)counts[i] : least) / sum : 0;
    return sum;
}

struct elo_estimate elo_estimate(const struct match_tally *tally)
{
    const int64_t games[] = {tally->losses, tally->draws, tally->wins};
    struct distribution seen;
    double units = observe(&seen, tally->pairs, PAIR_OUTCOMES, 0), games_per_unit = 2;
    if (units == 0) {
        units = observe(&seen, games, 3, 0);
        games_per_unit = 1;
    }
    if (units == 0)
        return (struct elo_estimate){.score = 0.5, .low = -INFINITY, .high = INFINITY,
                                     .error = INFINITY, .los = 0.5};
    double mean = mean_of(&seen), deviation = sqrt(variance_of(&seen)), off = mean - 0.5;
    double error = deviation / sqrt(units);
    struct elo_estimate estimate = {.score = mean, .elo = elo_from_score(mean)};
    if (deviation == 0) { /* all pairs or games ended alike, so the variance says nothing about the
                             error */
        estimate.low = off > 0 ? 0 : -INFINITY;
        estimate.high = off < 0 ? 0 : INFINITY;
        if (off == 0) {
            estimate.low = -INFINITY;
            estimate.high = INFINITY;
        }
        if (isinf(estimate.elo)) { /* all won or all lost: the bound is the Elo difference at which
                                      this result would have a probability of 1 in 40 */
            double bound = elo_from_score(pow(0.025, 1 / (units * games_per_unit)));
            *(off > 0 ? &estimate.low : &estimate.high) = off > 0 ? bound : -bound;
        }
        estimate.error = INFINITY;
        estimate.normalised = off > 0 ? INFINITY : off < 0 ? -INFINITY : 0;
        double doubt = pow(0.5, units + 1); /* Laplace's rule of succession: a uniform prior over
                                               the scores */
        estimate.los = off > 0 ? 1 - doubt : off < 0 ? doubt : 0.5;
        return estimate;
    }
    estimate.low = elo_from_score(mean - NORMAL_95 * error);
    estimate.high = elo_from_score(mean + NORMAL_95 * error);
    estimate.error = (estimate.high - estimate.low) / 2;
    if (isinf(estimate.error) && mean > 0 && mean < 1) /* the error is then computed from the slope
                                                          of the Elo curve */
        estimate.error = NORMAL_95 * error / (mean * (1 - mean)) / NATURAL_PER_ELO;
    estimate.los = erfc(-off / error / sqrt(2)) / 2;
    /* The standard deviation of a pair's mean is smaller than a game's by a factor of sqrt(2). */
    estimate.normalised = off / (deviation * sqrt(games_per_unit)) * 2 / NATURAL_PER_ELO;
    return estimate;
}

/* Finds the most likely distribution given the observed one, under the condition that the mean of
 * values[] is 0. Its chances are observed chance / (1 + x * value), with the x that satisfies the
 * condition. The sum of value * chance falls as x grows, so bisection finds x. */
static void most_likely(const struct distribution *seen, const double values[],
                        struct distribution *likely)
{
    assert(seen->count > 0);
    double least = values[0], most = values[0];
    for (int i = 1; i < seen->count; i++) {
        least = values[i] < least ? values[i] : least;
        most = values[i] > most ? values[i] : most;
    }
    double low = -1 / most, high = -1 / least; /* every chance is positive as long as x lies between
                                                  these bounds */
    for (int step = 0; step < 100; step++) {
        double x = (low + high) / 2, sum = 0;
        for (int i = 0; i < seen->count; i++)
            sum += seen->chance[i] * values[i] / (1 + x * values[i]);
        if (sum > 0)
            low = x;
        else
            high = x;
    }
    likely->count = seen->count;
    for (int i = 0; i < seen->count; i++)
        likely->chance[i] = seen->chance[i] / (1 + (low + high) / 2 * values[i]);
}

static void likely_with_mean(const struct distribution *seen, double mean,
                             struct distribution *likely)
{
    double values[PAIR_OUTCOMES];
    for (int i = 0; i < seen->count; i++)
        values[i] = value_of(seen, i) - mean;
    most_likely(seen, values, likely);
}

/* Finds the most likely distribution under the condition (mean - 1/2) / deviation = ratio. The
 * condition is linearised around the last solution, and this is repeated until the solution is
 * stable. */
static void likely_with_ratio(const struct distribution *seen, double ratio,
                              struct distribution *likely)
{
    likely->count = seen->count;
    for (int i = 0; i < seen->count; i++)
        likely->chance[i] = 1.0 / seen->count;
    for (int step = 0; step < 20; step++) {
        double mean = mean_of(likely), deviation = sqrt(variance_of(likely));
        double values[PAIR_OUTCOMES];
        for (int i = 0; i < seen->count; i++) {
            double off = (value_of(seen, i) - mean) / deviation;
            values[i] = value_of(seen, i) - 0.5 - ratio * deviation * (1 + off * off) / 2;
        }
        struct distribution before = *likely;
        most_likely(seen, values, likely);
        double moved = 0;
        for (int i = 0; i < seen->count; i++)
            moved = fmax(moved, fabs(likely->chance[i] - before.chance[i]));
        if (moved < 1e-12)
            break;
    }
}

static void likely_under(const struct sprt *sprt, double elo, const struct distribution *seen,
                         struct distribution *likely)
{
    if (sprt->normalised)
        likely_with_ratio(seen, elo * NATURAL_PER_ELO / 2 * sqrt(2), likely);
    else
        likely_with_mean(seen, elo_to_score(elo), likely);
}

double sprt_llr(const struct sprt *sprt, const int64_t pairs[PAIR_OUTCOMES])
{
    struct distribution seen, likely0, likely1;
    if (observe(&seen, pairs, PAIR_OUTCOMES, 0) == 0)
        return 0;
    double count = observe(&seen, pairs, PAIR_OUTCOMES, 1e-3), ratio = 0;
    likely_under(sprt, sprt->elo0, &seen, &likely0);
    likely_under(sprt, sprt->elo1, &seen, &likely1);
    for (int i = 0; i < PAIR_OUTCOMES; i++)
        ratio += seen.chance[i] * log(likely1.chance[i] / likely0.chance[i]);
    return count * ratio;
}

double sprt_lower(const struct sprt *sprt)
{
    return log(sprt->beta / (1 - sprt->alpha));
}

double sprt_upper(const struct sprt *sprt)
{
    return log((1 - sprt->beta) / sprt->alpha);
}

enum sprt_verdict sprt_judge(const struct sprt *sprt, const int64_t pairs[PAIR_OUTCOMES])
{
    double llr = sprt_llr(sprt, pairs);
    return llr <= sprt_lower(sprt) ? SPRT_ELO0 : llr >= sprt_upper(sprt) ? SPRT_ELO1 : SPRT_GOES_ON;
}
