/* Errors over time, drawn with letters. */
#pragma once

#include <stdio.h>

#include "src/lab/tune/tune.h"

struct tune_curve {
    char letter;       /* it is drawn with */
    const char *words; /* "adam, training" */
    bool held_out;     /* which of the points' errors */
    const struct tune_point *points;
    int count;
};

/* width and height in characters, axes included. Nothing when no curve has two points. */
void tune_draw(FILE *out, const struct tune_curve curves[], int count, int width, int height);
