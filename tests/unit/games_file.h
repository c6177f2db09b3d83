/* A file of games in a temporary folder, which is also the cache. */
#pragma once

#include <stdio.h>
#include <stdlib.h>

#include "tests/unit/test.h"

static char folder[] = "/tmp/fallible-games.XXXXXX", file[64];

/* Call before the tests. Returns false if the folder cannot be created. */
static bool make_games_folder(void)
{
    chess_init();
    if (!mkdtemp(folder))
        return false;
    setenv("XDG_CACHE_HOME", folder, 1);
    setenv("XDG_DATA_HOME", folder, 1);
    snprintf(file, sizeof file, "%s/games.pgn", folder);
    return true;
}

/* Call after the tests. Returns the exit status. */
static int remove_games_folder(int failed)
{
    char command[128];
    snprintf(command, sizeof command, "rm -r '%s'", folder);
    return system(command) == 0 ? failed : 1;
}
