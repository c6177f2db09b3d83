/* Computes a residual network with squeeze-and-excitation on the processor: an input convolution,
 * residual blocks, and two heads, for the policy and for win, draw and loss. See
 * "Squeeze-and-Excitation Networks" (Hu and others, 2018) and Lc0's weight format.
 *
 * Batch normalisations are folded into the convolutions before them. A batch of positions is
 * computed layer by layer, so that the weights of a layer are loaded into the cache once for all
 * positions. */
#include "engine/maia/network.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/maia/kernels.h"

enum { RESULTS = 3 };
_Static_assert(HUMAN_POLICY_PLANES % KERNEL_PANEL == 0, "the planes of the policy fill whole panels of weights");
_Static_assert((int)HUMAN_FILTERS_STEP == (int)KERNEL_PANEL, "a step of filters is one panel of weights");

struct dense {
    const float *weights, *biases; /* weights: [inputs][outputs]; biases: [outputs] */
    int inputs, outputs;
};

struct block {
    struct kernel_convolution first, second;
    struct dense squeeze, excite;
};

struct network {
    const struct kernels *kernels;
    int filters, blocks;
    struct kernel_convolution input, policy_first, policy, value;
    struct dense hidden, result;
    struct block block[HUMAN_BLOCKS_MAX];
    float *storage; /* the memory for all weights */
    size_t used;    /* number of floats of storage in use */
};

/* Packing the weights of a file for the kernels. */

static float *take(struct network *network, size_t count)
{
    float *taken = network->storage + network->used;
    network->used += count;
    return taken;
}

/* Converts the batch normalisation after a convolution, for one output, to the factor and the
 * addend that have the same effect. */
static void fold(const struct human_convolution *from, int output, double *factor, double *addend)
{
    *factor = 1;
    *addend = 0;
    if (from->biases.count) {
        *addend = from->biases.values[output];
    } else {
        *factor =
            from->gammas.values[output] / sqrt(from->variances.values[output] + HUMAN_EPSILON);
        *addend = from->betas.values[output] - from->means.values[output] * *factor;
    }
}

/* Packs the weights of a convolution, in the layout of convolve_planes if `planes_first` is set,
 * otherwise in the layout of convolve. */
static struct kernel_convolution pack(struct network *network, const struct human_convolution *from,
                                      int inputs, int outputs, int taps, bool planes_first)
{
    float *weights = take(network, (size_t)inputs * (size_t)outputs * (size_t)taps);
    float *biases = take(network, (size_t)outputs);
    for (int output = 0; output < outputs; output++) {
        double factor, addend;
        fold(from, output, &factor, &addend);
        biases[output] = (float)addend;
        int panel = output / KERNEL_PANEL, lane = output % KERNEL_PANEL;
        const float *values = from->weights.values + output * inputs * taps;
        for (int input = 0; input < inputs; input++)
            for (int tap = 0; tap < taps; tap++, values++) {
                int to = planes_first
                             ? (input * taps + tap) * outputs + output
                             : ((panel * taps + tap) * inputs + input) * KERNEL_PANEL + lane;
                weights[to] = (float)(*values * factor);
            }
    }
    return (struct kernel_convolution){weights, biases, inputs, outputs, taps};
}

static struct dense pack_dense(struct network *network, const struct human_layer *weights,
                               const struct human_layer *biases)
{
    int outputs = (int)biases->count, inputs = (int)(weights->count / biases->count);
    float *to = take(network, weights->count);
    float *addends = take(network, biases->count);
    for (int output = 0; output < outputs; output++)
        for (int input = 0; input < inputs; input++)
            to[input * outputs + output] = weights->values[output * inputs + input];
    memcpy(addends, biases->values, biases->count * sizeof *addends);
    return (struct dense){to, addends, inputs, outputs};
}

