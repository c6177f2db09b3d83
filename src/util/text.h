/* Small helpers for text on the way out: built piece by piece, JSON, times, scores, safe output. */
#pragma once

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "engine/chess.h"

/* A JSON string literal with quotes, escaped. */
void text_json(FILE *out, const char *text);

/* A cell of CSV, quoted where RFC 4180 wants it. */
void text_csv(FILE *out, const char *text);

/* "+0.35", "-1.20", "#3", "#-2". */
void text_score(int score, char *out, size_t size);

/* "12. Nf3", "12... Nc6": a legal move of position with its number. */
enum { TEXT_MOVE_MAX = CHESS_SAN_MAX + 16 };
void text_move(const struct position *position, Move move, char *out, size_t size);

/* "5:03", "1:02:03"; tenths below 20 s ("0:09.4") when tenths is set. Milliseconds in. */
void text_clock(int64_t milliseconds, bool tenths, char *out, size_t size);

/* A moment of the calendar where the user is, as strftime's format says; "" where it has none. */
void text_moment(int64_t moment, const char *format, char *text, size_t size)
    __attribute__((format(strftime, 2, 0)));

/* Adds to the text in a buffer of size bytes, as far as there is room. */
void text_add(char *text, size_t size, const char *format, ...) PRINTF_LIKE(3, 4);

/* "12,406" */
void text_thousands(uint64_t number, char *out, size_t size);

/* Closes a stream of open_memstream, which may be NULL, whose text is *text. False when memory ran
 * out, be it for the stream or for a part of the text: *text is freed then, and NULL. */
MUST_USE bool text_close(FILE *memory, char **text);

/* Length of the valid UTF-8 sequence at text and its code point; 0 when it is none. */
int text_point(const char *text, uint32_t *point);

/* Escape codes, what is invisible, and what turns the direction of text: with them a name in a file
 * redraws what stands around it. */
bool text_is_control(uint32_t point);

/* A combining mark, drawn over or under the character before it. */
bool text_is_mark(uint32_t point);

/* Replaces control characters and invalid UTF-8 by '?', in place, and leaves out the combining marks
 * of a character from the fifth on: for names out of files. */
void text_sanitize(char *text);

/* text as it may be shown, in copy: file names and what was typed. Returns copy. */
char *text_shown(const char *text, char *copy, size_t size);

/* A whole number within bounds; false for anything else. */
MUST_USE bool text_number(const char *text, long min, long max, long *number);

/* The whole number that text begins with, behind blanks; returns what follows it. Out of bounds, or
 * without a digit, *number stays as it is. */
const char *text_begins_number(const char *text, int64_t min, int64_t max, int64_t *number);

/* The same as text_number for any of 64 bits without a sign, as a seed is. */
MUST_USE bool text_seed(const char *text, uint64_t *seed);

/* The most nodes a search may be limited to: a trillion, or what a long holds. */
#if LONG_MAX > 1000000000000
#define TEXT_NODES_MAX 1000000000000
#else
#define TEXT_NODES_MAX LONG_MAX
#endif

/* Which of the names value is; -1 fills error: "--color is white, black or random, not \"x\"", with
 * what for --color. */
MUST_USE int text_choice(const char *what, const char *value, const char *const names[], int count,
                         struct error *error);

/* The nearer to a mistyped word of two names, one or both NULL; NULL: neither is near enough (one
 * letter in two, and two of them, may be wrong, missing, too many or swapped with the next). */
const char *text_nearer(const char *word, const char *one, const char *other);

/* "file:line:column: message" (what is known of it) to standard error, prefixed "fallible: ".
 * False, for the caller to return. */
bool text_error(const struct error *error);

/* Milliseconds of the monotonic clock, and so many slept, unless a signal comes. */
int64_t text_now(void);
void text_nap(int milliseconds);
