/* fallible suite: runs test suites with our engine or any UCI engine, alone or side by side, with
 * live progress on a terminal; or lets you solve the positions yourself alongside the engine. */
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/engine.h"
#include "engine/random.h"
#include "src/cli/command.h"
#include "src/cli/engine/suite_shared.h"
#include "src/cli/interrupt.h"
#include "src/cli/options.h"
#include "src/cli/progress.h"
#include "src/cli/sharing.h"
#include "src/game/format.h"
#include "src/lab/match/suite.h"
#include "src/lab/match/suite_table.h"
#include "src/lab/match/suite_why.h"
#include "src/player/player.h"
#include "src/util/paths.h"
#include "src/util/text.h"

enum { COLUMNS_MAX = 16, REFRESH_MS = 50, DEFAULT_MOVETIME = 1000, CHECKING_MS = 5000 };

#define SUITE_OPTIONS(SHARED, FLAG, TEXT, NUMBER, OWN)                                             \
    SHARED(MOVETIME, "milliseconds a position (default 1000)")                                     \
    SHARED(NODES, NULL)                                                                            \
    SHARED(DEPTH, NULL)                                                                            \
    SHARED(ELO, "strength of the engine, in engine Elo (default: full)")                           \
    SHARED(THREADS, "search threads of each engine (default 1)")                                   \
    NUMBER(options.jobs, "jobs", "N", 1, 256, "positions at a time (default 1)")                   \
    SHARED(HASH, NULL)                                                                             \
    OWN(ENGINE, "engine", "CMD",                                                                   \
        "run this UCI engine, or xboard:COMMAND, instead of ours; if repeated, compare them")      \
    OWN(COMPARE, "compare", "CMD",                                                                 \
        "also run this engine, or ours with other settings (fallible:-null_move); may be "         \
        "repeated")                                                                                \
    NUMBER(repeat, "repeat", "N", 1, 1000, "run N times; show the median and the spread")          \
    NUMBER(require, "require", "N", 0, 1000000, "exit status 1 when fewer than N are solved")      \
    FLAG(json, "json", "every position as JSON")                                                   \
    FLAG(csv, "csv", "every position as CSV")                                                      \
    FLAG(solve, "solve", "you enter a move for each position, then the engine shows its move")     \
    FLAG(why, "why",                                                                               \
         "with --elo: show which changes would let the level find the moves it missed")            \
    NUMBER(limit, "limit", "N", 1, 1000000, "only the first N positions")                          \
    TEXT(id, "id", "ID", "only the position with this id")                                         \
    OWN(SHARD, "shard", "K/N", "run part K of N of the positions; needs --shared")                 \
    TEXT(share.sharing.folder, "shared", "FOLDER",                                                 \
         "the folder where all parts store results; without --shard, adds the missing results")    \
    OWN(BUDGET, "budget", "TIME",                                                                  \
        "stop after this time (60s, 10m, 1h), here and in all other parts")                        \
    SHARED(METHOD, NULL)                                                                           \
    SHARED(STRENGTH_FILE, "the strength table to use with --elo")                                  \
    SHARED(SEED, "seed of a weakened engine's random choices (default 1)")                         \
    SHARED(HELP, NULL)

/* State for sharing results with other processes, over all runs of a command. */
struct share {
    struct sharing sharing;
    struct shared_results *results; /* NULL without a folder */
    int done, all; /* positions of this process's part, summed over all runs: done, and in total */
};

struct arguments {
    struct shared_options shared;
    struct share share;
    const char *suite;
    struct suite_options options;
    const char *compare[COLUMNS_MAX - 1];
    int compare_count;
    int require, limit, repeat;
    bool json, csv, solve, why;
    const char *id;
};

enum option_id { OPTION_IDS(SUITE_OPTIONS) };
static const struct option_row rows[] = {OPTION_ROWS(SUITE_OPTIONS)};

/* Arguments */

