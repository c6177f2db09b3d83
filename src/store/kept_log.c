/* An earlier copy is never replaced: it is the log of another loss. */
#include "src/store/kept_log.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_MOST = 4096, CHUNK = 4096 };

bool kept_log_path(const char *database, int number, char *path, size_t size)
{
    int length = number == 1 ? snprintf(path, size, "%s-wal.damaged", database)
                             : snprintf(path, size, "%s-wal.damaged.%d", database, number);
    return length < (int)size;
}

/* Opens a file for reading, unless it is a link. Does not wait if it is a pipe. */
static int open_to_read(const char *path)
{
    return open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
}

/* Returns whether the log `in` has the contents of this copy. */
static bool is_same(int in, const char *path)
{
    char bytes[CHUNK], others[CHUNK];
    int copy = open_to_read(path);
    off_t at = 0;
    ssize_t size = -1, other = -1;
    if (copy < 0)
        return false;
    do {
        size = pread(in, bytes, sizeof bytes, at);
        other = pread(copy, others, sizeof others, at);
        at += size;
    } while (size > 0 && other == size && memcmp(bytes, others, (size_t)size) == 0);
    close(copy);
    return size == 0 && other == 0;
}

static bool write_copy(int in, int out)
{
    char bytes[CHUNK];
    off_t at = 0;
    ssize_t size;
    while ((size = pread(in, bytes, sizeof bytes, at)) > 0 &&
           write(out, bytes, (size_t)size) == size)
        at += size;
    return size == 0 && fsync(out) == 0;
}

/* Copies the log `in` to the first free name. Returns its number, or 0. */
static int keep(int in, const char *database)
{
    char path[PATH_MOST];
    for (int number = 1; number <= KEPT_LOGS; number++) {
        if (!kept_log_path(database, number, path, sizeof path))
            return 0;
        int out = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
        if (out < 0 && errno != EEXIST)
            return 0;
        if (out < 0 && is_same(in, path))
            return number;
        if (out < 0)
            continue;
        bool good = write_copy(in, out);
        close(out);
        if (!good)
            unlink(path);
        return good ? number : 0;
    }
    return 0;
}

int kept_log_keep(const char *database)
{
    char path[PATH_MOST];
    struct stat status;
    if (snprintf(path, sizeof path, "%s-wal", database) >= (int)sizeof path)
        return 0;
    int log = open_to_read(path), number = 0;
    if (log >= 0 && fstat(log, &status) == 0 && status.st_size > 0)
        number = keep(log, database);
    if (log >= 0)
        close(log);
    return number;
}
