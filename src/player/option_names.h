/* The names of the options that an engine announces. */
#pragma once

#include <stddef.h>

enum { OPTION_NAMES_MAX = 512, OPTION_NAME_SIZE = 64 };

struct option_names {
    char (*names)[OPTION_NAME_SIZE];
    int count, capacity;
};

/* Stores a name, the first `length` bytes of `text`. Ignores a name of OPTION_NAME_SIZE bytes or
 * more, and any name beyond OPTION_NAMES_MAX. */
void option_names_note(struct option_names *options, const char *text, size_t length);
/* Finds a name without regard to case. Returns it as the engine writes it; NULL if the engine has
 * no such option. */
const char *option_names_find(const struct option_names *options, const char *name);
void option_names_clear(struct option_names *options);
