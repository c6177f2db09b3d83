/* Replaces files atomically: the new content is written to a temporary file, which then replaces
 * the old one. A reader sees either the old or the new file, even after a crash. */
#pragma once

#include <stdio.h>

#include "engine/error.h"

struct replacement {
    FILE *out;         /* the stream to write to */
    char *path;        /* the path of the file itself if the given name is a link; owned */
    char *beside;      /* name of the temporary file; NULL: path is a pipe or a device and is
                        * written directly */
    const char *name;  /* the given name, for errors; owned by the caller, who keeps it until the
                        * end */
};

/* Opens the temporary file. mode is the mode of a new file, before the umask; an existing file
 * keeps its mode. Returns false and sets *error, with the file; replacement_end must then not be
 * called. */
MUST_USE bool replacement_begin(struct replacement *replacement, const char *path, unsigned mode,
                                struct error *error);
/* Replaces the file if good is set and everything was written. Returns false if the old file
 * remains; *error is set if writing failed, and otherwise left alone. */
MUST_USE bool replacement_end(struct replacement *replacement, bool good, struct error *error);

/* Does all of it: calls write, which writes the contents and returns false if memory is out or
 * writing failed. New files have mode 0666 before the umask. Returns false and sets *error. */
MUST_USE bool replace_whole(const char *path, bool (*write)(FILE *out, const void *context),
                            const void *context, struct error *error);
