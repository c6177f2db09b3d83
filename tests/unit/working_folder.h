/* A temporary folder, in which a test works and which is removed after it. */
#pragma once

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "tests/unit/test.h"

static char folder[64];

static int make_folder(void **state)
{
    chess_init();
    snprintf(folder, sizeof folder, "/tmp/fallible-test-XXXXXX");
    return mkdtemp(folder) ? chdir(folder) : -1;
}

static int remove_folder(void **state)
{
    DIR *files = opendir(".");
    for (const struct dirent *file; files && (file = readdir(files));)
        if (file->d_name[0] != '.')
            remove(file->d_name);
    if (files)
        closedir(files);
    return chdir("/") || rmdir(folder);
}
