/* A file of games in a folder of a test's own, which is also the cache of what is made from it. */
#pragma once

#include <stdio.h>
#include <stdlib.h>

#include "tests/unit/test.h"

static char folder[] = "/tmp/fallible-games.XXXXXX", file[64];

/* Before the tests; false: there is no such folder. */
static bool make_games_folder(void)
{
    chess_init();
    if (!mkdtemp(folder))
        return false;
    setenv("XDG_CACHE_HOME", folder, 1);
    snprintf(file, sizeof file, "%s/games.pgn", folder);
    return true;
}

/* After them; the exit status, failed when that is not 0. */
static int remove_games_folder(int failed)
{
    char command[128];
    snprintf(command, sizeof command, "rm -r '%s'", folder);
    return system(command) == 0 ? failed : 1;
}
