/* An unsorted list of names: there are few, and each is looked up only once. */
#include "src/player/option_names.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "src/util/array.h"

void option_names_note(struct option_names *options, const char *text, size_t length)
{
    if (options->count == OPTION_NAMES_MAX || length >= OPTION_NAME_SIZE)
        return;
    if (!ARRAY_RESERVE(options->names, options->count, &options->capacity))
        return;
    memcpy(options->names[options->count], text, length);
    options->names[options->count++][length] = '\0';
}

const char *option_names_find(const struct option_names *options, const char *name)
{
    for (int i = 0; i < options->count; i++)
        if (strcasecmp(options->names[i], name) == 0)
            return options->names[i];
    return NULL;
}

void option_names_clear(struct option_names *options)
{
    free(options->names);
    *options = (struct option_names){0};
}
