/* Cache files: their header and checksum. */
#include "src/pgn/cache.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/util/hash.h"

enum { BLOCK = 1 << 16 };

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

/* Computes the checksum of a file of that size, with head as its header. */
static bool sum_of(int file, const struct cache_head *head, size_t size, uint64_t *sum)
{
    char block[BLOCK];
    struct cache_head plain = *head;
    plain.sum = 0;
    *sum = hash_bytes(HASH_BEGIN, &plain, sizeof plain);
    for (size_t place = sizeof plain; place < size;) {
        size_t length = size - place < BLOCK ? size - place : BLOCK;
        if (!cache_read(file, block, length, place))
            return false;
        *sum = hash_bytes(*sum, block, length);
        place += length;
    }
    return true;
}

static bool is_sound(int file, const struct cache_head *expected, size_t *size)
{
    struct stat status;
    struct cache_head head;
    uint64_t sum;
    if (fstat(file, &status) != 0 || !S_ISREG(status.st_mode) ||
        !cache_read(file, &head, sizeof head, 0))
        return false;
    *size = (size_t)status.st_size;
    return memcmp(head.magic, expected->magic, sizeof head.magic) == 0 &&
           head.order == expected->order && head.version == expected->version &&
           head.stamp.size == expected->stamp.size && head.stamp.time == expected->stamp.time &&
           sum_of(file, &head, *size, &sum) && head.sum == sum;
}

int cache_open(const char *name, const struct cache_head *head, size_t *size)
{
    int file = open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0 || is_sound(file, head, size))
        return file;
    close(file);
    return -1;
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
