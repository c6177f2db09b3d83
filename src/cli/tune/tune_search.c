/* fallible tune search: tunes the parameters of the search, or options of a UCI program, by games
 * (SPSA). */
#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/hash.h"
#include "src/cli/command.h"
#include "src/cli/interrupt.h"
#include "src/cli/options.h"
#include "src/cli/progress.h"
#include "src/cli/tune/tune_data.h"
#include "src/lab/spsa/spsa_games.h"
#include "src/lab/spsa/spsa_run.h"
#include "src/lab/spsa/spsa_show.h"
#include "src/lab/spsa/spsa_table.h"
#include "src/util/atomic_file.h"
#include "src/util/paths.h"
#include "src/util/text.h"

enum { MOVED_SHOWN = 3 };
enum { DEFAULT_GAMES = 20000, DEFAULT_BATCH = 16, DEFAULT_NODES = 5000, DEFAULT_HASH_MB = 16 };

#define SEARCH_OPTIONS(SHARED, FLAG, TEXT, NUMBER, OWN)                                            \
    TEXT(parameters, "parameters", "LIST",                                                         \
         "tune only these (default all); reduce_* for all with that prefix, NAME=START to set a "  \
         "start value")                                                                            \
    TEXT(inputs, "inputs", "FILE",                                                                 \
         "the parameters as OpenBench takes them: name, int, value, min, max, c_end, r_end")       \
    TEXT(player, "player", "PLAYER",                                                               \
         "the player to tune, as in fallible match (default fallible)")                            \
    NUMBER(games, "games", "N", 2, 2 * SPSA_PAIRS_MAX, "games of the run (default 20000)")         \
    NUMBER(batch, "batch", "N", 2, 10000,                                                          \
           "number of games after which the values change (default 16)")                           \
    OWN(R_END, "r-end", "X", "learning rate at the end of the run (default 0.002)")                \
    SHARED(NODES, "nodes a move (default 5000)")                                                   \
    SHARED(DEPTH, "plies a move")                                                                  \
    SHARED(MOVETIME, "milliseconds a move")                                                        \
    OWN(TC, "tc", "TC", "a clock: 8+0.08 (seconds + increment) or 40/60 (moves / seconds)")        \
    NUMBER(rules.virtual_speed, "virtual", "NPS", 1, 1000000000,                                   \
           "with --tc: the clock counts nodes, this many a second")                                \
    TEXT(openings, "openings", "FILE",                                                             \
         "openings: EPD, FEN or PGN (default: the shipped balanced set)")                          \
    NUMBER(jobs, "jobs", "N", 1, 256, "games at a time (default: number of cores)")                \
    SHARED(HASH, "hash table of each engine (default 16)")                                         \
    SHARED(THREADS, "search threads of each engine (default 1)")                                   \
    SHARED(SEED, "seed of openings and perturbations (default 1)")                                 \
    OWN(BUDGET, "budget", "TIME",                                                                  \
        "stop after this time (60s, 10m, 1h), here and in all other shards")                       \
    TEXT(state, "state", "FILE", "where the results are stored (default: your data folder)")       \
    FLAG(resume, "resume", "continue the run in the state file, if there is one")                  \
    OWN(SHARD, "shard", "K/N", "play part K of N of each batch; see below")                        \
    FLAG(show, "show", "play no games, show the contents of the state file")                       \
    TEXT(write, "write", "FILE", "at the end, write the values into this table (parameters.def)")  \
    TEXT(csv, "csv", "FILE", "write the values after each batch")                                  \
    FLAG(json, "json", "the report as JSON, with the curve")                                       \
    SHARED(HELP, NULL)

struct arguments {
    struct shared_options shared;
    const char *parameters, *inputs, *player, *openings, *state, *write, *csv;
    struct game_rules rules;
    int games, batch, jobs;
    double r_end;
    int64_t budget;
    int shard, shards;
    bool resume, show, json;
};

