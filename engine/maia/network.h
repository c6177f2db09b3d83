/* A network that predicts human moves, packed for the processor. Its input is planes of the board,
 * its output a policy and winning chances. */
#pragma once

#include "engine/maia/encode.h"

struct kernels;
struct network;

enum { NETWORK_BATCH = 8 };

struct network_output {
    float policy[SQUARE_COUNT][HUMAN_POLICY_PLANES]; /* the output of the policy convolution;
                                                      * policy_map.h finds a move in it */
    float wdl[3]; /* the probabilities that the side to move wins, draws or loses; they sum to 1 */
};

/* Creates a network. It copies the weights, so the caller may destroy them. `kernels` may be NULL,
 * which selects the fastest ones. Returns NULL if out of memory. */
struct network *network_create(const struct human_weights *weights, const struct kernels *kernels);
void network_destroy(struct network *network);

size_t network_bytes(const struct network *network);
size_t network_multiplications(const struct network *network); /* for one position, including
                                                                * multiplications by zero */

/* Number of floats of scratch memory that a batch of `count` positions needs. */
size_t network_scratch(const struct network *network, int count);

/* Runs the network; `count` is 1 .. NETWORK_BATCH. */
void network_run(const struct network *network, const struct human_planes planes[], int count,
                 struct network_output outputs[], float *scratch);
