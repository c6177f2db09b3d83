/* Runs test suites. Each job is a thread with its own engine (ours, or a UCI or XBoard process). It
 * takes the next position, clears what the engine has learnt, lets it think, and judges the final
 * report. During the search it checks every report, to find out when the engine switched to the
 * right move for good. */
#include "src/lab/match/suite.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <strings.h>

#include "engine/random.h"
#include "src/game/scale.h"
#include "src/player/networks.h"
#include "src/player/player.h"
#include "src/util/lines.h"
#include "src/util/text.h"
#include "src/util/paths.h"
#include "src/util/array.h"
#include "src/util/thread_pool.h"

enum {
    POSITIONS_MAX = 1000000,
    FAILURES_MAX = 3, /* after this many failures in a row a job gives up */
};

/* Reading */

static bool has_task(const struct epd *epd)
{
    return epd->best_count > 0 || epd->avoid_count > 0 || epd->has_mate || epd->point_count > 0;
}

static bool add_position(struct suite *suite, const char *line, int *capacity, struct error *error)
{
    if (suite->count == POSITIONS_MAX || !ARRAY_RESERVE(suite->positions, suite->count, capacity))
        return error_set(error, "too many positions");
    struct epd *epd = &suite->positions[suite->count];
    if (!epd_read(epd, line, error))
        return false;
    if (!has_task(epd))
        return error_set(error, "this position has nothing to solve: expected bm, am, dm or points "
                                "(c0, or c8 with c9)");
    suite->count++;
    if (!epd->id[0])
        snprintf(epd->id, sizeof epd->id, "%.50s.%03d", suite->name, suite->count);
    return true;
}

static bool load_lines(struct suite *suite, FILE *file, struct error *error)
{
    struct lines lines = {.file = file};
    int capacity = 0;
    bool good = true;
    const char *text;
    while (good && (text = lines_next(&lines, error)))
        good = add_position(suite, text, &capacity, error);
    return lines_end(&lines, good, error) &&
           (suite->count > 0 ||
            error_set(error, "the file has no position: expected EPD, one position a line"));
}

/* Reads a suite from the file, then closes the file. */
static bool read_suite(struct suite *suite, FILE *file, const char *path, struct error *error)
{
    memset(suite, 0, sizeof *suite);
    paths_stem(path, suite->name, sizeof suite->name);
    bool good = load_lines(suite, file, error);
    if (!good) {
        snprintf(error->file, sizeof error->file, "%s", path);
        suite_clear(suite);
    }
    fclose(file);
    return good;
}

/* If `path` is the name of a suite that comes with the program, replaces *error by a message that
 * names the missing file. Always returns false, as a convenience for the caller. */
static bool not_opened(const char *path, struct error *error)
{
    static const char *const shipped[] = {"wac", "bk", "sts", "mates"};
    for (size_t i = 0; i < sizeof shipped / sizeof *shipped; i++)
        if (strcmp(path, shipped[i]) == 0 && access(path, F_OK) != 0)
            return error_set(error, "puzzles/%s.epd is not installed", path);
    return false;
}

bool suite_load(struct suite *suite, const char *path, struct error *error)
{
    FILE *file = fopen(path, "re");
    if (file)
        return read_suite(suite, file, path, error);
    error_set_in(error, path, "%s", strerror(errno));
    return not_opened(path, error);
}

bool suite_load_typed(struct suite *suite, const char *text, int *elo, struct error *error)
{
    char name[1024], path[1024];
    long number = ELO_FULL;
    if (!*text)
        return error_set(error, "Type suite and a name: wac, bk, sts, mates or an EPD file");
    snprintf(name, sizeof name, "%s", text);
    char *last = strrchr(name, ' ');
    if (last && (strcmp(last + 1, "full") == 0 || !last[1 + strspn(last + 1, "0123456789")])) {
        if (last[1] != 'f' && !text_number(last + 1, ELO_MIN, ELO_MAX, &number))
            return error_set(error, "Type suite, a name and an engine Elo from %d to %d, or full",
                             ELO_MIN, ELO_MAX);
        while (last > name && last[-1] == ' ')
            last--;
        *last = '\0';
    }
    *elo = (int)number;
    (void)paths_suite(name, path, sizeof path);
    FILE *file = paths_open_regular(path, error);
    return file ? read_suite(suite, file, path, error) : not_opened(path, error);
}

