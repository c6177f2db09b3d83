/* The puzzles in the store, your attempts at them, and both ratings. */
#pragma once

#include "src/training/puzzle.h"
#include "src/store/store.h"

MUST_USE bool store_puzzle_count(struct store *store, int64_t *count, struct error *error);
/* One you have not tried, by random; *found is false when there is none left to choose. */
MUST_USE bool store_pick_puzzle(struct store *store, const struct puzzle_choice *choice,
                                uint64_t random, struct puzzle *puzzle, bool *found,
                                struct error *error);
/* Your rating, RATING_UNKNOWN before the first attempt, and how many there were. */
MUST_USE bool store_player(struct store *store, struct rating *rating, int *attempts,
                           struct error *error);
/* An attempt: rates you and the puzzle by each other (Glicko-2, a period of one game); *after is
 * your new rating. */
MUST_USE bool store_attempt(struct store *store, const struct puzzle *puzzle, bool solved,
                            int64_t now, struct rating *after, struct error *error);

/* An attempt at a position that is in no rated collection (a suite's); nobody's rating changes. */
MUST_USE bool store_note_attempt(struct store *store, const char *name, bool solved, int64_t now,
                                 struct error *error);
MUST_USE bool store_was_tried(struct store *store, const char *name, bool *tried,
                              struct error *error);

/* Calls take for every theme with its number of puzzles, the most frequent first. */
MUST_USE bool store_each_theme(struct store *store,
                               void (*take)(void *context, const char *theme, int64_t puzzles),
                               void *context, struct error *error);

/* Reads a puzzle file (CSV with the names of its columns in the first line, packed or not) into the
 * store, in transactions of some thousand lines: a run broken off goes on where it was, unless the
 * file begins otherwise now, or is a pipe. A line that is wrong is given to complain and left out. */
struct puzzle_import {
    int64_t lines, puzzles, refused; /* of this run; lines with those skipped */
    int64_t skipped;                 /* lines read by a run broken off */
    int percent;                     /* of the file, -1: unknown */
};
struct puzzle_import_calls {
    void (*progress)(void *context, const struct puzzle_import *import);
    void (*complain)(void *context, const struct error *error);
    void *context;
};
MUST_USE bool store_import_puzzles(struct store *store, const char *path,
                                   const struct puzzle_import_calls *calls,
                                   struct puzzle_import *import, struct error *error);
