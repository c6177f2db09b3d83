/* Measures a ladder: upwards each rung against the one before it, and downwards everything against
 * everything but one rung; of each player how much of a suite it solves. */
#pragma once

#include "src/lab/match/ladder.h"
#include "src/lab/match/ladder_state.h"
#include "src/lab/match/match.h"
#include "src/lab/match/suite.h"

/* What measurements depend on. All but concurrency counts for what is kept. */
struct ladder_conditions {
    struct game_rules rules;
    struct limits suite_limits;
    int games;       /* of a match, even */
    int hash_mb;     /* of each engine */
    int concurrency; /* games or positions at a time */
    uint64_t seed;
    uint64_t engine; /* tells one engine from another, as ladder_engine() */
    const struct suite *suite;
    const struct opening_list *openings;
    bool up, down;   /* which of the two is wanted */
    int first, last; /* rungs to be measured; the baseline is 0 */
};

/* One measured player and the match that shows its worth. */
struct ladder_measure {
    bool has_wac, has_elo;
    int solved, positions;
    struct score_sheet sheet; /* for the side with the rung */
};

struct ladder_results {
    struct ladder_measure up[LADDER_RUNGS_MAX];
    struct ladder_measure down[LADDER_RUNGS_MAX];
    struct ladder_measure everything; /* the suite alone */
};

struct ladder_progress {
    int step, steps;  /* measurements of this run: the one under way, 1 .. steps */
    const char *what; /* its player */
    bool is_suite;
    int done, of; /* positions or games of it */
    double share; /* of all the work, 0 .. 1 */
};
/* Called some times a second while something is measured, and after each measurement; false: to
 * be stopped. */
typedef bool ladder_watcher(void *context, const struct ladder_progress *progress);

enum ladder_end { LADDER_DONE, LADDER_STOPPED, LADDER_FAILED };

/* The nodes of a small search: another engine has others, and gives other results. */
uint64_t ladder_engine(void);

/* So many measurements are still to be made. */
int ladder_missing(const struct ladder *ladder, const struct ladder_conditions *conditions,
                   const struct ladder_state *state);
/* Makes them and fills results. LADDER_FAILED fills error. */
enum ladder_end ladder_run(const struct ladder *ladder, const struct ladder_conditions *conditions,
                           struct ladder_state *state, ladder_watcher *watcher, void *context,
                           struct ladder_results *results, struct error *error);
