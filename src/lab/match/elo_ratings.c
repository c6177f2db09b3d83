/* Newton's method on the likelihood of Bradley and Terry, which has a single maximum if the games
 * connect the players in both directions. The unknowns are the ratings that no anchor fixes and the
 * colour advantage, in natural units (ln 10 / 400 per Elo).
 *
 * For few players the information matrix is stored and solved by Cholesky's method; the covariance
 * of all ratings follows from it. For many players the matrix is never stored: its products with
 * vectors are summed over the games, and the system is solved by conjugate gradients (Hestenes and
 * Stiefel 1952). The covariance is then estimated by random sampling: random noise of the points is
 * generated DRAWS times, and each time the resulting change of the ratings is computed. */
#include "src/lab/match/elo_ratings.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/random.h"
#include "src/lab/match/cholesky.h"
#include "src/lab/match/elo.h"

/* L2 penalty on the colour advantage. The weak penalty has no visible influence. The firm one is
 * used only if the games leave the advantage with a standard deviation above one natural unit (174
 * Elo). That happens if every player always had the same colour, or if a player lost only with one
 * colour. Without the firm penalty, the estimated advantage would diverge and distort the ratings;
 * the penalty keeps it within about 35 Elo of 0. */
static const double hold_weakly = 1e-6, hold_firmly = 25;

enum { ROUNDS_MAX = 200, FIXED = -1, STEPS_MAX = 2000 /* conjugate gradient steps */ };

/* The number of random samples from which errors are estimated. The relative error of such an
 * estimate is 1 / sqrt(2 * DRAWS), 3.5 %. */
enum { DRAWS = 400 };

struct fit {
    int players, count;
    struct rated_games *games; /* the games between two different players who can both be rated */
    int *unknown;              /* for each player: index among the unknowns, or FIXED */
    bool *rated;               /* for each player, whether a rating can be computed */
    int unknowns;              /* number of unknowns; the last is the colour advantage */
    double *values;            /* ratings of the players; at [players] the colour advantage */
    double *start;             /* copy of the initial values */
    double hold;               /* L2 penalty on the advantage */
    double *gradient, *step;   /* for each unknown, and one more element for all FIXED players
                                  together */
    double *information, *spread, *factor; /* n * n matrices; NULL for many players */
    /* For many players only. `weights` has an element for each of the games; the other arrays have
     * the size of gradient. */
    double *weights, *diagonal, *residual, *scaled, *direction, *product;
    double advantage_variance;
};

/* Which players can be rated */

/* Directed graph: the neighbours of node i are to[begin[i]] to to[begin[i + 1]]. */
struct graph {
    int *begin, *to; /* owned */
};

/* Builds the graph from the edges; `turned` reverses their direction. */
static bool make_graph(struct graph *graph, int n, const int (*edges)[2], int count, bool turned)
{
    graph->begin = calloc((size_t)n + 2, sizeof *graph->begin);
    graph->to = malloc(((size_t)count + 1) * sizeof *graph->to);
    if (!graph->begin || !graph->to)
        return false;
    for (int i = 0; i < count; i++)
        graph->begin[edges[i][turned] + 2]++;
    for (int i = 2; i <= n + 1; i++)
        graph->begin[i] += graph->begin[i - 1];
    for (int i = 0; i < count; i++)
        graph->to[graph->begin[edges[i][turned] + 1]++] = edges[i][!turned];
    return true;
}

static void clear_graph(struct graph *graph)
{
    free(graph->begin);
    free(graph->to);
}

/* Depth-first search from a player that is not marked yet. Marks every player it reaches, and
 * appends each to `order`, at *ordered, once everything reachable from it has been visited. `stack`
 * and `at` have capacity for all players. */
static void go_through(const struct graph *graph, int from, int marks[], int stack[], int at[],
                       int order[], int *ordered)
{
    int depth = 0;
    stack[0] = from;
    at[0] = graph->begin[from];
    marks[from] = 1;
    while (depth >= 0) {
        int player = stack[depth];
        if (at[depth] == graph->begin[player + 1]) {
            order[(*ordered)++] = player;
            depth--;
            continue;
        }
        int next = graph->to[at[depth]++];
        if (marks[next])
            continue;
        marks[next] = 1;
        stack[++depth] = next;
        at[depth] = graph->begin[next];
    }
}

