/* The weights of a human-like network, as an Lc0 weight file says them. */
#pragma once

#include "engine/chess.h"

enum {
    HUMAN_PLANES = 112,       /* of the input: the "classical" encoding */
    HUMAN_POLICY_PLANES = 80, /* of the policy convolution, 73 of them in use */
    HUMAN_FILTERS_STEP = 16,  /* filters come in multiples of it */
    HUMAN_FILTERS_MAX = 256,
    HUMAN_BLOCKS_MAX = 40,
    HUMAN_HEAD_MAX = 512,     /* squeezed channels, value planes, hidden values */
    HUMAN_FILE_MAX = 64 << 20 /* bytes, packed and unpacked */
};

/* Numbers in the file's order; the first index varies slowest. */
struct human_layer {
    const float *values;
    size_t count; /* 0: not in the file */
};

/* A convolution and, where means are given, the batch normalisation after it. */
struct human_convolution {
    struct human_layer weights; /* [outputs][inputs][3][3], or without the last two */
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
    float *storage;                           /* of all layers */
    size_t total;                             /* numbers in it */
};

/* Batch normalisation divides by the root of variance + this. */
#define HUMAN_EPSILON 1e-5

/* Reads a file, packed by gzip or not. NULL fills error (file set): it cannot be read, is no weight
 * file, is damaged, or holds a network of another form; or is packed and the program was built
 * without zlib. */
struct human_weights *human_weights_read(const char *path, struct error *error);
/* The same from unpacked bytes; name is for the error. */
struct human_weights *human_weights_parse(const void *bytes, size_t size, const char *name,
                                          struct error *error);
void human_weights_destroy(struct human_weights *weights);
