/* fallible uci: the engine for any chess program. */
#include "src/cli/command.h"

#include <stdio.h>
#include <string.h>

#include "src/uci/uci.h"

int command_uci(int argc, char **argv)
{
    const char *file = NULL;
    if (command_asks_for_help(argc, argv)) {
        puts("Usage: fallible uci [OPTION...]\n\n"
             "Speaks the Universal Chess Interface on standard input and output.\n\n"
             "  --strength-file FILE   the table of levels, in place of the built-in one\n"
             "  --help                 this text");
        return 0;
    }
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--strength-file") != 0)
            return command_usage("uci", "it takes no argument but --strength-file FILE");
        if (++i == argc)
            return command_usage("uci", "--strength-file needs a file");
        file = argv[i];
    }
    struct strength *strength = command_strength(file);
    if (!strength)
        return 2;
    int status = uci_run(strength);
    strength_destroy(strength);
    return status;
}
