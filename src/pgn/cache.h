/* Files in the user's cache that are derived from a PGN file: the index and the positions. Each
 * starts with a header: the kind of file, the size and time of the PGN file, and a checksum of the
 * rest. Anybody can forge a checksum, so code that loads such a file also checks every field. */
#pragma once

#include "src/pgn/pgn.h"

struct cache_head {
    char magic[8];
    uint32_t order; /* CACHE_ORDER; a file from a machine with another byte order is rejected */
    uint32_t version;
    struct pgn_stamp stamp; /* of the PGN file */
    uint64_t sum; /* of everything else; 0 in the header passed to cache_open or cache_seal */
};

enum { CACHE_ORDER = 0x01020304 };

/* Opens the file for reading if it is complete and has this header. Returns -1 if it does not
 * exist, is out of date or is damaged. *size is in bytes, including the header. */
int cache_open(const char *name, const struct cache_head *head, size_t *size);

/* Writes the header, with the checksum of what follows it. file must be open for reading, too. */
MUST_USE bool cache_seal(FILE *file, const struct cache_head *head);

/* Reads size bytes at offset place. Returns false if there are fewer. */
MUST_USE bool cache_read(int file, void *bytes, size_t size, size_t place);
