/* Fitted to 266,085 moves of people with clocks; see fallible-measurements(7). With `left` seconds
 * on the clock half of their ordinary moves take less than 0.37 times its root, from 5 seconds to
 * 10 minutes within a fifth of that. The logarithm of the time of a move is spread about the
 * median as a normal distribution. Ratings from below 1200 to above 2000 make little difference. */
#include "src/session/playing/thinking_time.h"

#include <math.h>

#include "engine/random.h"

static const double pi = 3.14159265358979323846;

int64_t thinking_time(enum thinking_kind kind, int64_t left, int64_t increment, uint64_t random)
{
    static const double shares[THOUGHT_COUNT] = {
        [THOUGHT_KNOWN] = 0.22,    [THOUGHT_RECAPTURE] = 0.3, [THOUGHT_OPENING] = 0.22,
        [THOUGHT_EARLY] = 0.41,    [THOUGHT_CHECK] = 0.65,    [THOUGHT_ORDINARY] = 1,
        [THOUGHT_HARD] = 1.3,
    };
    static const double of_root = 0.37, of_increment = 0.5, spread = 1.05;
    enum { MOST = 8 }; /* at most this part of the clock, beside the increment */
    const double seconds = (double)(left > 0 ? left : 0) / 1000, added = (double)increment / 1000;
    const double one = (double)(random_next(&random) >> 11) / 9007199254740992.0;
    const double other = (double)(random_next(&random) >> 11) / 9007199254740992.0;
    const double normal = sqrt(-2 * log(1 - one)) * cos(2 * pi * other);
    const double median = shares[kind] * (of_root * sqrt(seconds) + of_increment * added);
    return (int64_t)(1000 * fmin(median * exp(spread * normal), seconds / MOST + added));
}
