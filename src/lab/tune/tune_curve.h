/* Plots errors over time in text, with a letter for each curve. */
#pragma once

#include <stdio.h>

#include "src/lab/tune/tune.h"

struct tune_curve {
    char letter;       /* the letter that marks the curve */
    const char *words; /* "adam, training" */
    bool held_out;     /* plots the held-out errors instead of the training errors */
    const struct tune_point *points;
    int count;
};

enum { TUNE_CURVE_WIDTH = 78 };
/* `height` is in lines, with the axis but not the legend, at most 20. Writes nothing if the curves
 * have fewer than two points together. */
void tune_draw(FILE *out, const struct tune_curve curves[], int count, int height);
