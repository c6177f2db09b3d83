/* The three estimators of a level's rating: by losses, by likelihood, and by results. No side
 * effects. Intervals come from a bootstrap that resamples whole games, because the moves of a game
 * are not independent. */
#pragma once

#include "src/lab/match/elo_ratings.h"

enum { EVIDENCE_REPLICATES = 200, EVIDENCE_BANDS_MAX = 32 };

/* Whether the rating lies within the ratings of the people it was compared with; if not, it is an
 * extrapolation. */
enum evidence_place { EVIDENCE_UNKNOWN, EVIDENCE_WITHIN, EVIDENCE_BELOW, EVIDENCE_ABOVE };

struct evidence_estimate {
    enum evidence_place place;
    double rating;
    double low, high;                       /* the 95 % interval */
    double replicates[EVIDENCE_REPLICATES]; /* ratings of the bootstrap */
};

/* One position of a person's game: what the person lost there, and what the level loses. */
struct evidence_loss {
    int game;
    double rating; /* of the person */
    double people, level;
    int band;    /* index into targets */
    double seen; /* what the person lost by the evaluations in the file; -1: unknown */
};
/* The rating whose people lose as much as the level in the same positions. The logarithm of the
 * ratio of both losses is a straight line over the rating, fitted by logistic regression of the
 * level's share; a second fit weighs the positions by their distance from the first answer, because
 * the line is straight only nearby. targets (may be NULL): for each band, what people of it lose on
 * average by the evaluations of all games, -1 if unknown. The positions are weighted so that the
 * sample's mean of seen is that (a regression estimator: the sample is small, the files are large,
 * and both judges agree about most moves). Games are numbered from 0. EVIDENCE_UNKNOWN if nothing
 * was lost, or if the ratio does not rise with the rating. Returns false when out of memory. */
MUST_USE bool evidence_meet(const struct evidence_loss losses[], int count, const double targets[],
                            uint64_t seed, struct evidence_estimate *estimate);

/* One move, and the natural logarithm of its probability at each rating of a grid. */
struct evidence_move {
    int game;
    const double *likelihood;
};
/* The rating of the highest sum, by a parabola through the nearest ratings of the grid, which are
 * ascending. EVIDENCE_BELOW or EVIDENCE_ABOVE if the sum is highest at an end of the grid. Returns
 * false when out of memory. */
MUST_USE bool evidence_guess(const struct evidence_move moves[], int count, const double ratings[],
                             int grid, uint64_t seed, struct evidence_estimate *estimate);
/* The rating of the people whom the model rates like the level. ratings: of the people, ascending;
 * guesses: the model's ratings of them. Needs two known guesses; otherwise EVIDENCE_UNKNOWN. */
void evidence_translate(const struct evidence_estimate *guess, const double ratings[],
                        const struct evidence_estimate guesses[], int count,
                        struct evidence_estimate *estimate);

/* Maximum likelihood ratings of players from games, some of whose ratings are known. estimates:
 * one for each player. Returns false and sets *error on failure. */
MUST_USE bool evidence_rate(const struct rated_games games[], int count, int players,
                            const struct rating_anchor anchors[], int anchor_count,
                            struct evidence_estimate estimates[], struct error *error);

/* How far the known estimates lie apart; 0 if fewer than two are known. */
double evidence_spread(const struct evidence_estimate *const estimates[], int count);
