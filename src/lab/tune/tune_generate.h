/* Generates positions: the engine plays itself, and quiet positions of its games are written with
 * the game's result. */
#pragma once

#include "engine/chess.h"
#include "src/util/shared_results.h"

struct generate_progress {
    int games, all;
    uint64_t positions;
    int64_t elapsed; /* milliseconds that this run has taken so far */
    int played;      /* games played in this run */
};
/* Returns false to stop after the games in progress. */
typedef bool (*generate_watch)(void *context, const struct generate_progress *progress);

struct generate_options {
    const char *path;     /* the output file (tune_file.h); NULL when playing a part */
    const char *folder;   /* folder of the parts' files: part K of N writes KofN.positions, and a
                             run without a part takes over the games of these files. NULL: no
                             parts */
    struct shared_part part;
    const char *openings; /* EPD, FEN or PGN; NULL: random moves from the start position */
    int games;
    int nodes;    /* nodes for each move */
    int per_game; /* maximum number of positions per game */
    int chess960; /* percentage of games that start from a Chess960 position */
    uint64_t seed;
    int threads;
    generate_watch watch; /* may be NULL */
    void *context;
};

struct generate_report {
    int games, resumed; /* games in the file, and how many of them were played by earlier runs or by
                           other parts */
    int wanted;         /* number of games that the file has when it is complete */
    uint64_t positions;
    int wins, draws, losses; /* White's results in this run */
    int64_t elapsed;
};

/* Plays the games missing from the file and from the folder. A file with the same options is
 * continued. Returns false and sets *error if a file has other contents or cannot be written, or if
 * the openings cannot be read. */
MUST_USE bool tune_generate(const struct generate_options *options, struct generate_report *report,
                            struct error *error);
