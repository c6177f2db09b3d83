/* A human-like network, packed for the processor: planes in, policy and value out. */
#pragma once

#include "engine/maia/encode.h"

struct kernels;
struct network;

enum { NETWORK_BATCH = 8 };

struct network_output {
    float policy[SQUARE_COUNT][HUMAN_POLICY_PLANES]; /* as it leaves the convolution */
    float wdl[3]; /* the mover wins, draws, loses; their sum is 1 */
};

/* kernels: NULL for the fastest. The weights stay the caller's. NULL: out of memory. */
struct network *network_create(const struct human_weights *weights, const struct kernels *kernels);
void network_destroy(struct network *network);

size_t network_bytes(const struct network *network);
size_t network_multiplications(const struct network *network); /* of a position, as by formula */

/* Floats of scratch that a batch of count needs. */
size_t network_scratch(const struct network *network, int count);

/* count: 1 .. NETWORK_BATCH. */
void network_run(const struct network *network, const struct human_planes planes[], int count,
                 struct network_output outputs[], float *scratch);
