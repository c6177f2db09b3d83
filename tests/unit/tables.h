/* A few endgame tables. */
#pragma once

#include <stdio.h>
#include <stdlib.h>

#include "engine/search/syzygy.h"
#include "tests/unit/test.h"

/* Their folder, opened; skips the test, loudly, where there are none. */
static inline const char *open_tables(void)
{
    static const char path[] = "tests/data/syzygy";
    struct error error;
    if (!tablebase_open(path, &error)) {
        print_message("%s: skipped\n", error.message); /* a program without libfathom */
        skip();
    }
    return path;
}
