/* The features of the human choice model and the functions that compute them. Only for this
 * folder. */
#pragma once

#include "engine/human/human.h"

enum choice_feature {
#define FEATURE(id, words) CHOICE_##id,
#include "engine/human/features.def"
#undef FEATURE
    CHOICE_FEATURES
};
_Static_assert((int)CHOICE_FEATURES <= (int)CHOICE_FEATURES_MAX, "every feature fits in a row");

/* Reads the text of human.conf. Returns false and sets *error (file, line) if it is invalid. */
MUST_USE bool choice_model_read(struct choice_model *model, const char *text, const char *file_name,
                                struct error *error);
/* Sets the probability of each move; they sum to 1. Overwrites features: each becomes its
 * contribution to the move's score, directly and through habit. */
void choice_chances(const struct choice_model *model, double rating, const struct context *context,
                    const struct candidate candidates[], int count,
                    float features[][CHOICE_FEATURES_MAX], double chances[CHESS_MOVES_MAX]);
/* Shifts the probabilities towards the moves that players open with, in known positions. */
void choice_recall(double rating, const struct position *position,
                   const struct candidate candidates[], int count, double chances[]);

/* The winning chances of a score, 0 .. 1. */
float choice_odds(Score score);
/* Each fills its part of the features, one row per candidate. The rows are zero before the
 * first. */
void choice_search_features(const struct candidate candidates[], int count,
                            float features[][CHOICE_FEATURES_MAX]);
void choice_board(const struct context *context, const struct candidate candidates[], int count,
                  float features[][CHOICE_FEATURES_MAX]);
