/* Runs SPSA: plays the pairs of one batch after another on several threads, stores their results
 * and applies them. */
#pragma once

#include "src/lab/spsa/spsa_log.h"

/* Plays a pair of games between the two sides, and sets *points to the result of the side with the
 * numbers `plus`, -2 .. 2. Called by several threads at once, each with its own job, 0 .. jobs - 1.
 * Returns false if `halt` was called (error->message is then empty) or on failure. */
typedef bool spsa_play(void *context, int job, int pair, const int plus[], const int minus[],
                       int *points, struct error *error);

struct spsa_progress {
    int done;             /* pairs that are over, including those of other shards */
    int here;             /* how many of these pairs this call has played */
    bool waiting;         /* waiting for the results of other shards */
    int64_t elapsed;      /* milliseconds that this call has taken so far */
    const double *values; /* the values of the parameters after the last batch */
};
/* Called several times a second. Returns false to stop the run. */
typedef bool spsa_watch(void *context, const struct spsa_progress *progress);

struct spsa_run {
    const struct spsa_problem *problem;
    const struct spsa_place *place;
    struct spsa_log *log;
    int jobs;
    spsa_play *play;
    void (*halt)(void *context); /* makes all calls of play return soon */
    void *context;               /* argument of play and halt */
    spsa_watch *watch;
    void *watcher;  /* argument of watch */
    int64_t budget; /* milliseconds for this call, 0: no limit; when it is spent, all shards end */
};

enum spsa_end {
    SPSA_DONE,
    SPSA_INTERRUPTED, /* watch returned false */
    SPSA_OUT_OF_TIME, /* the budget is spent */
    SPSA_STOPPED,     /* another shard ended the run */
};
/* Plays pairs until the run is complete or something ends it early, and sets *end to the reason.
 * `points` is the array that was filled when the log was opened. Returns false and sets *error on
 * failure. */
MUST_USE bool spsa_run(const struct spsa_run *run, int8_t points[], enum spsa_end *end,
                       struct error *error);

/* The values in the course of a run: at its start and after each complete batch. */
struct spsa_course {
    int count;      /* number of entries in values; each has one value per parameter */
    int pairs;      /* pairs played, including those of an incomplete batch */
    double *values; /* owned */
};
MUST_USE bool spsa_course_init(struct spsa_course *course, const struct spsa_problem *problem,
                               const int8_t points[], struct error *error);
void spsa_course_clear(struct spsa_course *course);
/* The values after the last complete batch. */
const double *spsa_course_end(const struct spsa_course *course, const struct spsa_problem *problem);
