/* Builds an opening book from games: which moves were played, how often, and with what success. */
#pragma once

#include <stdio.h>

#include "src/game/game.h"

struct book_build_options {
    int plies;     /* number of plies taken from each game, from its start */
    int min_games; /* a move must have been played this often in a position */
    int min_elo;   /* both players must have at least this rating; 0: any rating, even unknown */
    size_t capacity; /* number of tallies that are kept in memory: one for each move in a position,
                        24 bytes each; 0: the default (96 MB) */
};

struct book_build_counts {
    uint64_t games;     /* games read */
    uint64_t used;      /* games used: those with a result and with strong enough players */
    uint64_t positions, entries; /* positions and moves in the written book */
};

struct book_builder;
/* Returns NULL if out of memory. */
struct book_builder *book_builder_create(const struct book_build_options *options);
void book_builder_destroy(struct book_builder *builder);

/* Counts the main line of a game. Returns false and sets *error if the temporary file cannot be
 * written. */
MUST_USE bool book_builder_add(struct book_builder *builder, const struct game *game,
                               struct error *error);

/* Reads every game of a PGN file; "-" is standard input. Leaves out each game that cannot be read
 * and passes its error to `bad`. After each game, calls `after`, unless it is NULL, with the number
 * of games so far and the percentage of the file that has been read, -1 if unknown. Returns false
 * and sets *error if the file cannot be read to its end. */
MUST_USE bool book_builder_read(struct book_builder *builder, const char *path,
                                void (*bad)(const struct error *error),
                                void (*after)(uint64_t games, int percent), struct error *error);

/* Writes the book, sorted by position, with the moves of largest weight first in each position.
 * Call it once, at the end. Returns false and sets *error on failure. */
MUST_USE bool book_builder_write(struct book_builder *builder, FILE *file, struct error *error);

struct book_build_counts book_builder_counts(const struct book_builder *builder);
