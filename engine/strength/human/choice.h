/* A choice among all legal moves as players of a rating make it: a conditional logit over what a
 * shallow search sees and what draws the eye. */
#pragma once

#include "engine/engine.h"

enum choice_feature {
#define FEATURE(id, words) CHOICE_##id,
#include "engine/strength/human/choice.def"
#undef FEATURE
    CHOICE_FEATURES
};
_Static_assert((int)CHOICE_FEATURES <= (int)CHOICE_FEATURES_MAX, "they fit where others keep them");

/* Asks the network how much habit speaks for each move, by its features; where nobody may castle
 * any more it is asked of the board left for right too, and says the mean of both. The features are
 * used up: each becomes how much it speaks for the move, by its weight and as part of the habit. */
void choice_habits(const struct choice_model *model, double rating,
                   const float weights[CHOICE_FEATURES], const struct situation *situation,
                   const struct candidate candidates[], int count,
                   float features[][CHOICE_FEATURES_MAX], float habits[]);
/* Moves the chances to what players open with, where that is known. */
void choice_recall(double rating, const struct position *position,
                   const struct candidate candidates[], int count, double chances[]);
