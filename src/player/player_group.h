/* Short words for several players, for matches: a range in "fallible:elo=600-1400/200" or
 * "stockfish:skill=0-5", and "easy". */
#pragma once

#include "src/player/player.h"

enum { PLAYER_TEXT_MAX = 512 };

/* Appends the texts of the players that a word stands for to texts[0 .. max - 1], as
 * player_spec_read takes them; any other word is copied. Returns false and sets *error if a range
 * is invalid or there are more than max. */
MUST_USE bool player_group_read(const char *word, char texts[][PLAYER_TEXT_MAX], int max,
                                int *count, struct error *error);
