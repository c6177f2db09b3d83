/* The size of each bend is chosen from a short list, one bend after another, because every attempt
 * factorises the matrix of all measured settings. */
#include "src/lab/calibrate/calibrate_curve.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "src/lab/match/cholesky.h"
#include "src/lab/match/elo.h"

/* Prior standard deviations; the length scales of the bends; and the setting from which the slope
 * is measured. (All are explained in calibrate_curve.h.) */
static const double unknown_constant = 1000, unknown_slope = 0.35, unknown_share = 0.4;
static const double reach[BENDS] = {[BEND_WIDE] = 400, [BEND_NARROW] = 60, [BEND_LEVEL] = 200};
static const double middle = 1600;

/* Candidate sizes of the bends. The bends along the settings always have a size above 0, because
 * every method's strength rises somewhat unevenly with the setting. */
enum { CHOICES = 6 };
static const double choices[BENDS][CHOICES] = {[BEND_WIDE] = {10, 20, 40, 80, 160, 320},
                                               [BEND_NARROW] = {5, 10, 15, 20, 30, 40},
                                               [BEND_LEVEL] = {0, 5, 10, 20, 40, 80}};

/* The matrices and vectors of one fit. */
struct curve_work {
    double *prior;    /* prior covariance */
    double *measured; /* covariance of the measurements */
    double *sum, *factor;
    double *excess; /* measured Elo minus the setting */
};

static double bend(const struct curve *curve, enum bend which, double apart)
{
    double share = apart / reach[which];
    return curve->bends[which] * curve->bends[which] * exp(-share * share / 2);
}

static double covariance(const struct curve *curve, struct curve_place a, struct curve_place b)
{
    return unknown_constant * unknown_constant +
           unknown_slope * unknown_slope * (a.setting - middle) * (b.setting - middle) +
           unknown_share * unknown_share * (a.level - a.setting) * (b.level - b.setting) +
           bend(curve, BEND_WIDE, a.setting - b.setting) +
           bend(curve, BEND_NARROW, a.setting - b.setting) +
           bend(curve, BEND_LEVEL, a.level - b.level);
}

/* Computes the weights of the Gaussian process from the measurements, for the present standard
 * deviations of the bends (the curve's smooth deviations, see calibrate_curve.h). Returns the log
 * marginal likelihood of the measurements, up to a constant. */
static double solve(struct curve *curve, const struct curve_work *work)
{
    int n = curve->count;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            work->prior[i * n + j] = covariance(curve, curve->places[i], curve->places[j]);
            work->sum[i * n + j] = work->prior[i * n + j] + work->measured[i * n + j];
        }
    cholesky_factorise(work->sum, work->factor, n);
    memcpy(curve->weights, work->excess, (size_t)n * sizeof *work->excess);
    cholesky_solve(work->factor, n, curve->weights);
    double likelihood = 0;
    for (int i = 0; i < n; i++)
        likelihood -= work->excess[i] * curve->weights[i] / 2 + log(work->factor[i * n + i]);
    return likelihood;
}

/* Finds the most likely size of one bend while the others stay as they are. *likelihood must be the
 * log likelihood of the measurements with the bends as they are, and is updated. Returns whether
 * the bend changed. */
static bool find_bend(struct curve *curve, const struct curve_work *work, enum bend which,
                      double *likelihood)
{
    double before = curve->bends[which], best = before;
    for (int i = 0; i < CHOICES; i++) {
        if (choices[which][i] == before)
            continue;
        curve->bends[which] = choices[which][i];
        double found = solve(curve, work);
        if (found > *likelihood) {
            *likelihood = found;
            best = curve->bends[which];
        }
    }
    curve->bends[which] = best;
    return best != before;
}

/* Optimises the bends in turn until none of them changes. The likelihood rises with every change,
 * so the loop ends. */
static void find_bends(struct curve *curve, const struct curve_work *work)
{
    for (int i = 0; i < BENDS; i++)
        curve->bends[i] = choices[i][CHOICES / 2];
    double likelihood = solve(curve, work);
    for (bool moved = true; moved;) {
        moved = false;
        for (int i = 0; i < BENDS; i++)
            moved |= find_bend(curve, work, (enum bend)i, &likelihood);
    }
}

/* Replaces the players' ratings and covariances with those of the curve. Their new covariances with
 * all other players are gain * the old ones, where gain = prior * (prior + measured)^-1. */
static bool smooth(const struct curve *curve, const struct curve_work *work, const int players[],
                   struct ratings *ratings)
{
    int n = curve->count, all = ratings->count;
    double *rows = calloc((size_t)n * (size_t)all, sizeof *rows);
    if (!rows)
        return false;
    for (int i = 0; i < n; i++) {
        double *gain = work->prior + i * n; /* row i of `prior`, which is also its column i, because
                                               the matrix is symmetric */
        cholesky_solve(work->factor, n, gain);
        for (int j = 0; j < all; j++)
            for (int k = 0; k < n; k++)
                rows[i * all + j] += gain[k] * ratings->covariance[players[k] * all + j];
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < all; j++)
            ratings->covariance[players[i] * all + j] = ratings->covariance[j * all + players[i]] =
                rows[i * all + j];
    for (int i = 0; i < n; i++) {
        struct rating *rating = &ratings->players[players[i]];
        rating->elo = curve_elo(curve, curve->places[i]);
        rating->error = NORMAL_95 * sqrt(fmax(0, rows[i * all + players[i]]));
    }
    free(rows);
    return true;
}

bool curve_fit(struct curve *curve, const struct curve_place places[], const int players[],
               int count, const struct curve *like, struct ratings *ratings)
{
    size_t n = (size_t)count;
    *curve = (struct curve){.count = count, .places = malloc((n + 1) * sizeof *curve->places),
                            .weights = malloc((n + 1) * sizeof *curve->weights)};
    double *numbers = malloc((4 * n * n + n + 1) * sizeof *numbers);
    bool good = curve->places && curve->weights && numbers;
    if (good && count > 0) {
        struct curve_work work = {.prior = numbers, .measured = numbers + n * n,
                                  .sum = numbers + 2 * n * n, .factor = numbers + 3 * n * n,
                                  .excess = numbers + 4 * n * n};
        memcpy(curve->places, places, n * sizeof *places);
        for (int i = 0; i < count; i++) {
            work.excess[i] = ratings->players[players[i]].elo - places[i].setting;
            for (int j = 0; j < count; j++)
                work.measured[i * count + j] =
                    ratings->covariance[players[i] * ratings->count + players[j]];
        }
        if (like)
            memcpy(curve->bends, like->bends, sizeof curve->bends);
        else
            find_bends(curve, &work);
        solve(curve, &work);
        good = smooth(curve, &work, players, ratings);
    }
    free(numbers);
    if (!good)
        curve_clear(curve);
    return good;
}

double curve_elo(const struct curve *curve, struct curve_place place)
{
    double elo = place.setting;
    for (int i = 0; i < curve->count; i++)
        elo += curve->weights[i] * covariance(curve, place, curve->places[i]);
    return elo;
}

void curve_clear(struct curve *curve)
{
    free(curve->places);
    free(curve->weights);
    *curve = (struct curve){0};
}
