/* The table of everything that weakens a method at each level. */
#pragma once

#include <stdio.h>

#include "engine/strength.h"

enum levels_format { LEVELS_TEXT, LEVELS_CSV, LEVELS_JSON };

/* A further column, from the caller. */
struct levels_column {
    const char *name;
    /* Writes the value for a level; "" if it has none. */
    void (*value)(const void *context, enum method method, int elo, char *text, size_t size);
    const void *context;
};

/* Writes the levels of a method, every step Elo, with count further columns. */
void levels_write(FILE *out, const struct strength *strength, enum method method, int step,
                  enum levels_format format, const struct levels_column columns[], int count);
