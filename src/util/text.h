/* Helpers for text: building it, times, safe output, reading numbers and names, errors. */
#pragma once

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "engine/error.h"

/* Writes a CSV cell, quoted if RFC 4180 requires it. Writes `before` in front of it: a comma, or ""
 * for the first cell. */
void text_csv(FILE *out, const char *before, const char *text);
/* Writes a comma and a CSV cell, which is empty if the number is infinite or NaN. */
void text_csv_number(FILE *out, double number, int decimals);

/* Formats milliseconds: "5:03", "1:02:03"; with tenths below 20 s ("0:09.4") if `tenths` is set. */
void text_clock(int64_t milliseconds, bool tenths, char *out, size_t size);

/* Formats a moment (seconds since 1970) in local time like strftime; "" if it cannot be converted
 * to a date. */
void text_moment(int64_t moment, const char *format, char *text, size_t size)
    __attribute__((format(strftime, 2, 0)));
/* Noon, in local time, of the day that is `days` days after the day of this moment. Noon is safe,
 * because summer time never begins or ends then. */
int64_t text_noon(int64_t moment, int days);
/* Writes when something is due: "today at 18:30", "tomorrow" or "on 2026-12-24". */
void text_due(int64_t moment, int64_t now, char *text, size_t size);
/* Writes the name of the month before the one that contains this moment, in local time. */
void text_month_before(int64_t moment, char *text, size_t size);

/* Appends to the text in a buffer of `size` bytes; cuts what does not fit. */
void text_add(char *text, size_t size, const char *format, ...) PRINTF_LIKE(3, 4);
/* Writes `words`, for example an error message, with a capital letter and a full stop, unless
 * they end with a question mark. */
void text_sentence(const char *words, char *text, size_t size);

/* Writes the words of `text`, each after a blank, and ends the line. The current line already has
 * `column` columns. Before a word that would exceed `width` columns, starts a new line with
 * `indent` in place of the blank. */
void text_wrap(FILE *out, int column, const char *indent, int width, const char *text);

/* Writes a message and ends the line. If `out` is a terminal, breaks the message between words. A
 * file or pipe gets one line. */
void text_say(FILE *out, const char *text);
/* Width of the terminal that `out` writes to, in columns; 0 if it is not a terminal. */
int text_columns(FILE *out);

/* The ending of a regular noun behind this number: "" for 1, otherwise "s". */
const char *text_plural(int64_t number);

/* Formats a number with commas between the thousands: "12,406". */
void text_thousands(uint64_t number, char *out, size_t size);

/* Closes `memory` (may be NULL), a stream that open_memstream created with the buffer *text. If
 * memory ran out for the stream or the text, frees *text, sets it to NULL and returns false. */
MUST_USE bool text_close(FILE *memory, char **text);

/* Returns the length in bytes of the UTF-8 sequence at `text` and sets *point to its code point.
 * Returns 0 if the sequence is not valid. */
int text_point(const char *text, uint32_t *point);

/* The number of characters of UTF-8 text. */
int text_width(const char *text);

/* Returns whether the code point is a control character, is invisible or changes the direction of
 * text. A name with such characters could change the text around it on the screen. */
bool text_is_control(uint32_t point);

/* Returns whether the code point is a combining mark, drawn over or under the previous
 * character. */
bool text_is_mark(uint32_t point);

/* Replaces control characters and invalid UTF-8 by '?', in place, and removes all but the first
 * four combining marks of each character. For names from files. */
void text_sanitize(char *text);

/* Copies `text` in a form that is safe to show, for file names and typed text. Returns `copy`. */
char *text_shown(const char *text, char *copy, size_t size);

/* Returns how a message should name a file in a command that it suggests: by `path`, or by
 * `instead` if the path is long or a shell would not read it as one plain word. */
const char *text_path_typed(const char *path, const char *instead);

/* Reads a whole number within bounds. Returns false for anything else. */
MUST_USE bool text_number(const char *text, long min, long max, long *number);

/* Skips blanks, reads the whole number that follows, and returns the text after it. If there are no
 * digits or the number is out of bounds, *number is unchanged. */
const char *text_begins_number(const char *text, int64_t min, int64_t max, int64_t *number);

/* Like text_number for any unsigned 64-bit number, such as a seed. */
MUST_USE bool text_seed(const char *text, uint64_t *seed);

/* Splits "NAME=VALUE NAME=VALUE ...", one setting at a time. A value may contain blanks and ends
 * before the next name. Moves *at past the setting and NUL-terminates *name and *value. Returns
 * false at the end. */
MUST_USE bool text_next_setting(char **at, char **name, char **value);

/* The largest limit for nodes: a trillion, or LONG_MAX if that is smaller. */
#if LONG_MAX > 1000000000000
#define TEXT_NODES_MAX 1000000000000
#else
#define TEXT_NODES_MAX LONG_MAX
#endif

/* Defines the function that returns the name of each value of an enum. LIST is the list from which
 * the enum is made, with rows X(id, name). */
#define NAMES_OF(function, type, LIST)                                                             \
    const char *function(type value)                                                               \
    {                                                                                              \
        static const char *const names[] = {LIST(NAME_OF_ROW)};                                    \
        return names[value];                                                                       \
    }
#define NAME_OF_ROW(id, name) name,

/* Returns the index of `name` among the names, or -1 if it is not among them. */
int text_index(const char *name, const char *const names[], int count);
/* Sets *chosen, an int or an enum, to the index of `value` among the names. If it is not among
 * them, returns false and sets *error: if `what` is "--color", to "--color must be white, black or
 * random, not \"x\"". */
MUST_USE bool text_choice(const char *what, const char *value, const char *const names[], int count,
                          void *chosen, struct error *error);

/* Returns the one of two names that is closer to a mistyped word; one or both may be NULL. Returns
 * NULL if neither is close enough. A name is close enough if at most two letters, and at most a
 * third of the word's letters, are wrong, missing, extra or swapped with the next. */
const char *text_nearer(const char *word, const char *one, const char *other);

/* Writes "file:line:column: message", as far as known. text_error prints it after "fallible: " to
 * standard error and returns false, so that the caller can return it. */
void text_of_error(const struct error *error, char *text, size_t size);
bool text_error(const struct error *error);

/* text_now returns the milliseconds of the monotonic clock. text_nap sleeps for the given
 * milliseconds, or until a signal. */
int64_t text_now(void);
void text_nap(int milliseconds);
