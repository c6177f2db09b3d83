/* Opens the endgame tables of the test data. */
#pragma once

#include <stdio.h>
#include <stdlib.h>

#include "engine/search/syzygy.h"
#include "tests/unit/test.h"

/* Opens the tables and returns their folder. Skips the test with a message if there are none. */
static inline const char *open_tables(void)
{
    static const char path[] = "tests/data/syzygy";
    struct error error;
    if (!tablebase_open(path, &error)) {
        print_message("%s: skipped\n", error.message); /* built without libfathom */
        skip();
    }
    return path;
}
