/* Positions of our own: the engine plays itself, and what is quiet in its games is kept with the
 * game's result. */
#pragma once

#include "engine/chess.h"

struct generate_progress {
    int games, all;
    uint64_t positions;
    int64_t elapsed; /* milliseconds of this run */
    int played;      /* games of this run */
};
/* False: end after the games under way. */
typedef bool (*generate_watch)(void *context, const struct generate_progress *progress);

struct generate_options {
    const char *path;     /* to write (tune_file.h) */
    const char *openings; /* EPD, FEN or PGN; NULL: random moves from the start position */
    int games;
    int nodes;    /* a move */
    int per_game; /* positions, at most */
    int chess960; /* percent of games that begin from a Chess960 position */
    uint64_t seed;
    int threads;
    generate_watch watch; /* may be NULL */
    void *context;
};

struct generate_report {
    int games, resumed; /* in the file; of these, played another time */
    uint64_t positions;
    int wins, draws, losses; /* of White, in this run */
    int64_t elapsed;
};

/* Plays what is missing from the file, and only that: a file of the same options is gone on with.
 * False fills error: the file holds something else, or cannot be written; openings unreadable. */
MUST_USE bool tune_generate(const struct generate_options *options, struct generate_report *report,
                            struct error *error);
