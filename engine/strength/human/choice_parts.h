/* The two halves of what the choice model sees. */
#pragma once

#include "engine/strength/human/choice.h"

/* Chances to win, 0 .. 1, by the curve Lichess draws them with. */
float choice_odds(Score score);
/* Both fill rows of zeros, one for each candidate. */
void choice_look(const struct candidate candidates[], int count,
                 float features[][CHOICE_FEATURES_MAX]);
void choice_board(const struct situation *situation, const struct candidate candidates[], int count,
                  float features[][CHOICE_FEATURES_MAX]);
