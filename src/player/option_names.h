/* The options an engine says it has. */
#pragma once

#include <stddef.h>

enum { OPTION_NAMES_MAX = 512, OPTION_NAME_SIZE = 64 };

struct option_names {
    char (*names)[OPTION_NAME_SIZE];
    int count, room;
};

/* Notes the first length bytes of text; one too long or too many is passed over. */
void option_names_note(struct option_names *options, const char *text, size_t length);
/* As the engine writes it, whatever the case; NULL: it has no such option. */
const char *option_names_find(const struct option_names *options, const char *name);
void option_names_clear(struct option_names *options);
