/* Each thread takes the next pair of the batch and plays it. When all pairs are done, the values
 * are updated and the next batch begins. Each shard computes the same values, because it reads the
 * results of all shards. */
#include "src/lab/spsa/spsa_run.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "src/util/array.h"
#include "src/util/text.h"
#include "src/util/thread_pool.h"

enum { WATCH_MS = 100, FIRST_LOOK_MS = 2 };

struct crew {
    const struct spsa_run *run;
    int8_t *points;
    double *values;
    int64_t began;
    pthread_mutex_t lock; /* guards the fields below, points and the log */
    pthread_cond_t changed;
    int next, last; /* the next pair of the batch, and the end of the batch */
    int working;    /* number of threads that are still playing */
    int here;
    bool stopping, failed;
    enum spsa_end end;
    struct error error;
};

/* Takes the next pair of the batch that this shard has to play. Returns the number of the pair; -1
 * if no pair is left or the run is stopping. */
static int take_pair(struct crew *crew)
{
    while (!crew->stopping && crew->next < crew->last) {
        int pair = crew->next++;
        if (spsa_in_shard(crew->run->place, pair) && crew->points[pair] == SPSA_UNPLAYED)
            return pair;
    }
    return -1;
}

/* Stops the run because of an error. The caller holds the lock. */
static void fail(struct crew *crew, const struct error *error)
{
    if (!crew->failed && !crew->stopping)
        crew->error = *error;
    crew->failed = crew->failed || !crew->stopping;
    crew->stopping = true;
}

static void work(void *context, int job)
{
    struct crew *crew = context;
    const struct spsa_run *run = crew->run;
    pthread_mutex_lock(&crew->lock);
    for (int pair; (pair = take_pair(crew)) >= 0;) {
        int plus[SPSA_PARAMETERS_MAX], minus[SPSA_PARAMETERS_MAX], points = 0;
        struct error error = {.message = ""};
        pthread_mutex_unlock(&crew->lock);
        spsa_sides(run->problem, crew->values, pair, plus, minus);
        bool good = run->play(run->context, job, pair, plus, minus, &points, &error);
        pthread_mutex_lock(&crew->lock);
        if (good && spsa_log_add(run->log, pair, points, &error)) {
            crew->points[pair] = (int8_t)points;
            crew->here++;
        } else {
            fail(crew, &error);
        }
    }
    crew->working--;
    pthread_cond_signal(&crew->changed);
    pthread_mutex_unlock(&crew->lock);
}

static int count_done(const struct crew *crew)
{
    int done = 0;
    for (int i = 0; i < crew->run->problem->pairs; i++)
        done += crew->points[i] != SPSA_UNPLAYED;
    return done;
}

/* Reports the progress to the `watch` function; `waiting` is whether this shard has nothing to do
 * but wait for the others. Stops the run if `watch` returns false, if another shard has stopped it,
 * or if the budget is spent. The caller holds the lock. */
static void look(struct crew *crew, bool waiting)
{
    const struct spsa_run *run = crew->run;
    struct spsa_progress progress = {.done = count_done(crew),
                                     .here = crew->here,
                                     .waiting = waiting,
                                     .elapsed = text_now() - crew->began,
                                     .values = crew->values};
    bool goes_on = run->watch(run->watcher, &progress);
    if (crew->stopping)
        return;
    if (!goes_on)
        crew->end = SPSA_INTERRUPTED;
    else if (spsa_stopped(run->place))
        crew->end = SPSA_STOPPED;
    else if (run->budget > 0 && progress.elapsed >= run->budget)
        crew->end = SPSA_OUT_OF_TIME;
    else
        return;
    crew->stopping = true;
    if (crew->end == SPSA_OUT_OF_TIME && run->place->shards > 1 &&
        !spsa_stop_all(run->place, &crew->error))
        crew->failed = true;
}

/* Plays this shard's part of the batch. */
static bool play_batch(struct crew *crew, struct error *error)
{
    crew->working = crew->run->jobs;
    struct pool *pool = pool_start(crew->run->jobs, work, crew);
    if (!pool)
        return error_set(error, "cannot start a thread");
    pthread_mutex_lock(&crew->lock);
    while (crew->working > 0) {
        thread_wait(&crew->changed, &crew->lock, WATCH_MS);
        look(crew, false);
        if (crew->stopping)
            crew->run->halt(crew->run->context);
    }
    pthread_mutex_unlock(&crew->lock);
    pool_destroy(pool);
    return true;
}

