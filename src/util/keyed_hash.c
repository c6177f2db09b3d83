/* SipHash-2-4 (Aumasson and Bernstein, "SipHash: a fast short-input PRF", 2012). */
#include "src/util/keyed_hash.h"

static uint64_t rotate(uint64_t word, int bits)
{
    return word << bits | word >> (64 - bits);
}

static void rounds(uint64_t v[4], int count)
{
    for (; count > 0; count--) {
        v[0] += v[1];
        v[2] += v[3];
        v[1] = rotate(v[1], 13) ^ v[0];
        v[3] = rotate(v[3], 16) ^ v[2];
        v[0] = rotate(v[0], 32);
        v[2] += v[1];
        v[0] += v[3];
        v[1] = rotate(v[1], 17) ^ v[2];
        v[3] = rotate(v[3], 21) ^ v[0];
        v[2] = rotate(v[2], 32);
    }
}

static void add_word(uint64_t v[4], uint64_t word)
{
    v[3] ^= word;
    rounds(v, 2);
    v[0] ^= word;
}

struct keyed_hash keyed_hash_begin(struct hash_key key)
{
    return (struct keyed_hash){
        .v = {key.halves[0] ^ UINT64_C(0x736F6D6570736575), key.halves[1] ^ UINT64_C(0x646F72616E646F6D),
              key.halves[0] ^ UINT64_C(0x6C7967656E657261), key.halves[1] ^ UINT64_C(0x7465646279746573)}};
}

void keyed_hash_add(struct keyed_hash *hash, const void *bytes, size_t size)
{
    const unsigned char *byte = bytes, *end = byte + size;
    while (byte < end) {
        if (hash->bytes % 8 == 0 && end - byte >= 8) { /* a complete word */
            uint64_t word = 0;
            for (int i = 0; i < 8; i++)
                word |= (uint64_t)byte[i] << 8 * i;
            add_word(hash->v, word);
            hash->bytes += 8;
            byte += 8;
            continue;
        }
        hash->rest |= (uint64_t)*byte++ << 8 * (hash->bytes % 8);
        if (++hash->bytes % 8 == 0) {
            add_word(hash->v, hash->rest);
            hash->rest = 0;
        }
    }
}

uint64_t keyed_hash_sum(const struct keyed_hash *hash)
{
    uint64_t v[4] = {hash->v[0], hash->v[1], hash->v[2], hash->v[3]};
    add_word(v, hash->rest | hash->bytes << 56);
    v[2] ^= 0xFF;
    rounds(v, 4);
    return v[0] ^ v[1] ^ v[2] ^ v[3];
}
