/* Reads text files line by line: suites, openings, positions. */
#pragma once

#include <stdio.h>

#include "engine/error.h"

/* The maximum length of a line of text, and of a game in a PGN file with all its comments. The
 * limit keeps damaged input from filling the memory. */
enum { LINE_MOST = 16 << 20 /* bytes */ };
#define LINE_MOST_TEXT "16 MB"

enum line_status { LINE_READ, LINE_END, LINE_TOO_LONG, LINE_OUT_OF_MEMORY };

/* Reads the next line, including its '\n', into *text and NUL-terminates it, like getline. *text
 * has *capacity bytes and belongs to the caller. Sets *length. Returns LINE_END at the end of the
 * file or if it cannot be read (see ferror). */
enum line_status line_read(FILE *file, char **text, int *capacity, int *length);

struct lines {
    FILE *file;  /* owned by the caller */
    int number;  /* number of the last line read, from 1 */
    bool failed; /* the last call of lines_next returned NULL because of an error, not because the
                  * file ended */
    char *text;  /* owned */
    int capacity;
};

/* Returns the next line without its line end, valid until the next call. Skips a byte order mark,
 * blank lines and lines that start with '#'. Returns NULL at the end. Also returns NULL, with
 * `failed` set, for a NUL byte, a line longer than LINE_MOST or a read error; *error then has the
 * line and column if they are known. */
char *lines_next(struct lines *lines, struct error *error);
void lines_free(struct lines *lines);
/* Ends the reading and frees the buffer. Call it with `good` false if the caller rejected the
 * current line and has set *error; the line's number is then added to it. Returns true if `good` is
 * true and no line failed to be read. */
MUST_USE bool lines_end(struct lines *lines, bool good, struct error *error);