static void pack_all(struct network *network, const struct human_weights *weights)
{
    int filters = weights->filters;
    network->filters = filters;
    network->blocks = weights->blocks;
    network->input = pack(network, &weights->input, HUMAN_PLANES, filters, 9, true);
    for (int i = 0; i < weights->blocks; i++) {
        const struct human_block *from = &weights->block[i];
        network->block[i] = (struct block){
            .first = pack(network, &from->first, filters, filters, 9, false),
            .second = pack(network, &from->second, filters, filters, 9, false),
            .squeeze = pack_dense(network, &from->squeeze, &from->squeeze_biases),
            .excite = pack_dense(network, &from->excite, &from->excite_biases),
        };
    }
    network->policy_first = pack(network, &weights->policy_first, filters, filters, 9, false);
    network->policy = pack(network, &weights->policy, filters, HUMAN_POLICY_PLANES, 9, false);
    network->value = pack(network, &weights->value, filters, weights->value_planes, 1, false);
    network->hidden = pack_dense(network, &weights->hidden, &weights->hidden_biases);
    network->result = pack_dense(network, &weights->result, &weights->result_biases);
}

struct network *network_create(const struct human_weights *weights, const struct kernels *kernels)
{
    const struct kernels *available[KERNELS_MAX];
    struct network *network = calloc(1, sizeof *network);
    if (!network)
        return NULL;
    (void)kernels_available(available);
    network->kernels = kernels ? kernels : available[0];
    /* After folding, the network needs fewer floats than the layers of the file have. */
    network->storage = malloc(weights->total * sizeof(float));
    if (!network->storage) {
        free(network);
        return NULL;
    }
    pack_all(network, weights);
    return network;
}

void network_destroy(struct network *network)
{
    if (network)
        free(network->storage);
    free(network);
}

size_t network_bytes(const struct network *network)
{
    return sizeof *network + network->used * sizeof(float);
}

static size_t multiplications(const struct kernel_convolution *convolution)
{
    return (size_t)convolution->inputs * (size_t)convolution->outputs * (size_t)convolution->taps *
           SQUARE_COUNT;
}

static size_t dense_multiplications(const struct dense *dense)
{
    return (size_t)dense->inputs * (size_t)dense->outputs;
}

size_t network_multiplications(const struct network *network)
{
    size_t count = multiplications(&network->input) + multiplications(&network->policy_first) +
                   multiplications(&network->policy) + multiplications(&network->value) +
                   dense_multiplications(&network->hidden) +
                   dense_multiplications(&network->result);
    for (int i = 0; i < network->blocks; i++) {
        const struct block *block = &network->block[i];
        count += multiplications(&block->first) + multiplications(&block->second) +
                 dense_multiplications(&block->squeeze) + dense_multiplications(&block->excite);
    }
    return count;
}

/* Running the network. */

/* The memory that one position of a batch needs. The borders of the boards stay zero. */
struct lane {
    float *board, *other, *wide; /* board and other: [cells][filters]; wide: [cells][outputs of the
                                  * current layer] */
    float *flat;                 /* the value planes, one after the other, as the hidden layer
                                  * expects them */
};

static int wide_channels(const struct network *network)
{
    int widest = network->filters > HUMAN_POLICY_PLANES ? network->filters : HUMAN_POLICY_PLANES;
    return network->value.outputs > widest ? network->value.outputs : widest;
}

static size_t lane_floats(const struct network *network)
{
    const int channels = 2 * network->filters + wide_channels(network);
    return KERNEL_CELLS * (size_t)channels + (size_t)network->hidden.inputs;
}

static struct lane lane_at(const struct network *network, float *scratch)
{
    struct lane lane = {.board = scratch};
    lane.other = lane.board + KERNEL_CELLS * network->filters;
    lane.wide = lane.other + KERNEL_CELLS * network->filters;
    lane.flat = lane.wide + KERNEL_CELLS * wide_channels(network);
    return lane;
}

size_t network_scratch(const struct network *network, int count)
{
    return (size_t)(count < NETWORK_BATCH ? count : NETWORK_BATCH) * lane_floats(network);
}

static void dense_run(const struct dense *dense, const float *from, bool relu, float *to)
{
    memcpy(to, dense->biases, (size_t)dense->outputs * sizeof *to);
    const float *weights = dense->weights;
    for (int input = 0; input < dense->inputs; input++, weights += dense->outputs)
        if (from[input] != 0)
            for (int i = 0; i < dense->outputs; i++)
                to[i] += weights[i] * from[input];
    for (int i = 0; relu && i < dense->outputs; i++)
        to[i] = to[i] > 0 ? to[i] : 0;
}

