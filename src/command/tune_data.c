/* fallible tune generate: positions of our own for the tuner; fallible tune convert: merges,
 * shuffles and splits such files, and turns them into EPD. */
#include "src/command/tune_data.h"

#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "src/command/command.h"
#include "src/command/interrupt.h"
#include "src/command/options.h"
#include "src/command/progress.h"
#include "src/lab/tune_convert.h"
#include "src/lab/tune_generate.h"
#include "src/support/text.h"

enum { LINE_MS = 5000, LIVE_MS = 200, GENERATE_NODES_MAX = 100000000 };

enum own_option {
    OPTION_OUTPUT = OPTION_OWN,
    OPTION_GAMES,
    OPTION_OPENINGS,
    OPTION_PER_GAME,
    OPTION_CHESS960,
    OPTION_SHUFFLE,
    OPTION_PART,
};

static const struct option_row generate_rows[] = {
    {OPTION_OUTPUT, "output", "FILE", "to write, also -o; gone on with when it is there"},
    {OPTION_GAMES, "games", "N", "in the file when done (default 1000)"},
    {SHARED_NODES, NULL, NULL, "a move (default 3000)"},
    {OPTION_OPENINGS, "openings", "FILE",
     "where games begin: EPD, FEN or PGN (default: random moves)"},
    {OPTION_PER_GAME, "per-game", "N", "positions of a game, at most (default 20)"},
    {OPTION_CHESS960, "chess960", "PERCENT",
     "of the games begin from a Chess960 position (default 4)"},
    {SHARED_SEED, NULL, NULL, "of openings and choices (default 1)"},
    {SHARED_THREADS, NULL, NULL, "games at a time (default: one a core)"},
    {SHARED_HELP, NULL, NULL, NULL},
    {0, NULL, NULL, NULL},
};

static const struct option_row convert_rows[] = {
    {OPTION_OUTPUT, "output", "FILE", "to write, also -o: EPD when it is called so, else binary"},
    {OPTION_SHUFFLE, "shuffle", "", "in random order"},
    {OPTION_PART, "part", "I/N", "only the I-th of N equal parts"},
    {SHARED_SEED, NULL, NULL, "of the order (default 1)"},
    {SHARED_HELP, NULL, NULL, NULL},
    {0, NULL, NULL, NULL},
};

/* generate */

static bool take_generate(void *context, int id, const char *value, struct error *error)
{
    struct generate_options *options = context;
    switch (id) {
    case OPTION_GAMES: return option_int("games", value, 1, 100000000, &options->games, error);
    case OPTION_PER_GAME: return option_int("per-game", value, 1, 256, &options->per_game, error);
    case OPTION_CHESS960: return option_int("chess960", value, 0, 100, &options->chess960, error);
    case OPTION_OPENINGS: options->openings = value; break;
    default: options->path = value; break;
    }
    return true;
}

static bool read_generate(struct generate_options *options, struct shared_options *shared, int argc,
                          char **argv)
{
    *shared = shared_options_default(ELO_FULL);
    shared->seed = 1;
    shared->threads = progress_cores();
    shared->limits.nodes = 3000;
    *options = (struct generate_options){.games = 1000, .per_game = 20, .chess960 = 4};
    if (!options_read("tune generate", generate_rows, argc, argv, shared, take_generate, options))
        return false;
    options->seed = shared->seed;
    options->threads = shared->threads;
    if (shared->limits.nodes > GENERATE_NODES_MAX)
        return option_refuse("tune generate", "--nodes is at most %d", GENERATE_NODES_MAX);
    options->nodes = (int)shared->limits.nodes;
    if (shared->help || (options->path && optind == argc))
        return true;
    return option_refuse("tune generate", options->path ? "it takes no files but -o FILE"
                                                        : "it needs -o FILE");
}

struct screen {
    bool live;
    int64_t shown;
};

static bool watch_games(void *context, const struct generate_progress *progress)
{
    struct screen *screen = context;
    int64_t now = text_now();
    if (now - screen->shown >= (screen->live ? LIVE_MS : LINE_MS)) {
        char positions[32], left[32] = "?", line[128];
        text_thousands(progress->positions, positions, sizeof positions);
        if (progress->played > 0)
            text_clock(progress->elapsed * (progress->all - progress->games) / progress->played,
                       false, left, sizeof left);
        snprintf(line, sizeof line, "%d / %d games, %s positions, %s left", progress->games,
                 progress->all, positions, left);
        progress_show(screen->live, line);
        screen->shown = now;
    }
    return !interrupt_came();
}

