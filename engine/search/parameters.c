/* The table of search parameters: defaults, bounds, and lookup by name. */
#include "engine/search/parameters.h"

#include <string.h>

const struct parameter_row search_parameter_rows[SEARCH_PARAMETER_COUNT] = {
#define PARAMETER(id, value, level, min, max, step, words)                                         \
    {#id, offsetof(struct search_parameters, id), value, min, max, step, words},
#include "engine/search/parameters.def"
#undef PARAMETER
};

struct search_parameters search_parameters_default(void)
{
    return (struct search_parameters){
#define PARAMETER(id, value, level, min, max, step, words) .id = value,
#include "engine/search/parameters.def"
#undef PARAMETER
    };
}

const struct search_parameters search_parameters_of_levels = {
#define PARAMETER(id, value, level, min, max, step, words) .id = level,
#include "engine/search/parameters.def"
#undef PARAMETER
};

int *search_parameter(struct search_parameters *parameters, const struct parameter_row *row)
{
    return (int *)((char *)parameters + row->offset);
}

const struct parameter_row *search_parameter_row(const char *name)
{
    for (int i = 0; i < SEARCH_PARAMETER_COUNT; i++)
        if (strcmp(search_parameter_rows[i].name, name) == 0)
            return &search_parameter_rows[i];
    return NULL;
}
