/* The options of fallible stats. */
#pragma once

#include "src/cli/options.h"

struct arguments {
    int games; /* 0 if not given */
    int goal;
    bool openings, replay, json;
    enum rating_scale scale; /* a setting */
};

extern const struct option_row stats_options[];