static int help(void)
{
    return options_help(
        "Usage: fallible suite [OPTION...] SUITE\n\n"
        "Runs a test suite: wac, bk, sts or mates, or any EPD file with bm, am, dm or points.\n"
        "Prints the failed positions and totals; progress goes to standard error on a terminal.\n",
        rows,
        "\nA position counts as solved when the final move is in bm and not in am; with dm alone,\n"
        "when the final score announces a mate in at most that many moves.\n"
        "--elo is on the engine scale, whatever scale you play on. A level without --method plays\n"
        "madchess, as in fallible match.\n"
        "Exit status: 0 done, 1 fewer than --require solved, stopped, or an engine failed,\n"
        "2 usage or bad input.");
}

static bool take(void *context, int id, const char *value, struct error *error)
{
    struct arguments *arguments = context;
    struct sharing *sharing = &arguments->share.sharing;
    if (id == OPTION_SHARD)
        return option_part("shard", value, SHARDS_MAX, &sharing->part.shard, &sharing->part.shards,
                           error);
    if (id == OPTION_BUDGET)
        return option_budget(value, &sharing->budget, error);
    if (id == OPTION_ENGINE && !arguments->options.engine) {
        arguments->options.engine = value;
        return true;
    }
    if (arguments->compare_count == COLUMNS_MAX - 1)
        return error_set(error, "too many engines to compare");
    arguments->compare[arguments->compare_count++] = value;
    return true;
}

static bool has_xboard(const struct arguments *arguments)
{
    const char *engine = arguments->options.engine;
    bool has = false;
    if (engine)
        (void)player_command(engine, &has);
    for (int i = 0; i < arguments->compare_count && !has; i++)
        (void)player_command(arguments->compare[i], &has);
    return has;
}

static bool agree(const struct arguments *arguments)
{
    const char *problem = NULL;
    if (!arguments->suite)
        problem = "expected a suite: wac, bk, sts, mates or an EPD file";
    else if (arguments->json && arguments->csv)
        problem = "--json cannot be combined with --csv";
    else if (arguments->repeat > 1 && (arguments->solve || arguments->csv))
        problem = "--repeat cannot be combined with --solve or --csv";
    else if (arguments->solve && (arguments->json || arguments->csv || arguments->compare_count))
        problem = "--solve cannot be combined with --json, --csv or --compare";
    else if (arguments->solve && arguments->share.sharing.budget > 0)
        problem = "--solve cannot be combined with --budget: you take the time that you need";
    else if (arguments->why && arguments->shared.elo == ELO_FULL)
        problem = "--why needs --elo";
    else if (arguments->why && (arguments->csv || arguments->options.engine))
        problem = "--why cannot be combined with --csv or --engine";
    else if (arguments->shared.strength_file && arguments->shared.elo == ELO_FULL)
        problem = "--strength-file needs --elo";
    else if (arguments->shared.method_given && arguments->shared.elo == ELO_FULL)
        problem = "--method needs --elo";
    else if (arguments->solve && arguments->share.sharing.folder)
        problem = "--solve cannot be combined with --shared";
    else if (arguments->shared.limits.nodes > 0 && has_xboard(arguments))
        problem = "--nodes cannot be combined with an xboard: engine, because that protocol does "
                  "not support node limits. Use --depth or --movetime.";
    return problem ? option_refuse("suite", "%s", problem)
                   : sharing_agrees("suite", &arguments->share.sharing);
}

static bool read_arguments(struct arguments *arguments, int argc, char **argv)
{
    struct shared_options *shared = &arguments->shared;
    *arguments = (struct arguments){.shared = shared_options_default(ELO_FULL),
                                    .repeat = 1,
                                    .options = {.jobs = 1}};
    shared->seed = 1;
    if (!options_read("suite", rows, argc, argv, shared, take, arguments))
        return false;
    if (shared->help)
        return true;
    if (argc - optind > 1)
        return option_refuse("suite", "expected one suite");
    arguments->suite = argv[optind];
    if (!shared->limits.movetime && !shared->limits.nodes && !shared->limits.depth)
        shared->limits.movetime = DEFAULT_MOVETIME;
    arguments->options.limits = shared->limits;
    arguments->options.threads = shared->threads;
    arguments->options.hash_mb = shared->hash_mb;
    return agree(arguments);
}

