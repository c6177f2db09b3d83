/* SipHash-2-4, a hash with a secret key of 16 bytes: without the key, nobody can make other bytes
 * with the same hash. */
#pragma once

#include <stddef.h>
#include <stdint.h>

struct hash_key {
    uint64_t halves[2];
};

/* A hash that is being computed. */
struct keyed_hash {
    uint64_t v[4];
    uint64_t rest;  /* bytes that do not fill a word yet, the first one in the lowest bits */
    uint64_t bytes; /* number of bytes so far */
};

struct keyed_hash keyed_hash_begin(struct hash_key key);
void keyed_hash_add(struct keyed_hash *hash, const void *bytes, size_t size);
/* The hash of what was added so far; more may be added afterwards. */
uint64_t keyed_hash_sum(const struct keyed_hash *hash);