enum option_id { OPTION_IDS(SEARCH_OPTIONS) };
static const struct option_row option_rows[] = {OPTION_ROWS(SEARCH_OPTIONS)};

/* Everything that a run needs. */
struct search {
    struct arguments arguments;
    struct spsa_parameter rows[SPSA_PARAMETERS_MAX];
    struct spsa_problem problem;
    struct spsa_place place;
    struct player_spec player;
    struct opening_list openings;
    struct spsa_conditions conditions;
    char state[4096], conditions_text[1024];
    struct progress progress;
};

/* Arguments */

static int help(void)
{
    return options_help(
        "Usage: fallible tune search [OPTION...]\n\n"
        "Tunes the parameters of the search by games against itself (SPSA), in a program that\n"
        "was built by `make TUNE=1`, or the options of a UCI program. Each pair of games is\n"
        "played between two versions with all parameters moved at random in opposite\n"
        "directions, and moves the parameters towards the better version.\n",
        option_rows,
        "\nWith fixed nodes, the result depends on the seed and not on --jobs. The values follow\n"
        "from the results, which are stored as they come in: the same command with --resume goes\n"
        "on after Ctrl-C or a crash.\n"
        "Shards are processes on one or more machines that share the folder of the state file:\n"
        "start --shard 1/N to N/N with otherwise the same options. Each plays its part of every\n"
        "batch, waits for the others, and computes the same values; start a lost one again with\n"
        "--resume. A file STATE.stop ends them all; --resume removes it if it was written because\n"
        "a --budget was used up.\n"
        "Exit status: 0 done, 1 stopped, 2 usage or bad input.");
}

static bool read_rate(const char *text, double *rate, struct error *error)
{
    char *end;
    *rate = strtod(text, &end);
    return (end != text && !*end && *rate > 0 && *rate <= 10) ||
           error_set(error, "--r-end takes a number above 0, at most 10, not \"%.40s\"", text);
}

static bool take(void *context, int id, const char *value, struct error *error)
{
    struct arguments *arguments = context;
    switch (id) {
    case OPTION_R_END:
        return read_rate(value, &arguments->r_end, error);
    case OPTION_TC:
        return option_control(value, &arguments->rules.control, error);
    case OPTION_BUDGET:
        return option_budget(value, &arguments->budget, error);
    default:
        return option_part("shard", value, SPSA_SHARDS_MAX, &arguments->shard, &arguments->shards,
                           error);
    }
}

static bool refuse(const char *message)
{
    return option_refuse("tune search", "%s", message);
}

static bool agree(struct arguments *arguments, int argc)
{
    struct game_rules *rules = &arguments->rules;
    rules->limits = arguments->shared.limits;
    if (optind < argc)
        return refuse("expected options only");
    if (arguments->shared.limits.movetime && !rules->control.untimed)
        return refuse("--tc cannot be combined with --movetime");
    if (rules->virtual_speed > 0 && rules->control.untimed)
        return refuse("--virtual needs --tc");
    if (arguments->show && arguments->resume)
        return refuse("--show cannot be combined with --resume");
    if (rules->control.untimed && !rules->limits.nodes && !rules->limits.depth &&
        !rules->limits.movetime)
        rules->limits.nodes = DEFAULT_NODES;
    return true;
}

static bool read_arguments(struct arguments *arguments, int argc, char **argv)
{
    struct shared_options *shared = &arguments->shared;
    *arguments = (struct arguments){.shared = shared_options_default(ELO_FULL),
                                    .player = "fallible",
                                    .rules = {.control = {.untimed = true},
                                              .margin = 20,
                                              .adjudication = adjudication_default()},
                                    .games = DEFAULT_GAMES,
                                    .batch = DEFAULT_BATCH,
                                    .jobs = progress_cores(),
                                    .shard = 1,
                                    .shards = 1};
    shared->seed = 1;
    shared->hash_mb = DEFAULT_HASH_MB;
    return options_read("tune search", option_rows, argc, argv, shared, take, arguments) &&
           (shared->help || agree(arguments, argc));
}

