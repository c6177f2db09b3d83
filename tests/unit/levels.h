/* The embedded table of levels, created before a group of tests and freed after it. */
#pragma once

#include "engine/engine.h"
#include "tests/unit/test.h"

static struct strength *strength;

static int make_levels(void **state)
{
    struct error error = {0};
    chess_init();
    strength = strength_create(NULL, NULL, &error);
    if (!strength)
        print_message("%s:%d:%d: %s\n", error.file, error.line, error.column, error.message);
    return strength ? 0 : -1;
}

static int free_levels(void **state)
{
    strength_destroy(strength);
    return 0;
}
