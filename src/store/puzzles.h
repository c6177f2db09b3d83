/* The puzzles in the store, your attempts at them, and the ratings of both you and the puzzles. */
#pragma once

#include "src/training/puzzle.h"
#include "src/store/store.h"

MUST_USE bool store_puzzle_count(struct store *store, int64_t *count, struct error *error);
/* Sets *any to whether the store has any puzzles. Faster than store_puzzle_count. */
MUST_USE bool store_has_puzzles(struct store *store, bool *any, struct error *error);
/* Picks a puzzle you have not tried, using the given random bits. *found is false if no puzzle
 * matches the choice. */
MUST_USE bool store_pick_puzzle(struct store *store, const struct puzzle_choice *choice,
                                uint64_t random, struct puzzle *puzzle, bool *found,
                                struct error *error);
/* Sets the puzzle rating that you have before your first attempt; it is not stored. If it is 0,
 * your rating begins as RATING_UNKNOWN. */
void store_begin_puzzles_at(struct store *store, double rating);
/* Reads your puzzle rating and the number of puzzles that you have tried. */
MUST_USE bool store_player(struct store *store, struct rating *rating, int *attempts,
                           struct error *error);
/* Stores an attempt and updates your rating (see puzzle_your_rating) and the puzzle's (Glicko-2,
 * each attempt being a rating period of one game). Sets *after to your new rating. */
MUST_USE bool store_attempt(struct store *store, const struct puzzle *puzzle,
                            enum puzzle_result result, int64_t now, struct rating *after,
                            struct error *error);

/* Stores an attempt at a position without a rating (from a suite). No rating changes. */
MUST_USE bool store_note_attempt(struct store *store, const char *name, bool solved, int64_t now,
                                 struct error *error);
MUST_USE bool store_was_tried(struct store *store, const char *name, bool *tried,
                              struct error *error);

/* Calls `take` for each theme with its number of puzzles, the most frequent theme first. */
MUST_USE bool store_each_theme(struct store *store,
                               void (*take)(void *context, const char *theme, int64_t puzzles),
                               void *context, struct error *error);

/* Imports a puzzle file: CSV with a header line, compressed or not. Each transaction covers a few
 * thousand lines, so an interrupted import resumes where it stopped, unless the start of the file
 * has changed or the file is a pipe. Invalid lines are skipped and passed to `complain`. */
struct puzzle_import {
    int64_t lines, puzzles, refused; /* counts of this run; `lines` includes the lines that were
                                        skipped */
    int64_t skipped; /* lines that were skipped because an interrupted run had already read them */
    int percent;                     /* how much of the file was read; -1: unknown */
};
struct puzzle_import_calls {
    void (*progress)(void *context, const struct puzzle_import *import);
    void (*complain)(void *context, const struct error *error);
    void *context;
};
MUST_USE bool store_import_puzzles(struct store *store, const char *path,
                                   const struct puzzle_import_calls *calls,
                                   struct puzzle_import *import, struct error *error);
