/* Reads labelled positions from files: EPD or FEN with a result, PGN, or binary. */
#pragma once

#include "src/lab/tune/tune_set.h"

/* Adds the positions of a file, which may be compressed (input.h): EPD, PGN, or binary positions.
 * One position in ten is marked as held out: always a run of adjacent lines or all positions of a
 * game, so that positions of one game stay together. Sets *quiet to whether the file says that its
 * positions are already quiet. Returns false and sets *error with file, line, column and what was
 * expected. */
MUST_USE bool records_read(struct record_set *set, const char *path,
                           const struct tune_games *filter, bool *quiet, records_progress progress,
                           void *context, struct error *error);
/* White's result in a line of EPD or FEN, in half points; -1 if there is no result. `rest` is the
 * part of the line after the position's fields. */
int record_result(const char *rest);
