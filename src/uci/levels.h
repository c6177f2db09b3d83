/* The table of the settings with which a method weakens the engine, level by level. */
#pragma once

#include <stdio.h>

#include "engine/strength.h"

enum levels_format { LEVELS_TEXT, LEVELS_CSV, LEVELS_JSON };

/* The ratings of players on several scales, supplied by the caller. */
struct player_ratings {
    int count; /* number of scales */
    const char *(*name)(int which);
    int (*of_level)(const void *context, int which, int elo);
    int (*to_level)(const void *context, int rating); /* returns the level on the engine scale for a
                                                         rating on the first scale */
    const void *context;
};

/* Writes the levels of a method, in steps of `step` Elo, with the players' ratings that correspond
 * to each. ratings may be NULL. */
void levels_write(FILE *out, const struct strength *strength, const struct player_ratings *ratings,
                  enum method method, int step, enum levels_format format);
