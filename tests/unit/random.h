/* Random numbers that are the same on every machine: xorshift64* (Marsaglia 2003, Vigna 2016). */
#pragma once

#include <stdint.h>

static uint64_t random_state; /* must not be 0 */

static inline uint64_t random_number(void)
{
    random_state ^= random_state >> 12;
    random_state ^= random_state << 25;
    random_state ^= random_state >> 27;
    return random_state * 2685821657736338717ULL;
}

static inline unsigned roll(unsigned sides)
{
    return (unsigned)(random_number() >> 33) % sides;
}

/* 0 .. 1 */
static inline double chance(void)
{
    return (double)(random_number() >> 11) / 9007199254740992.0;
}
