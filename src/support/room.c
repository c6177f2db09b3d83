/* Room doubles, so that what is put at the end one after the other is copied once in the mean. */
#include "src/support/room.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM_FIRST = 64 };

void *room_zeroed(size_t size, struct error *error)
{
    void *memory = calloc(1, size);
    if (!memory)
        error_set(error, "out of memory");
    return memory;
}

bool room_make(void *array, int count, int *room, size_t size)
{
    void *items; /* array points to a pointer of another type, read and written as bytes */
    if (count < *room)
        return true;
    if (*room > INT_MAX / 2)
        return false;
    int more = *room > 0 ? 2 * *room : ROOM_FIRST;
    memcpy(&items, array, sizeof items);
    items = realloc(items, (size_t)more * size);
    if (!items)
        return false;
    memcpy(array, &items, sizeof items);
    *room = more;
    return true;
}
