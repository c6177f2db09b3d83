/* The file has one line of 16 hexadecimal digits for each table: a hash of its path, device, inode,
 * size and times. One of the times is that of the last inode change, which no program can set. A
 * changed file is therefore checked again even if its modification time was reset. The hash has a
 * secret key (cache.h), so that only a program that can read the key can forge a line. */
#include "src/cli/tables_known.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "src/util/array.h"
#include "src/util/cache.h"
#include "src/util/paths.h"

enum { VERSION = 2, KNOWN_MOST = 1 << 14, SETTLED = 2 /* seconds */ };

/* Returns the hash that identifies the file's present version; 0 if the file does not exist, or if
 * it changed so recently (SETTLED) that another change might not alter its times. */
static uint64_t stamp_of(const char *file, const struct hash_key *key)
{
    struct stat status;
    char *path = realpath(file, NULL);
    uint64_t stamp = 0;
    if (path && stat(path, &status) == 0 && S_ISREG(status.st_mode) &&
        status.st_ctim.tv_sec + SETTLED < time(NULL)) {
        const int64_t numbers[] = {VERSION,
                                   (int64_t)status.st_dev,
                                   (int64_t)status.st_ino,
                                   (int64_t)status.st_size,
                                   (int64_t)status.st_mtim.tv_sec,
                                   (int64_t)status.st_mtim.tv_nsec,
                                   (int64_t)status.st_ctim.tv_sec,
                                   (int64_t)status.st_ctim.tv_nsec};
        struct keyed_hash hash = keyed_hash_begin(*key);
        keyed_hash_add(&hash, path, strlen(path) + 1);
        keyed_hash_add(&hash, numbers, sizeof numbers);
        stamp = keyed_hash_sum(&hash);
    }
    free(path);
    return stamp;
}

static bool is_known(void *context, const char *file)
{
    struct tables_known *known = context;
    bool found = false;
    known->asked = known->has_key ? stamp_of(file, &known->key) : 0;
    for (int i = 0; known->asked && i < known->count && !found; i++)
        found = known->stamps[i] == known->asked;
    return found;
}

static void remember(struct tables_known *known, uint64_t stamp)
{
    if (stamp && ARRAY_RESERVE(known->stamps, known->count, &known->capacity))
        known->stamps[known->count++] = stamp;
}

static void add(void *context)
{
    struct tables_known *known = context;
    bool found = false;
    for (int i = 0; i < known->count && !found; i++)
        found = known->stamps[i] == known->asked;
    if (!found)
        remember(known, known->asked);
}

struct tables_memory tables_known_open(struct tables_known *known)
{
    uint64_t stamp;
    *known = (struct tables_known){.stamps = NULL};
    known->has_key = cache_key(&known->key);
    FILE *file = NULL;
    struct error ignored; /* without the file all tables are checked */
    if (paths_cache("tables", known->path, sizeof known->path))
        file = paths_open_regular(known->path, &ignored);
    while (file && known->count <= KNOWN_MOST && fscanf(file, "%16" SCNx64, &stamp) == 1)
        remember(known, stamp);
    if (file)
        fclose(file);
    known->kept = known->count;
    return (struct tables_memory){is_known, add, known};
}

void tables_known_close(struct tables_known *known)
{
    bool full = known->count > KNOWN_MOST; /* too many stamps: replace the file by one with only the
                                              new stamps */
    FILE *file = *known->path && known->count > known->kept
                     ? paths_open_private(known->path, full ? "w" : "a")
                     : NULL;
    for (int i = known->kept; file && i < known->count; i++)
        fprintf(file, "%016" PRIx64 "\n", known->stamps[i]);
    if (file)
        fclose(file); /* if writing fails, the next start checks the new tables again */
    free(known->stamps);
}
