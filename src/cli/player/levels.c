/* fallible levels: everything that weakens each level, and what the level is worth in the ratings
 * that people know. */
#include <getopt.h>
#include <stdio.h>

#include "src/cli/command.h"
#include "src/cli/options.h"
#include "src/cli/settings.h"
#include "src/game/scale.h"
#include "src/uci/levels.h"

#define LEVELS_OPTIONS(SHARED, FLAG, TEXT, NUMBER, OWN)                                            \
    SHARED(METHOD, NULL)                                                                           \
    SHARED(SCALE, NULL)                                                                            \
    NUMBER(step, "step", "N", 25, 2000,                                                            \
           "distance between the levels, a multiple of 25 (default 100)")                          \
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
        "Shows each level of a method: its rating, also on other scales, nodes a second,\n"
        "errors, and what it knows of the evaluation. The method and the scale are those\n"
        "of your settings.\n",
        rows, "\nExit status: 0 done, 2 usage or bad input.");
}

int command_levels(int argc, char **argv)
{
    struct shared_options shared = shared_options_default(ELO_FULL);
    struct arguments arguments = {.step = 100};
    struct error error;
    shared.method = METHOD_HUMAN;
    if (!settings_take(rows, &shared, NULL, &arguments) ||
        !options_read("levels", rows, argc, argv, &shared, NULL, &arguments))
        return EXIT_USAGE;
    if (shared.help)
        return help();
    if (optind < argc)
        return command_usage("levels", "expected options only");
    if (arguments.csv && arguments.json)
        return command_usage("levels", "--csv cannot be combined with --json");
    if (arguments.step % ELO_STEP)
        return command_usage("levels", "--step takes a multiple of 25");
    struct strength *strength = command_strength(shared.strength_file);
    struct scale *scale = strength ? command_scale(SCALE_DEFAULT, &error) : NULL;
    const struct player_ratings ratings = command_ratings(scale, shared.scale);
    if (scale)
        levels_write(stdout, strength, &ratings, shared.method, arguments.step,
                     arguments.csv    ? LEVELS_CSV
                     : arguments.json ? LEVELS_JSON
                                      : LEVELS_TEXT);
    else if (strength)
        (void)command_failed(&error);
    scale_destroy(scale);
    strength_destroy(strength);
    return scale ? EXIT_OK : EXIT_USAGE;
}
