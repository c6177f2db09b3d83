/* fallible uci: the engine for any chess program. */
#include "src/cli/command.h"

#include <stdio.h>
#include <string.h>

#include "src/game/scale.h"
#include "src/lab/tune/tune.h"
#include "src/uci/levels.h"
#include "src/uci/uci.h"

/* Does the work of the UCI command tunewinscale. The UCI engine calls it through a pointer, because
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

int command_uci(int argc, char **argv)
{
    const char *file = NULL;
    int first = 1;
    if (command_asks_for_help(argc, argv)) {
        puts(
            "Usage: fallible uci [OPTION...] [COMMAND...]\n\n"
            "Speaks the Universal Chess Interface on standard input and output. Each COMMAND is a\n"
            "line that it executes first, as in \"go depth 12\" quit.\n\n"
            "  --strength-file FILE   the table of levels, in place of the built-in one\n"
            "  --help                 this text");
        return 0;
    }
    for (; first < argc && strcmp(argv[first], "--strength-file") == 0; first++) {
        if (++first == argc)
            return command_usage("uci", "--strength-file needs a file");
        file = argv[first];
    }
    for (int i = first; i < argc; i++)
        if (!uci_is_command(argv[i]))
            return command_usage("uci", "expected --strength-file FILE, or commands such as "
                                        "\"go depth 12\"");
    struct error error;
    struct strength *strength = command_strength(file);
    struct scale *scale = strength ? command_scale(SCALE_DEFAULT, &error) : NULL;
    const struct player_ratings ratings = command_ratings(scale);
    int status = EXIT_USAGE;
    if (scale)
        status = uci_run(strength, &ratings, fit_win_scale, argv + first, argc - first);
    else if (strength)
        (void)command_failed(&error);
    scale_destroy(scale);
    strength_destroy(strength);
    return status;
}
