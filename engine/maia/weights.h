/* The weights of a network that predicts human moves, as stored in an Lc0 weight file. */
#pragma once

#include "engine/chess.h"

enum {
    HUMAN_PLANES = 112,       /* planes of the input, in the "classical" encoding */
    HUMAN_POLICY_PLANES = 80, /* outputs of the policy convolution, 73 of them used */
    HUMAN_FILTERS_STEP = 16,  /* the number of filters is a multiple of this */
    HUMAN_FILTERS_MAX = 256,
    HUMAN_BLOCKS_MAX = 40,
    HUMAN_HEAD_MAX = 512,     /* maximum number of squeezed channels, value planes and hidden
                               * values */
    HUMAN_FILE_MAX = 64 << 20 /* bytes, both compressed and decompressed */
};

/* The values of a layer in the order of the file: the first index varies slowest. */
struct human_layer {
    const float *values;
    size_t count; /* number of values; 0: the file does not have this layer */
};

/* A convolution and, if it has means, the batch normalisation after it. */
struct human_convolution {
    struct human_layer weights; /* [outputs][inputs][3][3], or [outputs][inputs] if 1 x 1 */
    struct human_layer biases;
    struct human_layer means, variances, gammas, betas; /* [outputs] */
};

struct human_block {
    struct human_convolution first, second;
    struct human_layer squeeze, squeeze_biases; /* [squeezed][filters] */
    struct human_layer excite, excite_biases;   /* [2 * filters][squeezed]: factors, then addends */
};

struct human_weights {
    int filters;
    int blocks;
    int squeezed;
    int value_planes;
    int value_hidden;
    struct human_convolution input;
    struct human_block block[HUMAN_BLOCKS_MAX];
    struct human_convolution policy_first, policy;
    struct human_convolution value;
    struct human_layer hidden, hidden_biases; /* [hidden][planes * squares] */
    struct human_layer result, result_biases; /* [win, draw, loss][hidden] */
    float *storage;                           /* memory of all layers */
    size_t total;                             /* number of floats in storage */
    bool checked; /* whether a checksum proves that the file is undamaged; see
                   * human_network_checked */
};

/* Batch normalisation divides by the square root of variance + HUMAN_EPSILON. */
#define HUMAN_EPSILON 1e-5

/* Reads a file, compressed with gzip or not. Returns NULL and sets *error, with the file, if it
 * cannot be read, is not a weight file, is damaged, holds a network of another architecture, or is
 * compressed and the program was built without zlib. */
struct human_weights *human_weights_read(const char *path, struct error *error);
/* Like human_weights_read, but reads from the uncompressed bytes of a file. Errors name the file as
 * `name`. */
struct human_weights *human_weights_parse(const void *bytes, size_t size, const char *name,
                                          struct error *error);
void human_weights_destroy(struct human_weights *weights);
