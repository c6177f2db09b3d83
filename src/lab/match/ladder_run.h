/* Measures a ladder. Upwards: for each rung, the engine with all rungs up to it plays the engine
 * with only the rungs before it. Downwards: for each rung, the full engine plays the engine without
 * that rung. Each player is also measured by the share of a suite that it solves. */
#pragma once

#include "src/lab/match/ladder.h"
#include "src/lab/match/ladder_state.h"
#include "src/lab/match/match.h"
#include "src/lab/match/suite.h"

/* What is measured, and under which conditions. A stored result is used again if everything but the
 * concurrency, the directions, the rungs and the part is the same. */
struct ladder_conditions {
    struct game_rules rules;
    struct limits suite_limits;
    int games;       /* games of each match; even */
    int hash_mb;     /* hash table of each engine */
    int concurrency; /* games or positions at the same time */
    uint64_t seed;
    uint64_t engine; /* identifies the engine version; see ladder_engine() */
    const struct suite *suite;
    const struct opening_list *openings;
    bool up, down;   /* which directions to measure */
    int first, last; /* the range of rungs to measure; the baseline is 0 */
    struct shared_part part; /* this run's share of the suites and matches, if several share them */
};

/* The measurements of one player: its suite score, and its match. */
struct ladder_measure {
    bool has_wac, has_elo;
    int solved, positions;
    struct match_tally tally; /* the match, from the point of view of the engine with this rung's
                                 feature */
};

struct ladder_results {
    struct ladder_measure up[LADDER_RUNGS_MAX];
    struct ladder_measure down[LADDER_RUNGS_MAX];
    struct ladder_measure everything; /* the full engine; only its suite is measured */
};

struct ladder_progress {
    int step, steps;  /* number of the current measurement, 1 .. steps, in this run */
    const char *what; /* name of the player being measured */
    bool is_suite;
    int done, of; /* positions or games of this measurement: finished, and in total */
    double share; /* share of the whole run's work that is done, 0 .. 1 */
};
/* Called a few times a second during a measurement and after each measurement. Returns false to
 * stop. */
typedef bool ladder_observer(void *context, const struct ladder_progress *progress);

enum ladder_end { LADDER_DONE, LADDER_STOPPED, LADDER_FAILED };

/* Identifies the engine's version by the node count of a small search: an engine that searches
 * differently has a different count, and its results are stored separately. */
uint64_t ladder_engine(void);

/* The number of measurements in this run's part that have no stored result yet. */
int ladder_missing(const struct ladder *ladder, const struct ladder_conditions *conditions,
                   const struct ladder_state *state);
/* Makes the missing measurements and fills `results`. Sets *error if it returns LADDER_FAILED. */
enum ladder_end ladder_run(const struct ladder *ladder, const struct ladder_conditions *conditions,
                           struct ladder_state *state, ladder_observer *observer, void *context,
                           struct ladder_results *results, struct error *error);
