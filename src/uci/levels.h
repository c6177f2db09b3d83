/* The table of the settings with which a method weakens the engine, level by level. */
#pragma once

#include <stdio.h>

#include "engine/strength.h"

enum levels_format { LEVELS_TEXT, LEVELS_CSV, LEVELS_JSON };

/* The ratings of players on several scales, supplied by the caller. */
struct player_ratings {
    int count; /* number of scales; scale number `count` is the engine scale */
    int shown; /* the scale on which levels are listed */
    const char *(*name)(int which);
    int (*of_level)(const void *context, int which, int elo);
    int (*to_level)(const void *context, int which, int rating); /* returns the level on the engine
                                                                    scale */
    void (*range)(const void *context, int which, int *min, int *max); /* the ratings of levels */
    const void *context;
};

/* Writes the levels of a method, in steps of `step` on the scale shown, with the ratings that
 * correspond to each level. `ratings` may be NULL: then only the engine scale is known. */
void levels_write(FILE *out, const struct strength *strength, const struct player_ratings *ratings,
                  enum method method, int step, enum levels_format format);
