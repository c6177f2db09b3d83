/* fallible ladder: measures what each feature of the engine is worth. It adds features one at a
 * time (the rungs of the ladder), and also removes single ones from the full engine. Progress goes
 * to standard error, the table to standard output. */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "src/cli/command.h"
#include "src/cli/interrupt.h"
#include "src/cli/options.h"
#include "src/cli/progress.h"
#include "src/cli/sharing.h"
#include "src/lab/match/ladder_run.h"
#include "src/lab/match/ladder_table.h"
#include "src/util/paths.h"
#include "src/util/text.h"

enum { FLAG_MARGIN_MS = 20, RUNGS_FILE_MAX = 1 << 20, GAMES_MAX = 100000 };
enum { DEFAULT_HASH_MB = 8 };

#define LADDER_OPTIONS(SHARED, FLAG, TEXT, NUMBER, OWN)                                            \
    FLAG(quick, "quick",                                                                           \
         "a run of a few minutes: 1000 nodes a move, 120 games a match, 10000 nodes a test "       \
         "position")                                                                               \
    SHARED(NODES, "nodes a move in the games (default 5000)")                                      \
    OWN(TC, "tc", "TC",                                                                            \
        "a clock in the games, in place of nodes: 8+0.08 (seconds + increment) or 40/60")          \
    NUMBER(games, "games", "N", 2, GAMES_MAX,                                                      \
           "games of each match, rounded to even (default 400)")                                   \
    NUMBER(wac_nodes, "wac-nodes", "N", 1, 2000000000,                                             \
           "nodes for a position of Win At Chess (default 100000)")                                \
    NUMBER(wac_time, "wac-movetime", "MS", 1, 86400000,                                            \
           "milliseconds for a position of Win At Chess, in place of nodes")                       \
    FLAG(conditions.up, "up", "only measure each rung against the rung before it")                 \
    FLAG(conditions.down, "down", "only measure the complete engine without one rung")             \
    TEXT(only, "only", "A-B", "measure only these rungs; 0 is the baseline")                       \
    TEXT(rungs, "rungs", "FILE", "read the rungs from FILE instead of share/ladder.conf")          \
    TEXT(state, "state", "DIR",                                                                    \
         "folder that keeps the results for the next run (default: your data folder)")             \
    OWN(SHARD, "shard", "K/N", "measure part K of N; all parts use the same --state")              \
    OWN(BUDGET, "budget", "TIME",                                                                  \
        "stop after this time (60s, 10m, 1h), here and in all other parts")                        \
    NUMBER(conditions.concurrency, "concurrency", "N", 1, 256,                                     \
           "games or positions at a time (default: number of cores)")                              \
    SHARED(HASH, "hash table of each engine (default 8)")                                          \
    SHARED(SEED, "seed of the opening order (default 1)")                                          \
    OWN(MARKDOWN, "markdown", "", "the table as Markdown")                                         \
    OWN(CSV, "csv", "", "the table as comma-separated values")                                     \
    OWN(JSON, "json", "", "as JSON")                                                               \
    SHARED(HELP, NULL)

struct arguments {
    struct shared_options shared;
    struct ladder_conditions conditions;
    const char *rungs, *state, *only;
    enum ladder_format format;
    int64_t budget; /* milliseconds that the run may take; 0: no limit */
    bool quick;
    int games, wac_nodes, wac_time; /* 0: not given by the user */
};

enum option_id { OPTION_IDS(LADDER_OPTIONS) };
static const struct option_row rows[] = {OPTION_ROWS(LADDER_OPTIONS)};

/* Arguments */

static int help(void)
{
    return options_help(
        "Usage: fallible ladder [OPTION...]\n\n"
        "Measures what each feature of the engine is worth. Upwards, each rung adds one\n"
        "feature to a bare baseline; it is measured by the number of Win At Chess\n"
        "positions solved and a match against the rung before. Downwards, the complete\n"
        "engine plays against itself without one feature. Ctrl-C shows the results so\n"
        "far; the same command continues.\n",
        rows, "\nExit status: 0 done, 1 stopped before the end, 2 usage or bad input.");
}

static bool take(void *context, int id, const char *value, struct error *error)
{
    struct arguments *arguments = context;
    switch (id) {
    case OPTION_SHARD:
        return option_part("shard", value, SHARDS_MAX, &arguments->conditions.part.shard,
                           &arguments->conditions.part.shards, error);
    case OPTION_BUDGET: return option_budget(value, &arguments->budget, error);
    case OPTION_TC:
        return option_control(value, &arguments->conditions.rules.control, error);
    case OPTION_MARKDOWN: arguments->format = LADDER_MARKDOWN; break;
    case OPTION_CSV: arguments->format = LADDER_CSV; break;
    case OPTION_JSON: arguments->format = LADDER_JSON; break;
    }
    return true;
}

