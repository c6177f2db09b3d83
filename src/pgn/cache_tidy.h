/* The folder of the user's cache in which indexes, positions and unpacked files are kept. */
#pragma once

#include <stdint.h>

static const int64_t PGN_CACHE_MOST = (int64_t)8 << 30; /* bytes */

/* Removes from the cache what nothing has used for 90 days, drafts that a killed run left behind,
 * and then, the longest unused first, files until the rest takes at most `most` bytes. Nothing that
 * was used within a day is removed, nor any file that is not named as ours are. */
void pgn_cache_tidy(int64_t most);
