/* Files in the user's cache that are computed from another file, the source. Each starts with a
 * header: the kind of file, the size, times and a sample of the source, and a checksum of
 * everything else. The checksum depends on a secret key in the user's data folder, so a file that
 * was written by a program without access to this key is rejected. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "engine/error.h"
#include "src/util/keyed_hash.h"

/* Describes a version of the source, to notice when it has changed. `sample` is a hash: of the
 * whole file up to 320 KB; of a larger file, of the first and last 64 KB and 48 blocks of 4 KB
 * between them. */
struct cache_source {
    int64_t size;    /* bytes */
    int64_t time;    /* time of the last modification, in nanoseconds */
    int64_t changed; /* time of the last change of the inode (ctime), in nanoseconds; unlike `time`,
                      * programs cannot set it */
    uint64_t sample;
};

/* Describes an open file without changing its file offset. Returns false if it is not a regular
 * file or cannot be read. */
MUST_USE bool cache_source_of(int file, struct cache_source *source);
bool cache_same_source(const struct cache_source *a, const struct cache_source *b);

struct cache_head {
    char magic[8];
    uint32_t order; /* always CACHE_ORDER, which a machine with another byte order reads as another
                     * number, so that it rejects the file */
    uint32_t version;
    struct cache_source source;
    uint64_t sum; /* checksum of everything else; 0 in a header passed to cache_open or
                   * cache_seal */
};

enum { CACHE_ORDER = 0x01020304 };

/* Reads the secret key of the checksums, and creates it when it is first needed. Returns false if
 * it can neither be read nor created; then nothing can be cached. */
MUST_USE bool cache_key(struct hash_key *key);

/* Opens the file for reading if it is complete and has this header. Returns -1 if it does not
 * exist, is out of date or is damaged. *size is in bytes, including the header. */
int cache_open(const char *name, const struct cache_head *head, size_t *size);

/* Completes a cache file: writes the header again, now with the checksum of the complete file.
 * `file` must be open for reading, too. Returns false on a read or write error, or if cache_key
 * fails. */
MUST_USE bool cache_seal(FILE *file, const struct cache_head *head);

/* Writes a complete cache file: the header, then what the function `write` adds. The file appears
 * under its name only when it is complete. If writing fails, no error is reported: the next run
 * computes everything again. */
void cache_keep(const char *name, const struct cache_head *head,
                bool (*write)(FILE *out, const void *context), const void *context);

/* Reads `size` bytes at offset `place`. Returns false if the file has fewer. */
MUST_USE bool cache_read(int file, void *bytes, size_t size, size_t place);

/* Checks the header and the checksum of any cache file, without comparing it with its source. The
 * `magic` in the header must begin with "FALL". Sets *size to the size of the file in bytes. */
MUST_USE bool cache_is_intact(const char *name, size_t *size);
