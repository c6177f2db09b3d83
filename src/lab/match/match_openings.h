/* Starting positions of games: from EPD or FEN lines, or from the moves of PGN games. */
#pragma once

#include "src/game/game.h"

struct opening_start {
    struct position start;
    Move *moves; /* moves from start; NULL if there are none; owned */
    int count;
};

struct opening_list {
    int count, capacity;
    struct opening_start *openings; /* owned */
};

/* Reads a PGN file if the name ends in .pgn; otherwise one EPD or FEN per line, skipping blank
 * lines and # comments. Positions where the game is over are left out. `plies` is how many plies of
 * each PGN game to take, 0 for all. Returns false and sets *error with file and line; the list is
 * then empty. */
MUST_USE bool opening_list_read(struct opening_list *list, const char *path, int plies,
                                struct error *error);
/* Fills the list with `count` positions that are reached by `plies` random moves from the usual
 * start position. The game is not over in any of them. Returns false when out of memory. */
MUST_USE bool opening_list_random(struct opening_list *list, int count, int plies, uint64_t seed);
/* Shuffles the list. The order depends only on the seed, on every platform. */
void opening_list_shuffle(struct opening_list *list, uint64_t seed);
/* Adds the openings to a hash (see hash.h). */
uint64_t opening_list_hash(uint64_t hash, const struct opening_list *list);
void opening_list_clear(struct opening_list *list);

/* A new game with the opening's moves played; NULL when out of memory. */
struct game *opening_game(const struct opening_start *opening);
