/* Splits text into [section] lines and `key = value` lines, as in the tables in share/, ladder
 * files and the user's settings. Blank lines are skipped, and a comment goes from '#' to the end of
 * the line. */
#pragma once

#include "engine/error.h"

enum { CONF_LINE_MAX = 1024 };

struct conf {
    const char *text;     /* the rest of the text, which has not been read yet */
    bool whole_values;    /* only a line that begins with '#' is a comment, so that values may
                           * contain '#' */
    char line[CONF_LINE_MAX];
    int number;           /* number of the current line, from 1; at the end of the text, one more
                           * than the last */
    char *section;        /* the name in a [section] line, otherwise NULL */
    char *key, *value;    /* the two parts of a `key = value` line, without surrounding blanks.
                           * value is NULL in a [section] line and in a line without '=' */
    int column, value_column; /* the columns where key (or section) and value start, from 1 */
};

struct conf conf_begin(const char *text);

/* Reads the next line that is not empty. Returns false at the end of the text. Also returns false,
 * and sets *failed and *error, if the line is too long or a section lacks its ']'. */
MUST_USE bool conf_next(struct conf *conf, bool *failed, struct error *error);

/* Sets *error to the message, at a column of the current line. Returns false. */
bool conf_refuse(const struct conf *conf, int column, struct error *error, const char *format, ...)
    PRINTF_LIKE(4, 5);

/* Cuts the next word off *text and returns it. Returns NULL if no word is left. */
char *conf_word(char **text);

/* Reads [+-]digits[.digits] with at most 15 digits, in any locale. Sets *whole to whether there is
 * no decimal point. Returns false if `text` is not a number of this form. */
MUST_USE bool conf_decimal(const char *text, double *number, bool *whole);
