/* Test data: small files in tests/data/, and a larger collection that FALLIBLE_DATA may name. */
#pragma once

#include <stdio.h>
#include <stdlib.h>

#include "tests/unit/test.h"

/* The path of a test file: in the larger collection, otherwise in tests/data/. */
static inline const char *data_file(const char *name)
{
    static char path[1024];
    const char *folder = getenv("FALLIBLE_DATA");
    FILE *file = NULL;
    if (folder) {
        snprintf(path, sizeof path, "%s/%s", folder, name);
        file = fopen(path, "r");
    }
    if (!file) {
        snprintf(path, sizeof path, "tests/data/%s", name);
        file = fopen(path, "r");
    }
    if (!file)
        fail_msg("%s is not there: run the tests from the top of the tree", path);
    else
        fclose(file);
    return path;
}

/* Runs the tests and, if FALLIBLE_DATA names the larger collection, those that need it. */
#define run_with_data(tests, large_tests, set_up, tear_down)                                       \
    (cmocka_run_group_tests(tests, set_up, tear_down) +                                            \
     (getenv("FALLIBLE_DATA") ? cmocka_run_group_tests(large_tests, set_up, tear_down) : 0))
