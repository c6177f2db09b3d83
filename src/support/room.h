/* Memory, and arrays that grow. */
#pragma once

#include <stddef.h>

#include "engine/chess.h"

/* size bytes, all of them zero. NULL fills error. */
void *room_zeroed(size_t size, struct error *error);

/* Room for one more of size bytes each behind the count there are: the array, perhaps elsewhere,
 * *room with it. NULL: out of memory, and all is as it was. */
void *room_for(void *array, int count, int *room, size_t size);