/* Returns the lowest member of the largest strongly connected group (Kosaraju's algorithm). `gave`
 * is the graph `took` with all edges reversed. The other arrays are scratch space for n numbers
 * each. */
static int largest_component(const struct graph *took, const struct graph *gave, int n, int marks[],
                             int stack[], int at[], int order[], int group[])
{
    int ordered = 0, most = 0, best = 0;
    memset(marks, 0, (size_t)n * sizeof *marks);
    for (int i = 0; i < n; i++)
        if (!marks[i])
            go_through(took, i, marks, stack, at, order, &ordered);
    memset(marks, 0, (size_t)n * sizeof *marks);
    for (int i = n - 1; i >= 0; i--) {
        int size = 0, lowest = order[i];
        if (marks[order[i]])
            continue;
        go_through(gave, order[i], marks, stack, at, group, &size);
        for (int j = 0; j < size; j++)
            lowest = group[j] < lowest ? group[j] : lowest;
        if (size > most || (size == most && lowest < best)) {
            most = size;
            best = lowest;
        }
    }
    return best;
}

static bool set_standings(struct ratings *ratings, const int (*edges)[2], int count, int component)
{
    int n = ratings->count, reached = 0;
    struct graph took = {0}, gave = {0};
    int *work = malloc(6 * (size_t)n * sizeof *work);
    bool good = work && make_graph(&took, n, edges, count, false) &&
                make_graph(&gave, n, edges, count, true);
    if (good) {
        int *above = work, *below = work + n, *stack = work + 2 * n, *at = work + 3 * n,
            *order = work + 4 * n, *group = work + 5 * n;
        if (component < 0)
            component = largest_component(&took, &gave, n, above, stack, at, order, group);
        memset(work, 0, 2 * (size_t)n * sizeof *work);
        go_through(&took, component, below, stack, at, order, &reached);
        reached = 0;
        go_through(&gave, component, above, stack, at, order, &reached);
        for (int i = 0; i < n; i++)
            ratings->players[i].standing = above[i] && below[i] ? RATED
                                           : above[i]           ? ABOVE_ALL
                                           : below[i]           ? BELOW_ALL
                                                                : NOT_CONNECTED;
    }
    clear_graph(&took);
    clear_graph(&gave);
    free(work);
    return good;
}

static bool find_standings(struct ratings *ratings, const struct rated_games games[], int count,
                           const struct rating_anchor anchors[], int anchor_count)
{
    size_t capacity = 2 * ((size_t)count + (size_t)anchor_count) + 1;
    int(*edges)[2] = malloc(capacity * sizeof *edges), edge_count = 0;
    if (!edges)
        return false;
    for (int i = 0; i < count; i++) {
        const int white = games[i].white, black = games[i].black;
        if (games[i].wins + games[i].draws > 0)
            memcpy(edges[edge_count++], (const int[]){white, black}, sizeof *edges);
        if (games[i].losses + games[i].draws > 0)
            memcpy(edges[edge_count++], (const int[]){black, white}, sizeof *edges);
    }
    for (int i = 1; i < anchor_count; i++) { /* anchors are connected, because the distances between
                                                them are known */
        const int first = anchors[0].player, other = anchors[i].player;
        memcpy(edges[edge_count++], (const int[]){first, other}, sizeof *edges);
        memcpy(edges[edge_count++], (const int[]){other, first}, sizeof *edges);
    }
    bool good = set_standings(ratings, (const int(*)[2])edges, edge_count,
                              anchor_count > 0 ? anchors[0].player : -1);
    free(edges);
    return good;
}

/* Likelihood */

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

/* Adds weight * x * x' to the matrix, where the vector x describes these games: +1 for White, -1
 * for Black, +1 for the advantage. */
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

static double number_of(const struct rated_games *games)
{
    return (double)(games->wins + games->draws + games->losses);
}

