/* The constants of the search, from parameters.def. In a tuning build (`make TUNE=1`) each engine
 * has its own values, which UCI options set; otherwise the compiler sees constants. Public through
 * engine.h. */
#pragma once

#include "engine/chess.h"

struct search_parameters {
#define PARAMETER(id, value, min, max, step, words) int id;
#include "engine/search/parameters.def"
#undef PARAMETER
};

enum {
    SEARCH_PARAMETER_COUNT = 0
#define PARAMETER(id, value, min, max, step, words) +1
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

/* The parameters that the search uses. holder points to a struct with a member `parameters`, which
 * is read in a tuning build only. */
#ifdef TUNE
#define tuned(holder) ((holder)->parameters)
#else
static const struct search_parameters search_parameters_fixed = {
#define PARAMETER(id, value, min, max, step, words) .id = value,
#include "engine/search/parameters.def"
#undef PARAMETER
};
#define tuned(holder) ((void)(holder), &search_parameters_fixed)
#endif
