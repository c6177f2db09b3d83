/* Reads a whole file into memory and decompresses it if it is compressed with gzip. */
#pragma once

#include "engine/chess.h"

/* The caller frees the result. *packed: the file was compressed, so gzip's checksum was right. max
 * limits the bytes of the file and of its contents. Returns NULL and sets *error, with the file, if
 * the file cannot be read, is too long or damaged, or is compressed and the program has no zlib. */
unsigned char *unpack_file(const char *path, size_t max, size_t *size, bool *packed,
                           struct error *error);
