/* Rating differences from results: converts scores to Elo and back, computes errors from pairs of
 * games, and does the sequential test. Pure arithmetic.
 *
 * Games come in pairs: the same opening with both colours. A pair is worth 0, 1/2, 1, 3/2 or 2
 * points. Counting these five outcomes (the pentanomial) removes the influence of the opening, so
 * the error is smaller and more accurate than from single games. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum { PAIR_OUTCOMES = 5 };

#define NATURAL_PER_ELO 0.0057564627324851142 /* ln 10 / 400 */
#define NORMAL_95       1.959963984540054     /* 97.5 % quantile of the normal curve */

/* Results from the first player's point of view. */
struct match_tally {
    int64_t wins, draws, losses;
    int64_t pairs[PAIR_OUTCOMES]; /* number of pairs by half points won, from 0 (both games lost) to
                                     4 (both won) */
};

/* elo_to_score is the expected score, 0 .. 1, of a player stronger by this many Elo (the logistic
 * curve with base 10 and 400 points). elo_from_score is its inverse; scores of 0 and 1 give
 * -INFINITY and INFINITY. */
double elo_to_score(double elo);
double elo_from_score(double score);

struct elo_estimate {
    double score;      /* mean, 0 .. 1; 0.5 without games */
    double elo;        /* Elo difference that corresponds to the score; infinite if all games were
                          won or all were lost */
    double low, high;  /* the 95 % interval in Elo; infinite where the data cannot bound it */
    double error;      /* half the interval; if one end is infinite, computed from the slope of the
                          curve at the score */
    double los;        /* likelihood of superiority: that the first player is stronger, 0 .. 1 */
    double normalised; /* score - 1/2, divided by the standard deviation of a game and multiplied by
                          800 / ln 10; infinite if that deviation is zero */
};
/* Estimates the Elo difference from the pairs, or from the single games if no pair is complete. */
struct elo_estimate elo_estimate(const struct match_tally *tally);

/* A sequential probability ratio test of elo1 against elo0, generalised to the pentanomial: it
 * compares, for each hypothesis, the most likely distribution of pairs with that mean (Van den
 * Bergh, "The generalized sequential probability ratio test", 2016). */
struct sprt {
    double elo0, elo1;
    double alpha, beta; /* alpha: probability of accepting elo1 when elo0 is true; beta: probability
                           of accepting elo0 when elo1 is true */
    bool normalised;    /* elo0 and elo1 are normalised Elo */
};
enum sprt_verdict { SPRT_GOES_ON, SPRT_ELO0, SPRT_ELO1 };

/* The log-likelihood ratio (0 without pairs), and the lower and upper bounds that end the test. */
double sprt_llr(const struct sprt *sprt, const int64_t pairs[PAIR_OUTCOMES]);
double sprt_lower(const struct sprt *sprt);
double sprt_upper(const struct sprt *sprt);
enum sprt_verdict sprt_judge(const struct sprt *sprt, const int64_t pairs[PAIR_OUTCOMES]);
