/* What the subcommands share: how they refuse, and where their strength table comes from. */
#include "src/command/command.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/engine.h"
#include "src/support/paths.h"
#include "src/support/text.h"

enum { USAGE = 2, STRENGTH_FILE_MAX = 1 << 20 };

int command_usage(const char *name, const char *message)
{
    char shown[512]; /* it may quote what was typed */
    snprintf(shown, sizeof shown, "%s", message);
    text_sanitize(shown);
    fprintf(stderr, "fallible %s: %s\nTry fallible %s --help\n", name, shown, name);
    return USAGE;
}

struct strength *command_strength(const char *file)
{
    char path[4096];
    struct error error = {0};
    if (!file && paths_config("strength.conf", path, sizeof path) && access(path, F_OK) == 0)
        file = path;
    char *text = file ? paths_read(file, STRENGTH_FILE_MAX, &error) : NULL;
    struct strength *strength =
        file && !text ? NULL : strength_create(text, file ? file : "strength.conf", &error);
    if (!strength)
        text_error(&error);
    free(text);
    return strength;
}
