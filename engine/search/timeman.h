/* How long to think. */
#pragma once

#include "engine/search/parameters.h"
#include "engine/types.h"

struct timing {
    bool managed;    /* a clock is running: stop when it is worth it, but at maximum at the
                      * latest */
    int64_t optimum; /* milliseconds: what an ordinary move should take */
    int64_t maximum; /* milliseconds: never think longer (INT64_MAX: unlimited) */
};

/* Computes the times that the limits give the side to move. overhead is reserved for delays outside
 * the engine. */
struct timing timing_for(const struct limits *limits, const struct search_parameters *parameters,
                         int side, int overhead);

/* Milliseconds that this move deserves, at most the maximum. Fewer the longer the best move has
 * been stable and the larger its share of the nodes; more if the score fell in the last iteration
 * (fell, in centipawns). */
int64_t timing_wanted(const struct timing *timing, const struct search_parameters *parameters,
                      int stable, Score fell, uint64_t best_nodes, uint64_t nodes);

/* Milliseconds of a monotonic clock. */
int64_t time_now(void);
