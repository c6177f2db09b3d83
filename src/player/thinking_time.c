/* Fitted to 266,085 moves that people played with a clock; see fallible-measurements(7). The median
 * time of an ordinary move, in seconds, is 0.37 times the square root of the seconds left. From 5
 * seconds to 10 minutes left this is accurate to within a fifth. The logarithm of the time is
 * normally distributed. The rating makes little difference between 1200 and 2000. */
#include "src/player/thinking_time.h"

#include <math.h>

#include "engine/random.h"

static const double pi = 3.14159265358979323846;

static const double of_root = 0.37, of_increment = 0.5, spread = 1.05;
enum { MOST = 8 }; /* at most this part of the clock, beside the increment */

/* In seconds. `share`: of the time of an ordinary move; `left` and `added` in seconds. */
static double median_time(double share, double left, double added)
{
    return share * (of_root * sqrt(left) + of_increment * added);
}

int64_t thinking_time(enum thinking_kind kind, int64_t left, int64_t increment, uint64_t random)
{
    static const double shares[THOUGHT_COUNT] = {
        [THOUGHT_KNOWN] = 0.22,    [THOUGHT_RECAPTURE] = 0.3, [THOUGHT_OPENING] = 0.22,
        [THOUGHT_EARLY] = 0.41,    [THOUGHT_CHECK] = 0.65,    [THOUGHT_ORDINARY] = 1,
        [THOUGHT_HARD] = 1.3,
    };
    const double seconds = (double)(left > 0 ? left : 0) / 1000, added = (double)increment / 1000;
    const double one = (double)(random_next(&random) >> 11) / 9007199254740992.0;
    const double other = (double)(random_next(&random) >> 11) / 9007199254740992.0;
    const double normal = sqrt(-2 * log(1 - one)) * cos(2 * pi * other);
    const double median = median_time(shares[kind], seconds, added);
    return (int64_t)(1000 * fmin(median * exp(spread * normal), seconds / MOST + added));
}

int64_t thinking_time_mean(int64_t base, int64_t increment)
{
    /* The mean is 1.6 times the median, because a few moves take very long. From the ninth move on,
     * recaptures, hard moves and answers to checks bring the average share to 0.88. */
    static const double shares[] = {0.22, 0.41, 0.88}, mean = 1.6;
    enum { MOVES = 40, MOVES_A_SHARE = 4, LAST = 2 };
    const double added = (double)increment / 1000;
    double left = (double)base / 1000, used = 0;
    for (int i = 0; i < MOVES; i++) {
        const double share = shares[i / MOVES_A_SHARE < LAST ? i / MOVES_A_SHARE : LAST];
        const double time = fmin(mean * median_time(share, left, added), left / MOST + added);
        left += added - time;
        used += time;
    }
    return (int64_t)(1000 * used / MOVES);
}