static bool is_complete(const int8_t points[], int first, int last)
{
    return !memchr(points + first, SPSA_UNPLAYED, (size_t)(last - first));
}

/* Waits until the other shards have played their pairs of the batch. Reads their files often at
 * first, then less often. */
static bool await_others(struct crew *crew, int first, struct error *error)
{
    int pause = FIRST_LOOK_MS;
    pthread_mutex_lock(&crew->lock);
    bool good = spsa_log_follow(crew->run->log, crew->points, error);
    while (good && !crew->stopping && !is_complete(crew->points, first, crew->last)) {
        thread_wait(&crew->changed, &crew->lock, pause);
        pause = 2 * pause < WATCH_MS ? 2 * pause : WATCH_MS;
        look(crew, true);
        good = spsa_log_follow(crew->run->log, crew->points, error);
    }
    pthread_mutex_unlock(&crew->lock);
    return good;
}

static bool has_work(const struct crew *crew, int first)
{
    for (int pair = first; pair < crew->last; pair++)
        if (spsa_in_shard(crew->run->place, pair) && crew->points[pair] == SPSA_UNPLAYED)
            return true;
    return false;
}

static bool run_batches(struct crew *crew, struct error *error)
{
    const struct spsa_problem *problem = crew->run->problem;
    for (int first = 0; first < problem->pairs && !crew->stopping; first = crew->last) {
        crew->next = first;
        crew->last = first + problem->batch;
        if (crew->last > problem->pairs)
            crew->last = problem->pairs;
        if (has_work(crew, first) && !play_batch(crew, error))
            return false;
        if (!crew->stopping && !await_others(crew, first, error))
            return false;
        if (!crew->stopping)
            spsa_update(problem, crew->values, crew->points, first, crew->last);
    }
    if (crew->failed)
        *error = crew->error;
    return !crew->failed;
}

static void set_start(const struct spsa_problem *problem, double values[])
{
    for (int i = 0; i < problem->count; i++)
        values[i] = problem->parameters[i].start;
}

bool spsa_run(const struct spsa_run *run, int8_t points[], enum spsa_end *end, struct error *error)
{
    double values[SPSA_PARAMETERS_MAX];
    struct crew crew = {.run = run, .points = points, .values = values, .began = text_now()};
    set_start(run->problem, values);
    pthread_mutex_init(&crew.lock, NULL);
    thread_init_timed(&crew.changed);
    bool good = run_batches(&crew, error);
    pthread_cond_destroy(&crew.changed);
    pthread_mutex_destroy(&crew.lock);
    *end = crew.end;
    return good;
}

/* The values in the course of the run */

bool spsa_course_init(struct spsa_course *course, const struct spsa_problem *problem,
                      const int8_t points[], struct error *error)
{
    size_t count = (size_t)problem->count;
    int batches = (problem->pairs + problem->batch - 1) / problem->batch;
    *course = (struct spsa_course){
        .count = 1, .values = array_zeroed(((size_t)batches + 1) * count * sizeof(double), error)};
    if (!course->values)
        return false;
    set_start(problem, course->values);
    for (int i = 0; i < problem->pairs; i++)
        course->pairs += points[i] != SPSA_UNPLAYED;
    for (int first = 0, last; first < problem->pairs; first = last, course->count++) {
        last = first + problem->batch < problem->pairs ? first + problem->batch : problem->pairs;
        if (!is_complete(points, first, last))
            break;
        double *values = course->values + (size_t)course->count * count;
        memcpy(values, values - count, count * sizeof *values);
        spsa_update(problem, values, points, first, last);
    }
    return true;
}

void spsa_course_clear(struct spsa_course *course)
{
    free(course->values);
    *course = (struct spsa_course){0};
}

const double *spsa_course_end(const struct spsa_course *course, const struct spsa_problem *problem)
{
    return course->values + (size_t)(course->count - 1) * (size_t)problem->count;
}
