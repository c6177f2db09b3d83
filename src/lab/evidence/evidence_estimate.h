/* The three estimators of a level's rating: by losses, by likelihood, and by results. No side
 * effects. Intervals come from a bootstrap that resamples whole games, because the moves of a game
 * are not independent. */
#pragma once

#include "src/lab/match/elo_ratings.h"

enum { EVIDENCE_REPLICATES = 200, EVIDENCE_BANDS_MAX = 32 };

/* Where the estimated rating lies relative to the ratings of the people it was compared with. A
 * rating below or above theirs is an extrapolation. */
enum evidence_place { EVIDENCE_UNKNOWN, EVIDENCE_WITHIN, EVIDENCE_BELOW, EVIDENCE_ABOVE };

struct evidence_estimate {
    enum evidence_place place;
    double rating;
    double low, high;                       /* the 95 % interval */
    double replicates[EVIDENCE_REPLICATES]; /* estimates from the bootstrap's resampled games */
};

/* One position of a person's game: what the person's move lost, and what the level's move loses.
 * Both are in centipawns, or both are 1 for a blunder and 0 otherwise. */
struct evidence_loss {
    int game;
    double rating; /* rating of the person */
    double people, level;
    int band;    /* rating band of the person: the index into `targets` of evidence_meet */
    double seen; /* what the person's move lost according to the [%eval] comments of the file, in
                  * centipawns; -1: unknown */
};
/* Estimates the rating at which people lose as much as the level does in the same positions. The
 * logarithm of level's loss / people's loss is modelled as a straight line over the rating, fitted
 * by logistic regression. The true curve is straight only locally, so a second fit gives positions
 * near the first answer more weight.
 *
 * `targets` (may be NULL) gives for each rating band the mean loss of its people over all moves
 * that have evaluations in the files; -1 if unknown. The sample is much smaller than the files, so
 * by chance its people may lose more or less than the people in the files do. The positions of each
 * band are therefore weighted until the sample's mean of `seen` (the loss by the evaluations in the
 * files) equals the target. This is a regression estimator; it helps because our judge and the
 * files agree about most moves.
 *
 * Games are numbered from 0. Sets `place` to EVIDENCE_UNKNOWN if nothing was lost, or if the ratio
 * does not rise with the rating. Returns false when out of memory. */
MUST_USE bool evidence_meet(const struct evidence_loss losses[], int count, const double targets[],
                            uint64_t seed, struct evidence_estimate *estimate);

/* One move, and the natural logarithm of its probability at each rating of a grid. */
struct evidence_move {
    int game;
    const double *likelihood;
};
/* Estimates the rating at which the sum of the moves' log probabilities is highest. The rating is
 * interpolated: it is the top of a parabola fitted to the sums at the nearest ratings of the grid.
 * `ratings`, the grid, is ascending. Sets `place` to EVIDENCE_BELOW or EVIDENCE_ABOVE if the sum
 * is highest at an end of the grid, and to EVIDENCE_UNKNOWN if there are no moves. Returns false
 * when out of memory. */
MUST_USE bool evidence_guess(const struct evidence_move moves[], int count, const double ratings[],
                             int grid, uint64_t seed, struct evidence_estimate *estimate);
/* The model of people gives the level the rating `guess`. Sets the estimate to the true rating of
 * people to whom the model gives the same rating. `ratings` are people's true ratings, ascending;
 * `guesses` are the ratings that the model gives them. Sets `place` to EVIDENCE_UNKNOWN if
 * guess->place is, or if fewer than two of `guesses` have the place EVIDENCE_WITHIN. */
void evidence_translate(const struct evidence_estimate *guess, const double ratings[],
                        const struct evidence_estimate guesses[], int count,
                        struct evidence_estimate *estimate);

/* Computes maximum likelihood ratings from games; the ratings of some players, the anchors, are
 * known. `estimates` has an element for each player. Returns false and sets *error on failure. */
MUST_USE bool evidence_rate(const struct rated_games games[], int count, int players,
                            const struct rating_anchor anchors[], int anchor_count,
                            struct evidence_estimate estimates[], struct error *error);

/* Returns how far apart the known estimates lie, in Elo; 0 if fewer than two are known. */
double evidence_spread(const struct evidence_estimate *const estimates[], int count);
