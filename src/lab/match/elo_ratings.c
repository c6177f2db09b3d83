/* Newton's method on the likelihood of Bradley and Terry, which has one maximum where the games
 * connect the players both ways. Unknowns are the ratings that no anchor fixes and the colour
 * advantage, in natural units (ln 10 / 400 an Elo). */
#include "src/lab/match/elo_ratings.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "src/lab/match/cholesky.h"
#include "src/lab/match/elo.h"

/* What the colour advantage is held at 0 by: too weak to matter, unless the games cannot tell it
 * even to one natural unit (174 Elo) of standard deviation. Where nobody changed colours, or all
 * that somebody lost went with one colour, it would run off and take ratings along; then it is
 * taken to be within some 35 Elo of nothing. */
static const double hold_weakly = 1e-6, hold_firmly = 25;

enum { ROUNDS_MAX = 200, FIXED = -1 };

struct fit {
    int players, count;
    struct rated_games *games; /* of two who are rated */
    int *unknown;      /* by player: its place among the unknowns, or FIXED */
    bool *rated;       /* by player */
    int unknowns;      /* the last is the colour advantage */
    double *values;    /* by player, and the advantage at [players] */
    double *start;     /* the same, to begin with */
    double hold;       /* the advantage's */
    double *gradient, *step; /* by unknown */
    double *information, *spread, *factor; /* unknowns squared */
};

/* ---- who can be rated ---- */

/* reach[i * n + j]: i took something from j, or from one who did. */
static void close_paths(bool *reach, int n)
{
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++)
            if (reach[i * n + k])
                for (int j = 0; j < n; j++)
                    reach[i * n + j] |= reach[k * n + j];
}

static bool both_ways(const bool *reach, int n, int a, int b)
{
    return a == b || (reach[a * n + b] && reach[b * n + a]);
}

/* One of the pool: an anchor, else one of the largest group that is connected both ways. */
static int heart_of(const bool *reach, int n, const struct rating_anchor anchors[], int count)
{
    if (count > 0)
        return anchors[0].player;
    int best = 0, most = 0;
    for (int i = 0; i < n; i++) {
        int size = 0;
        for (int j = 0; j < n; j++)
            size += both_ways(reach, n, i, j);
        if (size > most) {
            most = size;
            best = i;
        }
    }
    return best;
}

static bool find_standings(struct ratings *ratings, const struct rated_games games[], int count,
                           const struct rating_anchor anchors[], int anchor_count)
{
    int n = ratings->count;
    bool *reach = calloc((size_t)n * (size_t)n, sizeof *reach);
    if (!reach)
        return false;
    for (int i = 0; i < count; i++) {
        reach[games[i].white * n + games[i].black] |= games[i].wins + games[i].draws > 0;
        reach[games[i].black * n + games[i].white] |= games[i].losses + games[i].draws > 0;
    }
    for (int i = 1; i < anchor_count; i++) /* anchors are at known distances */
        reach[anchors[0].player * n + anchors[i].player] =
            reach[anchors[i].player * n + anchors[0].player] = true;
    close_paths(reach, n);
    int heart = heart_of(reach, n, anchors, anchor_count);
    for (int i = 0; i < n; i++)
        ratings->players[i].standing = both_ways(reach, n, i, heart) ? RATED
                                       : reach[i * n + heart]       ? ABOVE_ALL
                                       : reach[heart * n + i]       ? BELOW_ALL
                                                                    : NOT_CONNECTED;
    free(reach);
    return true;
}

/* ---- likelihood ---- */

static double expectation(const struct fit *fit, const double values[],
                          const struct rated_games *games)
{
    return 1 / (1 + exp(values[games->black] - values[games->white] - values[fit->players]));
}

static double likelihood(const struct fit *fit, const double values[])
{
    double sum = 0;
    for (int i = 0; i < fit->count; i++) {
        const struct rated_games *games = &fit->games[i];
        double expected = expectation(fit, values, games);
        double white = (double)games->wins + (double)games->draws / 2;
        double black = (double)games->losses + (double)games->draws / 2;
        sum += white > 0 ? white * log(expected) : 0;
        sum += black > 0 ? black * log(1 - expected) : 0;
    }
    return sum - fit->hold * values[fit->players] * values[fit->players] / 2;
}

