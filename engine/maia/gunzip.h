/* A whole file in memory, unpacked when it is packed by gzip. */
#pragma once

#include "engine/chess.h"

/* To be freed. max: bytes, of the file and of what is in it. NULL fills error (file set): it
 * cannot be read, is too long, or is damaged; or is packed and the program has no zlib. */
unsigned char *unpack_file(const char *path, size_t max, size_t *size, struct error *error);