/* Scales each channel of the block's output by factors computed from the channels' averages, and
 * adds the block's input. */
static void squeeze_and_excite(const struct network *network, const struct block *block,
                               const struct lane *lane)
{
    int filters = network->filters;
    float averages[HUMAN_FILTERS_MAX] = {0}, squeezed[HUMAN_HEAD_MAX];
    float excited[2 * HUMAN_FILTERS_MAX];
    for (Square square = 0; square < SQUARE_COUNT; square++) {
        const float *found = lane->wide + kernel_cell(square) * filters;
        for (int i = 0; i < filters; i++)
            averages[i] += found[i];
    }
    for (int i = 0; i < filters; i++)
        averages[i] /= SQUARE_COUNT;
    dense_run(&block->squeeze, averages, true, squeezed);
    dense_run(&block->excite, squeezed, false, excited);
    const float *addends = excited + filters;
    for (int i = 0; i < filters; i++)
        excited[i] = 1 / (1 + expf(-excited[i]));
    for (Square square = 0; square < SQUARE_COUNT; square++) {
        const float *found = lane->wide + kernel_cell(square) * filters;
        float *board = lane->board + kernel_cell(square) * filters;
        for (int i = 0; i < filters; i++) {
            float sum = board[i] + found[i] * excited[i] + addends[i];
            board[i] = sum > 0 ? sum : 0;
        }
    }
}

static void run_block(const struct network *network, const struct block *block,
                      const struct lane lanes[], int count)
{
    for (int i = 0; i < count; i++)
        network->kernels->convolve(&block->first, lanes[i].board, lanes[i].other, true);
    for (int i = 0; i < count; i++) {
        network->kernels->convolve(&block->second, lanes[i].other, lanes[i].wide, false);
        squeeze_and_excite(network, block, &lanes[i]);
    }
}

static void softmax(float values[], int count)
{
    float highest = values[0], sum = 0;
    for (int i = 1; i < count; i++)
        highest = values[i] > highest ? values[i] : highest;
    for (int i = 0; i < count; i++)
        sum += values[i] = expf(values[i] - highest);
    for (int i = 0; i < count; i++)
        values[i] /= sum;
}

static void run_value(const struct network *network, const struct lane *lane, float wdl[RESULTS])
{
    float hidden[HUMAN_HEAD_MAX];
    int planes = network->value.outputs;
    network->kernels->convolve(&network->value, lane->board, lane->wide, true);
    for (Square square = 0; square < SQUARE_COUNT; square++)
        for (int i = 0; i < planes; i++)
            lane->flat[i * SQUARE_COUNT + square] = lane->wide[kernel_cell(square) * planes + i];
    dense_run(&network->hidden, lane->flat, true, hidden);
    dense_run(&network->result, hidden, false, wdl);
    softmax(wdl, RESULTS);
}

static void run_policy(const struct network *network, const struct lane *lane,
                       float policy[SQUARE_COUNT][HUMAN_POLICY_PLANES])
{
    network->kernels->convolve(&network->policy, lane->other, lane->wide, false);
    for (Square square = 0; square < SQUARE_COUNT; square++)
        memcpy(policy[square], lane->wide + kernel_cell(square) * HUMAN_POLICY_PLANES,
               sizeof policy[square]);
}

void network_run(const struct network *network, const struct human_planes planes[], int count,
                 struct network_output outputs[], float *scratch)
{
    struct lane lanes[NETWORK_BATCH];
    memset(scratch, 0, (size_t)count * lane_floats(network) * sizeof *scratch);
    for (int i = 0; i < count; i++) {
        lanes[i] = lane_at(network, scratch + (size_t)i * lane_floats(network));
        network->kernels->convolve_planes(&network->input, &planes[i], lanes[i].board);
    }
    for (int i = 0; i < network->blocks; i++)
        run_block(network, &network->block[i], lanes, count);
    for (int i = 0; i < count; i++)
        network->kernels->convolve(&network->policy_first, lanes[i].board, lanes[i].other, true);
    for (int i = 0; i < count; i++)
        run_policy(network, &lanes[i], outputs[i].policy);
    for (int i = 0; i < count; i++)
        run_value(network, &lanes[i], outputs[i].wdl);
}
