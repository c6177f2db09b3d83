/* The inner loops of a network, for what the processor can do. */
#pragma once

#include "engine/maia/encode.h"

/* Values lie on a board with a rim of cells that are always zero, cell after cell, and for each
 * cell all its channels. */
enum {
    KERNEL_ROW = 10,
    KERNEL_CELLS = KERNEL_ROW * KERNEL_ROW,
    KERNEL_PANEL = 16 /* outputs computed together; their numbers are multiples of it */
};

static inline int kernel_cell(Square square)
{
    return (square_rank(square) + 1) * KERNEL_ROW + square_file(square) + 1;
}

/* Where the cell is that tap of a 3x3 convolution looks at. */
static inline int kernel_tap(int tap)
{
    return (tap / 3 - 1) * KERNEL_ROW + tap % 3 - 1;
}

/* weights: [outputs / PANEL][taps][inputs][PANEL]. */
struct kernel_convolution {
    const float *weights, *biases;
    int inputs, outputs;
    int taps; /* 9, or 1 */
};

struct kernels {
    const char *name; /* "AVX2" */
    void (*convolve)(const struct kernel_convolution *convolution, const float *from, float *to,
                     bool relu);
    /* The first layer, whose input is mostly zero: weights are [planes][taps][outputs]. */
    void (*convolve_planes)(const struct kernel_convolution *convolution,
                            const struct human_planes *planes, float *to);
};

enum { KERNELS_MAX = 3 };
/* Those this processor can run, fastest first; returns their number, at least 1. */
int kernels_available(const struct kernels *available[KERNELS_MAX]);