/* The parameters */

static void take_all(struct search *search)
{
    for (int i = 0; i < SEARCH_PARAMETER_COUNT; i++) {
        const struct parameter_row *row = &search_parameter_rows[i];
        struct spsa_parameter *tuned = &search->rows[search->problem.count++];
        *tuned = (struct spsa_parameter){.start = row->value,
                                         .min = row->min,
                                         .max = row->max,
                                         .c_end = row->step,
                                         .r_end = SPSA_R_END};
        snprintf(tuned->name, sizeof tuned->name, "%s", row->name);
    }
}

static bool matches(const char *name, const char *word, size_t length)
{
    if (length > 0 && word[length - 1] == '*')
        return strncmp(name, word, length - 1) == 0;
    return strlen(name) == length && strncmp(name, word, length) == 0;
}

/* Marks the parameters that a word of --parameters names, and sets their start value if the word
 * gives one. */
static bool choose(struct search *search, char *word, bool chosen[])
{
    char *equals = strchr(word, '=');
    size_t length = equals ? (size_t)(equals - word) : strlen(word);
    bool any = false;
    for (int i = 0; i < search->problem.count; i++) {
        struct spsa_parameter *row = &search->rows[i];
        long start;
        if (!matches(row->name, word, length))
            continue;
        if (equals && !text_number(equals + 1, row->min, row->max, &start))
            return option_refuse("tune search", "the start value of %s must be from %d to %d",
                                 row->name, row->min, row->max);
        row->start = equals ? (int)start : row->start;
        any = chosen[i] = true;
    }
    return any || option_refuse("tune search", "there is no parameter \"%.60s\"", word);
}

static bool choose_listed(struct search *search)
{
    bool chosen[SPSA_PARAMETERS_MAX] = {false};
    char *list = strdup(search->arguments.parameters), *rest = NULL;
    bool good = list || refuse("out of memory");
    for (char *word = list ? strtok_r(list, ",", &rest) : NULL; good && word;
         word = strtok_r(NULL, ",", &rest))
        good = choose(search, word, chosen);
    free(list);
    int count = 0;
    for (int i = 0; i < search->problem.count; i++)
        if (chosen[i])
            search->rows[count++] = search->rows[i];
    search->problem.count = count;
    return good && (count > 0 || refuse("--parameters needs a name"));
}

static bool read_parameters(struct search *search)
{
    const struct arguments *arguments = &search->arguments;
    struct error error;
    if (arguments->inputs)
        search->problem.count = spsa_table_read(arguments->inputs, search->rows, &error);
    else
        take_all(search);
    if (search->problem.count == 0)
        return text_error(&error);
    if (arguments->parameters && !choose_listed(search))
        return false;
    for (int i = 0; i < search->problem.count && arguments->r_end > 0; i++)
        search->rows[i].r_end = arguments->r_end;
    search->problem.parameters = search->rows;
    search->problem.pairs = (arguments->games + 1) / 2;
    search->problem.batch = (arguments->batch + 1) / 2;
    search->problem.seed = arguments->shared.seed;
    return true;
}

/* Setup */

/* Describes everything about the games that must stay the same when a run is continued. */
static void describe_conditions(struct search *search)
{
    const struct game_rules *rules = &search->arguments.rules;
    const struct time_control *control = &rules->control;
    char player[512], *text = search->conditions_text;
    size_t size = sizeof search->conditions_text;
    if (rules->limits.nodes)
        text_add(text, size, "nodes %" PRIu64 ", ", (uint64_t)rules->limits.nodes);
    if (rules->limits.depth)
        text_add(text, size, "depth %d, ", rules->limits.depth);
    if (rules->limits.movetime)
        text_add(text, size, "movetime %" PRId64 ", ", (int64_t)rules->limits.movetime);
    if (!control->untimed)
        text_add(text, size, "clock %d moves %" PRId64 "+%" PRId64 " ms, ", control->moves,
                 (int64_t)control->base, (int64_t)control->increment);
    if (rules->virtual_speed)
        text_add(text, size, "virtual %d, ", rules->virtual_speed);
    text_add(text, size, "hash %d, threads %d, openings %016" PRIx64 ", player %s",
             search->conditions.hash_mb, search->conditions.threads,
             opening_list_hash(HASH_BEGIN, &search->openings),
             text_shown(search->arguments.player, player, sizeof player));
}