void suite_clear(struct suite *suite)
{
    free(suite->positions);
    suite->positions = NULL;
    suite->count = 0;
}

void suite_limit(struct suite *suite, int count)
{
    if (count < suite->count)
        suite->count = count;
}

bool suite_pick(struct suite *suite, const char *id)
{
    for (int i = 0; i < suite->count; i++)
        if (strcasecmp(suite->positions[i].id, id) == 0) {
            suite->positions[0] = suite->positions[i];
            suite->count = 1;
            return true;
        }
    return false;
}

/* Judging */

static bool contains(const Move moves[], int count, Move move)
{
    for (int i = 0; i < count; i++)
        if (moves[i] == move)
            return true;
    return false;
}

int suite_points(const struct epd *epd, Move move, int *max)
{
    int points = 0;
    *max = 0;
    for (int i = 0; i < epd->point_count; i++) {
        if (epd->points[i] > *max)
            *max = epd->points[i];
        if (epd->point_moves[i] == move)
            points = epd->points[i];
    }
    return points;
}

/* Returns whether the position's opcode c2 "ours: MOVE ..." names the move. Such a move is a
 * solution that we added; the common versions of the suite do not have it. */
static bool is_ours(const struct epd *epd, Move move)
{
    static const char prefix[] = "ours:";
    const char *value = epd_value(epd, "c2");
    char words[256], *state = NULL;
    if (!value || strncmp(value, prefix, sizeof prefix - 1) != 0 || move == NO_MOVE)
        return false;
    snprintf(words, sizeof words, "%s", value + sizeof prefix - 1);
    for (char *word = strtok_r(words, " ", &state); word; word = strtok_r(NULL, " ", &state)) {
        struct error error;
        Move ours;
        if (chess_read_move(&epd->position, word, &ours, &error) && ours == move)
            return true;
    }
    return false;
}

bool suite_is_best(const struct epd *epd, Move move)
{
    if (move == NO_MOVE || contains(epd->avoid, epd->avoid_count, move))
        return false;
    if (epd->best_count > 0)
        return contains(epd->best, epd->best_count, move);
    if (epd->avoid_count > 0)
        return true;
    int max, points = suite_points(epd, move, &max);
    return max > 0 && points == max;
}

/* The number of moves to the mate that the engine announced; negative if the side to move is mated,
 * 0 if no mate was announced. */
static int announced_mate(const struct report *report)
{
    int moves = 0;
    if (report->line_count == 0 || !score_is_mate(report->lines[0].score, &moves))
        return 0;
    enum bound doubtful = moves > 0 ? BOUND_UPPER : BOUND_LOWER;
    return report->lines[0].bound == doubtful ? 0 : moves;
}

bool suite_is_solved(const struct epd *epd, const struct report *report, bool *mate_exact)
{
    int moves = epd->has_mate ? announced_mate(report) : 0;
    if (mate_exact)
        *mate_exact = moves != 0 && moves == epd->mate;
    if (epd->best_count > 0 || epd->avoid_count > 0 || !epd->has_mate)
        return suite_is_best(epd, report->best);
    if (epd->mate > 0)
        return moves > 0 && moves <= epd->mate;
    return moves < 0 && moves >= epd->mate;
}

/* Running */

struct worker {
    struct suite_run *run;
    struct engine *engine;  /* our engine, or NULL */
    struct player *program; /* the program that is tested if `engine` is NULL */
    pthread_mutex_t lock;   /* guards has_report */
    pthread_cond_t changed;
    bool has_report;       /* our engine has sent a new report */
    const struct epd *epd; /* the position being solved */
    int64_t since;         /* when the engine switched to the right move that it prefers now, in
                              milliseconds from the start of the search; -1 if it now prefers a
                              wrong move */
    struct report report;
};

struct suite_run {
    const struct suite *suite;
    struct suite_options options;
    char engine_name[128];
    void (*wake)(void *context);
    void *context;
    pthread_mutex_t lock; /* guards the fields below */
    int next;             /* the next position to take */
    int done;
    struct suite_result *results;
    atomic_bool stopping;
    struct pool *pool;
    int worker_count;
    struct worker workers[];
};

