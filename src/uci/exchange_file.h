/* Files of static exchanges with known values. A line is "FEN; MOVE; VALUE; NOTE"; the FEN may lack
 * its counters. VALUE is in centipawns, or a sum of pieces such as "N - (R + P)", which is computed
 * with our own piece values. NOTE may be missing. If NOTE is a sum of pieces, a result equal to it
 * is also right, because VALUE may come from a program with other piece values. */
#pragma once

#include "engine/chess.h"

struct exchange_summary {
    int cases, wrong;
    int unreadable; /* lines that could not be read */
};

/* Calls `tell` with a line of text for each case that is wrong or unreadable. Returns false and
 * sets *error if the file cannot be read. */
MUST_USE bool exchange_file(const char *path, void (*tell)(void *context, const char *line),
                            void *context, struct exchange_summary *summary, struct error *error);
