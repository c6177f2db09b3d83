/* Random numbers by integer arithmetic only, so that a seed gives the same sequence on every
 * machine: SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, 2014).
 * Public. */
#pragma once

#include <stdint.h>

#define RANDOM_STEP UINT64_C(0x9E3779B97F4A7C15) /* odd; 2^64 divided by the golden ratio */

/* Hashes `value`, so that nearby inputs give unrelated outputs. */
static inline uint64_t random_mix(uint64_t value)
{
    value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9ULL;
    value = (value ^ value >> 27) * 0x94D049BB133111EBULL;
    return value ^ value >> 31;
}

/* The next number of the sequence. Any state is valid. */
static inline uint64_t random_next(uint64_t *state)
{
    *state += RANDOM_STEP;
    return random_mix(*state);
}

/* The state after `count` more numbers of the sequence. */
static inline uint64_t random_skip(uint64_t state, uint64_t count)
{
    return state + count * RANDOM_STEP;
}

/* What random_next returns at call number `index` (from 1), if `state` is its state before the
 * first call. */
static inline uint64_t random_at(uint64_t state, uint64_t index)
{
    return random_mix(random_skip(state, index));
}

/* A number from 0 to `count` - 1, all equally likely. `count` must be above 0. The few random
 * values that would make some results more likely than others are rejected, and new ones are
 * drawn. */
static inline int dice_below(uint64_t *state, int count)
{
    uint64_t range = (uint64_t)count, incomplete = (0 - range) % range, number;
    do
        number = random_next(state);
    while (number < incomplete);
    return (int)(number % range);
}

/* Draws an index below `count`. The probability of an index is weights[index] / `all`; `all` is the
 * sum of the weights and must be above 0. */
static inline int dice_weighted(uint64_t *state, const int weights[], int count, int all)
{
    int left = dice_below(state, all), index = 0;
    for (; index + 1 < count && left >= weights[index]; index++)
        left -= weights[index];
    return index;
}

/* Maps a random 64-bit number to -`most` .. `most`, uniform up to one part in 2^32. */
static inline int dice_within(uint64_t number, int most)
{
    return (int)((number >> 32) * (2 * (uint64_t)most + 1) >> 32) - most;
}

/* A number in -`amplitude` .. `amplitude` that depends only on `key` and `seed`. */
static inline int noise_at(uint64_t key, uint64_t seed, int amplitude)
{
    return dice_within(random_mix(key ^ random_at(seed, 1)), amplitude);
}

/* An approximately normal number with mean 0 and standard deviation `width`, at most three
 * deviations from 0. It is the sum of three uniform numbers. */
static inline int dice_normal(uint64_t *state, int width)
{
    const int64_t one = 1 << 20;
    uint64_t bits = random_next(state);
    int64_t sum = -3 * one;
    for (int i = 0; i < 3; i++, bits >>= 21)
        sum += (int64_t)(bits & (2 * (uint64_t)one - 1));
    return (int)(sum * width / one);
}
