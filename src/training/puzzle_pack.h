/* Chooses a pack of puzzles from a larger file. The pack is spread over ratings and themes, and the
 * engine checks each solution. The same file and options give the same pack. */
#pragma once

#include <stdio.h>

#include "src/training/puzzle.h"

/* The rating bands of the pack, 100 points each. */
enum { PACK_FROM = 400, PACK_BAND = 100, PACK_BANDS = 24, PACK_THEMES_MAX = 128 };
/* If the file has columns for plays and popularity, puzzles with lower values than these are
 * skipped. */
enum { PACK_PLAYS_MIN = 50, PACK_POPULARITY_MIN = 50 };

struct pack_options {
    int count;      /* approximate number of puzzles in the pack; each band gets the same number */
    uint64_t nodes; /* nodes for each search; a failed check is repeated with ten times as many */
    void (*progress)(void *context, int chosen, int of);
    bool (*stop)(void *context); /* NULL: never */
    void *context;
};

struct pack_report {
    int64_t lines;                /* lines of the file */
    int wrong_lines, unfit;       /* wrong_lines: malformed lines; unfit: puzzles outside the bands,
                                   * rarely played or unpopular */
    int refused;                  /* puzzles whose solution the engine refused */
    int chosen, bands[PACK_BANDS];
    int theme_count;
    struct puzzle_theme themes[PACK_THEMES_MAX]; /* the most frequent first */
};

/* Writes the pack, sorted by rating, with the columns PuzzleId, FEN, Moves, Rating, RatingDeviation
 * and Themes. Returns false and sets *error on failure. */
MUST_USE bool puzzle_pack(const char *path, FILE *out, const struct pack_options *options,
                          struct pack_report *report, struct error *error);

/* Checks a puzzle's solution. It holds if each of the solver's moves is as good as the engine's
 * best move and if the themes are correct: with a mate theme it must end in mate, in the stated
 * number of moves; with the themes crushing, advantage and equality the final score must be high
 * enough. If the solution does not hold, *error says why. Also returns false and sets *error if out
 * of memory. */
struct engine;
MUST_USE bool puzzle_holds(struct engine *engine, const struct puzzle *puzzle, uint64_t nodes,
                           bool *holds, struct error *error);