/* Adds weight * x * x' for the games' row x: White +1, Black -1, advantage +1. */
static void add_row(const struct fit *fit, double *matrix, const struct rated_games *games,
                    double weight)
{
    const int places[3] = {fit->unknown[games->white], fit->unknown[games->black],
                           fit->unknowns - 1};
    static const double signs[3] = {1, -1, 1};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            if (places[i] != FIXED && places[j] != FIXED)
                matrix[places[i] * fit->unknowns + places[j]] += weight * signs[i] * signs[j];
}

static void differentiate(struct fit *fit)
{
    size_t n = (size_t)fit->unknowns;
    memset(fit->gradient, 0, n * sizeof *fit->gradient);
    memset(fit->information, 0, n * n * sizeof *fit->information);
    for (int i = 0; i < fit->count; i++) {
        const struct rated_games *games = &fit->games[i];
        double number = (double)(games->wins + games->draws + games->losses);
        double expected = expectation(fit, fit->values, games);
        double excess = (double)games->wins + (double)games->draws / 2 - number * expected;
        if (fit->unknown[games->white] != FIXED)
            fit->gradient[fit->unknown[games->white]] += excess;
        if (fit->unknown[games->black] != FIXED)
            fit->gradient[fit->unknown[games->black]] -= excess;
        fit->gradient[fit->unknowns - 1] += excess;
        add_row(fit, fit->information, games, number * expected * (1 - expected));
    }
    fit->gradient[n - 1] -= fit->hold * fit->values[fit->players];
    fit->information[n * n - 1] += fit->hold;
}

static void move_by(const struct fit *fit, double share, double values[])
{
    memcpy(values, fit->values, ((size_t)fit->players + 1) * sizeof *values);
    for (int i = 0; i < fit->players; i++)
        if (fit->unknown[i] != FIXED)
            values[i] += share * fit->step[fit->unknown[i]];
    values[fit->players] += share * fit->step[fit->unknowns - 1];
}

/* False when out of memory. */
static bool maximise(struct fit *fit)
{
    double *next = malloc(((size_t)fit->players + 1) * sizeof *next);
    if (!next)
        return false;
    double now = likelihood(fit, fit->values);
    for (int round = 0; round < ROUNDS_MAX; round++) {
        double longest = 0, share = 1;
        differentiate(fit);
        cholesky_factorise(fit->information, fit->factor, fit->unknowns);
        memcpy(fit->step, fit->gradient, (size_t)fit->unknowns * sizeof *fit->step);
        cholesky_solve(fit->factor, fit->unknowns, fit->step);
        for (int i = 0; i < fit->unknowns; i++)
            longest = fmax(longest, fabs(fit->step[i]));
        if (longest > 2) /* far out the curve is not what it looks like from here */
            share = 2 / longest;
        move_by(fit, share, next);
        double then = likelihood(fit, next);
        for (int halving = 0; halving < 30 && !(then >= now); halving++) {
            share /= 2;
            move_by(fit, share, next);
            then = likelihood(fit, next);
        }
        memcpy(fit->values, next, ((size_t)fit->players + 1) * sizeof *next);
        now = then;
        if (longest < 1e-10)
            break;
    }
    free(next);
    return true;
}

/* The same, with the advantage held as firmly as the games call for. */
static bool maximise_soberly(struct fit *fit)
{
    size_t size = ((size_t)fit->players + 1) * sizeof *fit->values;
    memcpy(fit->start, fit->values, size);
    fit->hold = hold_weakly;
    if (!maximise(fit))
        return false;
    double known = fit->factor[fit->unknowns * fit->unknowns - 1]; /* 1 / standard deviation */
    if (known >= 1)
        return true;
    memcpy(fit->values, fit->start, size);
    fit->hold = hold_firmly;
    return maximise(fit);
}

/* ---- errors ---- */

/* Draws between equals, as a share; between others they fall with the chance to go either way. */
static double rate_of_draws(const struct fit *fit)
{
    double drawn = 0, chances = 0;
    for (int i = 0; i < fit->count; i++) {
        const struct rated_games *games = &fit->games[i];
        double expected = expectation(fit, fit->values, games);
        drawn += (double)games->draws;
        chances += (double)(games->wins + games->draws + games->losses) * 4 * expected *
                   (1 - expected);
    }
    double rate = chances > 0 ? drawn / chances : 0;
    return rate < 1 ? rate : 1;
}

/* Covariance of the unknowns: information^-1 * spread * information^-1, where spread is what the
 * points really vary, draws considered. Left in spread. */
