/* The capacity doubles when an array is full, so that many appends copy each element only about
 * once on average. */
#include "src/util/array.h"

#include <limits.h>
#include <stdlib.h>

enum { CAPACITY_FIRST = 64 };

/* Lets array_reserve read and write a pointer of any type without breaking the aliasing rules. */
typedef void *__attribute__((may_alias)) Pointer;

void *array_zeroed(size_t size, struct error *error)
{
    void *memory = calloc(1, size);
    if (!memory)
        error_set(error, "out of memory");
    return memory;
}

bool array_reserve(void *array, int count, int *capacity, size_t size)
{
    Pointer *items = array;
    if (count < *capacity)
        return true;
    if (*capacity > INT_MAX / 2)
        return false;
    int more = *capacity > 0 ? 2 * *capacity : CAPACITY_FIRST;
    void *grown = realloc(*items, (size_t)more * size);
    if (!grown)
        return false;
    *items = grown;
    *capacity = more;
    return true;
}
