/* The decompressed copy is written under a temporary name and renamed when it is complete. Its
 * final name depends on the contents of the compressed file. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "src/pgn/unpacked.h"

#include "engine/hash.h"
#include "src/pgn/cache_tidy.h"
#include "src/util/cache.h"
#include "src/util/input.h"
#include "src/util/paths.h"

enum { BLOCK = 1 << 20, FORMAT = 1 };
static const int64_t UNPACKED_MAX = (int64_t)4 << 30; /* the largest copy, in bytes: about five
                                                         million games */
static const int64_t LEFT_FREE = (int64_t)256 << 20;  /* bytes of disk space that must stay free */

bool pgn_is_packed(FILE *file)
{
    unsigned char magic[4] = {0};
    size_t got = fread(magic, 1, sizeof magic, file);
    rewind(file);
    return got == sizeof magic && memcmp(magic, "\x28\xB5\x2F\xFD", sizeof magic) == 0;
}

static bool is_disk_full(int file)
{
    struct statvfs disk;
    return fstatvfs(file, &disk) == 0 &&
           (int64_t)disk.f_bavail < LEFT_FREE / (int64_t)(disk.f_frsize ? disk.f_frsize : 1);
}

/* Names the copy by a hash of the compressed file. Two files with the same bytes thus share one
 * copy, and a file whose bytes change gets another copy even if its time stays the same. */
static bool name_copy(struct unpacked *unpacked, FILE *packed, pgn_progress *progress,
                      void *context, struct error *error)
{
    char *block = malloc(BLOCK), file[64];
    bool wanted = true;
    size_t got;
    unpacked->size = 0;
    if (!block)
        return error_set(error, "out of memory");
    unpacked->content = HASH_BEGIN;
    while (wanted && (got = fread(block, 1, BLOCK, packed)) > 0) {
        unpacked->content = hash_bytes(unpacked->content, block, got);
        unpacked->size += (int64_t)got;
        wanted = !progress || progress(context, 0);
    }
    free(block);
    if (!wanted)
        return false;
    if (ferror(packed))
        return error_set(error, "the file cannot be read: %s", strerror(errno));
    snprintf(file, sizeof file, "pgn-%016llx-%llx.unpacked", (unsigned long long)unpacked->content,
             (unsigned long long)unpacked->size);
    return paths_cache(file, unpacked->name, sizeof unpacked->name) ||
           error_set(error, "the file is compressed, and there is no cache folder to unpack it "
                            "into; unpack it first with zstd -d");
}

/* What the .check file beside the copy contains after its header: a description of the copy. */
struct check {
    int64_t size; /* bytes */
    uint64_t sum; /* keyed hash of the bytes */
};

/* Writes the decompressed bytes to `file`, and sets *check to their size and hash. */
static bool copy_all(struct input *input, FILE *file, struct check *check, pgn_progress *progress,
                     void *context, struct error *error)
{
    char *block = malloc(BLOCK);
    int64_t written = 0;
    bool wanted = block != NULL;
    size_t got;
    struct hash_key key = {{0, 0}};
    (void)!cache_key(&key); /* without a key, no .check file is written */
    struct keyed_hash hash = keyed_hash_begin(key);
    if (!block)
        error_set(error, "out of memory");
    while (wanted && !error->message[0] &&
           (got = fread(block, 1, BLOCK, input_stream(input))) > 0) {
        written += (int64_t)got;
        keyed_hash_add(&hash, block, got);
        if (written > UNPACKED_MAX)
            error_set(error, "the file is compressed and too large to unpack into the cache; "
                             "unpack it first with zstd -d");
        else if (is_disk_full(fileno(file)))
            error_set(error, "the disk with the cache has too little free space to unpack this "
                             "compressed file");
        else if (fwrite(block, 1, got, file) != got)
            error_set(error, "the file cannot be unpacked into the cache: %s", strerror(errno));
        int percent = input_percent(input);
        wanted = !progress || progress(context, percent > 0 ? percent : 0);
    }
    free(block);
    *check = (struct check){written, keyed_hash_sum(&hash)};
    return wanted && !error->message[0];
}

static void name_check(const struct unpacked *unpacked, char *name, size_t size)
{
    int stem = (int)(strrchr(unpacked->name, '.') - unpacked->name);
    snprintf(name, size, "%.*s.check", stem, unpacked->name);
}

/* The header of the .check file. It identifies the compressed file by its bytes, not by its
 * path. */
static struct cache_head expected_head(const struct unpacked *unpacked)
{
    return (struct cache_head){.magic = {'F', 'A', 'L', 'L', 'P', 'G', 'N', 'U'},
                               .order = CACHE_ORDER,
                               .version = FORMAT,
                               .source = {.size = unpacked->size, .sample = unpacked->content}};
}