static void hear_engine(void *context)
{
    struct worker *worker = context;
    pthread_mutex_lock(&worker->lock);
    worker->has_report = true;
    pthread_cond_signal(&worker->changed);
    pthread_mutex_unlock(&worker->lock);
}

/* Called for every report of a search: checks whether the engine prefers the right move. A report
 * with a score that just failed low is ignored, because it does not tell which move is best. */
static void watch(const struct report *report, void *context)
{
    struct worker *worker = context;
    if (report->line_count == 0 || report->lines[0].length == 0 ||
        report->lines[0].bound == BOUND_UPPER)
        return;
    struct report now = {.best = report->lines[0].moves[0], .line_count = 1};
    now.lines[0] = report->lines[0];
    if (!suite_is_solved(worker->epd, &now, NULL))
        worker->since = -1;
    else if (worker->since < 0)
        worker->since = report->elapsed;
}

static bool think_ourselves(struct worker *worker, int index, struct error *error)
{
    struct suite_run *run = worker->run;
    struct engine_settings settings = *engine_settings(worker->engine);
    settings.handicap = run->options.handicap;
    /* Each position has its own random seed, since all positions of a suite are at ply 0. */
    settings.handicap.seed = random_skip(settings.handicap.seed, (uint64_t)index + 1);
    if (settings.handicap.limited && !engine_configure(worker->engine, &settings, error))
        return false;
    engine_new_game(worker->engine);
    if (!engine_set_position(worker->engine, &worker->epd->position, NULL, 0))
        return error_set(error, "the engine rejected the position");
    memset(&worker->report, 0, sizeof worker->report);
    uint32_t id = engine_start(worker->engine, &run->options.limits);
    if (atomic_load(&run->stopping)) /* suite_stop may have been called before the search began */
        engine_stop(worker->engine);
    for (;;) {
        while (engine_poll(worker->engine, &worker->report))
            if (worker->report.id == id) {
                watch(&worker->report, worker);
                if (worker->report.finished)
                    return true;
            }
        pthread_mutex_lock(&worker->lock);
        while (!worker->has_report)
            pthread_cond_wait(&worker->changed, &worker->lock);
        worker->has_report = false;
        pthread_mutex_unlock(&worker->lock);
    }
}

/* Sets the options that the run needs. Returns false and sets *error if the program does not have
 * one of them. */
static bool set_options(const struct suite_options *options, struct player *program,
                        struct error *error)
{
    char threads[16], elo[16];
    snprintf(threads, sizeof threads, "%d", options->threads);
    snprintf(elo, sizeof elo, "%d", options->handicap.elo);
    if (options->threads > 1 && !player_option(program, "Threads", threads))
        return error_set(error, "%s has no option Threads", player_name(program));
    if (!options->handicap.limited || (player_option(program, "UCI_LimitStrength", "true") &&
                                       player_option(program, "UCI_Elo", elo)))
        return true;
    return error_set(error, "%s cannot be weakened: it does not have the option UCI_Elo",
                     player_name(program));
}

static bool start_program(struct worker *worker, struct error *error)
{
    const struct suite_options *options = &worker->run->options;
    struct player_spec spec;
    bool xboard;
    const char *command = player_command(options->engine, &xboard);
    spec = (struct player_spec){.kind = xboard ? PLAYER_XBOARD : PLAYER_UCI};
    if (snprintf(spec.command, sizeof spec.command, "%s", command ? command : options->engine) >=
        (int)sizeof spec.command)
        return error_set(error, "the command is too long");
    worker->program = player_create(&spec, options->hash_mb, options->threads, error);
    if (!worker->program || !set_options(options, worker->program, error))
        return false;
    player_watch(worker->program, watch, worker);
    return true;
}

/* Lets the program search. An XBoard program reports no progress, so a solution counts as found at
 * the end of its search. */
