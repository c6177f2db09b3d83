/* Locks FILE by calling flock on FILE.lock. The holder unlinks FILE.lock before it releases the
 * lock. So a program that waited may get the lock on a file that has no name any more; it then
 * opens FILE.lock again. */
#include "src/util/lock_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/util/paths.h"
#include "src/util/text.h"

enum { NAP = 2 /* ms between two attempts */ };

enum attempt { LOCKED, BUSY, FOREIGN, FAILED /* see errno */ };

static char *name_lock(const char *path)
{
    char *target = paths_target(path);
    size_t size = target ? strlen(target) + sizeof ".lock" : 0;
    char *name = target ? malloc(size) : NULL;
    if (name)
        snprintf(name, size, "%s.lock", target);
    free(target);
    return name;
}

static enum attempt try_to_lock(struct lock_file *lock)
{
    struct stat mine, named;
    int file = open(lock->path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC,
                    0666);
    if (file < 0)
        return errno == ELOOP || errno == EISDIR ? FOREIGN : FAILED;
    enum attempt attempt = LOCKED;
    if (fstat(file, &mine) != 0)
        attempt = FAILED;
    else if (!S_ISREG(mine.st_mode) || mine.st_size > 0)
        attempt = FOREIGN;
    else if (flock(file, LOCK_EX | LOCK_NB) != 0)
        attempt = errno == EWOULDBLOCK || errno == EINTR ? BUSY : FAILED;
    else if (lstat(lock->path, &named) != 0 || named.st_ino != mine.st_ino ||
             named.st_dev != mine.st_dev)
        attempt = BUSY; /* the file that we have locked is no longer FILE.lock: its holder has
                         * unlinked it, and another program may have created a new one */
    if (attempt == LOCKED) {
        lock->file = file;
        return LOCKED;
    }
    int trouble = errno;
    close(file);
    errno = trouble;
    return attempt;
}

bool lock_file_take(struct lock_file *lock, const char *path, int wait, struct error *error)
{
    struct stat status;
    *lock = (struct lock_file){.file = -1};
    if (stat(path, &status) == 0 && !S_ISREG(status.st_mode))
        return true;
    if (!(lock->path = name_lock(path)))
        return error_set_in(error, path, "cannot be written: %s", strerror(errno));
    int64_t until = text_now() + wait;
    enum attempt attempt;
    while ((attempt = try_to_lock(lock)) == BUSY && text_now() < until)
        text_nap(NAP);
    int trouble = errno;
    if (attempt == LOCKED)
        return true;
    if (attempt == BUSY)
        error_set_in(error, path,
                     "another program is writing this file and has locked it with %.150s",
                     lock->path);
    else if (attempt == FOREIGN)
        error_set_in(error, path, "cannot be locked: %.150s is not a lock file of Fallible",
                     lock->path);
    else
        error_set_in(error, path, "cannot be written: %.150s: %s", lock->path, strerror(trouble));
    free(lock->path);
    lock->path = NULL;
    return false;
}

void lock_file_release(struct lock_file *lock)
{
    if (lock->file >= 0) {
        unlink(lock->path);
        close(lock->file);
    }
    free(lock->path);
    *lock = (struct lock_file){.file = -1};
}
