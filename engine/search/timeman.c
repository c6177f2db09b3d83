/* How much time to spend on a move: a share of the clock for an ordinary move, and a limit for
 * difficult ones. The limit leaves a reserve, so that a busy machine does not lose on time. */
#include "engine/search/timeman.h"

#include <time.h>

int64_t time_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static int64_t at_least_one(int64_t milliseconds)
{
    return milliseconds > 1 ? milliseconds : 1;
}

struct timing timing_for(const struct limits *limits, const struct search_parameters *parameters,
                         int side, int overhead)
{
    struct timing timing = {.optimum = INT64_MAX, .maximum = INT64_MAX};
    if (limits->movetime > 0) {
        /* Whoever sets a time for the move expects the engine to use it, so only half the overhead
         * is subtracted, and nothing if the overhead is a fifth of the time or more. */
        int64_t spend = limits->movetime > 5 * overhead ? limits->movetime - overhead / 2
                                                        : limits->movetime;
        timing.optimum = timing.maximum = at_least_one(spend);
    }
    if (!limits->clock)
        return timing;

    const int64_t longest = (int64_t)1 << 40; /* about 35 years, so that products do not overflow */
    const int64_t reserve = 40; /* milliseconds, in case a busy machine lets us run late */
    int64_t left = limits->time[side], increment = limits->increment[side];
    left -= overhead + (left / 4 < reserve ? left / 4 : reserve);
    left = left > longest ? longest : at_least_one(left);
    increment = increment < 0 ? 0 : increment > longest ? longest : increment;

    int moves = limits->moves_to_go > 0 && limits->moves_to_go < 40 ? limits->moves_to_go
                                                                    : parameters->time_moves;
    int64_t optimum = left / moves + increment * parameters->time_increment / 100;
    int64_t maximum = optimum * parameters->time_maximum / 100;
    /* Never use more than time_most percent of the time left. The last move before the time control
     * may use three quarters of it. */
    int64_t most = moves == 1 ? left * 3 / 4 : left * parameters->time_most / 100;
    if (maximum > most)
        maximum = most;
    if (optimum > maximum)
        optimum = maximum;
    timing.managed = true;
    if (timing.maximum > at_least_one(maximum))
        timing.maximum = at_least_one(maximum);
    if (timing.optimum > at_least_one(optimum))
        timing.optimum = at_least_one(optimum);
    return timing;
}

int64_t timing_wanted(const struct timing *timing, const struct search_parameters *parameters,
                      int stable, Score fell, uint64_t best_nodes, uint64_t nodes)
{
    int drop = fell < -10 ? -10 : fell > 40 ? 40 : fell;
    int64_t percent = parameters->time_stable_base -
                      parameters->time_stable_step * (stable < 8 ? stable : 8) +
                      drop * parameters->time_fall / 100;
    int64_t focus = parameters->time_focus_base -
                    (int64_t)(best_nodes * (uint64_t)parameters->time_focus_slope / (nodes + 1));
    int64_t wanted = timing->optimum * percent / 100 * focus / 100;
    return wanted < timing->maximum ? wanted : timing->maximum;
}
