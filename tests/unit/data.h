/* Test data outside the tree. */
#pragma once

#include <stdio.h>
#include <stdlib.h>

#include "tests/unit/test.h"

/* A file of the test data; skips the test, loudly, where it is not at hand. */
static inline const char *data_file(const char *name)
{
    static char path[1024];
    const char *folder = getenv("FALLIBLE_DATA");
    snprintf(path, sizeof path, "%s/%s", folder ? folder : "../shared/data", name);
    FILE *file = fopen(path, "r");
    if (!file) {
        print_message("no %s: skipped\n", path);
        skip();
    }
    fclose(file);
    return path;
}
