/* Cache files: their header, checksum and key. */
#include "src/util/cache.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/util/paths.h"

enum {
    BLOCK = 1 << 16,
    SAMPLES = 48,
    SAMPLE = 1 << 12, /* bytes in each of the samples between the first and the last block */
    WHOLE = 2 * BLOCK + SAMPLES * SAMPLE
};

bool cache_read(int file, void *bytes, size_t size, size_t place)
{
    char *to = bytes;
    while (size > 0) {
        ssize_t got = pread(file, to, size, (off_t)place);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return false;
        to += got;
        size -= (size_t)got;
        place += (size_t)got;
    }
    return true;
}

/* Functions that describe the source: its size, times and sample */

static bool hash_part(int file, struct keyed_hash *hash, size_t place, size_t size)
{
    char block[BLOCK];
    for (size_t end = place + size; place < end;) {
        size_t length = end - place < sizeof block ? end - place : sizeof block;
        if (!cache_read(file, block, length, place))
            return false;
        keyed_hash_add(hash, block, length);
        place += length;
    }
    return true;
}

static bool take_sample(int file, size_t size, uint64_t *sample)
{
    struct keyed_hash hash = keyed_hash_begin((struct hash_key){{0, 0}});
    if (size <= WHOLE) {
        if (!hash_part(file, &hash, 0, size))
            return false;
    } else {
        size_t gap = (size - 2 * BLOCK) / SAMPLES; /* bytes from the start of one sample to the
                                                      start of the next */
        if (!hash_part(file, &hash, 0, BLOCK) || !hash_part(file, &hash, size - BLOCK, BLOCK))
            return false;
        for (size_t i = 0; i < SAMPLES; i++)
            if (!hash_part(file, &hash, BLOCK + i * gap + (gap - SAMPLE) / 2, SAMPLE))
                return false;
    }
    *sample = keyed_hash_sum(&hash);
    return true;
}

static int64_t nanoseconds(struct timespec time)
{
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

bool cache_source_of(int file, struct cache_source *source)
{
    struct stat status;
    if (fstat(file, &status) != 0 || !S_ISREG(status.st_mode))
        return false;
    *source = (struct cache_source){.size = (int64_t)status.st_size,
                                    .time = nanoseconds(status.st_mtim),
                                    .changed = nanoseconds(status.st_ctim)};
    return take_sample(file, (size_t)status.st_size, &source->sample);
}

bool cache_same_source(const struct cache_source *a, const struct cache_source *b)
{
    return a->size == b->size && a->time == b->time && a->changed == b->changed &&
           a->sample == b->sample;
}

/* The secret key */

static bool read_key(const char *path, struct hash_key *key)
{
    struct stat status;
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    bool good = file >= 0 && fstat(file, &status) == 0 && S_ISREG(status.st_mode) &&
                status.st_size == (off_t)sizeof *key && cache_read(file, key, sizeof *key, 0);
    if (file >= 0)
        close(file);
    return good;
}

static bool draw_key(struct hash_key *key)
{
    int file = open("/dev/urandom", O_RDONLY | O_CLOEXEC);
    bool good = file >= 0 && read(file, key, sizeof *key) == (ssize_t)sizeof *key;
    if (file >= 0)
        close(file);
    return good;
}

/* Creates the key file. If two programs do so at once, link() succeeds in only one of them, and
 * both then read the key of that one. */
static bool make_key(const char *path)
{
    char draft[4096 + 8];
    struct hash_key key;
    if (!draw_key(&key) ||
        snprintf(draft, sizeof draft, "%s.XXXXXX", path) >= (int)sizeof draft)
        return false;
    FILE *file = paths_create_draft(draft);
    if (!file)
        return false;
    bool good = fwrite(&key, sizeof key, 1, file) == 1;
    good = fclose(file) == 0 && good && (link(draft, path) == 0 || errno == EEXIST);
    unlink(draft);
    return good;
}

bool cache_key(struct hash_key *key)
{
    char path[4096];
    struct error ignored;
    struct stat status;
    if (!paths_data("cache.key", path, sizeof path, &ignored))
        return false;
    if (read_key(path, key))
        return true;
    if (lstat(path, &status) == 0 && unlink(path) != 0) /* a damaged key is replaced */
        return false;
    return make_key(path) && read_key(path, key);
}

/* The cache file */

/* Computes the checksum of a file of `size` bytes as if `head` were its header. */
static bool sum_of(int file, const struct cache_head *head, size_t size, uint64_t *sum)
{
    struct hash_key key;
    struct cache_head plain = *head;
    plain.sum = 0;
    if (size < sizeof plain || !cache_key(&key))
        return false;
    struct keyed_hash hash = keyed_hash_begin(key);
    keyed_hash_add(&hash, &plain, sizeof plain);
    if (!hash_part(file, &hash, sizeof plain, size - sizeof plain))
        return false;
    *sum = keyed_hash_sum(&hash);
    return true;
}

/* Whether the header and the checksum of the file are right. `expected` is the header that the file
 * must have; NULL: any header. */
static bool is_sound(int file, const struct cache_head *expected, size_t *size)
{
    struct stat status;
    struct cache_head head;
    uint64_t sum;
    if (fstat(file, &status) != 0 || !S_ISREG(status.st_mode) ||
        !cache_read(file, &head, sizeof head, 0))
        return false;
    *size = (size_t)status.st_size;
    bool wanted = expected ? memcmp(head.magic, expected->magic, sizeof head.magic) == 0 &&
                                 head.version == expected->version &&
                                 cache_same_source(&head.source, &expected->source)
                           : memcmp(head.magic, "FALL", 4) == 0;
    return wanted && head.order == CACHE_ORDER && sum_of(file, &head, *size, &sum) &&
           head.sum == sum;
}

int cache_open(const char *name, const struct cache_head *head, size_t *size)
{
    int file = open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0 || is_sound(file, head, size))
        return file;
    close(file);
    return -1;
}

void cache_keep(const char *name, const struct cache_head *head,
                bool (*write)(FILE *out, const void *context), const void *context)
{
    char draft[4096 + 8];
    if (snprintf(draft, sizeof draft, "%s.XXXXXX", name) >= (int)sizeof draft)
        return;
    FILE *file = paths_create_draft(draft);
    if (!file)
        return;
    bool good = fwrite(head, sizeof *head, 1, file) == 1 && write(file, context) &&
                !ferror(file) && cache_seal(file, head);
    good = fclose(file) == 0 && good;
    if (!good || rename(draft, name) != 0)
        unlink(draft);
}

bool cache_is_intact(const char *name, size_t *size)
{
    int file = open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    bool intact = file >= 0 && is_sound(file, NULL, size);
    if (file >= 0)
        close(file);
    return intact;
}

bool cache_seal(FILE *file, const struct cache_head *head)
{
    struct cache_head sealed = *head;
    struct stat status;
    if (fflush(file) != 0 || fstat(fileno(file), &status) != 0 ||
        !sum_of(fileno(file), head, (size_t)status.st_size, &sealed.sum))
        return false;
    return fseeko(file, 0, SEEK_SET) == 0 && fwrite(&sealed, sizeof sealed, 1, file) == 1 &&
           fflush(file) == 0;
}
