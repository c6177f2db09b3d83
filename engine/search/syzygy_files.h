/* Checks files of endgame tables for damage. The library that reads them trusts every byte, and a
 * damaged table can crash the process. */
#pragma once

#include "engine/engine.h"

/* Copies the folders in path (separated by ':') without empty ones, which the library does not
 * accept. Returns false if none exists or if they do not fit. */
MUST_USE bool syzygy_folders(const char *path, char *folders, size_t size);

/* Tables of up to this size are checked in a fraction of a second: those of up to four men. */
#define SYZYGY_HASHED_AT_ONCE (UINT64_C(1) << 26)

/* Calls tell for each damaged table in path, with its name; tell may be NULL. Checks the magic
 * number and size of every file, and the checksums of files up to 64 MB: of all if most is 0; with
 * memory of those that are not known, smallest first, up to `most` bytes; without memory (NULL) of
 * all or, if they have more than `most` bytes, of none. Returns the number of damaged tables. */
int syzygy_damaged(const char *path, uint64_t most, const struct tables_memory *memory,
                   void (*tell)(void *context, const char *file, const char *why), void *context);
