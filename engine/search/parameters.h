/* The constants of the search, from parameters.def. Each engine has its own copy, which UCI options
 * change in a tuning build (`make TUNE=1`). Public through engine.h. */
#pragma once

#include "engine/chess.h"

struct search_parameters {
#define PARAMETER(id, value, level, min, max, step, words) int id;
#include "engine/search/parameters.def"
#undef PARAMETER
};

enum {
    SEARCH_PARAMETER_COUNT = 0
#define PARAMETER(id, value, level, min, max, step, words) +1
#include "engine/search/parameters.def"
#undef PARAMETER
};

struct parameter_row {
    const char *name;
    size_t offset; /* offset of the value in struct search_parameters, in bytes */
    int value, min, max, step;
    const char *words;
};
extern const struct parameter_row search_parameter_rows[SEARCH_PARAMETER_COUNT];

struct search_parameters search_parameters_default(void);
/* The values with which the levels were measured. A weakened engine searches with them, so that
 * every level keeps its strength when the default values change. */
extern const struct search_parameters search_parameters_of_levels;
/* The field of `parameters` that holds the value of `row`. */
int *search_parameter(struct search_parameters *parameters, const struct parameter_row *row);
/* The row with the given name, or NULL. */
const struct parameter_row *search_parameter_row(const char *name);

/* SEARCH_IS_TUNABLE: whether the parameters can be changed in this build. */
#ifdef TUNE
enum { SEARCH_IS_TUNABLE = 1 };
#else
enum { SEARCH_IS_TUNABLE = 0 };
#endif
