/* A repertoire out of PGN games with variations: the positions in which it is yours to move, with
 * the moves it has there. */
#pragma once

#include "src/training/card.h"

enum { REPERTOIRE_MAX = 20000 };

/* *cards are the caller's to free, each position once, in the order they come. Moves marked as
 * mistakes (?, ??, ?!) are not yours to play. A game that cannot be read is left out and damaged
 * (NULL: nobody) told why. False fills error (file): the file cannot be read, or there is no
 * position in it. */
MUST_USE bool repertoire_read(const char *path, int color,
                              void (*damaged)(const struct error *error), struct card **cards,
                              int *count, struct error *error);
