/* Checks files of endgame tables for damage. The library that reads them trusts every byte, and a
 * damaged table can crash the process. */
#pragma once

#include "engine/engine.h"

/* Copies `path`, a list of folders separated by ':', without empty folders, which the library does
 * not accept. Returns false if no folder is left or the result does not fit in `size` bytes. */
MUST_USE bool syzygy_folders(const char *path, char *folders, size_t size);

/* Bytes of tables whose checksums can be computed in a fraction of a second: 64 MB, about the size
 * of all tables of up to four men. */
#define SYZYGY_HASHED_AT_ONCE (UINT64_C(1) << 26)

/* Looks for damaged tables in `path`, calls `tell` (unless NULL) with the name of each, and returns
 * their number. The magic number and the size of every file are checked. Checksums are compared
 * only in files of up to 64 MB: in all of these if `most` is 0, otherwise in files of at most
 * `most` bytes in total. If `memory` is given, it knows which files were found intact earlier; the
 * others are compared, smallest first. If `memory` is NULL, either all files are compared or, if
 * their total size exceeds `most`, none. */
int syzygy_damaged(const char *path, uint64_t most, const struct tables_memory *memory,
                   void (*tell)(void *context, const char *file, const char *why), void *context);
