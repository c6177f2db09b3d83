/* The model of how people choose moves. It is a conditional logit (McFadden, "Conditional logit
 * analysis of qualitative choice behavior", 1974): the probability of a move is the softmax of the
 * weighted sum of its features. */
#include "engine/human/features.h"

#include <math.h>
#include <string.h>

static const struct {
    const char *name, *words;
} feature_table[] = {
#define FEATURE(id, words) {#id, words},
#include "engine/human/features.def"
#undef FEATURE
};

int choice_feature_count(void)
{
    return CHOICE_FEATURES;
}

const char *choice_feature_name(int feature)
{
    return feature_table[feature].name;
}

int choice_feature_habit(void)
{
    return CHOICE_habit;
}

bool choice_feature_is_searched(int feature)
{
    return feature < CHOICE_exchange_gain;
}

const char *choice_feature_words(int feature)
{
    return feature_table[feature].words;
}

void choice_features(const struct context *context, const struct candidate candidates[], int count,
                     float features[][CHOICE_FEATURES_MAX])
{
    memset(features, 0, (size_t)count * sizeof *features);
    choice_search_features(candidates, count, features);
    choice_board(context, candidates, count, features);
}

/* Computes the weight of each feature at a rating. */
static void set_weights(const struct choice_model *model, double rating,
                        float weights[CHOICE_FEATURES])
{
    float knots[CHOICE_KNOTS];
    choice_knots(rating, knots);
    for (int i = 0; i < CHOICE_FEATURES; i++) {
        weights[i] = 0;
        for (int k = 0; k < CHOICE_KNOTS; k++)
            weights[i] += knots[k] * model->weights[i][k];
    }
}

/* Replaces the values by their softmax. */
static void softmax(double values[], int count)
{
    double most = -INFINITY, sum = 0;
    for (int i = 0; i < count; i++)
        most = values[i] > most ? values[i] : most;
    for (int i = 0; i < count; i++)
        sum += values[i] = exp(values[i] - most);
    for (int i = 0; i < count; i++)
        values[i] /= sum;
}

void choice_chances(const struct choice_model *model, const struct choice_player *player,
                    const struct context *context, const struct candidate candidates[], int count,
                    float features[][CHOICE_FEATURES_MAX], double chances[CHESS_MOVES_MAX])
{
    float weights[CHOICE_FEATURES], habits[CHESS_MOVES_MAX];
    set_weights(model, player->rating, weights);
    for (int i = 0; i < count; i++) {
        chances[i] = 0;
        for (int j = 0; j < CHOICE_FEATURES; j++)
            chances[i] += (double)(weights[j] * features[i][j]);
    }
    choice_habits(model, player, weights, context, candidates, count, features, habits);
    for (int i = 0; i < count; i++)
        chances[i] += (double)(weights[CHOICE_habit] * habits[i]);
    softmax(chances, count);
    choice_recall(player->rating, context->position, candidates, count, chances);
}