static bool write_check(FILE *out, const void *context)
{
    return fwrite(context, sizeof(struct check), 1, out) == 1;
}

/* Stores the size and the hash of the decompressed copy in the .check file. */
static void note_check(const struct unpacked *unpacked, const struct check *check)
{
    char name[sizeof unpacked->name];
    const struct cache_head head = expected_head(unpacked);
    name_check(unpacked, name, sizeof name);
    cache_keep(name, &head, write_check, check);
}

static bool read_check(const struct unpacked *unpacked, struct check *check)
{
    char name[sizeof unpacked->name];
    const struct cache_head head = expected_head(unpacked);
    size_t size;
    name_check(unpacked, name, sizeof name);
    int file = cache_open(name, &head, &size);
    bool known = file >= 0 && size == sizeof head + sizeof *check &&
                 cache_read(file, check, sizeof *check, sizeof head);
    if (file >= 0)
        close(file);
    return known;
}

/* Returns whether the copy still has the size and the hash in the .check file. Rewinds the copy. */
static bool is_intact(const struct unpacked *unpacked, FILE *copy)
{
    struct hash_key key;
    struct check kept, found = {.size = 0};
    char *block = malloc(BLOCK);
    bool known = block && cache_key(&key) && read_check(unpacked, &kept);
    if (known) {
        struct keyed_hash hash = keyed_hash_begin(key);
        size_t got;
        while ((got = fread(block, 1, BLOCK, copy)) > 0) {
            keyed_hash_add(&hash, block, got);
            found.size += (int64_t)got;
        }
        found.sum = keyed_hash_sum(&hash);
        known = !ferror(copy) && found.size == kept.size && found.sum == kept.sum;
    }
    free(block);
    rewind(copy);
    return known;
}

/* Decompresses `path` into a file with a temporary name. */
static bool make_copy(const struct unpacked *unpacked, const char *path, pgn_progress *progress,
                      void *context, struct error *error)
{
    char draft[sizeof unpacked->name + 8];
    snprintf(draft, sizeof draft, "%s.XXXXXX", unpacked->name);
    struct input *input = input_open(path, error);
    if (!input)
        return false;
    FILE *file = paths_create_draft(draft);
    if (!file)
        error_set(error, "the file cannot be unpacked into the cache: %s", strerror(errno));
    struct check check;
    bool good = file && copy_all(input, file, &check, progress, context, error);
    struct error damage;
    bool whole = input_close(input, &damage);
    if (good && !whole)
        good = error_set(error, "the compressed file is damaged: %.200s", damage.message);
    if (good)
        note_check(unpacked, &check);
    if (good && (fflush(file) != 0 || rename(draft, unpacked->name) != 0))
        good = error_set(error, "the file cannot be unpacked into the cache: %s", strerror(errno));
    if (file)
        fclose(file);
    if (!good && file)
        unlink(draft);
    return good;
}

/* Returns whether `path` still names the file that was opened as `packed`, unchanged. */
static bool is_still(const char *path, FILE *packed)
{
    struct stat before, after;
    if (fstat(fileno(packed), &before) != 0 || stat(path, &after) != 0)
        return false;
    struct pgn_stamp old = pgn_stamp_of(&before), new = pgn_stamp_of(&after);
    return before.st_dev == after.st_dev && before.st_ino == after.st_ino &&
           old.size == new.size && old.time == new.time;
}

FILE *pgn_unpack(const char *path, FILE *packed, struct unpacked *unpacked, pgn_progress *progress,
                 void *context, struct error *error)
{
    if (!name_copy(unpacked, packed, progress, context, error))
        return NULL;
    FILE *copy = fopen(unpacked->name, "re");
    if (copy && is_intact(unpacked, copy)) {
        (void)!futimens(fileno(copy), NULL); /* marks the copy as used, so that it is not removed
                                                soon */
        return copy;
    }
    if (copy)
        fclose(copy);
    pgn_cache_tidy(PGN_CACHE_MOST);
    if (!make_copy(unpacked, path, progress, context, error))
        return NULL;
    if (!is_still(path, packed)) {
        unlink(unpacked->name);
        error_set(error, "the file changed while it was being unpacked; open it again");
        return NULL;
    }
    copy = fopen(unpacked->name, "re");
    if (!copy)
        error_set(error, "the file cannot be unpacked into the cache: %s", strerror(errno));
    return copy;
}

struct pgn_stamp pgn_stamp_of(const struct stat *status)
{
    return (struct pgn_stamp){
        .size = (int64_t)status->st_size,
        .time = (int64_t)status->st_mtim.tv_sec * 1000000000 + status->st_mtim.tv_nsec};
}
