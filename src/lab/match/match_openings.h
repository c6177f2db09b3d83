/* Where games begin: positions from EPD or FEN lines, or the moves of PGN games. */
#pragma once

#include "src/game/game.h"

struct opening_start {
    struct position start;
    Move *moves; /* played from start on; NULL: none; owned */
    int count;
};

struct opening_list {
    int count, room;
    struct opening_start *openings; /* owned */
};

/* A PGN file by its name's end, .pgn; else one EPD or FEN a line, blank lines and # comments
 * skipped. Positions in which the game is over are left out. plies: of a PGN game's moves that
 * are taken, 0: all. False fills error with file and line; list is then empty. */
MUST_USE bool opening_list_read(struct opening_list *list, const char *path, int plies,
                            struct error *error);
/* count positions after plies random moves from the usual start position, none of them over. */
MUST_USE bool opening_list_random(struct opening_list *list, int count, int plies, uint64_t seed);
/* A new order, the same for the same seed everywhere. */
void opening_list_shuffle(struct opening_list *list, uint64_t seed);
void opening_list_clear(struct opening_list *list);

/* A game with the opening's moves on the board; NULL when out of memory. */
struct game *opening_game(const struct opening_start *opening);
