/* FNV-1a over bytes. Only hash_word is inline in the header, because it is also called in other
 * loops. */
#include "engine/hash.h"

uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t size)
{
    for (const unsigned char *byte = bytes; size > 0; byte++, size--)
        hash = hash_word(hash, *byte);
    return hash;
}
