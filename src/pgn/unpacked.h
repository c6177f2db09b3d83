/* A packed PGN file's games as a plain file in the user's cache, since what lies in the middle of a
 * packed one cannot be gone to. */
#pragma once

#include <stdint.h>
#include <stdio.h>

#include "src/pgn/index.h"

/* Whether the file begins as Zstandard's do; leaves it at its beginning. */
MUST_USE bool pgn_is_packed(FILE *file);

struct unpacked {
    char name[4096];  /* of the copy in the cache */
    uint64_t content; /* hash of the packed file's bytes */
};

/* Opens the unpacked copy of path, which it makes unless there is one of the same bytes. packed is
 * path, open and at its beginning. progress may be NULL. NULL sets error: the file is damaged or
 * too large for the cache, or there is no space; its message is empty if progress ended it. */
FILE *pgn_unpack(const char *path, FILE *packed, struct unpacked *unpacked, pgn_progress *progress,
                 void *context, struct error *error);