int tune_data_generate(int argc, char **argv)
{
    struct generate_options options;
    struct generate_report report;
    struct error error = {.message = ""};
    struct screen screen = {.live = isatty(STDERR_FILENO)};
    struct shared_options shared;
    if (!read_generate(&options, &shared, argc, argv))
        return 2;
    if (shared.help) {
        puts(
            "Usage: fallible tune generate [OPTION...] -o FILE\n\n"
            "Lets the engine play itself and keeps quiet positions with their games' results,\n"
            "for fallible tune. The same options go on with a file that is there.\n");
        options_print(generate_rows);
        puts("\nCtrl-C ends after the games under way; the same command goes on.\n"
             "Exit status: 0 done, 1 stopped, 2 usage or bad input.");
        return 0;
    }
    interrupt_catch();
    options.watch = watch_games;
    options.context = &screen;
    bool good = tune_generate(&options, &report, &error);
    progress_clear(screen.live);
    if (!good) {
        text_error(&error);
        return 2;
    }
    printf("%s: %" PRIu64 " positions of %d games (%d played now: White won %d, drew %d, lost %d, "
           "in %.1f s)%s\n",
           options.path, report.positions, report.games, report.games - report.resumed, report.wins,
           report.draws, report.losses, (double)report.elapsed / 1000,
           report.games < options.games ? ", stopped" : "");
    return report.games < options.games ? 1 : 0;
}

/* convert */

static bool take_convert(void *context, int id, const char *value, struct error *error)
{
    struct convert_options *options = context;
    switch (id) {
    case OPTION_PART:
        return option_part("part", value, 1000000, &options->part, &options->parts, error);
    case OPTION_SHUFFLE: options->shuffle = true; break;
    default: options->output = value; break;
    }
    return true;
}

static bool read_convert(struct convert_options *options, struct shared_options *shared, int argc,
                         char **argv)
{
    *shared = shared_options_default(ELO_FULL);
    shared->seed = 1;
    *options = (struct convert_options){0};
    if (!options_read("tune convert", convert_rows, argc, argv, shared, take_convert, options))
        return false;
    options->seed = shared->seed;
    options->inputs = (const char *const *)(argv + optind);
    options->input_count = argc - optind;
    return shared->help || (options->output && options->input_count > 0) ||
           option_refuse("tune convert", "it needs files of positions, and -o FILE");
}

static bool watch_reading(void *context, enum tune_stage stage, const char *name, int count,
                          int percent)
{
    struct screen *screen = context;
    int64_t now = text_now();
    if (now - screen->shown >= (screen->live ? LIVE_MS : LINE_MS)) {
        const char *slash = strrchr(name, '/');
        char positions[32], line[128] = "";
        text_thousands((uint64_t)count, positions, sizeof positions);
        text_add(line, sizeof line, "%s %.24s: ", tune_stage_words(stage),
                 slash ? slash + 1 : name);
        if (percent >= 0)
            text_add(line, sizeof line, "%d %%, ", percent);
        text_add(line, sizeof line, "%s positions", positions);
        progress_show(screen->live, line);
        screen->shown = now;
    }
    return !interrupt_came();
}

int tune_data_convert(int argc, char **argv)
{
    struct convert_options options;
    struct error error = {.message = ""};
    struct screen screen = {.live = isatty(STDERR_FILENO), .shown = text_now()};
    struct shared_options shared;
    int count;
    if (!read_convert(&options, &shared, argc, argv))
        return 2;
    if (shared.help) {
        puts("Usage: fallible tune convert [OPTION...] DATA [MORE...] -o FILE\n\n"
             "Merges files of positions (of fallible tune generate, EPD, PGN), without\n"
             "duplicates.\n");
        options_print(convert_rows);
        return 0;
    }
    interrupt_catch();
    options.progress = watch_reading;
    options.context = &screen;
    bool good = tune_convert(&options, &count, &error);
    progress_clear(screen.live);
    if (!good) {
        text_error(&error);
        return interrupt_came() ? 1 : 2;
    }
    printf("%s: %d positions\n", options.output, count);
    return 0;
}
