/* fallible uci: runs the UCI engine, for any chess program. */
#include <getopt.h>
#include <stdio.h>

#include "src/cli/command.h"
#include "src/cli/options.h"
#include "src/game/scale.h"
#include "src/lab/tune/tune.h"
#include "src/uci/levels.h"
#include "src/uci/uci.h"

/* Does the work of the UCI command tunewinscale: sets *k to the win scale that fits the file best,
 * and *positions to the number of its positions. The UCI engine calls it through a pointer, because
 * it must not depend on the tuner in src/lab/. */
static bool fit_win_scale(const char *path, double *k, int *positions, struct error *error)
{
    const struct tune_options options = {.threads = 1, .games = {.per_game = 10}};
    struct tune *tune = tune_create(&options, error);
    const bool fitted = tune && tune_read(tune, path, error) && tune_prepare(tune, error);
    if (fitted) {
        *k = tune_report(tune)->k;
        *positions = tune_report(tune)->training;
    }
    tune_destroy(tune);
    return fitted;
}

#define UCI_OPTIONS(SHARED, FLAG, TEXT, NUMBER, OWN)                                               \
    SHARED(STRENGTH_FILE, "the table of levels, in place of the built-in one")                     \
    SHARED(HELP, NULL)

static const struct option_row rows[] = {OPTION_ROWS(UCI_OPTIONS)};

static int help(void)
{
    return options_help(
        "Usage: fallible uci [OPTION...] [COMMAND...]\n\n"
        "Speaks the Universal Chess Interface on standard input and output. Each COMMAND is a\n"
        "line that it executes first, as in \"go depth 12\" quit.\n",
        rows, NULL);
}

int command_uci(int argc, char **argv)
{
    struct shared_options shared = shared_options_default(ELO_FULL);
    if (!options_read("uci", rows, argc, argv, &shared, NULL, NULL))
        return EXIT_USAGE;
    if (shared.help)
        return help();
    for (int i = optind; i < argc; i++)
        if (!uci_is_command(argv[i]))
            return command_usage("uci", "expected --strength-file FILE, or commands such as "
                                        "\"go depth 12\"");
    struct error error;
    struct strength *strength = command_strength(shared.strength_file);
    struct scale *scale = strength ? command_scale(SCALE_DEFAULT, &error) : NULL;
    const struct player_ratings ratings = command_ratings(scale, SCALE_ENGINE);
    int status = EXIT_USAGE;
    if (scale)
        status = uci_run(strength, &ratings, fit_win_scale, argv + optind, argc - optind);
    else if (strength)
        (void)command_failed(&error);
    scale_destroy(scale);
    strength_destroy(strength);
    return status;
}
