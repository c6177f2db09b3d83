/* Room doubles, so that what is put at the end one after the other is copied once in the mean. */
#include "src/support/room.h"

#include <limits.h>
#include <stdlib.h>

enum { ROOM_FIRST = 64 };

void *room_zeroed(size_t size, struct error *error)
{
    void *memory = calloc(1, size);
    if (!memory)
        error_set(error, "out of memory");
    return memory;
}

void *room_for(void *array, int count, int *room, size_t size)
{
    if (count < *room)
        return array;
    if (*room > INT_MAX / 2)
        return NULL;
    int more = *room > 0 ? 2 * *room : ROOM_FIRST;
    void *grown = realloc(array, (size_t)more * size);
    if (grown)
        *room = more;
    return grown;
}
