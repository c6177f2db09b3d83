/* Files written beside the one they replace and put in its place once they are whole: who reads it
 * sees the old one or the new one, also after a crash. */
#pragma once

#include <stdio.h>

#include "engine/chess.h"

struct replacement {
    FILE *out;         /* to write to */
    char *path;        /* of the file itself, where the name given was a link; owned */
    char *beside;      /* NULL: path is no ordinary file (a pipe, a device) and written as it is */
    const char *name;  /* as given, for errors; the caller's, until the end */
};

/* mode: of a file that was not there, less the umask; one that was there keeps its own. False fills
 * error (file set), and there is nothing to end. */
MUST_USE bool replacement_begin(struct replacement *replacement, const char *path, unsigned mode,
                                struct error *error);
/* Puts the file in its place if all is good so far. False: it is as it was before; error tells what
 * failed in writing, and is left alone where nothing did. */
MUST_USE bool replacement_end(struct replacement *replacement, bool good, struct error *error);

/* All of it: write writes the file, 0666 less the umask; it returns false where memory ran out, or
 * the file cannot be written. False fills error. */
MUST_USE bool replace_whole(const char *path, bool (*write)(FILE *out, const void *context),
                            const void *context, struct error *error);
