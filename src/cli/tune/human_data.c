/* fallible human-data: writes people's choices as training data for the network of method human. */
#include "src/cli/tune/human_data.h"

#include <getopt.h>
#include <stdio.h>

#include "src/cli/command.h"
#include "src/cli/interrupt.h"
#include "src/cli/options.h"
#include "src/cli/progress.h"
#include "src/lab/human/export.h"
#include "src/util/atomic_file.h"
#include "src/util/text.h"


#define DATA_OPTIONS(SHARED, FLAG, TEXT, NUMBER, OWN)                                              \
    TEXT(output, "output", "FILE", "(also -o) the file to write")                                  \
    TEXT(cache, "cache", "FILE", "store the positions read, so that a stopped run can continue")   \
    NUMBER(per_game, "per-game", "N", 1, 1000, "about N positions of a game (default 1000: all)")  \
    SHARED(SEED, "seed of the sample (default 1)")                                                 \
    SHARED(THREADS, "number of threads (default: number of cores)")                                \
    SHARED(HELP, NULL)

struct arguments {
    const char *output, *cache;
    int per_game;
};

enum option_id { OPTION_IDS(DATA_OPTIONS) };
static const struct option_row rows[] = {OPTION_ROWS(DATA_OPTIONS)};

static bool watch(void *context, int games, size_t choices, int percent)
{
    struct progress *progress = context;
    if (progress_due(progress)) {
        char number[32], line[128];
        text_thousands(choices, number, sizeof number);
        snprintf(line, sizeof line, "%d %% read, %d games, %s positions", percent > 0 ? percent : 0,
                 games, number);
        progress_show(progress->live, line);
    }
    return !interrupt_came();
}

bool human_data_collect(const struct human_collect *options, char *const files[],
                        struct progress *progress, struct human_set *set, bool *stopped)
{
    struct human_collect each = *options;
    each.watch = watch;
    each.context = progress;
    for (int i = 0; files[i] && !*stopped; i++) {
        char cache[4096], shown[sizeof(struct error)];
        struct human_collected collected;
        struct error error;
        each.path = files[i];
        if (options->cache && i > 0) {
            snprintf(cache, sizeof cache, "%s.%d", options->cache, i + 1);
            each.cache = cache;
        }
        bool good = human_collect(&each, set, &collected, &error);
        progress_clear(progress->live);
        if (!good)
            return text_error(&error);
        if (collected.bad > 0)
            fprintf(stderr, "fallible: %d game%s could not be read; the first: line %d: %s\n",
                    (int)collected.bad, text_plural(collected.bad), collected.first_trouble.line,
                    text_shown(collected.first_trouble.message, shown, sizeof shown));
        *stopped = collected.stopped && !options->cached;
    }
    return true;
}

static bool write_data(const char *path, const struct human_set *set)
{
    struct replacement file;
    struct error error;
    return (replacement_begin(&file, path, 0666, &error) &&
            replacement_end(&file, human_export(file.out, set, &error), &error)) ||
           text_error(&error);
}

static int help(void)
{
    return options_help(
        "Usage: fallible human-data [OPTION...] -o FILE GAMES.pgn [MORE...]\n\n"
        "Writes the positions of rated games, with the move that was played in each, as data for\n"
        "the training of the network of method human (engine/human/training in the source).\n"
        "The file is described in fallible-human(5).\n",
        rows,
        "\nCtrl-C stops without writing the file; with --cache the same command continues. Exit\n"
        "status: 0 done, 1 stopped, 2 usage or bad input.");
}

int command_human_data(int argc, char **argv)
{
    struct arguments arguments = {.per_game = 1000};
    struct shared_options shared = shared_options_default(ELO_FULL);
    shared.seed = 1;
    shared.threads = progress_cores();
    if (!options_read("human-data", rows, argc, argv, &shared, NULL, &arguments))
        return EXIT_USAGE;
    if (shared.help)
        return help();
    if (optind == argc)
        return command_usage("human-data", "expected files of rated games (PGN)");
    if (!arguments.output)
        return command_usage("human-data", "expected -o FILE");
    struct strength *strength = command_strength(NULL);
    struct progress progress = progress_begin_long(5, true);
    struct human_collect options = {.cache = arguments.cache,
                                    .per_game = arguments.per_game,
                                    .threads = shared.threads,
                                    .seed = shared.seed,
                                    .unsearched = true,
                                    .strength = strength};
    struct human_set set = {.count = 0};
    bool stopped = false;
    int status = EXIT_USAGE;
    interrupt_catch();
    if (strength && human_data_collect(&options, argv + optind, &progress, &set, &stopped)) {
        if (stopped)
            status = EXIT_FELL_SHORT;
        else if (set.count == 0)
            fputs("fallible: these games give no position: expected rated players and moves\n",
                  stderr);
        else if (write_data(arguments.output, &set))
            status = EXIT_OK;
    }
    if (status == EXIT_OK)
        printf("%zu positions\n", set.count);
    human_set_clear(&set);
    strength_destroy(strength);
    return status;
}
