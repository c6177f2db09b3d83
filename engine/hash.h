/* A hash that is the same on every machine, for fingerprints of files and options: 64-bit FNV-1a
 * (Fowler, Noll and Vo; IETF draft-eastlake-fnv). Public. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#define HASH_BEGIN UINT64_C(0xCBF29CE484222325)

/* Adds a number as if it were one byte. */
static inline uint64_t hash_word(uint64_t hash, uint64_t word)
{
    return (hash ^ word) * UINT64_C(0x100000001B3);
}

/* Adds bytes to a hash that began as HASH_BEGIN. */
uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t size);
