/* The two halves of what the choice model sees. */
#ifndef FALLIBLE_STRENGTH_HUMAN_CHOICE_PARTS_H
#define FALLIBLE_STRENGTH_HUMAN_CHOICE_PARTS_H

#include "engine/strength/human/choice.h"

/* Both fill rows of zeros, one for each candidate. */
void choice_look(const struct candidate candidates[], int count,
                 float features[][CHOICE_FEATURES_MAX]);
void choice_board(const struct situation *situation, const struct candidate candidates[], int count,
                  float features[][CHOICE_FEATURES_MAX]);

#endif
