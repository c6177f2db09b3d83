/* Ratings of a player and of puzzles: Glicko-2 (Mark E. Glickman, "Example of the
 * Glicko-2 system", 2022, glicko.net/glicko/glicko2.pdf). No side effects. */
#pragma once

#include <stdbool.h>

/* Rating and deviation are on the Elo scale. The volatility has the unit of the paper. */
struct rating {
    double rating, deviation, volatility;
};

/* The initial rating proposed by Glickman. Lichess puzzles also start with it. */
#define RATING_UNKNOWN ((struct rating){1500, 350, 0.06})

/* A rating with a larger deviation is provisional, as on Lichess. */
enum { RATING_GUESS = 110 };
static inline bool rating_is_provisional(const struct rating *rating)
{
    return rating->deviation > RATING_GUESS;
}

struct rating_result {
    struct rating opponent; /* the opponent's rating before the period */
    double score;           /* 0 .. 1 */
};
/* The rating after one rating period with these results. Without results only the deviation
 * grows. */
struct rating rating_after(struct rating rating, const struct rating_result results[], int count);