static long or_default(long given, long otherwise)
{
    return given ? given : otherwise;
}

static bool agree(struct arguments *arguments)
{
    struct ladder_conditions *conditions = &arguments->conditions;
    bool quick = arguments->quick, clock = !conditions->rules.control.untimed;
    long nodes = (long)arguments->shared.limits.nodes;
    if (arguments->wac_nodes && arguments->wac_time)
        return option_refuse("ladder", "--wac-nodes cannot be combined with --wac-movetime");
    if (clock && nodes)
        return option_refuse("ladder", "--nodes cannot be combined with --tc");
    if (!clock)
        conditions->rules.limits.nodes = (uint64_t)or_default(nodes, quick ? 1000 : 5000);
    conditions->seed = arguments->shared.seed;
    conditions->hash_mb = arguments->shared.hash_mb;
    conditions->games = (int)or_default(arguments->games, quick ? 120 : 400);
    conditions->games += conditions->games & 1;
    conditions->suite_limits.movetime = arguments->wac_time;
    if (!arguments->wac_time)
        conditions->suite_limits.nodes =
            (uint64_t)or_default(arguments->wac_nodes, quick ? 10000 : 100000);
    if (!conditions->up && !conditions->down)
        conditions->up = conditions->down = true;
    return true;
}

static bool read_arguments(struct arguments *arguments, int argc, char **argv)
{
    struct shared_options *shared = &arguments->shared;
    *arguments =
        (struct arguments){.shared = shared_options_default(ELO_FULL),
                           .conditions = {.rules = {.control = {.untimed = true},
                                                    .margin = FLAG_MARGIN_MS,
                                                    .adjudication = adjudication_default()},
                                          .concurrency = progress_cores()}};
    shared->seed = 1;
    shared->hash_mb = DEFAULT_HASH_MB;
    if (!options_read("ladder", rows, argc, argv, shared, take, arguments))
        return false;
    if (shared->help)
        return true;
    if (optind < argc)
        return option_refuse("ladder", "expected options only, not \"%.60s\"", argv[optind]);
    return agree(arguments);
}

/* Reads the rungs to run, such as "3-7" or "5". */
static bool choose_rungs(struct arguments *arguments, const struct ladder *ladder)
{
    struct ladder_conditions *conditions = &arguments->conditions;
    const char *text = arguments->only;
    char rest;
    conditions->first = 0;
    conditions->last = ladder->count - 1;
    if (!text)
        return true;
    int numbers = sscanf(text, "%3d-%3d%c", &conditions->first, &conditions->last, &rest);
    if (numbers == 1 && strspn(text, "0123456789") == strlen(text))
        conditions->last = conditions->first;
    else if (numbers != 2)
        conditions->first = -1;
    if (conditions->first >= 0 && conditions->first <= conditions->last &&
        conditions->last < ladder->count)
        return true;
    return option_refuse("ladder",
                         "--only takes a rung from 0 to %d or two, as in 3-7, not "
                         "\"%.40s\"",
                         ladder->count - 1, text);
}

/* Setup */

static bool not_shipped(const char *name, const char *option)
{
    fprintf(stderr, "fallible: %s was not found where this program was built or installed%s\n",
            name, option);
    return false;
}

static bool read_rungs(const struct arguments *arguments, struct ladder *ladder)
{
    char path[4096];
    struct error error = {.message = ""};
    const char *file = arguments->rungs;
    if (!file && !paths_shipped("share/ladder.conf", path, sizeof path))
        return not_shipped("share/ladder.conf", "; name a file with --rungs");
    file = file ? file : path;
    char *text = paths_read(file, RUNGS_FILE_MAX, &error);
    bool good = text && ladder_read(ladder, text, file, &error);
    if (!good)
        text_error(&error);
    free(text);
    return good;
}

static bool read_suite(struct suite *suite)
{
    char path[4096];
    struct error error = {.message = ""};
    if (!paths_shipped("puzzles/wac.epd", path, sizeof path))
        return not_shipped("puzzles/wac.epd", "");
    return suite_load(suite, path, &error) || text_error(&error);
}

