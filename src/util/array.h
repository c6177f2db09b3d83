/* Memory, and arrays that grow. */
#pragma once

#include <stddef.h>

#include "engine/chess.h"

/* Allocates size bytes, all zero. Returns NULL and sets *error if out of memory. */
void *room_zeroed(size_t size, struct error *error);

/* Makes sure that an array with count elements has capacity for one more, and updates *room, its
 * capacity. The array may move. Returns false if out of memory; nothing has changed then. */
#define ROOM_FOR(array, count, room) room_make((void *)&(array), count, room, sizeof *(array))
MUST_USE bool room_make(void *array, int count, int *room, size_t size);
