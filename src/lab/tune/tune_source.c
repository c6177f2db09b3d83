/* The cache is a header (cache.h), followed by a file of records (tune_file.h). Its fingerprint
 * covers everything that the records depend on: the version of the reader, the filter, and the
 * weights, which decide whether a position is quiet. */
#include "src/lab/tune/tune_source.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/hash.h"
#include "src/lab/tune/tune_file.h"
#include "src/util/cache.h"
#include "src/util/paths.h"
#include "src/util/text.h"

enum {
    PATH_SIZE = 4096,
    READING = 2, /* version of the cached positions: increase it when the code that reads them from
                    games or plays out their captures changes */
};

static bool head_of(const char *path, struct cache_head *head)
{
    struct error ignored;
    FILE *file = paths_open_regular(path, &ignored);
    *head = (struct cache_head){.magic = {'F', 'A', 'L', 'L', 'Q', 'U', 'I', 'T'},
                                .order = CACHE_ORDER,
                                .version = READING};
    bool good = file && cache_source_of(fileno(file), &head->source);
    if (file)
        fclose(file);
    return good;
}

static uint64_t fingerprint_of(const struct tune_games *filter, const struct weights *weights)
{
    int64_t numbers[] = {READING, filter->min_elo, filter->min_base_time, filter->per_game,
                         filter->exclude_count};
    uint64_t hash = hash_bytes(HASH_BEGIN, numbers, sizeof numbers);
    for (int i = 0; i < filter->exclude_count; i++)
        hash = hash_bytes(hash, filter->exclude_event[i], strlen(filter->exclude_event[i]) + 1);
    hash = hash_bytes(hash, weights->middlegame, sizeof weights->middlegame);
    hash = hash_bytes(hash, weights->endgame, sizeof weights->endgame);
    return hash;
}

/* Sets `cache` to the path of a file's cache. It is in the user's cache folder, because the data
 * may be read-only. */
static bool name_cache(const char *path, char *cache, size_t size)
{
    char whole[PATH_MAX], name[48];
    if (!realpath(path, whole))
        return false;
    snprintf(name, sizeof name, "tune-%016llx.quiet",
             (unsigned long long)hash_bytes(HASH_BEGIN, whole, strlen(whole)));
    return paths_cache(name, cache, size);
}

/* Fills the set from a cache. Returns false and leaves the set empty unless there is a complete
 * cache with this header and fingerprint. */
static bool take_cache(struct record_set *set, const char *name, const struct cache_head *head,
                       uint64_t fingerprint)
{
    struct positions_header header;
    struct record record;
    struct error error;
    size_t size;
    int descriptor = cache_open(name, head, &size);
    FILE *file = descriptor >= 0 ? fdopen(descriptor, "rb") : NULL;
    if (!file) {
        if (descriptor >= 0)
            close(descriptor);
        return false;
    }
    bool good = fseek(file, sizeof *head, SEEK_SET) == 0 &&
                positions_read_header(file, &header, &error) && header.quiet &&
                header.fingerprint == fingerprint && header.records > 0 &&
                size == sizeof *head + POSITIONS_HEADER + header.records * POSITIONS_RECORD;
    for (uint64_t i = 0; good && i < header.records; i++)
        good = positions_read(file, &record) > 0 && records_add(set, &record);
    fclose(file);
    if (!good) {
        records_clear(set);
        return false;
    }
    set->duplicates += (int)header.duplicates;
    set->unquiet += (int)header.unquiet;
    set->games += (int)header.games;
    return true;
}

struct kept {
    const struct record_set *set;
    uint64_t fingerprint;
};

static bool write_kept(FILE *file, const void *context)
{
    const struct kept *kept = context;
    const struct record_set *set = kept->set;
    const struct positions_header header = {.fingerprint = kept->fingerprint,
                                            .quiet = true,
                                            .games = (uint32_t)set->games,
                                            .records = (uint64_t)set->count,
                                            .duplicates = (uint32_t)set->duplicates,
                                            .unquiet = (uint32_t)set->unquiet};
    bool good = positions_write_header(file, &header);
    for (int i = 0; good && i < set->count; i++)
        good = positions_write(file, &set->records[i]);
    return good;
}

static bool merge(struct record_set *set, const struct record_set *part, struct error *error)
{
    for (int i = 0; i < part->count; i++)
        if (!records_add(set, &part->records[i]))
            return error_set(error, "out of memory");
    set->duplicates += part->duplicates;
    set->unquiet += part->unquiet;
    set->games += part->games;
    if (set->bad_games == 0)
        set->first_trouble = part->first_trouble;
    set->bad_games += part->bad_games;
    return true;
}

bool source_add(struct record_set *set, const char *path, const struct tune_games *filter,
                const struct weights *weights, struct pool *pool, records_progress progress,
                void *context, struct source_times *times, struct error *error)
{
    char cache[PATH_SIZE];
    struct record_set part = {.records = NULL};
    struct cache_head head;
    uint64_t fingerprint = fingerprint_of(filter, weights);
    int64_t began = text_now();
    bool named = head_of(path, &head) && name_cache(path, cache, sizeof cache);
    bool cached = named && take_cache(&part, cache, &head, fingerprint), quiet = cached;
    bool good = cached || records_read(&part, path, filter, &quiet, progress, context, error);
    times->read += text_now() - began;
    began = text_now();
    if (good && !quiet) {
        good = records_resolve(&part, weights, pool, path, progress, context);
        if (!good)
            error_set(error, "stopped");
        else if (named)
            cache_keep(cache, &head, write_kept, &(struct kept){&part, fingerprint});
    }
    int before = set->count;
    good = good && merge(set, &part, error);
    set->from_cache += cached ? set->count - before : 0;
    times->resolve += text_now() - began;
    records_clear(&part);
    return good;
}
