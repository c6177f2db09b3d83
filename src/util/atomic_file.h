/* Replaces files atomically: the new content is written to a temporary file, which then replaces
 * the old one. A reader sees either the old or the new file, even after a crash. */
#pragma once

#include <stdio.h>

#include "engine/error.h"

struct replacement {
    FILE *out;         /* the stream to write to */
    char *path;        /* the path of the file to replace, with symbolic links followed; owned */
    char *beside;      /* name of the temporary file; NULL: `path` is a pipe or a device and is
                        * written directly */
    const char *name;  /* the path as the caller gave it, for errors; owned by the caller, who keeps
                        * it until replacement_end */
};

/* Opens the temporary file. `mode` is the mode of a new file, before the umask; an existing file
 * keeps its mode. On failure returns false and sets *error, with the file name; do not call
 * replacement_end then. */
MUST_USE bool replacement_begin(struct replacement *replacement, const char *path, unsigned mode,
                                struct error *error);
/* Closes the temporary file. Replaces the old file and returns true if `good` is true and
 * everything was written. Otherwise keeps the old file and returns false; sets *error only if
 * writing failed. */
MUST_USE bool replacement_end(struct replacement *replacement, bool good, struct error *error);

/* Replaces a file in one call. `write` writes the contents; it returns false if out of memory or if
 * writing failed. New files have mode 0666 before the umask. On failure, returns false and sets
 * *error. */
MUST_USE bool replace_whole(const char *path, bool (*write)(FILE *out, const void *context),
                            const void *context, struct error *error);
