/* Random numbers that are the same on every machine. The generator itself (random_next, random_mix)
 * is in engine/random.h. */
#pragma once

#include <stddef.h>

#include "engine/random.h"

/* A number in [0, 1). */
double random_fraction(uint64_t *state);

/* Shuffles `count` items of `size` bytes each. */
void random_shuffle(void *items, size_t count, size_t size, uint64_t *state);

/* A seed that differs from run to run. */
uint64_t random_seed(void);