static bool set_conditions(struct search *search)
{
    const struct arguments *arguments = &search->arguments;
    struct error error;
    struct strength *strength = command_strength(NULL);
    bool good =
        strength && (player_spec_read(&search->player, arguments->player, strength, &error) ||
                     option_refuse("tune search", "%.200s", error.message));
    strength_destroy(strength);
    good = good && (command_openings(&search->openings, arguments->openings, 0,
                                     search->problem.seed, &error) ||
                    text_error(&error));
    search->conditions = (struct spsa_conditions){.player = &search->player,
                                                  .openings = &search->openings,
                                                  .rules = arguments->rules,
                                                  .hash_mb = arguments->shared.hash_mb,
                                                  .threads = arguments->shared.threads,
                                                  .jobs = arguments->jobs};
    if (good)
        describe_conditions(search);
    return good;
}

static bool set_place(struct search *search)
{
    const struct arguments *arguments = &search->arguments;
    struct error error;
    if (arguments->state)
        snprintf(search->state, sizeof search->state, "%s", arguments->state);
    else if (!paths_data("spsa.state", search->state, sizeof search->state, &error))
        return text_error(&error);
    search->place = (struct spsa_place){.path = search->state,
                                        .conditions = search->conditions_text,
                                        .shard = arguments->shard,
                                        .shards = arguments->shards};
    return !arguments->write || spsa_table_check(arguments->write, &search->problem, &error) ||
           text_error(&error);
}

/* Progress */

static void add_moved(const struct search *search, const double values[], char *line, size_t size)
{
    int count = search->problem.count < MOVED_SHOWN ? search->problem.count : MOVED_SHOWN;
    for (int n = 0; n < count; n++) {
        int i = spsa_rank(&search->problem, values, n);
        text_add(line, size, ", %s %d -> %.1f", search->rows[i].name, search->rows[i].start,
                 values[i]);
    }
}

static bool watch(void *context, const struct spsa_progress *progress)
{
    struct search *search = context;
    if (progress_due(&search->progress)) {
        char left[32] = "?", line[256] = "";
        int missing = search->problem.pairs - progress->done;
        if (progress->here > 0)
            text_clock(progress->elapsed * missing / progress->here / search->place.shards, false,
                       left, sizeof left);
        text_add(line, sizeof line, "%d / %d games, %s left", 2 * progress->done,
                 2 * search->problem.pairs, left);
        if (progress->waiting)
            text_add(line, sizeof line, ", waiting for other shards");
        add_moved(search, progress->values, line, sizeof line);
        progress_show(search->progress.live, line);
    }
    return !interrupt_came();
}

/* The report */

struct csv {
    const struct search *search;
    const struct spsa_course *course;
};

static bool write_csv(FILE *out, const void *context)
{
    const struct csv *csv = context;
    spsa_write_csv(out, &csv->search->problem, csv->course);
    return !ferror(out);
}

static bool write_files(const struct search *search, const struct spsa_course *course)
{
    const struct arguments *arguments = &search->arguments;
    struct csv csv = {search, course};
    struct error error;
    const double *values = spsa_course_end(course, &search->problem);
    if (arguments->csv && !replace_whole(arguments->csv, write_csv, &csv, &error))
        return text_error(&error);
    return !arguments->write ||
           spsa_table_write(arguments->write, &search->problem, values, &error) ||
           text_error(&error);
}

