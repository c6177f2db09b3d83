/* A repertoire out of PGN games with variations: the positions in which it is yours to move, with
 * the moves it has there. */
#pragma once

#include "src/trainer/review.h"

enum { REPERTOIRE_MAX = 20000 };

/* *cards are the caller's to free, each position once, in the order they come. Moves marked as
 * mistakes (?, ??, ?!) are not yours to play. False fills error (file, line): the file cannot be
 * read, or a game in it; or there is no position in it. */
MUST_USE bool repertoire_read(const char *path, int color, struct card **cards, int *count,
                              struct error *error);
