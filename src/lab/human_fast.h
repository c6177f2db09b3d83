/* private: the convolutions of training in bfloat16 */
#pragma once
#include "src/lab/human_layers.h"
#include "src/lab/human_pass.h"

struct fast_taps {
    _Alignas(64) uint16_t values[CHOICE_FILTERS * 9 * CHOICE_FILTERS];
};
struct fast_net {
    struct fast_taps first[CHOICE_BLOCKS], second[CHOICE_BLOCKS];
    struct fast_taps first_turned[CHOICE_BLOCKS], second_turned[CHOICE_BLOCKS];
};
struct fast_board {
    _Alignas(64) uint16_t cells[LAYER_CELLS][CHOICE_FILTERS];
};
struct fast_pairs {
    _Alignas(64) uint32_t cells[LAYER_CELLS][CHOICE_FILTERS]; /* of this cell and the next */
};
void fast_turn(const struct choice_net *net, struct fast_net *fast);
void fast_board_of(const struct layer *from, struct fast_board *to);
void fast_pairs_of(const struct fast_board *from, struct fast_pairs *to);
void fast_convolve(const struct fast_taps *weights, const float *biases,
                   const struct fast_board *from, struct layer *to);
void fast_add_gradient(const struct fast_pairs *from, const struct fast_pairs *slopes, float *gradient);
