/* Reads a whole file into memory and decompresses it if it is compressed with gzip. */
#pragma once

#include "engine/chess.h"

/* Returns the contents, which the caller frees. Sets *packed to whether the file was compressed,
 * which means that gzip's checksum was right. `max` limits the size of both the file and its
 * contents, in bytes. Returns NULL and sets *error, with the file, if the file cannot be read, is
 * too long or damaged, or is compressed and the program has no zlib. */
unsigned char *unpack_file(const char *path, size_t max, size_t *size, bool *packed,
                           struct error *error);
