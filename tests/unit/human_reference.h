/* Computes the network in a plain way, in double precision from the weight file's numbers, as a
 * reference for the fast version. They share only the reader. */
#pragma once

#include <math.h>
#include <string.h>

#include "engine/maia/encode.h"

/* [channel][rank][file] */
typedef double reference_board[8][8];

struct reference_output {
    reference_board policy[HUMAN_POLICY_PLANES];
    double wdl[3];
};

static inline void reference_convolve(const struct human_convolution *convolution, int inputs,
                                      int outputs, int size, reference_board *from,
                                      reference_board *to, bool relu)
{
    int reach = size / 2;
    for (int o = 0; o < outputs; o++) {
        memset(to[o], 0, sizeof to[o]);
        for (int i = 0; i < inputs; i++)
            for (int tap = 0; tap < size * size; tap++) {
                double weight =
                    convolution->weights.values[((size_t)o * inputs + i) * size * size + tap];
                int up = tap / size - reach, right = tap % size - reach;
                for (int rank = up < 0 ? -up : 0; rank < (up > 0 ? 8 - up : 8); rank++)
                    for (int file = right < 0 ? -right : 0; file < (right > 0 ? 8 - right : 8);
                         file++)
                        to[o][rank][file] += weight * from[i][rank + up][file + right];
            }
        for (int square = 0; square < 64; square++) {
            double *value = &to[o][square / 8][square % 8];
            if (convolution->means.count)
                *value = (*value - convolution->means.values[o]) /
                             sqrt(convolution->variances.values[o] + 1e-5) *
                             convolution->gammas.values[o] +
                         convolution->betas.values[o];
            else
                *value += convolution->biases.values[o];
            if (relu && *value < 0)
                *value = 0;
        }
    }
}

static inline void reference_dense(const struct human_layer *weights,
                                   const struct human_layer *biases, const double *from, bool relu,
                                   double *to)
{
    size_t outputs = biases->count, inputs = weights->count / outputs;
    for (size_t o = 0; o < outputs; o++) {
        to[o] = biases->values[o];
        for (size_t i = 0; i < inputs; i++)
            to[o] += weights->values[o * inputs + i] * from[i];
        if (relu && to[o] < 0)
            to[o] = 0;
    }
}

static inline void reference_block(const struct human_block *block, int filters,
                                   reference_board *board, reference_board *other,
                                   reference_board *found)
{
    double averages[HUMAN_FILTERS_MAX], squeezed[HUMAN_HEAD_MAX], excited[2 * HUMAN_FILTERS_MAX];
    reference_convolve(&block->first, filters, filters, 3, board, other, true);
    reference_convolve(&block->second, filters, filters, 3, other, found, false);
    for (int f = 0; f < filters; f++) {
        averages[f] = 0;
        for (int square = 0; square < 64; square++)
            averages[f] += found[f][square / 8][square % 8] / 64;
    }
    reference_dense(&block->squeeze, &block->squeeze_biases, averages, true, squeezed);
    reference_dense(&block->excite, &block->excite_biases, squeezed, false, excited);
    for (int f = 0; f < filters; f++)
        for (int square = 0; square < 64; square++) {
            double *value = &board[f][square / 8][square % 8];
            *value +=
                found[f][square / 8][square % 8] / (1 + exp(-excited[f])) + excited[filters + f];
            if (*value < 0)
                *value = 0;
        }
}

static inline void reference_run(const struct human_weights *weights,
                                 const struct human_planes *planes, struct reference_output *output)
{
    static reference_board input[HUMAN_PLANES], boards[3][HUMAN_HEAD_MAX];
    double hidden[HUMAN_HEAD_MAX], sum = 0;
    int filters = weights->filters;
    for (int plane = 0; plane < HUMAN_PLANES; plane++)
        for (int square = 0; square < 64; square++)
            input[plane][square / 8][square % 8] =
                planes->masks[plane] >> square & 1 ? planes->values[plane] : 0;
    reference_convolve(&weights->input, HUMAN_PLANES, filters, 3, input, boards[0], true);
    for (int i = 0; i < weights->blocks; i++)
        reference_block(&weights->block[i], filters, boards[0], boards[1], boards[2]);
    reference_convolve(&weights->policy_first, filters, filters, 3, boards[0], boards[1], true);
    reference_convolve(&weights->policy, filters, HUMAN_POLICY_PLANES, 3, boards[1], output->policy,
                       false);
    reference_convolve(&weights->value, filters, weights->value_planes, 1, boards[0], boards[1],
                       true);
    reference_dense(&weights->hidden, &weights->hidden_biases, &boards[1][0][0][0], true, hidden);
    reference_dense(&weights->result, &weights->result_biases, hidden, false, output->wdl);
    for (int i = 0; i < 3; i++)
        sum += output->wdl[i] = exp(output->wdl[i]);
    for (int i = 0; i < 3; i++)
        output->wdl[i] /= sum;
}
