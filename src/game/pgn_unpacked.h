/* A packed PGN file's games as a plain file in the user's cache, since what lies in the middle of a
 * packed one cannot be gone to. */
#pragma once

#include <sys/stat.h>

#include "src/game/pgn_index.h"

/* Whether the file begins as Zstandard's do; leaves it at its beginning. */
MUST_USE bool pgn_is_packed(FILE *file);

/* Unpacks path into the file name, unless it is there already, of the packed file's time (status).
 * progress may be NULL. False fills error: damaged, no room, too large for a cache; its message is
 * empty when progress ended it. */
MUST_USE bool pgn_unpack(const char *path, const struct stat *status, const char *name,
                         pgn_progress *progress, void *context, struct error *error);