/* The player's index in a vector of unknowns. All FIXED players share the extra last element. */
static int place_of(const struct fit *fit, int player)
{
    return fit->unknown[player] == FIXED ? fit->unknowns : fit->unknown[player];
}

/* Computes vector += amount * x, with x as in add_row. */
static void add_to_vector(const struct fit *fit, double *vector, const struct rated_games *games,
                          double amount)
{
    vector[place_of(fit, games->white)] += amount;
    vector[place_of(fit, games->black)] -= amount;
    vector[fit->unknowns - 1] += amount;
}

static void differentiate(struct fit *fit)
{
    size_t n = (size_t)fit->unknowns;
    memset(fit->gradient, 0, (n + 1) * sizeof *fit->gradient);
    if (fit->information)
        memset(fit->information, 0, n * n * sizeof *fit->information);
    else
        memset(fit->diagonal, 0, (n + 1) * sizeof *fit->diagonal);
    for (int i = 0; i < fit->count; i++) {
        const struct rated_games *games = &fit->games[i];
        double number = number_of(games), expected = expectation(fit, fit->values, games);
        double excess = (double)games->wins + (double)games->draws / 2 - number * expected;
        double weight = number * expected * (1 - expected);
        add_to_vector(fit, fit->gradient, games, excess);
        if (fit->information) {
            add_row(fit, fit->information, games, weight);
        } else {
            fit->weights[i] = weight;
            fit->diagonal[place_of(fit, games->white)] += weight;
            fit->diagonal[place_of(fit, games->black)] += weight;
            fit->diagonal[n - 1] += weight;
        }
    }
    fit->gradient[n - 1] -= fit->hold * fit->values[fit->players];
    if (fit->information)
        fit->information[n * n - 1] += fit->hold;
    else
        fit->diagonal[n - 1] += fit->hold;
}

/* Computes product = information * vector. */
static void multiply(const struct fit *fit, double *vector, double *product)
{
    int n = fit->unknowns;
    vector[n] = 0;
    memset(product, 0, ((size_t)n + 1) * sizeof *product);
    for (int i = 0; i < fit->count; i++) {
        const struct rated_games *games = &fit->games[i];
        double along = vector[place_of(fit, games->white)] - vector[place_of(fit, games->black)] +
                       vector[n - 1];
        add_to_vector(fit, product, games, fit->weights[i] * along);
    }
    product[n - 1] += fit->hold * vector[n - 1];
    product[n] = 0;
}

