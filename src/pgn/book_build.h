/* An opening book from games: what was played, how often, and with what success. */
#pragma once

#include <stdio.h>

#include "src/game/game.h"

struct book_build_options {
    int plies;     /* of each game, from its start */
    int min_games; /* a move in a position must have been played so often */
    int min_elo;   /* of both players, 0: any, even unknown */
    size_t room;   /* tallies of 24 bytes held in memory, 0: the default (96 MB) */
};

struct book_build_counts {
    uint64_t games;     /* offered */
    uint64_t used;      /* of them: with a result, and players strong enough */
    uint64_t positions, entries; /* in the book written */
};

struct book_builder;
/* NULL when out of memory. */
struct book_builder *book_builder_create(const struct book_build_options *options);
void book_builder_destroy(struct book_builder *builder);

/* Counts the main line. False fills error: the temporary file cannot be written. */
MUST_USE bool book_builder_add(struct book_builder *builder, const struct game *game,
                               struct error *error);

/* Reads every game of a PGN file, "-" is standard input. bad is told of each game that is left
 * out because it cannot be read. after is called now and then with the games so far; NULL: never.
 * False fills error: the file cannot be read, or not to its end. */
MUST_USE bool book_builder_read(struct book_builder *builder, const char *path,
                                void (*bad)(const struct error *error),
                                void (*after)(uint64_t games), struct error *error);

/* Writes the book, sorted by position, the heaviest move of each first. To be called once, last.
 * False fills error. */
MUST_USE bool book_builder_write(struct book_builder *builder, FILE *file, struct error *error);

struct book_build_counts book_builder_counts(const struct book_builder *builder);
