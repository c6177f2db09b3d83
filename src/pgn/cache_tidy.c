/* Removes the least recently used files first. The name shows whether a file is ours: pgn-HEX.KIND,
 * pgn-HEX-HEX.unpacked (and .check beside it), or tune-HEX.quiet, followed by a dot and six
 * characters if it is a temporary file. */
#include "src/pgn/cache_tidy.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "src/util/array.h"
#include "src/util/cache.h"
#include "src/util/paths.h"

enum { HOUR = 3600, DAY = 24 * HOUR, UNUSED_MOST = 90 * DAY };

struct cached {
    char name[4096];
    int64_t size;
    time_t used;
};

/* Returns whether this program gives such a name to files in the cache. Sets *draft to whether they
 * are temporary files. */
static bool is_ours(const char *name, bool *draft)
{
    static const char *const kinds[] = {".index", ".positions", ".unpacked",
                                        ".check", ".scores",    ".quiet"};
    bool of_games = strncmp(name, "pgn-", 4) == 0;
    if (!of_games && strncmp(name, "tune-", 5) != 0)
        return false;
    const char *at = name + (of_games ? 4 : 5);
    size_t digits = strspn(at, "0123456789abcdef");
    if (digits != 16)
        return false;
    at += digits;
    if (*at == '-')
        at += 1 + strspn(at + 1, "0123456789abcdef");
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        size_t length = strlen(kinds[i]);
        if (strncmp(at, kinds[i], length) != 0)
            continue;
        *draft = at[length] == '.' && strlen(at + length) == 7;
        return !at[length] || *draft;
    }
    return false;
}

static int longest_unused_first(const void *a, const void *b)
{
    const struct cached *x = a, *y = b;
    return (x->used > y->used) - (x->used < y->used);
}

void pgn_cache_tidy(int64_t most)
{
    char folder[4096];
    struct cached *files = NULL;
    int count = 0, capacity = 0;
    int64_t total = 0;
    time_t now = time(NULL);
    DIR *directory = paths_cache("", folder, sizeof folder) ? opendir(folder) : NULL;
    for (const struct dirent *entry; directory && (entry = readdir(directory));) {
        struct cached file;
        struct stat status;
        bool draft;
        int length = snprintf(file.name, sizeof file.name, "%s%s", folder, entry->d_name);
        if (!is_ours(entry->d_name, &draft) || length >= (int)sizeof file.name ||
            lstat(file.name, &status) != 0 || !S_ISREG(status.st_mode))
            continue;
        file.size = (int64_t)status.st_size;
        file.used = status.st_atime > status.st_mtime ? status.st_atime : status.st_mtime;
        if (now - file.used > (draft ? HOUR : UNUSED_MOST)) {
            unlink(file.name);
        } else if (ARRAY_RESERVE(files, count, &capacity)) {
            files[count++] = file;
            total += file.size;
        }
    }
    if (directory)
        closedir(directory);
    if (count > 0)
        qsort(files, (size_t)count, sizeof *files, longest_unused_first);
    for (int i = 0; i < count && total > most && now - files[i].used > DAY; i++) {
        if (unlink(files[i].name) == 0)
            total -= files[i].size;
    }
    free(files);
}

/* Returns whether the file has a header and a checksum. */
static bool has_checksum(const char *name)
{
    return !strstr(name, ".unpacked");
}

void pgn_cache_check(struct pgn_cache_report *report)
{
    int64_t most = (int64_t)256 << 20; /* bytes to read at most */
    char folder[4096], name[4096 + 256];
    *report = (struct pgn_cache_report){.files = 0};
    DIR *directory = paths_cache_name("", folder, sizeof folder) ? opendir(folder) : NULL;
    for (const struct dirent *entry; directory && (entry = readdir(directory));) {
        struct stat status;
        bool draft;
        size_t size;
        snprintf(name, sizeof name, "%s%s", folder, entry->d_name);
        if (!is_ours(entry->d_name, &draft) || lstat(name, &status) != 0)
            continue;
        report->bytes += (int64_t)status.st_size;
        report->files++;
        if (draft || !has_checksum(entry->d_name) || (int64_t)status.st_size > most)
            continue;
        most -= (int64_t)status.st_size;
        report->checked++;
        if (!cache_is_intact(name, &size) && report->damaged++ == 0)
            snprintf(report->name, sizeof report->name, "%.4095s", name);
    }
    if (directory)
        closedir(directory);
}
