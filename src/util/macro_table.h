/* Rewrites a table of C macros such as ROW(name, 12, 34) in a source file. The caller's walk
 * function says which parts to replace; everything else is copied unchanged, so that a diff shows
 * only those parts. */
#pragma once

#include <stdio.h>

#include "engine/error.h"

struct macro_table {
    const char *text, *at; /* the complete text, and the start of the part that has not been copied
                            * yet */
    const char *path;
    FILE *out; /* the new file; NULL: nothing is written */
    struct error *error;
};

/* The type of the walk function, which goes through the table by calling macro_table_find and the
 * functions beside it. Returns false if it called macro_table_refuse. */
typedef bool macro_table_walk(struct macro_table *table, void *context);

/* Calls `walk` without writing anything. Like macro_table_rewrite, returns false and sets *error,
 * with the file name, if the file cannot be read or `walk` returns false. */
MUST_USE bool macro_table_check(const char *path, macro_table_walk *walk, void *context,
                                struct error *error);
/* Writes what `walk` copies and adds to a new file, which replaces the old one only when it is
 * complete: a full disk leaves the old file intact. */
MUST_USE bool macro_table_rewrite(const char *path, macro_table_walk *walk, void *context,
                                  struct error *error);

/* Copies the text that is not copied yet, up to `end`. */
void macro_table_copy(struct macro_table *table, const char *end);
/* Copies up to the next use of the macro outside comments. `start` is the macro's name with the
 * opening parenthesis. If there is no further use, copies the rest and returns false. */
bool macro_table_find(struct macro_table *table, const char *start);
/* Sets the error, with the line and column of `at`, and returns false. */
bool macro_table_refuse(struct macro_table *table, const char *format, ...) PRINTF_LIKE(2, 3);
