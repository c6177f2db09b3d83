/* The features of our model of how people choose moves, and the functions that compute them. Only
 * files of this folder include this header. */
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
/* Sets `chances` to the probability that players like `player` choose each move; they sum to 1.
 * Overwrites `features`: each value becomes what the feature contributes to the move's score,
 * directly and through the feature `habit`. */
void choice_chances(const struct choice_model *model, const struct choice_player *player,
                    const struct context *context, const struct candidate candidates[], int count,
                    float features[][CHOICE_FEATURES_MAX], double chances[CHESS_MOVES_MAX]);
/* A positional group makes some moves more probable. If the level does not know a group fully
 * (knowledge below 100 percent), this function removes the group's contribution from `chances`.
 * Moves after which the search sees a mate keep their probability, because a mate needs no
 * positional knowledge. */
void choice_unlearn(const struct position *position, const int knowledge[GROUP_COUNT],
                   const struct candidate candidates[], int count, double chances[]);

/* The winning chances, 0 .. 1, for a score in centipawns. */
float choice_odds(Score score);
/* Each of these functions fills its part of `features`, which has one row for each candidate. The
 * rows must be zero before the first call. */
void choice_search_features(const struct candidate candidates[], int count,
                            float features[][CHOICE_FEATURES_MAX]);
void choice_board(const struct context *context, const struct candidate candidates[], int count,
                  float features[][CHOICE_FEATURES_MAX]);
