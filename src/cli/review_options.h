/* The options of fallible review. */
#pragma once

#include "src/cli/options.h"

struct arguments {
    int limit, retention; /* positions, percent */
};

extern const struct option_row review_options[];
struct arguments review_options_default(void);
