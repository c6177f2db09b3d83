/* The inner loops of a neural network, in a version for each kind of vector instructions. */
#pragma once

#include "engine/maia/encode.h"

/* A layer's values are stored for a board of 10 x 10 cells: the 64 squares and a border that is
 * always zero. The values are stored cell by cell, and within a cell channel by channel. */
enum {
    KERNEL_ROW = 10,
    KERNEL_CELLS = KERNEL_ROW * KERNEL_ROW,
    KERNEL_PANEL = 16 /* outputs computed together; the number of outputs is a multiple of it */
};

static inline int kernel_cell(Square square)
{
    return (square_rank(square) + 1) * KERNEL_ROW + square_file(square) + 1;
}

/* Offset from a cell of the board to the cell that tap number `tap` (0 .. 8) of a 3 x 3 convolution
 * reads. */
static inline int kernel_tap(int tap)
{
    return (tap / 3 - 1) * KERNEL_ROW + tap % 3 - 1;
}

/* A convolution. The layout of its weights is [outputs /
 * KERNEL_PANEL][taps][inputs][KERNEL_PANEL]. */
struct kernel_convolution {
    const float *weights, *biases;
    int inputs, outputs;
    int taps; /* positions in the convolution's window: 9 (3 x 3) or 1 */
};

struct kernels {
    const char *name; /* for people to read, such as "AVX2" */
    void (*convolve)(const struct kernel_convolution *convolution, const float *from, float *to,
                     bool relu);
    /* Computes the first layer, whose input is mostly zero. The layout of its weights is
     * [planes][taps][outputs]. */
    void (*convolve_planes)(const struct kernel_convolution *convolution,
                            const struct human_planes *planes, float *to);
};

enum { KERNELS_MAX = 3 };
/* Lists the kernels that this processor can run, fastest first. Returns their number, at least
 * 1. */
int kernels_available(const struct kernels *available[KERNELS_MAX]);
