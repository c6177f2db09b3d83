/* Maximum likelihood ratings of any number of players from their games.
 *
 * The model is that of Bradley and Terry (1952) with a colour advantage: White's expected score is
 * 1 / (1 + 10^((black - white - advantage) / 400)). A draw counts as half a win and half a loss. At
 * the maximum every player's expected points equal the points it scored. The share of draws does
 * not change the ratings; it narrows their errors. */
#pragma once

#include "engine/chess.h"

/* The games of two players with fixed colours, counted for White. */
struct rated_games {
    int white, black; /* indices of players */
    int64_t wins, draws, losses;
};

struct rating_anchor {
    int player;
    double elo;
};

/* Whether a rating exists (Ford 1957). A player who lost every game against a group of players
 * could be any distance below that group. A player who won every game against the group could be
 * any distance above it. */
enum rating_standing { RATED, ABOVE_ALL, BELOW_ALL, NOT_CONNECTED };

struct rating {
    enum rating_standing standing;
    double elo;
    double error; /* half the 95 % interval, relative to the anchors or the mean; 0 for an anchor */
    int64_t wins, draws, losses;
};

struct ratings {
    int count;
    struct rating *players; /* owned */
    double *covariance;     /* count * count, in Elo squared; owned; ratings_fit_many leaves it
                               NULL */
    float *draws;           /* only from ratings_fit_many: samples of the ratings' errors caused by
                               noise in the points, in Elo; owned */
    double white_advantage, white_error; /* in Elo; the error is half the 95 % interval */
    double draw_rate;                    /* share of drawn games between equal players, 0 .. 1 */
};

enum { RATINGS_PLAYERS_MAX = 2000 };

/* Up to this many players, prefer ratings_fit, which computes the covariance. */
enum { RATINGS_FEW = 500 };

/* Fits the ratings. Without anchors, the mean of the rated players is set to `average`. Returns
 * false and sets *error if out of memory or if there are too many players. */
MUST_USE bool ratings_fit(struct ratings *ratings, int players, const struct rated_games games[],
                          int count, const struct rating_anchor anchors[], int anchor_count,
                          double average, struct error *error);
/* Fits the ratings of any number of players; time and memory grow linearly with players and games.
 * Without anchors, the mean is set to `average` as in ratings_fit. The ratings agree with those of
 * ratings_fit to 0.01 Elo. Errors and superiority are estimated by sampling. The estimate of an
 * error is itself uncertain by 3.5 % (standard deviation). */
MUST_USE bool ratings_fit_many(struct ratings *ratings, int players,
                               const struct rated_games games[], int count,
                               const struct rating_anchor anchors[], int anchor_count,
                               double average, struct error *error);
void ratings_clear(struct ratings *ratings);

/* Likelihood that player `a` is better than `b`; 0.5 if either has no rating. */
double ratings_superiority(const struct ratings *ratings, int a, int b);
