/* fallible tune generate: lets the engine play itself to make positions for the tuner. fallible
 * tune convert: merges, shuffles and splits files of positions, and converts them to EPD. */
#include "src/cli/tune/tune_data.h"

#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/cli/command.h"
#include "src/cli/interrupt.h"
#include "src/cli/options.h"
#include "src/cli/progress.h"
#include "src/cli/sharing.h"
#include "src/lab/tune/tune_convert.h"
#include "src/lab/tune/tune_generate.h"
#include "src/util/paths.h"
#include "src/util/text.h"

enum { GENERATE_NODES_MAX = 100000000 };

#define GENERATE_OPTIONS(SHARED, FLAG, TEXT, NUMBER, OWN)                                          \
    TEXT(generate.path, "output", "FILE",                                                          \
         "(also -o) the file to write; an existing one is continued")                              \
    NUMBER(generate.games, "games", "N", 1, 100000000,                                             \
           "how many games the finished file should have (default 1000)")                          \
    SHARED(NODES, "nodes a move (default 3000)")                                                   \
    TEXT(generate.openings, "openings", "FILE",                                                    \
         "start positions: EPD, FEN or PGN (default: random moves)")                               \
    NUMBER(generate.per_game, "per-game", "N", 1, 256,                                             \
           "at most N positions of each game (default 20)")                                        \
    NUMBER(generate.chess960, "chess960", "PERCENT", 0, 100,                                       \
           "share of games that start from a Chess960 position (default 4)")                       \
    SHARED(SEED, "seed of the random openings and choices (default 1)")                            \
    SHARED(THREADS, "games at a time (default: number of cores)")                                  \
    OWN(SHARD, "shard", "K/N", "play part K of N of the games; needs --shared, and no -o")         \
    TEXT(sharing.folder, "shared", "FOLDER",                                                       \
         "folder into which all parts are written; with -o: join the parts, and play the "         \
         "games that are missing")                                                                 \
    OWN(BUDGET, "budget", "TIME",                                                                  \
        "stop after this time (60s, 10m, 1h), here and in all other parts")                        \
    SHARED(HELP, NULL)
#define CONVERT_OPTIONS(SHARED, FLAG, TEXT, NUMBER, OWN)                                           \
    TEXT(convert.output, "output", "FILE",                                                         \
         "(also -o) the file to write; EPD if its name ends in .epd, rows for "                    \
         "engine/eval/training if in .tsv, else binary")                                           \
    FLAG(convert.shuffle, "shuffle", "write the positions in random order")                        \
    OWN(PART, "part", "I/N", "write only part I of N equal parts")                                 \
    SHARED(SEED, "seed of the order (default 1)")                                                  \
    SHARED(HELP, NULL)

/* The options of both commands. */
struct arguments {
    struct generate_options generate;
    struct sharing sharing;
    struct convert_options convert;
};

#define ALL_OPTIONS(SHARED, FLAG, TEXT, NUMBER, OWN)                                               \
    GENERATE_OPTIONS(SHARED, FLAG, TEXT, NUMBER, OWN)                                              \
    CONVERT_OPTIONS(SHARED, FLAG, TEXT, NUMBER, OWN)
enum option_id { OPTION_IDS(ALL_OPTIONS) };
static const struct option_row generate_rows[] = {OPTION_ROWS(GENERATE_OPTIONS)};
static const struct option_row convert_rows[] = {OPTION_ROWS(CONVERT_OPTIONS)};

/* generate */

static bool take_generate(void *context, int id, const char *value, struct error *error)
{
    struct sharing *sharing = &((struct arguments *)context)->sharing;
    if (id == OPTION_BUDGET)
        return option_budget(value, &sharing->budget, error);
    return option_part("shard", value, SHARDS_MAX, &sharing->part.shard, &sharing->part.shards,
                       error);
}

static bool agree_generate(const struct arguments *arguments, bool has_files)
{
    const bool is_part = arguments->sharing.part.shards > 0;
    const char *problem =
        has_files                             ? "expected no file except -o FILE"
        : is_part && arguments->generate.path ? "--shard cannot be combined with -o"
        : !is_part && !arguments->generate.path
            ? "expected -o FILE, or --shard and --shared"
            : NULL;
    return problem ? option_refuse("tune generate", "%s", problem)
                   : sharing_agrees("tune generate", &arguments->sharing);
}

static bool read_generate(struct generate_options *options, struct sharing *sharing,
                          struct shared_options *shared, int argc, char **argv)
{
    *shared = shared_options_default(ELO_FULL);
    shared->seed = 1;
    shared->threads = progress_cores();
    shared->limits.nodes = 3000;
    struct arguments arguments = {.generate = {.games = 1000, .per_game = 20, .chess960 = 4}};
    if (!options_read("tune generate", generate_rows, argc, argv, shared, take_generate,
                      &arguments))
        return false;
    *options = arguments.generate;
    *sharing = arguments.sharing;
    options->seed = shared->seed;
    options->threads = shared->threads;
    options->folder = sharing->folder;
    options->part = sharing->part;
    if (shared->limits.nodes > GENERATE_NODES_MAX)
        return option_refuse("tune generate", "--nodes is at most %d", GENERATE_NODES_MAX);
    options->nodes = (int)shared->limits.nodes;
    return shared->help || agree_generate(&arguments, optind < argc);
}

