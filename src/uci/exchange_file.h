/* Files of static exchanges with known values. A line is "FEN; MOVE; VALUE; NOTE", without the
 * counters of the FEN if one likes. VALUE is in centipawns, or in pieces, as in "N - (R + P)", and
 * then counts by our own values. NOTE may be missing; if it is a sum of pieces, it counts where the
 * centipawns are another program's. */
#pragma once

#include "engine/chess.h"

struct exchange_summary {
    int cases, wrong;
    int unreadable; /* lines that are no case */
};

/* Calls tell with a line of text for each case that is wrong or unreadable. Returns false and sets *error if the file
 * cannot be read. */
MUST_USE bool exchange_file(const char *path, void (*tell)(void *context, const char *line),
                            void *context, struct exchange_summary *summary, struct error *error);
