/* A file of games in a temporary folder, which is also the cache. */
#pragma once

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

/* Calls the function with the path of each cache file with this ending; returns how many there
 * are. */
static inline int each_cache_file(const char *end, void (*visit)(void *context, const char *path),
                                  void *context)
{
    char folder_path[128], path[512];
    int count = 0;
    snprintf(folder_path, sizeof folder_path, "%s/fallible", folder);
    DIR *directory = opendir(folder_path);
    for (const struct dirent *entry; directory && (entry = readdir(directory));) {
        const char *last = strrchr(entry->d_name, '.');
        if (!last || strcmp(last, end) != 0)
            continue;
        snprintf(path, sizeof path, "%s/%s", folder_path, entry->d_name);
        visit(context, path);
        count++;
    }
    if (directory)
        closedir(directory);
    return count;
}

/* Overwrites the bytes of the file at `place`. */
static inline void damage_file(const char *path, long place, const void *bytes, size_t size)
{
    FILE *stream = fopen(path, "r+");
    assert_non_null(stream);
    assert_int_equal(fseek(stream, place, place < 0 ? SEEK_END : SEEK_SET), 0);
    assert_int_equal(fwrite(bytes, 1, size, stream), size);
    assert_int_equal(fclose(stream), 0);
}

/* Call after the tests. Returns the exit status. */
static int remove_games_folder(int failed)
{
    char command[128];
    snprintf(command, sizeof command, "rm -r '%s'", folder);
    return system(command) == 0 ? failed : 1;
}
