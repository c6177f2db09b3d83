/* A hash of bytes that is the same on every machine: fingerprints of files and options. */
#ifndef FALLIBLE_SUPPORT_HASH_H
#define FALLIBLE_SUPPORT_HASH_H

#include <stddef.h>
#include <stdint.h>

#define HASH_BEGIN UINT64_C(0xCBF29CE484222325)

/* FNV-1a of 64 bits (Fowler, Noll, Vo); begin with HASH_BEGIN. */
static inline uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t size)
{
    for (const unsigned char *byte = bytes; size > 0; byte++, size--)
        hash = (hash ^ *byte) * UINT64_C(0x100000001B3);
    return hash;
}

#endif
