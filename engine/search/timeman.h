/* How long to think. */
#pragma once

#include "engine/types.h"

struct timing {
    bool managed;    /* a clock is running: stop when it is worth it, at maximum at the latest */
    int64_t optimum; /* milliseconds: what an ordinary move should take */
    int64_t maximum; /* milliseconds: never think longer (INT64_MAX: no limit) */
};

/* What the limits allow the side to move; overhead is kept for the world outside. */
struct timing timing_for(const struct limits *limits, int side, int overhead);

/* Milliseconds that this move deserves, at most the maximum: fewer the more iterations the best
 * move has been stable for and the greater its share of the nodes, more where the score fell
 * (centipawns) in the last iteration. */
int64_t timing_wanted(const struct timing *timing, int stable, Score fell, uint64_t best_nodes,
                      uint64_t nodes);

/* Milliseconds of a clock that never jumps. */
int64_t time_now(void);