struct screen {
    struct progress progress;
    struct sharing sharing;
};

static bool watch_games(void *context, const struct generate_progress *progress)
{
    struct screen *screen = context;
    if (progress_due(&screen->progress)) {
        char positions[32], left[32] = "?", line[128];
        text_thousands(progress->positions, positions, sizeof positions);
        if (progress->played > 0)
            text_clock(progress->elapsed * (progress->all - progress->games) / progress->played,
                       false, left, sizeof left);
        snprintf(line, sizeof line, "%d / %d games, %s positions, %s left", progress->games,
                 progress->all, positions, left);
        progress_show(screen->progress.live, line);
    }
    return sharing_goes_on(&screen->sharing);
}

int tune_data_generate(int argc, char **argv)
{
    struct generate_options options;
    struct generate_report report;
    struct error error = {.message = ""};
    struct screen screen = {.progress = progress_begin_long(5, true)};
    struct shared_options shared;
    if (!read_generate(&options, &screen.sharing, &shared, argc, argv))
        return 2;
    if (shared.help)
        return options_help(
            "Usage: fallible tune generate [OPTION...] -o FILE\n"
            "       fallible tune generate [OPTION...] --shared FOLDER --shard K/N\n\n"
            "Lets the engine play itself and keeps quiet positions with their games' results,\n"
            "for fallible tune. The same command continues an existing file. With --shard K/N\n"
            "each of several machines plays a part; the command with -o and without --shard\n"
            "joins the parts.\n",
            generate_rows,
            "\nCtrl-C finishes the current games and stops; the same command continues.\n"
            "Exit status: 0 done, 1 stopped, 2 usage or bad input.");
    interrupt_catch();
    options.watch = watch_games;
    options.context = &screen;
    bool good = tune_generate(&options, &report, &error);
    progress_clear(screen.progress.live);
    if (!good)
        return command_failed(&error);
    char shown[1024];
    if (options.part.shards > 0)
        return sharing_tell(&screen.sharing, report.games, report.wanted, "games");
    printf("%s: %" PRIu64 " positions of %d games (%d played now: White won %d, drew %d, lost %d, "
           "in %.1f s)%s\n",
           text_shown(options.path, shown, sizeof shown), report.positions, report.games,
           report.games - report.resumed, report.wins, report.draws, report.losses,
           (double)report.elapsed / 1000,
           report.games < options.games ? ", stopped" : "");
    return report.games < options.games ? 1 : 0;
}

/* convert */

/* Handles --part. */
static bool take_convert(void *context, int id, const char *value, struct error *error)
{
    struct convert_options *convert = &((struct arguments *)context)->convert;
    (void)id;
    return option_part("part", value, 1000000, &convert->part, &convert->parts, error);
}

static bool read_convert(struct convert_options *options, struct shared_options *shared, int argc,
                         char **argv)
{
    *shared = shared_options_default(ELO_FULL);
    shared->seed = 1;
    struct arguments arguments = {0};
    if (!options_read("tune convert", convert_rows, argc, argv, shared, take_convert, &arguments))
        return false;
    *options = arguments.convert;
    options->seed = shared->seed;
    options->inputs = (const char *const *)(argv + optind);
    options->input_count = argc - optind;
    return shared->help || (options->output && options->input_count > 0) ||
           option_refuse("tune convert", "expected files of positions, and -o FILE");
}

static bool watch_reading(void *context, enum tune_stage stage, const char *name, int count,
                          int percent)
{
    struct screen *screen = context;
    if (progress_due(&screen->progress)) {
        char positions[32], line[128] = "";
        text_thousands((uint64_t)count, positions, sizeof positions);
        text_add(line, sizeof line, "%s %.24s: ", tune_stage_words(stage), paths_base(name));
        if (percent >= 0)
            text_add(line, sizeof line, "%d %%, ", percent);
        text_add(line, sizeof line, "%s positions", positions);
        progress_show(screen->progress.live, line);
    }
    return sharing_goes_on(&screen->sharing);
}

int tune_data_convert(int argc, char **argv)
{
    struct convert_options options;
    struct error error = {.message = ""};
    struct screen screen = {.progress = progress_begin_long(5, false)};
    struct shared_options shared;
    int count;
    if (!read_convert(&options, &shared, argc, argv))
        return 2;
    if (shared.help)
        return options_help(
            "Usage: fallible tune convert [OPTION...] DATA [MORE...] -o FILE\n\n"
            "Merges files of positions (of fallible tune generate, EPD, PGN), without\n"
            "duplicates.\n",
            convert_rows, NULL);
    interrupt_catch();
    options.progress = watch_reading;
    options.context = &screen;
    bool good = tune_convert(&options, &count, &error);
    progress_clear(screen.progress.live);
    if (!good && interrupt_came()) {
        fputs("fallible: stopped\n", stderr);
        return 1;
    }
    if (!good)
        return command_failed(&error);
    char shown[1024];
    printf("%s: %d positions\n", text_shown(options.output, shown, sizeof shown), count);
    return 0;
}