static const char *ending_words(const struct search *search, enum spsa_end end)
{
    static const char *const words[] = {
        [SPSA_DONE] = "done",
        [SPSA_INTERRUPTED] = "interrupted; --resume continues",
        [SPSA_OUT_OF_TIME] = "the time budget is used up; --resume continues",
        [SPSA_STOPPED] = "stopped by the file STATE.stop; remove it, then --resume continues"};
    return search->arguments.show && end != SPSA_DONE ? "not complete" : words[end];
}

static void print_report(const struct search *search, const struct spsa_course *course,
                         const char *ending)
{
    if (search->arguments.json) {
        spsa_write_json(stdout, &search->problem, course, ending);
        return;
    }
    spsa_draw(stdout, &search->problem, course);
    putchar('\n');
    spsa_write_table(stdout, &search->problem, course);
    printf("\n%d of %d games: %s\n", 2 * course->pairs, 2 * search->problem.pairs, ending);
    if (search->arguments.write)
        printf("%s rewritten\n", search->arguments.write);
}

static int report(const struct search *search, const int8_t points[], enum spsa_end end)
{
    struct spsa_course course;
    struct error error;
    if (!spsa_course_init(&course, &search->problem, points, &error))
        return command_failed(&error);
    if (search->arguments.show && course.pairs < search->problem.pairs)
        end = SPSA_INTERRUPTED;
    bool good = write_files(search, &course);
    if (good)
        print_report(search, &course, ending_words(search, end));
    spsa_course_clear(&course);
    return !good ? EXIT_USAGE : end == SPSA_DONE ? EXIT_OK : EXIT_FELL_SHORT;
}

/* Running */

static bool play(struct search *search, struct spsa_log *log, int8_t points[], enum spsa_end *end,
                 struct error *error)
{
    struct spsa_games *games = spsa_games_create(&search->problem, &search->conditions, error);
    if (!games)
        return false;
    struct spsa_run run = {.problem = &search->problem,
                           .place = &search->place,
                           .log = log,
                           .jobs = search->arguments.jobs,
                           .play = spsa_games_play,
                           .halt = spsa_games_halt,
                           .context = games,
                           .watch = watch,
                           .watcher = search,
                           .budget = search->arguments.budget};
    bool good = spsa_run(&run, points, end, error);
    spsa_games_destroy(games);
    progress_clear(search->progress.live);
    return good;
}

static int run(struct search *search, int8_t points[])
{
    struct error error = {.message = ""};
    enum spsa_end end = SPSA_DONE;
    bool show = search->arguments.show;
    struct spsa_log *log = show ? spsa_log_view(&search->problem, &search->place, points, &error)
                                : spsa_log_open(&search->problem, &search->place,
                                                search->arguments.resume, points, &error);
    bool good = log && (!search->arguments.resume || spsa_remove_stop(&search->place, &error)) &&
                (show || play(search, log, points, &end, &error));
    spsa_log_close(log);
    return good ? report(search, points, end) : command_failed(&error);
}

/* Checks that the parameters can be tuned, before a state file is created. */
static bool can_play(const struct search *search)
{
    struct error error;
    struct spsa_games *games = spsa_games_create(&search->problem, &search->conditions, &error);
    spsa_games_destroy(games);
    return games || search->arguments.show || text_error(&error);
}

int tune_by_games(int argc, char **argv)
{
    struct search *search = calloc(1, sizeof *search);
    if (!search)
        return command_no_memory();
    int status = EXIT_USAGE;
    search->progress = progress_begin_long(5, true);
    if (!read_arguments(&search->arguments, argc, argv)) {
        free(search);
        return EXIT_USAGE;
    }
    if (search->arguments.shared.help) {
        free(search);
        return help();
    }
    if (read_parameters(search) && set_conditions(search) && can_play(search) &&
        set_place(search)) {
        int8_t *points = malloc((size_t)search->problem.pairs);
        interrupt_catch();
        status = points ? run(search, points) : command_no_memory();
        free(points);
    }
    opening_list_clear(&search->openings);
    free(search);
    return status;
}