static bool think_elsewhere(struct worker *worker, struct error *error)
{
    struct suite_run *run = worker->run;
    if (!player_new_game(worker->program, 0, error))
        return false;
    if (atomic_load(&run->stopping))
        player_interrupt(worker->program);
    enum player_answer answer = player_think(worker->program, &worker->epd->position, NULL, 0,
                                             &run->options.limits, &worker->report, error);
    if (answer == PLAYER_RESIGNED)
        error_set(error, "%s resigned", player_name(worker->program));
    return answer == PLAYER_MOVED;
}

static void judge(struct worker *worker, struct suite_result *result)
{
    const struct report *report = &worker->report;
    result->done = true;
    result->solved = suite_is_solved(worker->epd, report, &result->mate_exact);
    result->played = report->best;
    result->solved_ours = result->solved && is_ours(worker->epd, report->best);
    result->depth = report->depth;
    result->score = report->line_count > 0 ? report->lines[0].score : SCORE_NONE;
    if (report->decision.made)
        result->score = report->decision.played_score;
    result->nodes = report->nodes;
    result->elapsed = report->elapsed;
    result->solved_at = !result->solved ? -1 : worker->since >= 0 ? worker->since : report->elapsed;
    result->points = suite_points(worker->epd, report->best, &result->points_max);
}

static bool is_skipped(const struct suite_run *run, int index)
{
    return run->options.skipped && run->options.skipped[index];
}

static int take_position(struct suite_run *run)
{
    pthread_mutex_lock(&run->lock);
    while (run->next < run->suite->count && is_skipped(run, run->next))
        run->next++;
    int index = atomic_load(&run->stopping) || run->next == run->suite->count ? -1 : run->next++;
    pthread_mutex_unlock(&run->lock);
    return index;
}

static void give_result(struct suite_run *run, int index, const struct suite_result *result)
{
    pthread_mutex_lock(&run->lock);
    run->results[index] = *result;
    run->done++;
    pthread_mutex_unlock(&run->lock);
}

/* Searches one node from the start position. Being the first to touch the memory of the
 * transposition table, this search takes the page faults that would slow down the suite's first
 * position. */
static void warm_up(struct engine *engine)
{
    struct position start;
    struct limits limits = {.nodes = 1};
    chess_start(&start);
    if (engine_set_position(engine, &start, NULL, 0)) {
        engine_start(engine, &limits);
        engine_wait(engine);
    }
}

static void work(void *context, int number)
{
    struct suite_run *run = context;
    struct worker *worker = &run->workers[number];
    struct error error = {.message = ""};
    int index, failures = 0;
    if (worker->engine)
        warm_up(worker->engine); /* takes a moment, so it is done in this thread: the screen waits
                                    until suite_start returns */
    while ((index = take_position(run)) >= 0) {
        struct suite_result result = {.score = SCORE_NONE, .solved_at = -1};
        worker->epd = &run->suite->positions[index];
        worker->since = -1;
        if (run->wake)
            run->wake(run->context);
        bool thought =
            failures < FAILURES_MAX && (worker->engine ? think_ourselves(worker, index, &error)
                                                       : think_elsewhere(worker, &error));
        /* The result of an aborted search is not counted. */
        if (atomic_load(&run->stopping))
            break;
        if (thought) {
            failures = 0;
            judge(worker, &result);
        } else {
            failures++;
            result.done = result.failed_to_run = true;
            suite_points(worker->epd, NO_MOVE, &result.points_max);
            snprintf(result.trouble, sizeof result.trouble, "%.120s", error.message);
        }
        give_result(run, index, &result);
        if (run->wake)
            run->wake(run->context);
    }
}

static bool prepare_own(struct worker *worker, struct error *error)
{
    const struct suite_options *options = &worker->run->options;
    worker->engine = engine_create(hear_engine, worker);
    if (!worker->engine)
        return error_set(error, "out of memory");
    struct engine_settings settings = engine_settings_default();
    if (options->player)
        settings = player_settings(options->player);
    if (options->hash_mb > 0)
        settings.hash_mb = options->hash_mb;
    if (options->threads > 0)
        settings.threads = options->threads;
    settings.own_book = false;
    networks_set_folders(&settings);
    settings.move_overhead = 0;
    settings.handicap = options->handicap;
    return engine_configure(worker->engine, &settings, error);
}

