/* Text files line by line: suites, openings, positions. */
#pragma once

#include <stdio.h>

#include "engine/chess.h"

/* The longest line that any reader of text takes, and the longest game of a PGN file with all its
 * comments, so that none fills the memory, however long a file goes on. */
enum { LINE_MOST = 16 << 20 /* bytes */ };
#define LINE_MOST_TEXT "16 MB"

enum line_status { LINE_READ, LINE_END, LINE_TOO_LONG, LINE_OUT_OF_MEMORY };

/* Reads the next line like getline, its '\n' included and NUL-terminated, into *text (owned by the
 * caller, room bytes). LINE_END at the end of the file or if it cannot be read (see ferror). */
enum line_status line_read(FILE *file, char **text, int *room, int *length);

struct lines {
    FILE *file;  /* the caller's */
    int number;  /* of the line read last, from 1 */
    bool failed; /* what came last was no end */
    char *text;  /* owned */
    int room;
};

/* The next line without its end, there until the next call; passes over a byte order mark, blank
 * lines and those that begin with '#'. NULL: the end, or failed: a NUL byte, a line of more than
 * LINE_MOST, or the file cannot be read, with line and column in error where they help. */
char *lines_next(struct lines *lines, struct error *error);
void lines_free(struct lines *lines);
/* Frees it behind the last line, or behind one that was no good: its number goes into error. True:
 * all were good, to the end. */
MUST_USE bool lines_end(struct lines *lines, bool good, struct error *error);
