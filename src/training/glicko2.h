/* Ratings of a player and of the puzzles tried: Glicko-2 (Mark E. Glickman, "Example of the
 * Glicko-2 system", 2022, glicko.net/glicko/glicko2.pdf). Pure. */
#pragma once

/* Rating and deviation on the scale of Elo; volatility as there. */
struct rating {
    double rating, deviation, volatility;
};

/* What nobody knows anything about, as Glickman proposes; the puzzles of Lichess begin so, too. */
#define RATING_UNKNOWN ((struct rating){1500, 350, 0.06})

/* A rating of a greater deviation is a guess, as on Lichess. */
enum { RATING_GUESS = 110 };

struct rating_result {
    struct rating opponent; /* as it was before */
    double score;           /* 0 .. 1 */
};
/* After one rating period with these results, none of them: it only grows less certain. */
struct rating rating_after(struct rating rating, const struct rating_result results[], int count);