static void find_spread(struct fit *fit, double draw_rate)
{
    int n = fit->unknowns;
    memset(fit->spread, 0, (size_t)n * (size_t)n * sizeof *fit->spread);
    for (int i = 0; i < fit->count; i++) {
        const struct rated_games *games = &fit->games[i];
        double number = (double)(games->wins + games->draws + games->losses);
        double expected = expectation(fit, fit->values, games);
        double draws = fmin(draw_rate * 4 * expected * (1 - expected),
                            2 * fmin(expected, 1 - expected));
        add_row(fit, fit->spread, games, number * (expected * (1 - expected) - draws / 4));
    }
    differentiate(fit);
    cholesky_factorise(fit->information, fit->factor, fit->unknowns);
    for (int turn = 0; turn < 2; turn++) { /* solve for the columns, turn over, and again */
        for (int row = 0; row < n; row++)
            cholesky_solve(fit->factor, n, fit->spread + row * n);
        for (int i = 0; i < n; i++)
            for (int j = 0; j < i; j++) {
                double other = fit->spread[i * n + j];
                fit->spread[i * n + j] = fit->spread[j * n + i];
                fit->spread[j * n + i] = other;
            }
    }
}

/* By player in Elo; taken against the mean of the rated where nothing is anchored. */
static void spread_over_players(const struct fit *fit, bool centred, struct ratings *ratings)
{
    int n = ratings->count, rated = 0;
    double *covariance = ratings->covariance;
    for (int i = 0; i < n; i++) {
        rated += fit->rated[i];
        for (int j = 0; j < n; j++) {
            int a = fit->unknown[i], b = fit->unknown[j];
            covariance[i * n + j] =
                a == FIXED || b == FIXED
                    ? 0
                    : fit->spread[a * fit->unknowns + b] / NATURAL_PER_ELO / NATURAL_PER_ELO;
        }
    }
    for (int turn = 0; centred && turn < 2; turn++)
        for (int i = 0; i < n; i++) {
            double mean = 0;
            for (int j = 0; j < n; j++)
                mean += (turn ? covariance[j * n + i] : covariance[i * n + j]) / rated;
            for (int j = 0; j < n; j++)
                if (fit->rated[j])
                    covariance[turn ? j * n + i : i * n + j] -= mean;
        }
}

/* ---- the whole ---- */

static void write_ratings(const struct fit *fit, bool anchored, double average,
                          struct ratings *ratings)
{
    int n = ratings->count, rated = 0;
    double shift = 0;
    for (int i = 0; i < n; i++)
        if (fit->rated[i]) {
            shift += fit->values[i] / NATURAL_PER_ELO;
            rated++;
        }
    shift = anchored || rated == 0 ? 0 : average - shift / rated;
    ratings->draw_rate = rate_of_draws(fit);
    ratings->white_advantage = fit->values[n] / NATURAL_PER_ELO;
    for (int i = 0; i < n; i++) {
        struct rating *rating = &ratings->players[i];
        double variance = ratings->covariance[i * n + i];
        if (rating->standing != RATED)
            continue;
        rating->elo = fit->values[i] / NATURAL_PER_ELO + shift;
        rating->error = variance > 0 ? NORMAL_95 * sqrt(variance) : 0;
    }
    int last = fit->unknowns - 1;
    double variance = fit->spread[last * fit->unknowns + last];
    ratings->white_error = variance > 0 ? NORMAL_95 * sqrt(variance) / NATURAL_PER_ELO : 0;
    if (fit->hold == hold_firmly) /* what is assumed, not what was measured */
        ratings->white_error = NORMAL_95 / sqrt(hold_firmly) / NATURAL_PER_ELO;
}