static double dot(const double *a, const double *b, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

/* Computes vector = information^-1 * vector by conjugate gradients, preconditioned with the
 * diagonal, until the residual is `part` times what it was at first. */
static void approach(struct fit *fit, double *vector, double part)
{
    int n = fit->unknowns;
    double *residual = fit->residual, *scaled = fit->scaled, *direction = fit->direction;
    memcpy(residual, vector, (size_t)n * sizeof *residual);
    memset(vector, 0, ((size_t)n + 1) * sizeof *vector);
    for (int i = 0; i < n; i++)
        direction[i] = scaled[i] = fit->diagonal[i] > 0 ? residual[i] / fit->diagonal[i] : 0;
    double length = dot(residual, scaled, n), enough = length * part * part;
    for (int step = 0; step < STEPS_MAX && length > enough; step++) {
        multiply(fit, direction, fit->product);
        double bend = dot(direction, fit->product, n);
        if (!(bend > 0))
            break;
        double share = length / bend;
        for (int i = 0; i < n; i++) {
            vector[i] += share * direction[i];
            residual[i] -= share * fit->product[i];
            scaled[i] = fit->diagonal[i] > 0 ? residual[i] / fit->diagonal[i] : 0;
        }
        double next = dot(residual, scaled, n), turn = next / length;
        for (int i = 0; i < n; i++)
            direction[i] = scaled[i] + turn * direction[i];
        length = next;
    }
}

/* Computes the Newton step. */
static void find_step(struct fit *fit)
{
    memcpy(fit->step, fit->gradient, (size_t)fit->unknowns * sizeof *fit->step);
    if (fit->information) {
        cholesky_factorise(fit->information, fit->factor, fit->unknowns);
        cholesky_solve(fit->factor, fit->unknowns, fit->step);
    } else {
        approach(fit, fit->step, 1e-6);
    }
}

/* Returns 1 / the standard deviation of the advantage, computed as if no game had been drawn. */
static double advantage_known(struct fit *fit)
{
    int last = fit->unknowns - 1;
    if (fit->information)
        return fit->factor[last * fit->unknowns + last];
    double *vector = fit->gradient;
    memset(vector, 0, (size_t)fit->unknowns * sizeof *vector);
    vector[last] = 1;
    approach(fit, vector, 1e-3);
    return vector[last] > 0 ? 1 / sqrt(vector[last]) : 0;
}

static void move_by(const struct fit *fit, double share, double values[])
{
    memcpy(values, fit->values, ((size_t)fit->players + 1) * sizeof *values);
    for (int i = 0; i < fit->players; i++)
        if (fit->unknown[i] != FIXED)
            values[i] += share * fit->step[fit->unknown[i]];
    values[fit->players] += share * fit->step[fit->unknowns - 1];
}

/* Finds the ratings at which the likelihood is largest. Returns false when out of memory. */
static bool maximise(struct fit *fit)
{
    double *next = malloc(((size_t)fit->players + 1) * sizeof *next);
    if (!next)
        return false;
    double now = likelihood(fit, fit->values);
    for (int round = 0; round < ROUNDS_MAX; round++) {
        double longest = 0, share = 1;
        differentiate(fit);
        find_step(fit);
        for (int i = 0; i < fit->unknowns; i++)
            longest = fmax(longest, fabs(fit->step[i]));
        if (longest > 2) /* far from the maximum the quadratic approximation is poor, so shorten the
                            step */
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
        if (longest < (fit->information ? 1e-10 : 1e-7))
            break;
    }
    free(next);
    return true;
}

/* Maximises with the weak penalty, and again with the firm one if the games do not determine the
 * advantage. */
static bool maximise_soberly(struct fit *fit)
{
    size_t size = ((size_t)fit->players + 1) * sizeof *fit->values;
    memcpy(fit->start, fit->values, size);
    fit->hold = hold_weakly;
    if (!maximise(fit))
        return false;
    if (advantage_known(fit) >= 1)
        return true;
    memcpy(fit->values, fit->start, size);
    fit->hold = hold_firmly;
    return maximise(fit);
}

/* Errors */

/* Draw rate between equal players. Between players with expected scores p and 1 - p, the draw rate
 * is assumed to be this rate times 4 p (1 - p). */
static double rate_of_draws(const struct fit *fit)
{
    double drawn = 0, chances = 0;
    for (int i = 0; i < fit->count; i++) {
        const struct rated_games *games = &fit->games[i];
        double expected = expectation(fit, fit->values, games);
        drawn += (double)games->draws;
        chances +=
            (double)(games->wins + games->draws + games->losses) * 4 * expected * (1 - expected);
    }
    double rate = chances > 0 ? drawn / chances : 0;
    return rate < 1 ? rate : 1;
}

/* Variance of White's points in these games, given the share of drawn games. */
static double spread_of(const struct fit *fit, const struct rated_games *games, double draw_rate)
{
    double expected = expectation(fit, fit->values, games);
    double draws =
        fmin(draw_rate * 4 * expected * (1 - expected), 2 * fmin(expected, 1 - expected));
    return number_of(games) * (expected * (1 - expected) - draws / 4);
}

/* DRAWS times, generates random noise for the points and solves for the change of the ratings. The
 * covariance of these changes is that of the ratings. If `centred` (without anchors), the changes
 * are relative to the mean of the rated players. */
static void draw_spread(struct fit *fit, double draw_rate, bool centred, struct ratings *ratings)
{
    int n = ratings->count, last = fit->unknowns - 1, rated = 0;
    uint64_t state = 1, signs = 0;
    for (int i = 0; i < n; i++)
        rated += fit->rated[i];
    differentiate(fit);
    fit->advantage_variance = 0;
    for (int draw = 0; draw < DRAWS; draw++) {
        float *changes = ratings->draws + (size_t)draw * (size_t)n;
        double mean = 0;
        memset(fit->step, 0, ((size_t)fit->unknowns + 1) * sizeof *fit->step);
        for (int i = 0; i < fit->count; i++) {
            signs = i % 64 ? signs >> 1 : random_next(&state);
            double noise = sqrt(fmax(spread_of(fit, &fit->games[i], draw_rate), 0));
            add_to_vector(fit, fit->step, &fit->games[i], signs & 1 ? noise : -noise);
        }
        approach(fit, fit->step, 1e-3);
        fit->advantage_variance += fit->step[last] * fit->step[last] / DRAWS;
        fit->step[fit->unknowns] = 0;
        for (int i = 0; i < n && centred; i++)
            mean += fit->rated[i] ? fit->step[place_of(fit, i)] / rated : 0;
        for (int i = 0; i < n; i++)
            changes[i] =
                fit->rated[i] ? (float)((fit->step[place_of(fit, i)] - mean) / NATURAL_PER_ELO) : 0;
    }
}

/* Computes the covariance of the unknowns: information^-1 * spread * information^-1, where spread
 * is the actual covariance of the points, given the share of drawn games. Leaves the result in
 * spread. */
static void find_spread(struct fit *fit, double draw_rate)
{
    int n = fit->unknowns;
    memset(fit->spread, 0, (size_t)n * (size_t)n * sizeof *fit->spread);
    for (int i = 0; i < fit->count; i++) {
        const struct rated_games *games = &fit->games[i];
        add_row(fit, fit->spread, games, spread_of(fit, games, draw_rate));
    }
    differentiate(fit);
    cholesky_factorise(fit->information, fit->factor, fit->unknowns);
    for (int turn = 0; turn < 2; turn++) { /* solve for the columns, transpose, and repeat */
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

/* Computes the covariance of the players' ratings, in Elo squared. If `centred` (without anchors),
 * the ratings are relative to the mean of the rated players. */
static void spread_over_players(struct fit *fit, bool centred, struct ratings *ratings)
{
    int n = ratings->count, rated = 0, last = fit->unknowns - 1;
    double *covariance = ratings->covariance;
    fit->advantage_variance = fit->spread[last * fit->unknowns + last];
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

/* Fitting */

static double covariance_of(const struct ratings *ratings, int a, int b)
{
    size_t n = (size_t)ratings->count;
    if (ratings->covariance)
        return ratings->covariance[(size_t)a * n + (size_t)b];
    double sum = 0;
    for (size_t draw = 0; draw < DRAWS; draw++)
        sum += (double)ratings->draws[draw * n + (size_t)a] * ratings->draws[draw * n + (size_t)b];
    return sum / DRAWS;
}

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
        if (rating->standing != RATED)
            continue;
        double variance = covariance_of(ratings, i, i);
        rating->elo = fit->values[i] / NATURAL_PER_ELO + shift;
        rating->error = variance > 0 ? NORMAL_95 * sqrt(variance) : 0;
    }
    double variance = fit->advantage_variance;
    ratings->white_error = variance > 0 ? NORMAL_95 * sqrt(variance) / NATURAL_PER_ELO : 0;
    if (fit->hold == hold_firmly) /* the games do not determine the advantage, so its error follows
                                     from the penalty alone */
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
            fixed = true; /* fix the first player during the fit; all are shifted afterwards */
        else if (fit->rated[i] && !anchored)
            fit->unknown[i] = fit->unknowns++;
    }
    for (int i = 0; i < fit->players && anchor_count > 0; i++)
        if (fit->unknown[i] != FIXED)
            fit->values[i] = anchors[0].elo * NATURAL_PER_ELO; /* a starting value near the
                                                                  anchors */
    for (int i = 0; i < count; i++)
        if (fit->rated[games[i].white] && fit->rated[games[i].black] &&
            games[i].white != games[i].black)
            fit->games[fit->count++] = games[i];
    size_t unknowns = (size_t)++fit->unknowns;
    fit->gradient = calloc(unknowns + 1, sizeof *fit->gradient);
    fit->step = calloc(unknowns + 1, sizeof *fit->step);
    if (!fit->gradient || !fit->step)
        return false;
    if (!ratings->covariance) {
        fit->weights = calloc((size_t)count + 1, sizeof *fit->weights);
        fit->diagonal = calloc(unknowns + 1, sizeof *fit->diagonal);
        fit->residual = calloc(unknowns + 1, sizeof *fit->residual);
        fit->scaled = calloc(unknowns + 1, sizeof *fit->scaled);
        fit->direction = calloc(unknowns + 1, sizeof *fit->direction);
        fit->product = calloc(unknowns + 1, sizeof *fit->product);
        return fit->weights && fit->diagonal && fit->residual && fit->scaled && fit->direction &&
               fit->product;
    }
    fit->information = calloc(unknowns * unknowns, sizeof *fit->information);
    fit->spread = calloc(unknowns * unknowns, sizeof *fit->spread);
    fit->factor = calloc(unknowns * unknowns, sizeof *fit->factor);
    return fit->information && fit->spread && fit->factor;
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
    free(fit->weights);
    free(fit->diagonal);
    free(fit->residual);
    free(fit->scaled);
    free(fit->direction);
    free(fit->product);
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

/* Fits the ratings. If `dense`, computes the whole covariance matrix; otherwise generates random
 * samples of the errors. */
static bool fit_all(struct ratings *ratings, int players, const struct rated_games games[],
                    int count, const struct rating_anchor anchors[], int anchor_count,
                    double average, bool dense, struct error *error)
{
    struct fit fit = {.players = players};
    size_t n = (size_t)players;
    ratings->players = calloc(n, sizeof *ratings->players);
    if (dense)
        ratings->covariance = calloc(n * n, sizeof *ratings->covariance);
    else
        ratings->draws = calloc(n * DRAWS, sizeof *ratings->draws);
    bool good = ratings->players && (ratings->covariance || ratings->draws) &&
                find_standings(ratings, games, count, anchors, anchor_count) &&
                prepare(&fit, ratings, games, count, anchors, anchor_count) &&
                maximise_soberly(&fit);
    if (good) {
        count_results(ratings, games, count);
        if (dense) {
            find_spread(&fit, rate_of_draws(&fit));
            spread_over_players(&fit, anchor_count == 0, ratings);
        } else {
            draw_spread(&fit, rate_of_draws(&fit), anchor_count == 0, ratings);
        }
        write_ratings(&fit, anchor_count > 0, average, ratings);
    } else {
        error_set(error, "out of memory");
        ratings_clear(ratings);
    }
    clear(&fit);
    return good;
}

bool ratings_fit(struct ratings *ratings, int players, const struct rated_games games[], int count,
                 const struct rating_anchor anchors[], int anchor_count, double average,
                 struct error *error)
{
    *ratings = (struct ratings){.count = players};
    if (players < 1 || players > RATINGS_PLAYERS_MAX)
        return error_set(error, "%d players; ratings are for 1 to %d", players,
                         RATINGS_PLAYERS_MAX);
    return fit_all(ratings, players, games, count, anchors, anchor_count, average, true, error);
}

bool ratings_fit_many(struct ratings *ratings, int players, const struct rated_games games[],
                      int count, const struct rating_anchor anchors[], int anchor_count,
                      double average, struct error *error)
{
    *ratings = (struct ratings){.count = players};
    if (players < 1)
        return error_set(error, "there are no players");
    return fit_all(ratings, players, games, count, anchors, anchor_count, average, false, error);
}

void ratings_clear(struct ratings *ratings)
{
    free(ratings->players);
    free(ratings->covariance);
    free(ratings->draws);
    *ratings = (struct ratings){0};
}

double ratings_superiority(const struct ratings *ratings, int a, int b)
{
    const struct rating *first = &ratings->players[a], *second = &ratings->players[b];
    if (first->standing != RATED || second->standing != RATED)
        return 0.5;
    double variance = covariance_of(ratings, a, a) + covariance_of(ratings, b, b) -
                      2 * covariance_of(ratings, a, b);
    double difference = first->elo - second->elo;
    if (variance <= 0)
        return difference > 0 ? 1 : difference < 0 ? 0 : 0.5;
    return erfc(-difference / sqrt(variance) / sqrt(2)) / 2;
}
