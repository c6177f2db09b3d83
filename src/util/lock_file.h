/* One writer of a file at a time: while a program holds the lock there is an empty file FILE.lock
 * beside the file, and the kernel holds a lock on that. A program that dies loses the kernel's lock,
 * so the FILE.lock it leaves behind stops nobody. */
#pragma once

#include "engine/chess.h"

struct lock_file {
    int file;   /* -1: path is no regular file, and there is nothing to lock */
    char *path; /* of FILE.lock; owned */
};

/* Locks the file that path leads to, which need not exist yet. Tries for as long as wait
 * milliseconds. False fills error (file: path): among others when another program has the lock, and
 * when FILE.lock is a file of someone else's. */
MUST_USE bool lock_file_take(struct lock_file *lock, const char *path, int wait,
                             struct error *error);
void lock_file_release(struct lock_file *lock);
