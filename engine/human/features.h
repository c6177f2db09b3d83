/* The features of the model of human move choice, and the parts that compute them. For the files of
 * this folder alone. */
#pragma once

#include "engine/human/human.h"

enum choice_feature {
#define FEATURE(id, words) CHOICE_##id,
#include "engine/human/features.def"
#undef FEATURE
    CHOICE_FEATURES
};
_Static_assert((int)CHOICE_FEATURES <= (int)CHOICE_FEATURES_MAX, "every feature fits in a row");

/* Computes how strongly habit favours each move, by the network. When neither side may castle any
 * more the network also judges the mirrored board, and the mean of both counts. Uses features up:
 * each becomes its own contribution to the move's score. */
void choice_habits(const struct choice_model *model, double rating,
                   const float weights[CHOICE_FEATURES], const struct situation *situation,
                   const struct candidate candidates[], int count,
                   float features[][CHOICE_FEATURES_MAX], float habits[]);
/* Shifts the chances towards the moves that players open with, where those are known. */
void choice_recall(double rating, const struct position *position,
                   const struct candidate candidates[], int count, double chances[]);

/* Winning chances, 0 to 1, by the curve Lichess uses. */
float choice_odds(Score score);
/* Both fill rows of zeros, one for each candidate. */
void choice_look(const struct candidate candidates[], int count,
                 float features[][CHOICE_FEATURES_MAX]);
void choice_board(const struct situation *situation, const struct candidate candidates[], int count,
                  float features[][CHOICE_FEATURES_MAX]);
