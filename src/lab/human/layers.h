/* The convolutions of the network of habits, forward and backward, over the compiler's vectors. */
#pragma once

#include "engine/engine.h"
#include "engine/human/human.h"

/* A board with a rim of cells that are always zero, and for each cell all its channels. */
enum { LAYER_ROW = 10, LAYER_CELLS = LAYER_ROW * LAYER_ROW };
struct layer {
    float cells[LAYER_CELLS][CHOICE_FILTERS];
};

static inline int layer_cell(int square)
{
    return (square / 8 + 1) * LAYER_ROW + square % 8 + 1;
}

/* to becomes the convolution of from; the rim is left alone. */
void layer_convolve(const ChoiceTaps weights, const float biases[CHOICE_FILTERS],
                    const struct layer *from, struct layer *to);
/* What a slope behind a convolution is before it, is a convolution with these. */
void layer_turn(const ChoiceTaps weights, ChoiceTaps turned);
/* Adds what the slopes behind a convolution make of its weights. */
void layer_add_gradient(const struct layer *from, const struct layer *slopes, ChoiceTaps gradient);

/* The first convolution, whose input are sets of squares. */
void layer_spread(const float weights[CHOICE_PLANES][9][CHOICE_FILTERS],
                  const float biases[CHOICE_FILTERS], const uint64_t planes[CHOICE_PLANES],
                  struct layer *to);
void layer_spread_gradient(const uint64_t planes[CHOICE_PLANES], const struct layer *slopes,
                           float gradient[CHOICE_PLANES][9][CHOICE_FILTERS]);
