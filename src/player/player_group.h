/* Short words that stand for several players in a match: a range in "fallible:elo=600-1400/200" or
 * "stockfish:skill=0-5", and "easy". */
#pragma once

#include "src/player/player.h"

enum { PLAYER_TEXT_MAX = 512 };

/* Appends to texts[], which has space for `max`, the specification of each player that the word
 * stands for, as player_spec_read takes it. A word that is not one of the short words is copied.
 * Returns false and sets *error if a range is invalid or there is not enough space. */
MUST_USE bool player_group_read(const char *word, char texts[][PLAYER_TEXT_MAX], int max,
                                int *count, struct error *error);
