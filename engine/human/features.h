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

/* Reads the text of human.conf into the weights. False sets *error (file, line). */
MUST_USE bool choice_model_read(struct choice_model *model, const char *text, const char *file_name,
                                struct error *error);
/* The chance of each move; they sum to 1. Overwrites features: each becomes its contribution to the
 * move's score, directly and as part of the habit. */
void choice_chances(const struct choice_model *model, double rating, const struct context *context,
                    const struct candidate candidates[], int count,
                    float features[][CHOICE_FEATURES_MAX], double chances[CHESS_MOVES_MAX]);
/* Shifts the chances towards the moves that players open with, where those are known. */
void choice_recall(double rating, const struct position *position,
                   const struct candidate candidates[], int count, double chances[]);

/* Winning chances, 0 to 1, by the curve Lichess uses. */
float choice_odds(Score score);
/* Both fill rows of zeros, one for each candidate. */
void choice_search_features(const struct candidate candidates[], int count,
                            float features[][CHOICE_FEATURES_MAX]);
void choice_board(const struct context *context, const struct candidate candidates[], int count,
                  float features[][CHOICE_FEATURES_MAX]);