static bool read_openings(struct opening_list *openings, uint64_t seed)
{
    struct error error;
    return command_openings(openings, NULL, 0, seed, &error) || text_error(&error);
}

static bool open_state(const struct arguments *arguments, struct ladder_state *state)
{
    char path[4096];
    struct error error = {.message = ""};
    const char *folder = arguments->state;
    if (!folder && paths_data("ladder", path, sizeof path, &error))
        folder = path; /* if even the default folder is unknown, nothing is stored */
    return ladder_state_open(state, folder, &error) || text_error(&error);
}

/* Running */

struct observer {
    struct progress progress;
    int step; /* the step whose start has been printed */
    struct sharing sharing;
};

/* Writes the estimated end of the run, ", 3:20 left, until about 21:40", or "" while too little is
 * done for an estimate. `share` is the part of the work that is done, 0 .. 1. */
static void write_end(const struct observer *observer, double share, char *text, size_t size)
{
    char left[32], clock[16];
    int64_t spent = text_now() - observer->progress.began;
    text[0] = '\0';
    if (share < 0.002 || spent < 1000)
        return;
    int64_t rest = (int64_t)((double)spent / share * (1 - share));
    text_moment(time(NULL) + rest / 1000, "%H:%M", clock, sizeof clock);
    text_clock(rest, false, left, sizeof left);
    snprintf(text, size, ", %s left, until about %s", left, clock);
}

static bool watch(void *context, const struct ladder_progress *progress)
{
    struct observer *observer = context;
    char end[96], line[256];
    if (!progress_due(&observer->progress) &&
        (observer->progress.live || progress->step == observer->step))
        return sharing_goes_on(&observer->sharing);
    observer->step = progress->step;
    write_end(observer, progress->share, end, sizeof end);
    snprintf(line, sizeof line, "%d of %d: %.40s, %s %d of %d%s", progress->step, progress->steps,
             progress->what, progress->is_suite ? "position" : "game", progress->done, progress->of,
             end);
    progress_show(observer->progress.live, line);
    return sharing_goes_on(&observer->sharing);
}

static int measure(const struct arguments *arguments, const struct ladder *ladder,
                   struct ladder_state *state)
{
    const struct ladder_conditions *conditions = &arguments->conditions;
    struct observer observer = {.progress = progress_begin_long(0, true),
                                .sharing = {.folder = state->folder[0] ? state->folder : NULL,
                                            .budget = arguments->budget}};
    struct ladder_results *results = calloc(1, sizeof *results);
    struct error error = {.message = ""};
    if (!results)
        return command_no_memory();
    char shown[1024];
    int missing = ladder_missing(ladder, conditions, state);
    if (shared_results_count(state->results) > 0)
        fprintf(stderr, "%d measurement%s to make; earlier results are in %s\n", missing,
                text_plural(missing), text_shown(state->folder, shown, sizeof shown));
    enum ladder_end end = ladder_run(ladder, conditions, state, watch, &observer, results, &error);
    progress_clear(observer.progress.live);
    if (end == LADDER_FAILED)
        text_error(&error);
    else
        ladder_write(stdout, arguments->format, ladder, conditions, results);
    free(results);
    return end == LADDER_DONE ? 0 : end == LADDER_STOPPED ? 1 : 2;
}

static int run(struct arguments *arguments, const struct ladder *ladder)
{
    struct ladder_conditions *conditions = &arguments->conditions;
    struct suite suite = {.count = 0};
    struct opening_list openings = {0};
    struct ladder_state state = {.results = NULL};
    int status = 2;
    if (read_suite(&suite) && read_openings(&openings, conditions->seed) &&
        open_state(arguments, &state)) {
        conditions->suite = &suite;
        conditions->openings = &openings;
        conditions->engine = ladder_engine();
        interrupt_catch();
        status = measure(arguments, ladder, &state);
        conditions->suite = NULL;
        conditions->openings = NULL;
    }
    ladder_state_close(&state);
    opening_list_clear(&openings);
    suite_clear(&suite);
    return status;
}

int command_ladder(int argc, char **argv)
{
    struct arguments arguments;
    if (!read_arguments(&arguments, argc, argv))
        return 2;
    if (arguments.shared.help)
        return help();
    struct ladder *ladder = calloc(1, sizeof *ladder);
    int status = 2;
    if (!ladder)
        fputs("fallible: out of memory\n", stderr);
    else if (read_rungs(&arguments, ladder) && choose_rungs(&arguments, ladder))
        status = run(&arguments, ladder);
    free(ladder);
    return status;
}
