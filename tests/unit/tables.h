/* The endgame tables of the test data. */
#pragma once

#include <stdio.h>
#include <stdlib.h>

#include "engine/search/syzygy.h"
#include "tests/unit/test.h"

/* Their folder, opened; skips the test, loudly, where there are none. */
static inline const char *open_tables(void)
{
    static char path[512];
    const char *folder = getenv("FALLIBLE_DATA");
    snprintf(path, sizeof path, "%s/syzygy", folder ? folder : "../shared/data");
    struct error error;
    if (!tablebase_open(path, &error)) {
        print_message("%s: skipped\n", error.message);
        skip();
    }
    return path;
}