static bool set_handicap(struct arguments *arguments)
{
    if (arguments->shared.elo == ELO_FULL)
        return true;
    struct strength *strength = command_strength(arguments->shared.strength_file);
    if (!strength)
        return false;
    arguments->options.handicap =
        handicap_for(strength, arguments->shared.method, arguments->shared.elo,
                     arguments->shared.seed);
    strength_destroy(strength);
    return true;
}

/* Loads a shipped suite by name, or a file. */
static bool load(struct suite *suite, const struct arguments *arguments)
{
    struct error error = {.message = ""};
    char path[4096];
    bool shipped = paths_suite(arguments->suite, path, sizeof path);
    if (!suite_load(suite, path, &error)) {
        text_error(&error);
        if (!shipped && error.file[0] && access(path, F_OK) != 0)
            fputs("Shipped suites are wac, bk, sts and mates; any other name is taken as a file.\n",
                  stderr);
        return false;
    }
    if (arguments->id && !suite_pick(suite, arguments->id)) {
        error_set_in(&error, path, "no position has the id \"%.60s\"", arguments->id);
        text_error(&error);
        suite_clear(suite);
        return false;
    }
    if (arguments->limit > 0)
        suite_limit(suite, arguments->limit);
    return true;
}

/* Progress */

struct observer {
    struct event event;
    bool live; /* standard error is a terminal */
    bool utf8;
    int64_t started;
};

/* Draws the progress bar, in eighths of a cell if the locale has such characters, like the suite
 * pane on the screen. */
