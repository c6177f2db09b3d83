/* How much time to spend on a move. */
#pragma once

#include "engine/search/parameters.h"
#include "engine/types.h"

struct timing {
    bool managed;    /* a clock is running: the search may stop early (timing_wanted), and must stop
                      * at `maximum` */
    int64_t optimum; /* milliseconds that an ordinary move should take */
    int64_t maximum; /* milliseconds that must never be exceeded (INT64_MAX: unlimited) */
};

/* Computes the times that the limits give the side to move. `overhead` is the time in milliseconds
 * to reserve for delays outside the engine. */
struct timing timing_for(const struct limits *limits, const struct search_parameters *parameters,
                         int side, int overhead);

/* The time in milliseconds to spend on this move, at most timing->maximum. The longer the best move
 * has been stable (for `stable` iterations), and the larger its share of the nodes (`best_nodes` of
 * `nodes`), the less time is spent. If the score fell by `fell` centipawns in the last iteration,
 * more time is spent. */
int64_t timing_wanted(const struct timing *timing, const struct search_parameters *parameters,
                      int stable, Score fell, uint64_t best_nodes, uint64_t nodes);

/* Milliseconds of a monotonic clock. */
int64_t time_now(void);
