/* Memory, and arrays that grow. */
#pragma once

#include <stddef.h>

#include "engine/chess.h"

/* size bytes, all of them zero. NULL fills error. */
void *room_zeroed(size_t size, struct error *error);

/* Makes room for one more in an array, maybe elsewhere, behind the count there are; *room is kept
 * with it. False: out of memory, and all is as it was. */
#define ROOM_FOR(array, count, room) room_make((void *)&(array), count, room, sizeof *(array))
MUST_USE bool room_make(void *array, int count, int *room, size_t size);
