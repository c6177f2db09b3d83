/* A pack of puzzles chosen out of a larger file: spread over ratings and themes, each solution
 * checked by the engine. The same file and options give the same pack. */
#pragma once

#include <stdio.h>

#include "src/training/puzzle.h"

/* Ratings the pack is spread over, a hundred points a band. */
enum { PACK_FROM = 400, PACK_BAND = 100, PACK_BANDS = 24, PACK_THEMES_MAX = 128 };
/* Puzzles played less often or liked less are left out, where the file tells. */
enum { PACK_PLAYS_MIN = 50, PACK_POPULARITY_MIN = 50 };

struct pack_options {
    int count;      /* about so many, as many a band */
    uint64_t nodes; /* for each search; what does not convince it is searched ten times as long */
    void (*progress)(void *context, int chosen, int of);
    bool (*stop)(void *context); /* NULL: never */
    void *context;
};

struct pack_report {
    int64_t lines;                /* of the file */
    int wrong_lines, unfit;       /* no puzzles; out of the ratings, or too little played */
    int refused;                  /* by the engine */
    int chosen, bands[PACK_BANDS];
    int theme_count;
    struct puzzle_theme themes[PACK_THEMES_MAX]; /* the most frequent first */
};

/* Writes the pack by rating, with the columns PuzzleId, FEN, Moves, Rating, RatingDeviation and
 * Themes. False fills error. */
MUST_USE bool puzzle_pack(const char *path, FILE *out, const struct pack_options *options,
                          struct pack_report *report, struct error *error);

/* Whether a puzzle's solution holds: each move of it is as good as the engine's best, what its
 * themes promise comes true (a mate is on the board in the end, in so many moves where they say so;
 * an advantage is one); else error says what is wrong. False, error filled: out of memory. */
struct engine;
MUST_USE bool puzzle_holds(struct engine *engine, const struct puzzle *puzzle, uint64_t nodes,
                           bool *holds, struct error *error);
