/* Rating differences from results: score to Elo and back, errors from pairs of games, the
 * sequential test. Pure arithmetic.
 *
 * Games come in pairs with one opening and both colours. A pair is worth 0, 1/2, 1, 3/2 or 2
 * points; counting the five outcomes (the pentanomial) removes what the opening gave, so that the
 * error is smaller and truer than from single games.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum { PAIR_OUTCOMES = 5 };

#define NATURAL_PER_ELO 0.0057564627324851142 /* ln 10 / 400 */
#define NORMAL_95 1.959963984540054           /* 97.5 % quantile of the normal curve */

/* Results from the first player's side. */
struct score_sheet {
    int64_t wins, draws, losses;
    int64_t pairs[PAIR_OUTCOMES]; /* by half points: lost both .. won both */
};

/* Expected score 0 .. 1 of a player so many Elo stronger (the logistic curve of base 10 and 400
 * points), and back. Scores of 0 and 1 give -INFINITY and INFINITY. */
double elo_to_score(double elo);
double elo_from_score(double score);

struct elo_estimate {
    double score;     /* mean, 0 .. 1; 0.5 without games */
    double elo;       /* of that score; infinite when all was won or lost */
    double low, high; /* the 95 % interval in Elo; infinite where there is no telling */
    double error;     /* half of it, or where one end is infinite by the slope at the score */
    double los;       /* likelihood of superiority, 0 .. 1 */
    double normalised; /* Elo by standard deviations of a game; infinite where there are none */
};
/* From the pairs, or from the single games where no pair is complete. */
struct elo_estimate elo_estimate(const struct score_sheet *sheet);

/* A sequential probability ratio test of elo1 against elo0, generalised to the pentanomial: under
 * each hypothesis the most likely distribution of pairs with that mean is compared (Van den
 * Bergh, "The generalized sequential probability ratio test", 2016). */
struct sprt {
    double elo0, elo1;
    double alpha, beta; /* chance to accept elo1 when elo0 is true, and the other way round */
    bool normalised;    /* elo0 and elo1 are normalised Elo */
};
enum sprt_verdict { SPRT_GOES_ON, SPRT_ELO0, SPRT_ELO1 };

/* Log-likelihood ratio, and the bounds it is held against. 0 without pairs. */
double sprt_llr(const struct sprt *sprt, const int64_t pairs[PAIR_OUTCOMES]);
double sprt_lower(const struct sprt *sprt);
double sprt_upper(const struct sprt *sprt);
enum sprt_verdict sprt_judge(const struct sprt *sprt, const int64_t pairs[PAIR_OUTCOMES]);
