/* Limits the size of the cache folder, which contains indexes, positions and decompressed files. */
#pragma once

#include <stdint.h>

static const int64_t PGN_CACHE_MOST = (int64_t)8 << 30; /* bytes */

/* Removes files that have not been used for 90 days, temporary files left by killed processes, and
 * then the least recently used files until the rest takes at most `most` bytes. It never removes
 * files that were used within a day, or files with other names than ours. */
void pgn_cache_tidy(int64_t most);

/* The number of our files in the cache, and their size together. */
int pgn_cache_size(int64_t *bytes);