void suite_level(const struct handicap *handicap, char *out, size_t size)
{
    const char *method = method_name(handicap->method);
    if (!handicap->limited)
        snprintf(out, size, "full");
    else if (handicap->elo != ELO_FULL)
        snprintf(out, size, "%d %s (%s)", handicap->elo, scale_words(SCALE_ENGINE), method);
    else
        snprintf(out, size, "weakened (%s)", method);
}

static void name_engine(struct suite_run *run)
{
    const struct handicap *handicap = &run->options.handicap;
    const size_t size = sizeof run->engine_name;
    char level[48];
    if (run->options.engine) {
        snprintf(run->engine_name, size, "%s", player_name(run->workers[0].program));
        if (handicap->limited)
            text_add(run->engine_name, size, ", UCI_Elo %d", handicap->elo);
        return;
    }
    suite_level(handicap, level, sizeof level);
    snprintf(run->engine_name, size, "Fallible%s%s", handicap->limited ? " " : "",
             handicap->limited ? level : "");
}

static bool prepare(struct suite_run *run, struct error *error)
{
    for (int i = 0; i < run->worker_count; i++) {
        struct worker *worker = &run->workers[i];
        if (!(run->options.engine ? start_program(worker, error) : prepare_own(worker, error)))
            return false;
    }
    name_engine(run);
    return true;
}

struct suite_run *suite_start(const struct suite *suite, const struct suite_options *options,
                              void (*wake)(void *context), void *context, struct error *error)
{
    int jobs = options->jobs < 1 ? 1 : options->jobs;
    if (jobs > suite->count)
        jobs = suite->count > 0 ? suite->count : 1;
    struct suite_run *run =
        array_zeroed(sizeof *run + (size_t)jobs * sizeof run->workers[0], error);
    if (!run)
        return NULL;
    run->suite = suite;
    run->options = *options;
    run->wake = wake;
    run->context = context;
    run->worker_count = jobs;
    for (int i = 0; i < suite->count; i++)
        run->done += is_skipped(run, i);
    pthread_mutex_init(&run->lock, NULL);
    for (int i = 0; i < jobs; i++) {
        run->workers[i].run = run;
        pthread_mutex_init(&run->workers[i].lock, NULL);
        pthread_cond_init(&run->workers[i].changed, NULL);
    }
    run->results = calloc((size_t)suite->count + 1, sizeof *run->results);
    bool good = (run->results || error_set(error, "out of memory")) && prepare(run, error);
    run->pool = good ? pool_start(jobs, work, run) : NULL;
    if (run->pool)
        return run;
    if (good)
        error_set(error, "cannot start a thread");
    suite_destroy(run);
    return NULL;
}

int suite_poll(struct suite_run *run, struct suite_result results[], int count)
{
    pthread_mutex_lock(&run->lock);
    int done = run->done;
    for (int i = 0; i < count && i < run->suite->count; i++)
        if (!is_skipped(run, i))
            results[i] = run->results[i];
    pthread_mutex_unlock(&run->lock);
    return done;
}

int suite_current(struct suite_run *run)
{
    pthread_mutex_lock(&run->lock);
    int current = run->next - 1;
    pthread_mutex_unlock(&run->lock);
    return current;
}

const char *suite_engine_name(const struct suite_run *run)
{
    return run->engine_name;
}

void suite_stop(struct suite_run *run)
{
    atomic_store(&run->stopping, true);
    pthread_mutex_lock(&run->lock);
    for (int i = 0; i < run->worker_count; i++) {
        if (run->workers[i].engine)
            engine_stop(run->workers[i].engine);
        if (run->workers[i].program)
            player_interrupt(run->workers[i].program);
    }
    pthread_mutex_unlock(&run->lock);
}

void suite_destroy(struct suite_run *run)
{
    if (!run)
        return;
    int done = suite_poll(run, NULL, 0);
    if (done < run->suite->count)
        suite_stop(run);
    pool_destroy(run->pool);
    for (int i = 0; i < run->worker_count; i++) {
        struct worker *worker = &run->workers[i];
        engine_destroy(worker->engine);
        player_destroy(worker->program);
        pthread_cond_destroy(&worker->changed);
        pthread_mutex_destroy(&worker->lock);
    }
    pthread_mutex_destroy(&run->lock);
    free(run->results);
    free(run);
}
