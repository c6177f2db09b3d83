/* Decompresses a PGN file into the user's cache, because a compressed file does not allow
 * seeking. */
#pragma once

#include <stdint.h>
#include <stdio.h>

#include "src/pgn/index.h"

/* Returns whether the file starts with Zstandard's magic number. Rewinds the file. */
MUST_USE bool pgn_is_packed(FILE *file);

struct unpacked {
    char name[4096];  /* path of the copy in the cache */
    uint64_t content; /* hash of the bytes of the compressed file */
    int64_t size;     /* size of the compressed file in bytes */
};

/* Opens the decompressed copy of `path`, and creates it if the cache has none for these bytes.
 * `packed` is the file at `path`, open and at its start. `progress` may be NULL. Returns NULL and
 * sets *error if the file is damaged or too large for the cache, or if there is no space; the
 * message is empty if `progress` cancelled. */
FILE *pgn_unpack(const char *path, FILE *packed, struct unpacked *unpacked, pgn_progress *progress,
                 void *context, struct error *error);
