/* Rewrites a table of C macros in a source file, such as ROW(name, 12, 34), in place. Everything is
 * copied except what the caller's walk function replaces, so that a diff shows only those
 * changes. */
#pragma once

#include <stdio.h>

#include "engine/error.h"

struct macro_table {
    const char *text, *at; /* the whole text, and the start of what is not copied yet */
    const char *path;
    FILE *out; /* NULL: only check */
    struct error *error;
};

/* Goes through the table with the functions below. Returns false after macro_table_refuse. */
typedef bool macro_table_walk(struct macro_table *table, void *context);

/* Both return false and set *error, with the file, if it cannot be read or the walk refuses it. */
MUST_USE bool macro_table_check(const char *path, macro_table_walk *walk, void *context,
                                struct error *error);
/* Replaces the file only when the new one is complete, so that a full disk leaves the old one
 * intact. */
MUST_USE bool macro_table_rewrite(const char *path, macro_table_walk *walk, void *context,
                                  struct error *error);

/* Copies the text up to end. */
void macro_table_copy(struct macro_table *table, const char *end);
/* Copies up to the next use of the macro outside comments. `start` is the macro's name with the
 * opening parenthesis. If there is no further use, copies the rest and returns false. */
bool macro_table_find(struct macro_table *table, const char *start);
/* Sets the error, with line and column of `at`, and returns false. */
bool macro_table_refuse(struct macro_table *table, const char *format, ...) PRINTF_LIKE(2, 3);
