/* Your statistics as a page of text: games and rating, the opponents' deliberate errors (gifts) by
 * motif, training by weeks. The shell command "fallible stats" shows more. */
#pragma once

#include <stdio.h>

#include "src/game/scale.h"
#include "src/store/store.h"

enum { STATISTICS_COLUMNS = 56 /* length of the longest line */ };
/* Writes the page as of the time `now`, in seconds since 1970. `scale`: the scale for your rating,
 * or NULL. `file`: a PGN file that the page mentions if no game is finished in the store, or NULL.
 * `sentences`: writes sentences instead of tables, for a screen reader. Sets *weakest to the motif
 * that the page advises you to practise, or to MOTIF_NONE. Returns false and sets *error if the
 * database fails. */
MUST_USE bool statistics_write(struct store *store, const struct scale *scale, int64_t now,
                               const char *file, bool sentences, FILE *out, enum motif *weakest,
                               struct error *error);