static bool prepare(struct fit *fit, const struct ratings *ratings,
                    const struct rated_games games[], int count,
                    const struct rating_anchor anchors[], int anchor_count)
{
    size_t n = (size_t)fit->players;
    fit->games = malloc(((size_t)count + 1) * sizeof *fit->games);
    fit->unknown = malloc(n * sizeof *fit->unknown);
    fit->rated = malloc(n * sizeof *fit->rated);
    fit->values = calloc(n + 1, sizeof *fit->values);
    fit->start = calloc(n + 1, sizeof *fit->start);
    if (!fit->games || !fit->unknown || !fit->rated || !fit->values || !fit->start)
        return false;
    bool fixed = anchor_count > 0;
    for (int i = 0; i < fit->players; i++) {
        fit->rated[i] = ratings->players[i].standing == RATED;
        fit->unknown[i] = FIXED;
        bool anchored = false;
        for (int j = 0; j < anchor_count; j++)
            if (anchors[j].player == i) {
                fit->values[i] = anchors[j].elo * NATURAL_PER_ELO;
                anchored = true;
            }
        if (fit->rated[i] && !anchored && !fixed)
            fixed = true; /* the first stands still; all move together afterwards */
        else if (fit->rated[i] && !anchored)
            fit->unknown[i] = fit->unknowns++;
    }
    for (int i = 0; i < fit->players && anchor_count > 0; i++)
        if (fit->unknown[i] != FIXED)
            fit->values[i] = anchors[0].elo * NATURAL_PER_ELO; /* a start from nearby */
    for (int i = 0; i < count; i++)
        if (fit->rated[games[i].white] && fit->rated[games[i].black] &&
            games[i].white != games[i].black)
            fit->games[fit->count++] = games[i];
    size_t unknowns = (size_t)++fit->unknowns;
    fit->gradient = calloc(unknowns, sizeof *fit->gradient);
    fit->step = calloc(unknowns, sizeof *fit->step);
    fit->information = calloc(unknowns * unknowns, sizeof *fit->information);
    fit->spread = calloc(unknowns * unknowns, sizeof *fit->spread);
    fit->factor = calloc(unknowns * unknowns, sizeof *fit->factor);
    return fit->gradient && fit->step && fit->information && fit->spread && fit->factor;
}

static void clear(struct fit *fit)
{
    free(fit->games);
    free(fit->unknown);
    free(fit->rated);
    free(fit->values);
    free(fit->start);
    free(fit->gradient);
    free(fit->step);
    free(fit->information);
    free(fit->spread);
    free(fit->factor);
}

static void count_results(struct ratings *ratings, const struct rated_games games[], int count)
{
    for (int i = 0; i < count; i++) {
        struct rating *white = &ratings->players[games[i].white];
        struct rating *black = &ratings->players[games[i].black];
        white->wins += games[i].wins;
        white->draws += games[i].draws;
        white->losses += games[i].losses;
        black->wins += games[i].losses;
        black->draws += games[i].draws;
        black->losses += games[i].wins;
    }
}

bool ratings_fit(struct ratings *ratings, int players, const struct rated_games games[],
                 int count, const struct rating_anchor anchors[], int anchor_count,
                 double average, struct error *error)
{
    *ratings = (struct ratings){.count = players};
    if (players < 1 || players > RATINGS_PLAYERS_MAX)
        return error_set(error, "%d players; ratings are for 1 to %d", players,
                         RATINGS_PLAYERS_MAX);
    struct fit fit = {.players = players};
    size_t n = (size_t)players;
    ratings->players = calloc(n, sizeof *ratings->players);
    ratings->covariance = calloc(n * n, sizeof *ratings->covariance);
    bool good = ratings->players && ratings->covariance &&
                find_standings(ratings, games, count, anchors, anchor_count) &&
                prepare(&fit, ratings, games, count, anchors, anchor_count) &&
                maximise_soberly(&fit);
    if (good) {
        count_results(ratings, games, count);
        find_spread(&fit, rate_of_draws(&fit));
        spread_over_players(&fit, anchor_count == 0, ratings);
        write_ratings(&fit, anchor_count > 0, average, ratings);
    } else {
        error_set(error, "out of memory");
        ratings_clear(ratings);
    }
    clear(&fit);
    return good;
}

void ratings_clear(struct ratings *ratings)
{
    free(ratings->players);
    free(ratings->covariance);
    *ratings = (struct ratings){0};
}

double ratings_superiority(const struct ratings *ratings, int a, int b)
{
    int n = ratings->count;
    const struct rating *first = &ratings->players[a], *second = &ratings->players[b];
    if (first->standing != RATED || second->standing != RATED)
        return 0.5;
    double variance = ratings->covariance[a * n + a] + ratings->covariance[b * n + b] -
                      2 * ratings->covariance[a * n + b];
    double difference = first->elo - second->elo;
    if (variance <= 0)
        return difference > 0 ? 1 : difference < 0 ? 0 : 0.5;
    return erfc(-difference / sqrt(variance) / sqrt(2)) / 2;
}
