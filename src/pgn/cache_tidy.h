/* Limits the size of the cache folder, which contains indexes, positions, decompressed
 * files and the scores of reviews. */
#pragma once

#include <stdint.h>

static const int64_t PGN_CACHE_MOST = (int64_t)8 << 30; /* bytes */

/* Removes files that have not been used for 90 days, temporary files that have not been used for an
 * hour (killed processes leave them), and then the least recently used files until the rest takes
 * at most `most` bytes. Never removes complete files that were used within a day, nor files with
 * names that this program does not use. */
void pgn_cache_tidy(int64_t most);

struct pgn_cache_report {
    int files, checked, damaged;
    int64_t bytes;   /* size of all files */
    char name[4096]; /* path of the first damaged file */
};
/* Counts this program's files in the cache, and verifies the checksums of as many of them as can be
 * read in a fraction of a second. Decompressed files are only counted. */
void pgn_cache_check(struct pgn_cache_report *report);
