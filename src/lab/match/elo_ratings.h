/* Ratings of any number of players from their games, by maximum likelihood.
 *
 * The model is Bradley and Terry's (1952) with a colour advantage: White expects the points
 * 1 / (1 + 10^((black - white - advantage) / 400)), a draw being half a win and half a loss. At
 * its maximum every player's expected points are its points. How often games are drawn does not
 * move the ratings but narrows their errors. */
#pragma once

#include "engine/chess.h"

/* Games of two players with these colours, counted for White. */
struct rated_games {
    int white, black; /* indices of players */
    int64_t wins, draws, losses;
};

struct rating_anchor {
    int player;
    double elo;
};

/* Whether a rating exists (Ford 1957): a player who never scored against a group of others, or
 * never lost anything to it, is below or above all of it by any distance. */
enum rating_standing { RATED, ABOVE_ALL, BELOW_ALL, NOT_CONNECTED };

struct rating {
    enum rating_standing standing;
    double elo;
    double error; /* half the 95 % interval, 0 for an anchor; against the anchors or the mean */
    int64_t wins, draws, losses;
};

struct ratings {
    int count;
    struct rating *players; /* owned */
    double *covariance;     /* count * count, in Elo squared; owned; NULL from ratings_fit_many */
    float *draws;           /* instead: how noise in the points moved them, in Elo; owned */
    double white_advantage, white_error; /* Elo, half the 95 % interval */
    double draw_rate;       /* between equals, 0 .. 1 */
};

enum { RATINGS_PLAYERS_MAX = 2000 };

/* Up to this many players are best rated with their covariance. */
enum { RATINGS_FEW = 500 };

/* Without anchors the mean of those rated is average. False fills error: out of memory, too many
 * players. */
MUST_USE bool ratings_fit(struct ratings *ratings, int players, const struct rated_games games[],
                          int count, const struct rating_anchor anchors[], int anchor_count,
                          double average, struct error *error);
/* The same for any number of players, in time and memory that grow with players and games. The
 * ratings are the same to 0.01 Elo; errors and superiority are estimates: an error is within 3.5 %
 * of what ratings_fit finds, one standard deviation. */
MUST_USE bool ratings_fit_many(struct ratings *ratings, int players,
                               const struct rated_games games[], int count,
                               const struct rating_anchor anchors[], int anchor_count,
                               double average, struct error *error);
void ratings_clear(struct ratings *ratings);

/* Likelihood that a is better than b; 0.5 where one of them has no rating. */
double ratings_superiority(const struct ratings *ratings, int a, int b);
