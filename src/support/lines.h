/* Text files line by line: suites, openings, positions. */
#pragma once

#include <stdio.h>

#include "engine/chess.h"

struct lines {
    FILE *file;  /* the caller's */
    int number;  /* of the line read last, from 1 */
    bool failed; /* what came last was no end */
    char *text;  /* owned */
    int room;
};

/* The next line without its end, there until the next call; passes over a byte order mark, blank
 * lines and those that begin with '#'. NULL: the end, or failed: a NUL byte, a line of more than
 * 16 MB, or the file cannot be read, with line and column in error where they help. */
char *lines_next(struct lines *lines, struct error *error);
void lines_free(struct lines *lines);
/* Frees it behind the last line, or behind one that was no good: its number goes into error. True:
 * all were good, to the end. */
MUST_USE bool lines_end(struct lines *lines, bool good, struct error *error);
