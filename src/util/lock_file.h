/* Lets only one program write a file at a time. While a program holds the lock, there is an empty
 * file FILE.lock beside the file, and the program holds a kernel lock on it. If the program dies,
 * the kernel lock disappears, so a remaining FILE.lock does not block anybody. */
#pragma once

#include "engine/error.h"

struct lock_file {
    int file;   /* descriptor of FILE.lock; -1: nothing is locked, because the path is not that of a
                 * regular file */
    char *path; /* path of FILE.lock; owned */
};

/* Locks the file at `path`, following symbolic links; the file need not exist yet. Waits at most
 * `wait` milliseconds. Returns false and sets *error, with `path` as the file, for example if
 * another program keeps the lock, or if FILE.lock is something other than a lock file. */
MUST_USE bool lock_file_take(struct lock_file *lock, const char *path, int wait,
                             struct error *error);
void lock_file_release(struct lock_file *lock);
