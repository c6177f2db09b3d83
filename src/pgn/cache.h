/* Files in the user's cache that are made of a PGN file: the index, the positions. Each begins with
 * a head that says what it is, the size and time of the file it was made of, and a checksum of the
 * rest. Anyone can forge a checksum: whoever loads such a file checks every field of it as well. */
#pragma once

#include "src/pgn/pgn.h"

struct cache_head {
    char magic[8];
    uint32_t order; /* CACHE_ORDER; another machine's file is not ours */
    uint32_t version;
    struct pgn_stamp stamp; /* of the PGN file */
    uint64_t sum; /* of everything else; 0 in the head that is expected or to be sealed */
};

enum { CACHE_ORDER = 0x01020304 };

/* Opens the file for reading if it is whole and begins with this head. -1: it is not there, or it
 * is stale or damaged. *size is in bytes, head included. */
int cache_open(const char *name, const struct cache_head *head, size_t *size);

/* Writes the head, with the sum of what was written behind it; file is open for reading, too. */
MUST_USE bool cache_seal(FILE *file, const struct cache_head *head);

/* Reads size bytes from place on; false: there are fewer. */
MUST_USE bool cache_read(int file, void *bytes, size_t size, size_t place);