static void draw_bar(const struct observer *observer, int width, int done, int count)
{
    static const char *const eighths[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    int filled = (int)((int64_t)done * width * 8 / count), cells = filled / 8;
    for (int i = 0; i < cells; i++)
        fputs(observer->utf8 ? "█" : "#", stderr);
    if (observer->utf8 && filled % 8) {
        fputs(eighths[filled % 8], stderr);
        cells++;
    }
    for (int i = cells; i < width; i++)
        fputc(observer->utf8 ? ' ' : '.', stderr);
}

static void draw_progress(struct observer *observer, const struct suite *suite,
                          struct suite_run *run, const struct suite_result results[], int done)
{
    struct suite_sums sums = suite_sum(suite, results);
    int current = suite_current(run), width = progress_width();
    char left[32] = "", line[256];
    if (done > 0) {
        int64_t spent = text_now() - observer->started;
        text_clock(spent * (suite->count - done) / done, false, left, sizeof left);
    }
    int length =
        snprintf(line, sizeof line, " %d / %d  solved %d  failed %d  %.24s  %s%s", done,
                 suite->count, sums.solved, done - sums.solved,
                 current >= 0 ? suite->positions[current].id : "", left, left[0] ? " left" : "");
    int bar = width - length - 2;
    fputs("\r\033[K", stderr);
    if (bar > 40)
        bar = 40;
    if (bar >= 8)
        draw_bar(observer, bar, done, suite->count);
    else if (length >= width)
        line[width > 1 ? width - 1 : 1] = '\0';
    fputs(line, stderr);
    fflush(stderr);
}

static bool speaks_utf8(void)
{
    const char *names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    for (int i = 0; i < 3; i++) {
        const char *value = getenv(names[i]);
        if (value && *value)
            return strstr(value, "UTF-8") || strstr(value, "utf8") || strstr(value, "UTF8");
    }
    return false;
}

/* A run whose results are shared. The arrays have an element for each position. */
struct shared_run {
    uint64_t key;
    bool *skipped; /* skipped[i]: do not run position i, because another part runs it or its result
                      was in the folder; owned */
    bool *kept;    /* kept[i]: the result of position i is in the folder; owned */
};

/* Takes over the results that are in the folder. Returns false when out of memory. */
static bool begin_sharing(const struct share *share, const struct suite *suite,
                          const struct suite_options *options, struct suite_result results[],
                          struct shared_run *shared)
{
    shared->key = suite_shared_run(options);
    shared->skipped = calloc((size_t)suite->count, sizeof *shared->skipped);
    shared->kept = calloc((size_t)suite->count, sizeof *shared->kept);
    if (!shared->skipped || !shared->kept)
        return false;
    for (int i = 0; i < suite->count; i++) {
        const struct epd *epd = &suite->positions[i];
        shared->kept[i] = suite_shared_find(share->results, suite_shared_key(shared->key, epd, i),
                                            epd, &results[i]);
        shared->skipped[i] = shared->kept[i] || !shared_part_has(share->sharing.part, i);
    }
    return true;
}

/* Puts new results into the folder, except those of positions that failed to run, which can be
 * tried again. */
static bool keep_results(const struct share *share, const struct suite *suite,
                         const struct suite_result results[], struct shared_run *shared,
                         struct error *error)
{
    for (int i = 0; shared->kept && i < suite->count; i++) {
        const struct epd *epd = &suite->positions[i];
        if (shared->kept[i] || !results[i].done || results[i].failed_to_run)
            continue;
        shared->kept[i] = true;
        if (!suite_shared_add(share->results, suite_shared_key(shared->key, epd, i), epd,
                              &results[i], error))
            return false;
    }
    return true;
}

static void end_sharing(struct share *share, const struct suite *suite, struct shared_run *shared)
{
    for (int i = 0; shared->kept && i < suite->count; i++)
        if (shared_part_has(share->sharing.part, i)) {
            share->all++;
            share->done += shared->kept[i];
        }
    free(shared->skipped);
    free(shared->kept);
}

/* Follows a run to its end. Returns false and sets *error if its results cannot be stored. */
static bool follow(struct share *share, const struct suite *suite, struct suite_run *run,
                   struct observer *observer, struct suite_result results[],
                   struct shared_run *shared, struct error *error)
{
    int done;
    int64_t drawn = 0;
    bool good = true;
    while (good && (done = suite_poll(run, results, suite->count)) < suite->count &&
           (share ? sharing_goes_on(&share->sharing) : !interrupt_came())) {
        if (observer->live && text_now() - drawn >= REFRESH_MS) {
            draw_progress(observer, suite, run, results, done);
            drawn = text_now();
        }
        good = keep_results(share, suite, results, shared, error);
        event_wait(&observer->event);
    }
    return good && keep_results(share, suite, results, shared, error);
}

/* Runs a suite until its end, Ctrl-C, or the end of shared work (a stop file or the budget).
 * `share` is NULL if the suite is a single position that the user solves or asks about. Returns
 * false if the suite could not run, after printing why. */
static bool run_suite(const struct suite *suite, const struct suite_options *given,
                      struct share *share, struct suite_result results[], char engine[128])
{
    struct error error = {.message = "out of memory"};
    struct observer observer = {.live = share && isatty(STDERR_FILENO),
                                .utf8 = speaks_utf8(),
                                .started = text_now()};
    struct suite_options options = *given;
    struct shared_run shared = {.skipped = NULL};
    event_init(&observer.event);
    bool good = !share || !share->results || begin_sharing(share, suite, given, results, &shared);
    options.skipped = shared.skipped;
    struct suite_run *run =
        good ? suite_start(suite, &options, event_tell, &observer.event, &error) : NULL;
    good = run && follow(share, suite, run, &observer, results, &shared, &error);
    progress_clear(observer.live);
    if (run)
        snprintf(engine, 128, "%s", suite_engine_name(run));
    suite_destroy(run);
    if (share)
        end_sharing(share, suite, &shared);
    event_clear(&observer.event);
    return good || text_error(&error);
}

/* Running several engines one after the other, so that none affects the timing of another. */

static bool report_trouble(const struct suite *suite, const struct suite_column *column)
{
    enum { SHOWN = 3 };
    char shown[sizeof column->results->trouble];
    int troubles = 0;
    for (int i = 0; i < suite->count; i++)
        if (column->results[i].failed_to_run && troubles++ < SHOWN)
            fprintf(stderr, "fallible: %s: %s: %s\n", column->engine, suite->positions[i].id,
                    text_shown(column->results[i].trouble, shown, sizeof shown));
    if (troubles > SHOWN)
        fprintf(stderr, "fallible: %s: %d more failure%s\n", column->engine, troubles - SHOWN,
                text_plural(troubles - SHOWN));
    return troubles > 0;
}

/* Reads the description of an engine to compare with: ours with other settings, in the form that
 * fallible match takes, or the command of a UCI engine. */
static bool set_compared(const char *text, struct player_spec *spec, struct suite_options *options)
{
    const size_t length = strlen("fallible");
    struct error error;
    options->engine = text;
    options->handicap = (struct handicap){.limited = false}; /* the level of --elo applies to our
                                                                engine only */
    if (strncmp(text, "fallible", length) != 0 || (text[length] != ':' && text[length] != '\0'))
        return true;
    struct strength *strength = command_strength(NULL);
    bool good = strength && player_spec_read(spec, text, strength, &error);
    if (strength && !good)
        text_error(&error);
    strength_destroy(strength);
    options->engine = NULL;
    options->player = spec;
    options->handicap = spec->handicap;
    return good;
}

/* Makes the name of a compared copy of our engine: the settings that the user gave it and, if it is
 * weakened, its level. */
static void name_compared(const char *text, const struct handicap *handicap, char *name,
                          size_t size)
{
    char level[48];
    suite_level(handicap, level, sizeof level);
    snprintf(name, size, "%s", text);
    if (handicap->limited)
        text_add(name, size, ": %s", level);
}

/* Whether Ctrl-C, a stop file or the end of the budget has ended the work. */
static bool ended(const struct share *share)
{
    return share->sharing.over || interrupt_came();
}

/* Runs the first engine one time fewer than --repeat says; run_columns makes the last run. Returns
 * false if it could not run. */
static bool repeat(const struct suite *suite, const struct arguments *arguments,
                   struct share *share, struct suite_result results[], struct suite_runs *runs)
{
    char engine[128];
    for (int i = 1; i < arguments->repeat && !ended(share); i++) {
        struct suite_options options = arguments->options;
        options.handicap.seed += (uint64_t)i << 32;
        memset(results, 0, (size_t)suite->count * sizeof *results);
        if (!run_suite(suite, &options, share, results, engine))
            return false;
        runs->solved[runs->count++] = suite_sum(suite, results).solved;
    }
    memset(results, 0, (size_t)suite->count * sizeof *results);
    return true;
}

static void write_tables(const struct suite *suite, const struct arguments *arguments,
                         const struct suite_column columns[], int count,
                         const struct suite_runs *runs)
{
    char conditions[512];
    suite_conditions(&arguments->options, conditions, sizeof conditions);
    if (arguments->json) {
        suite_write_json(stdout, suite, columns, count, conditions, runs);
    } else if (arguments->csv) {
        suite_write_csv(stdout, suite, columns, count);
    } else {
        suite_write_text(stdout, suite, columns, count);
        printf("  %s\n", conditions);
        suite_write_runs(stdout, runs);
    }
}

/* Runs the suite again with each change of the level's handicap, and prints which changes find the
 * missed moves. */
static bool explain_misses(const struct suite *suite, const struct arguments *arguments,
                           struct share *share, const struct suite_result first[])
{
    struct handicap_change changes[HANDICAP_CHANGES_MAX];
    const int count =
        handicap_changes(&arguments->options.handicap, &arguments->options.limits, changes);
    struct why_run *runs = calloc((size_t)count, sizeof *runs);
    bool good = runs != NULL;
    char engine[128];
    for (int i = 0; good && i < count && !ended(share); i++) {
        struct suite_options options = arguments->options;
        runs[i].change = changes[i];
        runs[i].results = calloc((size_t)suite->count, sizeof *runs[i].results);
        options.handicap = changes[i].handicap;
        good = runs[i].results && run_suite(suite, &options, share, runs[i].results, engine);
    }
    if (good && !ended(share) && share->sharing.part.shards == 0)
        (arguments->json ? why_write_json : why_write_text)(stdout, suite, first, runs, count);
    for (int i = 0; runs && i < count; i++)
        free(runs[i].results);
    free(runs);
    return good;
}

static int run_columns(const struct suite *suite, const struct arguments *arguments,
                       struct share *share, struct suite_column columns[],
                       struct suite_result *results, struct suite_runs *runs)
{
    if (!repeat(suite, arguments, share, results, runs))
        return 2;
    int count = 1 + arguments->compare_count;
    for (int i = 0; i < count && !ended(share); i++) {
        struct suite_options options = arguments->options;
        struct suite_result *own = results + (size_t)i * (size_t)suite->count;
        struct player_spec spec;
        if (i > 0 && !set_compared(arguments->compare[i - 1], &spec, &options))
            return 2;
        if (!run_suite(suite, &options, share, own, columns[i].engine))
            return 2;
        if (i > 0 && !options.engine)
            name_compared(arguments->compare[i - 1], &options.handicap, columns[i].engine,
                          sizeof columns[i].engine);
        columns[i].results = own;
    }
    for (int i = 0; i < count; i++)
        if (!columns[i].results) { /* the run was interrupted before this engine's turn */
            columns[i].results = results + (size_t)i * (size_t)suite->count;
            snprintf(columns[i].engine, sizeof columns[i].engine, "%s", arguments->compare[i - 1]);
        }
    if (arguments->repeat > 1)
        runs->solved[runs->count++] = suite_sum(suite, columns[0].results).solved;
    const bool whole = share->sharing.part.shards == 0;
    if (whole)
        write_tables(suite, arguments, columns, count, runs);
    if (arguments->why && !ended(share) &&
        !explain_misses(suite, arguments, share, columns[0].results))
        return 2;
    bool trouble = false;
    for (int i = 0; i < count; i++)
        trouble |= report_trouble(suite, &columns[i]);
    if (!whole)
        return sharing_tell(&share->sharing, share->done, share->all, "positions");
    if (suite_sum(suite, columns[0].results).solved < arguments->require)
        trouble = true;
    return trouble || ended(share) ? EXIT_FELL_SHORT : EXIT_OK;
}

static int run_all(const struct suite *suite, const struct arguments *arguments)
{
    struct share share = arguments->share;
    struct error error;
    if (share.sharing.folder &&
        !(share.results = suite_shared_open(share.sharing.folder, &error)))
        return command_failed(&error);
    struct suite_column columns[COLUMNS_MAX] = {{.engine = ""}};
    size_t count = (size_t)suite->count * (size_t)(1 + arguments->compare_count);
    struct suite_result *results = calloc(count, sizeof *results);
    struct suite_runs runs = {.solved = calloc((size_t)arguments->repeat, sizeof *runs.solved)};
    int status = results && runs.solved
                     ? run_columns(suite, arguments, &share, columns, results, &runs)
                     : command_no_memory();
    shared_results_close(share.results);
    free(runs.solved);
    free(results);
    return status;
}

/* Solving positions: first the user, then the engine */

struct solver {
    const struct arguments *arguments;
    int asked, yours, engines; /* number of positions that were asked, and how many of them you and
                                  the engine solved */
    char engine[128];
    char *line;
    size_t size;
};

enum answer { ANSWER_MOVE, ANSWER_PASS, ANSWER_QUIT, ANSWER_FAILED };

static enum answer ask(struct solver *solver, const struct position *position, Move *move)
{
    for (;;) {
        fputs("Your move (Enter passes, q ends): ", stdout);
        fflush(stdout);
        ssize_t length = getline(&solver->line, &solver->size, stdin);
        if (length < 0) {
            putchar('\n');
            return feof(stdin) ? ANSWER_QUIT : ANSWER_FAILED;
        }
        char *text = solver->line + strspn(solver->line, " \t");
        size_t end = strcspn(text, "\r\n");
        while (end > 0 && (text[end - 1] == ' ' || text[end - 1] == '\t'))
            end--;
        text[end] = '\0';
        if (!*text)
            return ANSWER_PASS;
        if (strcmp(text, "q") == 0 || strcmp(text, "quit") == 0)
            return ANSWER_QUIT;
        struct error error = {.message = ""};
        if (chess_read_move(position, text, move, &error))
            return ANSWER_MOVE;
        text_sanitize(error.message);
        printf("%s\n", error.message);
    }
}

static bool run_one(const struct epd *epd, const struct suite_options *options,
                    struct suite_result *result, char engine[128])
{
    struct suite one = {.name = "one", .count = 1, .positions = (struct epd[]){*epd}};
    *result = (struct suite_result){.score = SCORE_NONE};
    return run_suite(&one, options, NULL, result, engine);
}

/* Checks your move in a position with a mate distance (dm), with our engine at full strength. A
 * mating move must leave a mate in one move less. A defending move must not allow a faster mate
 * than dm. */
static bool is_your_mate(const struct epd *epd, Move move)
{
    struct epd after = {.position = epd->position, .has_mate = true};
    struct suite_options options = {.threads = 1, .jobs = 1, .hash_mb = 64};
    struct suite_result result;
    char engine[128];
    Move replies[CHESS_MOVES_MAX];
    chess_play(&after.position, move);
    if (chess_moves(&after.position, replies) == 0)
        return epd->mate > 0 && chess_in_check(&after.position);
    if (epd->mate == 1)
        return false;
    after.mate = epd->mate > 0 ? 1 - epd->mate : -epd->mate - 1;
    if (after.mate == 0)
        return true;
    options.limits.movetime = CHECKING_MS;
    options.limits.mate = abs(after.mate);
    if (!run_one(&after, &options, &result, engine))
        return false;
    /* After a defending move, the engine has searched for a mate in fewer moves than dm. The
     * defence is right if there is no such mate. */
    return epd->mate > 0 ? result.solved : !result.solved;
}

static bool is_yours(const struct epd *epd, Move move)
{
    if (epd->best_count == 0 && epd->avoid_count == 0 && epd->has_mate)
        return is_your_mate(epd, move);
    return suite_is_best(epd, move);
}

static void print_engine(const struct solver *solver, const struct epd *epd,
                         const struct suite_result *result)
{
    char san[CHESS_SAN_MAX] = "-", score[16] = "-";
    if (result->failed_to_run) {
        printf("%s could not play: %s\n", solver->engine, result->trouble);
        return;
    }
    if (result->played != NO_MOVE)
        chess_to_san(&epd->position, result->played, san);
    if (result->score != SCORE_NONE)
        text_score(result->score, score, sizeof score);
    printf("%s: %s (%s), %.2f s, depth %d, %s\n", solver->engine, san,
           result->solved ? "right" : "wrong", (double)result->elapsed / 1000, result->depth,
           score);
}

/* Tries the position with each change of the level's handicap, and prints the changes that find the
 * move. */
static bool print_why(const struct epd *epd, const struct suite_options *options)
{
    struct handicap_change changes[HANDICAP_CHANGES_MAX];
    const int count = handicap_changes(&options->handicap, &options->limits, changes);
    char engine[128], found[HANDICAP_CHANGES_MAX * 50] = "";
    for (int i = 0; i < count && !interrupt_came(); i++) {
        struct suite_options changed = *options;
        struct suite_result result;
        changed.handicap = changes[i].handicap;
        if (!run_one(epd, &changed, &result, engine))
            return false;
        if (result.solved)
            text_add(found, sizeof found, "%s%s", *found ? ", " : "", changes[i].name);
    }
    int column = printf("The level finds the move with:");
    text_wrap(stdout, column, "   ", 79, *found ? found : "none of the changes");
    return true;
}

/* Lets the user and then the engine solve one position. Returns false if the user wants to stop or
 * the engine could not run; a failure also sets *status to the exit status. */
static bool solve_one(struct solver *solver, const struct suite *suite, int index, int *status)
{
    const struct epd *epd = &suite->positions[index];
    struct suite_result result;
    Move move = NO_MOVE;
    char san[CHESS_SAN_MAX], best[128];
    printf("\n%s (%d of %d)\n\n", epd->id, index + 1, suite->count);
    speech_tell_board(&epd->position, SPEAK_DIAGRAM, epd->position.side == BLACK);
    if (epd->best_count == 0 && epd->has_mate)
        printf("\n%s in %d.\n", epd->mate < 0 ? "Mated" : "Mate", abs(epd->mate));
    putchar('\n');
    const int64_t asked = text_now();
    enum answer answer = ask(solver, &epd->position, &move);
    const double taken = (double)(text_now() - asked) / 1000;
    if (answer == ANSWER_FAILED) {
        fprintf(stderr, "fallible: standard input: %s\n", strerror(errno));
        *status = 2;
    }
    if (answer == ANSWER_QUIT || answer == ANSWER_FAILED)
        return false;
    bool yours = answer == ANSWER_MOVE && is_yours(epd, move);
    if (answer == ANSWER_MOVE) {
        chess_to_san(&epd->position, move, san);
        printf("You: %s (%s), %.1f s\n", san, yours ? "right" : "wrong", taken);
    } else {
        printf("You: passed, %.1f s\n", taken);
    }
    fflush(stdout);
    struct suite_options options = solver->arguments->options;
    options.handicap.seed = random_skip(options.handicap.seed, (uint64_t)index);
    if (!run_one(epd, &options, &result, solver->engine)) {
        *status = 2;
        return false;
    }
    if (!result.done)
        return false;
    print_engine(solver, epd, &result);
    if (solver->arguments->why && !result.solved && !result.failed_to_run &&
        !print_why(epd, &options)) {
        *status = 2;
        return false;
    }
    suite_solution(epd, best, sizeof best);
    printf("Solution: %s\n", best);
    solver->asked++;
    solver->yours += yours;
    solver->engines += result.solved;
    return true;
}

static int solve(const struct suite *suite, const struct arguments *arguments)
{
    struct solver solver = {.arguments = arguments};
    int status = 0;
    for (int i = 0; i < suite->count && !interrupt_came(); i++)
        if (!solve_one(&solver, suite, i, &status))
            break;
    if (solver.asked > 0) {
        printf("\n  %-40s %14s\n", suite->name, "solved");
        printf("  %-40s %6d of %4d\n", "You", solver.yours, solver.asked);
        printf("  %-40.40s %6d of %4d\n", solver.engine, solver.engines, solver.asked);
    }
    free(solver.line);
    if (status == 0 && (solver.yours < arguments->require || interrupt_came()))
        status = 1;
    return status;
}

int command_suite(int argc, char **argv)
{
    struct arguments arguments;
    struct suite suite;
    if (!read_arguments(&arguments, argc, argv))
        return 2;
    if (arguments.shared.help)
        return help();
    if (!set_handicap(&arguments) || !load(&suite, &arguments))
        return 2;
    interrupt_catch();
    int status = arguments.solve ? solve(&suite, &arguments) : run_all(&suite, &arguments);
    suite_clear(&suite);
    return status;
}
