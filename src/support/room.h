/* Arrays that grow. */
#pragma once

#include <stddef.h>

/* Room for one more of size bytes each behind the count there are: the array, perhaps elsewhere,
 * *room with it. NULL: out of memory, and all is as it was. */
void *room_for(void *array, int count, int *room, size_t size);
