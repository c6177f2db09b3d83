/* fallible bench: prints a node count that identifies the search, the speed, and the search
 * statistics. It can also run with one search feature switched off. */
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>

#include "engine/engine.h"
#include "src/cli/command.h"
#include "src/cli/options.h"
#include "src/util/text.h"

#define BENCH_OPTIONS(SHARED, FLAG, TEXT, NUMBER, OWN)                                             \
    FLAG(stats, "stats", "what the search counted: hash table, cutoffs, caches")                   \
    TEXT(without, "without", "FEATURE",                                                            \
         "compare with the search without this feature; implies --stats")                          \
    SHARED(HELP, NULL)

struct arguments {
    bool stats;
    const char *without; /* the search feature to switch off; NULL: none */
};

static const struct option_row rows[] = {OPTION_ROWS(BENCH_OPTIONS)};

static uint64_t speed(const struct bench *bench)
{
    return bench->nodes * 1000 / (uint64_t)(bench->elapsed > 0 ? bench->elapsed : 1);
}

/* Prints a table of the search statistics; if `other` is not NULL, its numbers form a second
 * column. */
static void show_counts(const struct bench *bench, const struct bench *other, const char *without)
{
    struct count_row ours[COUNT_ROWS], others[COUNT_ROWS];
    search_count_rows(&bench->counts, ours);
    if (other) {
        search_count_rows(&other->counts, others);
        printf("%-40s %14s  without %s\n", "", "", without);
        printf("%-40s %14" PRIu64 " %14" PRIu64 "\n", "nodes", bench->nodes, other->nodes);
        printf("%-40s %14" PRIu64 " %14" PRIu64 "\n", "nodes a second", speed(bench), speed(other));
    }
    for (int i = 0; i < COUNT_ROWS; i++)
        if (other)
            printf("%-40s %14s %14s\n", ours[i].words, ours[i].value, others[i].value);
        else
            printf("%-40s %10s   %" PRIu64 " of %" PRIu64 "\n", ours[i].words, ours[i].value,
                   ours[i].part, ours[i].whole);
}

static int help(void)
{
    char names[1024] = "";
    for (int i = 0; i < SEARCH_FEATURE_COUNT; i++)
        text_add(names, sizeof names, "%s%s", i ? ", " : "", search_feature_name(i));
    options_help(
        "Usage: fallible bench [DEPTH] [OPTION...]\n\n"
        "Searches a set of positions, without a clock: the node count tells one search from\n"
        "another, and is the same on every machine.\n",
        rows, NULL);
    int column = printf("\nThe features of the search:") - 1;
    text_wrap(stdout, column, "   ", 80, names);
    return EXIT_OK;
}

int command_bench(int argc, char **argv)
{
    enum { HASH_MB = 16, THREADS = 1 };
    struct arguments arguments = {.without = NULL};
    struct shared_options shared = shared_options_default(ELO_FULL);
    struct search_features features = search_features_default(), fewer = features;
    long depth = BENCH_DEPTH;
    if (!options_read("bench", rows, argc, argv, &shared, NULL, &arguments))
        return EXIT_USAGE;
    if (shared.help)
        return help();
    if (argc - optind > 1)
        return command_usage("bench", "expected at most a depth");
    if (optind < argc && !text_number(argv[optind], 1, PLY_MAX - 1, &depth))
        return command_usage("bench", "expected a depth from 1 to 127");
    if (arguments.without && !search_features_set(&fewer, arguments.without, false))
        return command_usage("bench", "--without: the search has no feature of this name");
    struct bench bench, other;
    if (!engine_bench(&bench, &features, (int)depth, HASH_MB, THREADS) ||
        (arguments.without && !engine_bench(&other, &fewer, (int)depth, HASH_MB, THREADS)))
        return command_no_memory();
    printf("%" PRIu64 " nodes %" PRIu64 " nps\n", bench.nodes, speed(&bench));
    if (arguments.stats || arguments.without)
        show_counts(&bench, arguments.without ? &other : NULL, arguments.without);
    return EXIT_OK;
}
