/* Whether files of endgame tables are what their makers wrote. The library that reads them trusts
 * every byte, and ends the program over a damaged one. */
#pragma once

#include "engine/chess.h"

/* The folders of path (with ':' between) without empty ones, which the library cannot take. False:
 * there is none, or they do not fit. */
MUST_USE bool syzygy_folders(const char *path, char *folders, size_t size);

/* So much is read in the blink of an eye: the tables of up to four men. */
#define SYZYGY_HASHED_AT_ONCE (UINT64_C(1) << 26)

/* Calls tell for each table in path that is damaged, by name. Begin and size of every file are
 * checked; where all of them together come to most bytes at most (0: whatever they come to), their
 * checksums as well, but for files above 64 MB. Returns how many are damaged; tell may be NULL. */
int syzygy_damaged(const char *path, uint64_t most,
                   void (*tell)(void *context, const char *file, const char *why), void *context);
