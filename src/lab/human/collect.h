/* Collects people's choices from games: it samples positions, searches them as the engine does when
 * it plays by the choice model, and stores the choices in a cache. */
#pragma once

#include "src/lab/human/dataset.h"

struct human_collect {
    const char *path;  /* the file of games: PGN, compressed or not; "-" is standard input */
    const char *cache; /* the cache file to continue or create; NULL: no cache */
    int per_game;      /* approximate number of positions per game; more at ratings with few
                          players */
    int threads;
    uint64_t seed;    /* seed of the sample */
    const char *maia; /* folder of the Maia networks; NULL: networks are not used */
    bool cached;      /* use only the choices in the cache */
    bool unsearched;  /* no search: only the moves and the networks' policies */
    bool unseen;      /* leave out the games that the habit network was trained on (rated.h) */
    int plies;        /* only this many plies of each game; 0: all */
    const char *player; /* read only this player's games, and take only the player's own moves, from
                           the first move on; per_game is then exact, and a fifth of the games is
                           held out; NULL: everybody's */
    int rating;         /* the player's rating in games that do not state it; 0: skip such games */
    int64_t budget;     /* milliseconds after which reading stops before the end of the file; 0: no
                           limit */
    const struct strength *strength;
    /* Called from time to time on the calling thread. Returns false to stop and keep the choices so
     * far. */
    bool (*watch)(void *context, int games, size_t choices, int percent);
    void *context;
};

struct human_collected {
    uint64_t games, bad;        /* games read from this file, and unreadable ones, including those
                                 * of earlier runs */
    struct error first_trouble; /* what is wrong with the first unreadable game */
    bool stopped;
    bool out_of_time; /* the budget was spent before the end of the file */
};

/* Adds the choices from one file of games to `set`: first those in the cache, then the others,
 * which are also added to the cache. Returns false and sets *error on failure. */
MUST_USE bool human_collect(const struct human_collect *options, struct human_set *set,
                            struct human_collected *collected, struct error *error);
