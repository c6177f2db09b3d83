/* Checks files of endgame tables for damage. The library that reads them trusts every byte, and a
 * damaged table can crash the process. */
#pragma once

#include "engine/engine.h"

/* Copies the folders in path (separated by ':') except empty ones, which the library does not
 * accept. Returns false if none is left or they do not fit. */
MUST_USE bool syzygy_folders(const char *path, char *folders, size_t size);

/* Bytes of tables that can be checked in a fraction of a second, which is about the size of all
 * tables of up to four men. */
#define SYZYGY_HASHED_AT_ONCE (UINT64_C(1) << 26)

/* Looks for damaged tables in path, calls tell (unless NULL) with the name of each, and returns
 * their number. The magic number and the size of every file are checked. Checksums are compared
 * only in files of up to 64 MB. If most is 0, they are compared in all of these. Otherwise, with
 * memory, they are compared in files that are not known, smallest first, up to `most` bytes in all.
 * Without memory (NULL) they are compared in all files if these have at most `most` bytes together,
 * else in none. */
int syzygy_damaged(const char *path, uint64_t most, const struct tables_memory *memory,
                   void (*tell)(void *context, const char *file, const char *why), void *context);
