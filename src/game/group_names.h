/* The names of the positional groups, as users type them. */
#pragma once

#include "engine/types.h"

/* Finds a group by its key ("king_safety") or a name that is shown ("king", "N≠B", "N/B"). Returns
 * false if no group has that name. group_find_in reads only the first `length` bytes of `name`. */
MUST_USE bool group_find(const char *name, int *group);
MUST_USE bool group_find_in(const char *name, size_t length, int *group);

/* Writes the short names of all groups, for a message that says what could have been typed. */
enum { GROUP_LIST = 128 };
void group_list(char text[GROUP_LIST]);
