/* Labelled positions out of files: EPD or FEN with a result. */
#pragma once

#include "src/lab/tune/tune_set.h"

/* Adds the positions of a file, which may be packed (input.h): EPD, PGN, or positions in binary.
 * A tenth is marked as held out, in runs of neighbours or whole games, so that positions of one
 * game stay together. *quiet tells whether they are quiet already. False fills error: file, line,
 * column, what was expected. */
MUST_USE bool records_read(struct record_set *set, const char *path,
                           const struct tune_games *filter, bool *quiet, records_progress progress,
                           void *context, struct error *error);
/* The result a line of EPD or FEN names for White, in half points; -1: none. rest: the line behind
 * the position's fields. */
int record_result(const char *rest);
