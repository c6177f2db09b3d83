/* Choices out of games: a sample of the positions, searched as the choice model will search them,
 * and kept in a cache. */
#pragma once

#include "src/lab/human/dataset.h"

struct human_collect {
    const char *path;    /* of the games: PGN, packed or not, or "-" */
    const char *cache;   /* the file to go on with, or to begin; NULL: none is kept */
    int per_game;        /* positions of a game, about; more of it where players are rare */
    int threads;
    uint64_t seed;       /* of the sample */
    const char *maia;    /* folder of the Maia networks; NULL: they are not asked */
    bool cached;         /* only what the cache has */
    bool unsearched;     /* no search: only the moves, and what the networks say of them */
    int plies;           /* only the first of a game; 0: all */
    const struct strength *strength;
    /* Called now and then by the calling thread; false: stop, and keep what there is. */
    bool (*watch)(void *context, int games, size_t choices, int percent);
    void *context;
};

struct human_collected {
    uint64_t games, bad;        /* of this file; those resumed are not told apart */
    struct error first_trouble; /* with the first bad game */
    bool stopped;
};

/* Adds the choices of one file of games to set: those of the cache, then the rest, which is added
 * to the cache. False fills error. */
MUST_USE bool human_collect(const struct human_collect *options, struct human_set *set,
                            struct human_collected *collected, struct error *error);
