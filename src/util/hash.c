/* FNV-1a (Fowler, Noll and Vo; IETF draft-eastlake-fnv). */
#include "src/util/hash.h"

uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t size)
{
    for (const unsigned char *byte = bytes; size > 0; byte++, size--)
        hash = (hash ^ *byte) * UINT64_C(0x100000001B3);
    return hash;
}
