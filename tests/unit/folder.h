/* A temporary folder with a database, created before a test and removed after it. */
#pragma once

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "src/store/store.h"
#include "tests/unit/test.h"

static char folder[64], database_path[96];

static int make_folder(void **state)
{
    chess_init();
    snprintf(folder, sizeof folder, "/tmp/fallible-test-XXXXXX");
    if (!mkdtemp(folder))
        return -1;
    snprintf(database_path, sizeof database_path, "%s/games.db", folder);
    return 0;
}

/* The same in memory, where that is possible, for tests that open the database often. */
static inline int make_folder_in_memory(void **state)
{
    if (make_folder(state) != 0 || access("/dev/shm", W_OK) != 0)
        return folder[0] ? 0 : -1;
    rmdir(folder);
    snprintf(folder, sizeof folder, "/dev/shm/fallible-test-XXXXXX");
    if (!mkdtemp(folder))
        return -1;
    snprintf(database_path, sizeof database_path, "%s/games.db", folder);
    return 0;
}

static int remove_folder(void **state)
{
    DIR *files = opendir(folder);
    for (const struct dirent *file; files && (file = readdir(files));) {
        char name[512];
        snprintf(name, sizeof name, "%s/%s", folder, file->d_name);
        if (file->d_name[0] != '.')
            unlink(name);
    }
    if (files)
        closedir(files);
    return rmdir(folder);
}

static inline struct store *open_store(void)
{
    struct error error = {0};
    struct store *store = store_open(database_path, &error);
    if (!store)
        fail_msg("%s", error.message);
    return store;
}
