/* Short words that stand for several players in a match: a range in "fallible:elo=600-1400/200" or
 * "stockfish:skill=0-5", and "easy". */
#pragma once

#include "src/player/player.h"

enum { PLAYER_TEXT_MAX = 512 };

/* Appends to texts[0 .. max - 1] the specification of each player that the word stands for, in the
 * form that player_spec_read takes. A word that is not a short word is copied. Returns false and
 * sets *error if a range is invalid or there are more than `max` players. */
MUST_USE bool player_group_read(const char *word, char texts[][PLAYER_TEXT_MAX], int max,
                                int *count, struct error *error);
