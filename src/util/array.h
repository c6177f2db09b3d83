/* Zeroed memory, and arrays that grow. */
#pragma once

#include <stddef.h>

#include "engine/error.h"

/* Allocates `size` bytes, all zero. Returns NULL and sets *error if out of memory. */
void *array_zeroed(size_t size, struct error *error);

/* Makes sure that an array with `count` elements has capacity for one more, and updates *capacity.
 * The array may move. Returns false, without changing anything, if out of memory. */
#define ARRAY_RESERVE(array, count, capacity)                                                      \
    array_reserve((void *)&(array), count, capacity, sizeof *(array))
MUST_USE bool array_reserve(void *array, int count, int *capacity, size_t size);
