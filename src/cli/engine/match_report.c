/* The report of losses, for games just played or for any PGN file. */
#include "src/cli/engine/match_report.h"

#include <getopt.h>

#include "src/cli/command.h"
#include "src/cli/interrupt.h"
#include "src/cli/options.h"
#include "src/cli/progress.h"
#include "src/util/input.h"
#include "src/util/text.h"

static bool show_progress(void *context, int games)
{
    if (progress_due(context)) {
        char line[32];
        snprintf(line, sizeof line, "%d games judged", games);
        progress_show(true, line);
    }
    return !interrupt_came();
}

/* Adds a file's games to the table. Adds the number of unreadable ones to *bad. Returns false after
 * printing an error. */
static bool judge(struct loss_table *table, FILE *pgn, const char *name,
                  const struct loss_options *options, struct progress *progress, int *bad)
{
    struct error error = {.message = ""};
    bool good = loss_judge(table, pgn, name, options, show_progress, progress, bad, &error);
    progress_clear(progress->live);
    return good || text_error(&error);
}

static int show(const struct loss_table *table, const struct loss_options *options, bool json,
                int bad)
{
    bool stopped = interrupt_came();
    if (stopped)
        fputs("stopped before all games were judged\n", stderr);
    if (table->count == 0) {
        fputs("fallible: there are no games to judge\n", stderr);
        return stopped ? 1 : 2;
    }
    if (bad > 0)
        fprintf(stderr, "%d game%s could not be read\n", bad, text_plural(bad));
    if (json)
        loss_write_json(stdout, table, options->nodes);
    else
        loss_write_text(stdout, table, options->nodes);
    return bad > 0 || stopped ? 1 : 0;
}

int match_report_games(FILE *pgn, const char *name, const struct loss_options *options, bool json)
{
    struct loss_table table = {0};
    struct progress progress = progress_begin_long(0, true);
    int bad = 0, status = 2;
    if (judge(&table, pgn, name, options, &progress, &bad))
        status = show(&table, options, json, bad);
    loss_table_clear(&table);
    return status;
}

/* The subcommand */

#define REPORT_OPTIONS(SHARED, FLAG, TEXT, NUMBER, OWN)                                            \
    SHARED(NODES, "nodes for each position of the report (default 10000)")                         \
    SHARED(HASH, "size of each judge's hash table (default 8)")                                    \
    NUMBER(options.concurrency, "concurrency", "N", 1, 256, "games judged at a time (default 1)")  \
    FLAG(json, "json", "the table as JSON")                                                        \
    SHARED(HELP, NULL)

struct arguments {
    struct loss_options options;
    bool json;
};

static const struct option_row rows[] = {OPTION_ROWS(REPORT_OPTIONS)};

static int help(void)
{
    return options_help(
        "Usage: fallible match report [OPTION...] FILE.pgn...\n\n"
        "Shows how much each player's moves lost, as judged by our engine at full strength:\n"
        "the mean, the median, the 90th and 99th percentile, and how many moves lost less than\n"
        "20, 50, 100, 300 centipawns, or more; for all moves and by phase of the game.\n",
        rows,
        "\nCtrl-C ends it and shows the results so far. Exit status: 0 done, 1 stopped or\n"
        "some games could not be read, 2 usage or bad input.");
}

static int report_files(char **files, int count, const struct arguments *arguments)
{
    struct loss_table table = {0};
    struct progress progress = progress_begin_long(0, true);
    int bad = 0, status = 2;
    bool good = true;
    for (int i = 0; good && i < count && !interrupt_came(); i++) {
        struct error error = {.message = ""};
        struct input *input = input_open(files[i], &error);
        good = input && judge(&table, input_stream(input), input_name(input), &arguments->options,
                              &progress, &bad);
        good = input_close(input, &error) && good;
        good = good || interrupt_came(); /* after Ctrl-C, the games judged so far are shown */
        if (!good && error.message[0])
            text_error(&error);
    }
    if (good)
        status = show(&table, &arguments->options, arguments->json, bad);
    loss_table_clear(&table);
    return status;
}

int match_report(int argc, char **argv)
{
    struct shared_options shared = shared_options_default(ELO_FULL);
    struct arguments arguments = {.options = {.concurrency = 1, .damaged = command_damaged}};
    shared.limits.nodes = REPORT_NODES;
    shared.hash_mb = REPORT_HASH_MB;
    if (!options_read("match report", rows, argc, argv, &shared, NULL, &arguments))
        return 2;
    if (shared.help)
        return help();
    if (optind == argc)
        return command_usage("match report", "expected PGN files");
    arguments.options.nodes = shared.limits.nodes;
    arguments.options.hash_mb = shared.hash_mb;
    return report_files(argv + optind, argc - optind, &arguments);
}
