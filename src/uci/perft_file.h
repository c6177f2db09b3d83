/* Checks the perft counts in a file: one position on each line, followed by counts, as in "FEN ;D1
 * 20 ;D2 400 ;D3 8902". */
#pragma once

#include <stdio.h>

#include "engine/chess.h"

struct perft_summary {
    int positions, counts; /* number of positions read, and of counts checked */
    int wrong;             /* counts that differ from the engine's */
    int skipped;           /* counts that were not checked, because they exceed the limits */
    uint64_t leaves;
    int64_t elapsed; /* milliseconds */
};

/* Checks the counts for depths up to `depth` (0: any depth) that are at most `leaves` (0: any
 * number). Calls `tell` with a line of text for each wrong count. Calls `stop` after each position,
 * and ends early when it returns true. Returns false and sets *error if the file cannot be read. */
MUST_USE bool perft_file(const char *path, int depth, uint64_t leaves,
                         bool (*stop)(void *context),
                         void (*tell)(void *context, const char *line), void *context,
                         struct perft_summary *summary, struct error *error);
/* Writes two lines of text, such as "125 positions, 700 counts: all right" and "4500000 leaves in
 * 1234 ms, 3646677 leaves/s". */
void perft_summary_words(const struct perft_summary *summary, char *text, size_t size);
