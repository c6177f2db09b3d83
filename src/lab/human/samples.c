/* Features are computed once and stored as pairs of index and value, because most of them are
 * zero. */
#include "src/lab/human/samples.h"

#include <stdlib.h>
#include <string.h>

void samples_clear(struct samples *samples)
{
    free(samples->samples);
    free(samples->first);
    free(samples->maia);
    free(samples->features);
    free(samples->values);
    *samples = (struct samples){.samples = NULL};
}

static bool ensure_capacity(struct samples *samples, size_t values)
{
    if (samples->value_count + values <= samples->value_capacity)
        return true;
    size_t capacity = 2 * samples->value_capacity + values + (1 << 16);
    uint8_t *features = realloc(samples->features, capacity * sizeof *features);
    if (features)
        samples->features = features;
    float *more = features ? realloc(samples->values, capacity * sizeof *more) : NULL;
    if (!more)
        return false;
    samples->values = more;
    samples->value_capacity = capacity;
    return true;
}

static bool add_options(struct samples *samples, float features[][CHOICE_FEATURES_MAX],
                        const struct human_option options[], int count)
{
    if (!ensure_capacity(samples, (size_t)count * CHOICE_FEATURES_MAX))
        return false;
    for (int i = 0; i < count; i++) {
        for (int j = 0; j < choice_feature_count(); j++)
            if (features[i][j] != 0) {
                samples->features[samples->value_count] = (uint8_t)j;
                samples->values[samples->value_count++] = features[i][j];
            }
        samples->maia[samples->option_count] = (float)options[i].maia / 65535;
        samples->first[++samples->option_count] = samples->value_count;
    }
    return true;
}

/* Scales a network's probabilities, which are stored with rounding, so that their sum is 1 again.
 * Returns false if all are 0. */
static bool even_out(float *maia, int count)
{
    float sum = 0;
    for (int i = 0; i < count; i++)
        sum += maia[i];
    for (int i = 0; i < count && sum > 0; i++)
        maia[i] /= sum;
    return sum > 0;
}

/* Sets the habit feature of each move to the network's output. */
static void set_habits(const struct choice_model *model, const struct human_choice *choice,
                       const struct context *context, const struct candidate candidates[],
                       float features[][CHOICE_FEATURES_MAX])
{
    static const float weights[CHOICE_FEATURES_MAX];
    float used[CHESS_MOVES_MAX][CHOICE_FEATURES_MAX], habits[CHESS_MOVES_MAX];
    const struct choice_player player = human_choice_player(choice);
    memcpy(used, features, choice->count * sizeof *used);
    choice_habits(model, &player, weights, context, candidates, choice->count, used, habits);
    for (int i = 0; i < choice->count; i++)
        features[i][choice_feature_habit()] = habits[i];
}

static bool add(struct samples *samples, const struct human_set *set,
                const struct choice_model *model, size_t index)
{
    const struct human_choice *choice = &set->choices[index];
    const struct human_option *options = set->options + set->first[index];
    struct position previous, position;
    struct context context;
    struct candidate candidates[CHESS_MOVES_MAX];
    float features[CHESS_MOVES_MAX][CHOICE_FEATURES_MAX];
    if (!human_choice_unpack(choice, options, &previous, &position, &context, candidates)) {
        samples->damaged++;
        return true;
    }
    struct sample *sample = &samples->samples[samples->count++];
    *sample = (struct sample){.rating = choice->rating,
                              .count = choice->count,
                              .played = choice->played,
                              .held_out = choice->flags & HUMAN_HELD_OUT,
                              .option = (uint32_t)samples->option_count};
    choice_knots(choice->rating, sample->knots);
    for (int i = 0; i < choice->count; i++)
        if (candidates[i].score > candidates[sample->best].score)
            sample->best = (uint16_t)i;
    human_choice_features(choice, &context, candidates, features);
    set_habits(model, choice, &context, candidates, features);
    if (!add_options(samples, features, options, choice->count))
        return false;
    sample->has_maia = even_out(samples->maia + sample->option, choice->count);
    return true;
}

bool samples_make(struct samples *samples, const struct human_set *set,
                  const struct choice_model *model)
{
    *samples = (struct samples){.samples = calloc(set->count + 1, sizeof *samples->samples),
                                .first = calloc(set->option_count + 1, sizeof *samples->first),
                                .maia = calloc(set->option_count + 1, sizeof *samples->maia)};
    bool good = samples->samples && samples->first && samples->maia;
    for (size_t i = 0; good && i < set->count; i++)
        good = add(samples, set, model, i);
    if (!good)
        samples_clear(samples);
    return good;
}
