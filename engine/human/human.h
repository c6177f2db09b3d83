/* Our own model of how people choose moves: its features, its network, its files and the method
 * built on it. Networks in Lc0's format are in maia.
 *
 * This header is what the fit and the check of the model need; programs that only play do not need
 * it. Other public headers: net.h. */
#pragma once

#include "engine/strength.h"

/* A move's probability is the softmax over the legal moves of its score: the sum of its features,
 * each times a weight that depends on the rating. One feature, habit, is the output of a small
 * network (net.h). */
enum {
    CHOICE_KNOTS = 6, /* weights are given at this many ratings and interpolated linearly */
    CHOICE_KNOT_FIRST = 600,
    CHOICE_KNOT_STEP = 400,
    CHOICE_BOOK_MOVES = 5, /* number of first moves with opening statistics */
};

struct choice_net;
struct choice_model {
    float weights[CHOICE_FEATURES_MAX][CHOICE_KNOTS];
    const struct choice_net *net; /* never NULL */
};
/* The built-in copy of share/human.conf and share/habits.bin. */
const struct choice_model *choice_model_shipped(void);
/* All numbers of the network, for a checksum. */
const float *choice_net_numbers(const struct choice_net *net, size_t *count);

int choice_feature_habit(void);
bool choice_feature_is_searched(int feature); /* it needs a search */
/* The interpolation weight of each knot at a rating. Ratings outside the knots are extrapolated. */
void choice_knots(double rating, float knots[CHOICE_KNOTS]);
/* Computes the features of each move. candidates: all legal moves, with score and shallow
 * scores. */
void choice_features(const struct context *context, const struct candidate candidates[], int count,
                     float features[][CHOICE_FEATURES_MAX]);
/* How strongly habit favours each move, by the network. When neither side may castle any more the
 * network also judges the mirrored board, and habits is the mean of both. Overwrites features: each
 * becomes its contribution to the move's score under these weights. */
void choice_habits(const struct choice_model *model, double rating, const float weights[],
                   const struct context *context, const struct candidate candidates[], int count,
                   float features[][CHOICE_FEATURES_MAX], float habits[]);
