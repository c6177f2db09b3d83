/* An engine and the embedded table of levels, created before a group of tests and freed after
 * it. */
#pragma once

#include "tests/unit/levels.h"

static struct engine *engine;

static int make_engine_and_levels(void **state)
{
    engine = engine_create(NULL, NULL);
    return engine ? make_levels(state) : -1;
}

static int free_engine_and_levels(void **state)
{
    engine_destroy(engine);
    return free_levels(state);
}
