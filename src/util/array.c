/* The capacity doubles, so that appending copies each element once on average. */
#include "src/util/array.h"

#include <limits.h>
#include <stdlib.h>

enum { ROOM_FIRST = 64 };

/* Any kind of pointer. */
typedef void *__attribute__((may_alias)) Pointer;

void *room_zeroed(size_t size, struct error *error)
{
    void *memory = calloc(1, size);
    if (!memory)
        error_set(error, "out of memory");
    return memory;
}

bool room_make(void *array, int count, int *room, size_t size)
{
    Pointer *items = array;
    if (count < *room)
        return true;
    if (*room > INT_MAX / 2)
        return false;
    int more = *room > 0 ? 2 * *room : ROOM_FIRST;
    void *grown = realloc(*items, (size_t)more * size);
    if (!grown)
        return false;
    *items = grown;
    *room = more;
    return true;
}
