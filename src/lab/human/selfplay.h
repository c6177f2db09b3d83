/* Games that the networks of the Maia project play among themselves, for the network of habits to
 * learn from: positions as people come to, and what people would play in each. */
#pragma once

#include "src/lab/human/dataset.h"

struct human_selfplay {
    const char *maia;  /* folder of the networks */
    const char *cache; /* the file to go on with, or to begin; NULL: none is kept */
    int games;         /* at least so many */
    int plies;         /* of a game, at most */
    int threads;
    uint64_t seed;
    bool cached; /* only what the cache has */
    /* Called now and then by the calling thread; false: stop, and keep what there is. */
    bool (*watch)(void *context, int games, size_t choices, int percent);
    void *context;
};

/* Adds their choices, which are marked HUMAN_SELFPLAY, to set. *stopped: watch said so. False fills
 * error. */
MUST_USE bool human_selfplay(const struct human_selfplay *options, struct human_set *set,
                             bool *stopped, struct error *error);
