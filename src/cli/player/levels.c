/* fallible levels: everything that weakens each level, and what the level is worth in the ratings
 * that people know. */
#include <getopt.h>
#include <stdio.h>
#include <string.h>

#include "src/cli/command.h"
#include "src/cli/options.h"
#include "src/game/scale.h"
#include "src/uci/levels.h"

#define LEVELS_OPTIONS(SHARED, FLAG, TEXT, NUMBER, OWN)                                            \
    SHARED(METHOD, NULL)                                                                           \
    NUMBER(step, "step", "ELO", 25, 2000, "distance of the levels, a multiple of 25 (default 100)") \
    FLAG(csv, "csv", "as CSV")                                                                     \
    FLAG(json, "json", "as JSON")                                                                  \
    SHARED(STRENGTH_FILE, NULL)                                                                    \
    SHARED(HELP, NULL)

struct arguments {
    int step;
    bool csv, json;
};

static const struct option_row rows[] = {OPTION_ROWS(LEVELS_OPTIONS)};

static int help(void)
{
    return options_help(
        "Usage: fallible levels [OPTION...]\n\n"
        "Shows each level of a method (default madchess): its Elo on the engine scale, the rating\n"
        "of players it matches, nodes a second, errors, and what it knows of the evaluation.\n",
        rows, "\nExit status: 0 done, 2 usage or bad input.");
}

/* One column of the players' scale. */
struct players {
    const struct scale *scale;
    enum rating_scale which;
};

static void write_rating(const void *context, enum method method, int elo, char *text, size_t size)
{
    const struct players *players = context;
    (void)method;
    snprintf(text, size, "%.0f", scale_at(players->scale, players->which, elo).rating);
}

static int show(const struct strength *strength, const struct scale *scale, enum method method,
                const struct arguments *arguments)
{
    static const enum rating_scale shown[] = {SCALE_LICHESS_RAPID, SCALE_CHESSCOM_RAPID,
                                              SCALE_FIDE};
    static const char *const names[] = {"lichess", "chesscom", "fide"};
    struct players players[3];
    struct levels_column columns[3];
    for (int i = 0; i < 3; i++) {
        players[i] = (struct players){scale, shown[i]};
        columns[i] = (struct levels_column){names[i], write_rating, &players[i]};
    }
    const enum levels_format format = arguments->csv    ? LEVELS_CSV
                                      : arguments->json ? LEVELS_JSON
                                                        : LEVELS_TEXT;
    levels_write(stdout, strength, method, arguments->step, format, columns, 3);
    return EXIT_OK;
}

int command_levels(int argc, char **argv)
{
    struct shared_options shared = shared_options_default(ELO_FULL);
    struct arguments arguments = {.step = 100};
    struct error error;
    shared.method = METHOD_MADCHESS;
    if (!options_read("levels", rows, argc, argv, &shared, NULL, &arguments))
        return EXIT_USAGE;
    if (shared.help)
        return help();
    if (optind < argc)
        return command_usage("levels", "it takes options only");
    if (arguments.csv && arguments.json)
        return command_usage("levels", "--csv and --json exclude each other");
    if (arguments.step % ELO_STEP)
        return command_usage("levels", "--step is a multiple of 25");
    struct strength *strength = command_strength(shared.strength_file);
    struct scale *scale = strength ? scale_create(NULL, "scale.tsv", &error) : NULL;
    const int status = scale ? show(strength, scale, shared.method, &arguments) : EXIT_USAGE;
    if (strength && !scale)
        (void)command_failed(&error);
    scale_destroy(scale);
    strength_destroy(strength);
    return status;
}
