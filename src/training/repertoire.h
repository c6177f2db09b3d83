/* A repertoire out of PGN games with variations: the positions in which it is yours to move, with
 * the moves it has there. */
#pragma once

#include "src/training/card.h"

enum { REPERTOIRE_MAX = 20000 };

/* Hears of what is read. */
struct repertoire_calls {
    void (*damaged)(const struct error *error); /* a game that cannot be read and is left out */
    /* After each game; percent: of the file, -1 where nobody knows. */
    void (*progress)(void *context, uint64_t games, int percent);
    void *context;
};

/* Reads path, which may be packed (input.h). *cards are the caller's to free, each position once, in the order they come. Moves marked as
 * mistakes (?, ??, ?!) are not yours to play. False fills error (file): the file cannot be read, or there is no
 * position in it. */
MUST_USE bool repertoire_read(const char *path, int color, const struct repertoire_calls *calls,
                              struct card **cards, int *count, struct error *error);
