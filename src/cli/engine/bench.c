/* fallible bench: prints a node count that identifies the search, the speed, and the search
 * statistics. It can also run with one search feature switched off. */
#include "src/cli/command.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "engine/engine.h"
#include "src/util/text.h"

struct arguments {
    long depth;
    bool stats;
    const char *without; /* the search feature to switch off; NULL: none */
};

static bool parse(int argc, char **argv, struct arguments *arguments, const char **complaint)
{
    bool has_depth = false;
    *arguments = (struct arguments){.depth = BENCH_DEPTH};
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--stats")) {
            arguments->stats = true;
        } else if (!strcmp(argv[i], "--without")) {
            *complaint = "--without needs a feature of the search";
            if (++i == argc)
                return false;
            arguments->without = argv[i];
            arguments->stats = true;
        } else if (argv[i][0] == '-') {
            *complaint = "expected --stats or --without FEATURE";
            return false;
        } else if (has_depth || !text_number(argv[i], 1, PLY_MAX - 1, &arguments->depth)) {
            *complaint = has_depth ? "expected at most a depth" : "expected a depth from 1 to 127";
            return false;
        } else {
            has_depth = true;
        }
    }
    return true;
}

static uint64_t speed(const struct bench *bench)
{
    return bench->nodes * 1000 / (uint64_t)(bench->elapsed > 0 ? bench->elapsed : 1);
}

/* Prints a table of the search statistics; if `other` is not NULL, its numbers form a second
 * column. */
static void show_counts(const struct bench *bench, const struct bench *other, const char *without)
{
    struct count_row rows[COUNT_ROWS], others[COUNT_ROWS];
    search_count_rows(&bench->counts, rows);
    if (other) {
        search_count_rows(&other->counts, others);
        printf("%-40s %14s  without %s\n", "", "", without);
        printf("%-40s %14" PRIu64 " %14" PRIu64 "\n", "nodes", bench->nodes, other->nodes);
        printf("%-40s %14" PRIu64 " %14" PRIu64 "\n", "nodes a second", speed(bench), speed(other));
    }
    for (int i = 0; i < COUNT_ROWS; i++)
        if (other)
            printf("%-40s %14s %14s\n", rows[i].words, rows[i].value, others[i].value);
        else
            printf("%-40s %10s   %" PRIu64 " of %" PRIu64 "\n", rows[i].words, rows[i].value,
                   rows[i].part, rows[i].whole);
}

static void help(void)
{
    puts("Usage: fallible bench [DEPTH] [OPTION...]\n\n"
         "Searches a set of positions, without a clock: the node count tells one search from\n"
         "another, and is the same on every machine.\n\n"
         "  --stats                what the search counted: hash table, cutoffs, caches\n"
         "  --without FEATURE      compare with the search without one of its features:");
    static const char *const names[] = {
#define X(id, on, words) #id,
        SEARCH_FEATURES(X)
#undef X
    };
    const int count = (int)(sizeof names / sizeof *names);
    for (int i = 0; i < count; i += 2)
        printf("                         %s%s%s\n", names[i], i + 1 < count ? ", " : "",
               i + 1 < count ? names[i + 1] : "");
    puts("  --help                 this text");
}

int command_bench(int argc, char **argv)
{
    enum { HASH_MB = 16, THREADS = 1 };
    struct arguments arguments;
    const char *complaint;
    struct search_features features = search_features_default(), fewer = features;
    if (command_asks_for_help(argc, argv)) {
        help();
        return EXIT_OK;
    }
    if (!parse(argc, argv, &arguments, &complaint))
        return command_usage("bench", complaint);
    if (arguments.without && !search_features_set(&fewer, arguments.without, false))
        return command_usage("bench", "--without: the search has no feature of this name");
    struct bench bench, other;
    const int depth = (int)arguments.depth;
    if (!engine_bench(&bench, &features, depth, HASH_MB, THREADS) ||
        (arguments.without && !engine_bench(&other, &fewer, depth, HASH_MB, THREADS)))
        return command_no_memory();
    printf("%" PRIu64 " nodes %" PRIu64 " nps\n", bench.nodes, speed(&bench));
    if (arguments.stats)
        show_counts(&bench, arguments.without ? &other : NULL, arguments.without);
    return EXIT_OK;
}
