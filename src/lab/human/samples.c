/* Features are computed once and kept as pairs of an index and a value: most are zero. */
#include "src/lab/human/samples.h"

#include <stdlib.h>

#include "src/lab/human/train.h"

void grains_clear(struct grains *grains)
{
    free(grains->grains);
    free(grains->first);
    free(grains->maia);
    free(grains->features);
    free(grains->values);
    *grains = (struct grains){.grains = NULL};
}

static bool make_room(struct grains *grains, size_t values)
{
    if (grains->value_count + values <= grains->value_room)
        return true;
    size_t room = 2 * grains->value_room + values + (1 << 16);
    uint8_t *features = realloc(grains->features, room * sizeof *features);
    if (features)
        grains->features = features;
    float *more = features ? realloc(grains->values, room * sizeof *more) : NULL;
    if (!more)
        return false;
    grains->values = more;
    grains->value_room = room;
    return true;
}

static bool add_options(struct grains *grains, float features[][CHOICE_FEATURES_MAX],
                        const struct human_option options[], int count)
{
    if (!make_room(grains, (size_t)count * CHOICE_FEATURES_MAX))
        return false;
    for (int i = 0; i < count; i++) {
        for (int j = 0; j < choice_feature_count(); j++)
            if (features[i][j] != 0) {
                grains->features[grains->value_count] = (uint8_t)j;
                grains->values[grains->value_count++] = features[i][j];
            }
        grains->maia[grains->option_count] = (float)options[i].maia / 65535;
        grains->first[++grains->option_count] = grains->value_count;
    }
    return true;
}

/* The networks' chances are cut to whole parts: made to sum up to 1 again. */
static bool even_out(float *maia, int count)
{
    float sum = 0;
    for (int i = 0; i < count; i++)
        sum += maia[i];
    for (int i = 0; i < count && sum > 0; i++)
        maia[i] /= sum;
    return sum > 0;
}

static bool add(struct grains *grains, const struct human_set *set, const float habits[],
                size_t index)
{
    const struct human_choice *choice = &set->choices[index];
    const struct human_option *options = set->options + set->first[index];
    struct position previous, position;
    struct situation situation;
    struct candidate candidates[CHESS_MOVES_MAX];
    float features[CHESS_MOVES_MAX][CHOICE_FEATURES_MAX];
    if (!human_choice_unpack(choice, options, &previous, &position, &situation, candidates)) {
        grains->damaged++;
        return true;
    }
    struct grain *grain = &grains->grains[grains->count++];
    *grain = (struct grain){.rating = choice->rating,
                            .count = choice->count,
                            .played = choice->played,
                            .held_out = choice->flags & HUMAN_HELD_OUT,
                            .option = (uint32_t)grains->option_count};
    choice_knots(choice->rating, grain->knots);
    for (int i = 0; i < choice->count; i++)
        if (candidates[i].score > candidates[grain->best].score)
            grain->best = (uint16_t)i;
    human_choice_features(choice, &situation, candidates, features);
    for (int i = 0; i < choice->count; i++)
        features[i][choice_feature_habit()] = habits[set->first[index] + (size_t)i];
    if (!add_options(grains, features, options, choice->count))
        return false;
    grain->has_maia = even_out(grains->maia + grain->option, choice->count);
    return true;
}

bool grains_make(struct grains *grains, const struct human_set *set,
                 const struct choice_model *model)
{
    float *habits = malloc((set->option_count + 1) * sizeof *habits);
    *grains = (struct grains){.grains = calloc(set->count + 1, sizeof *grains->grains),
                              .first = calloc(set->option_count + 1, sizeof *grains->first),
                              .maia = calloc(set->option_count + 1, sizeof *grains->maia)};
    bool good = habits && grains->grains && grains->first && grains->maia &&
                human_habits(set, model, habits);
    for (size_t i = 0; good && i < set->count; i++)
        good = add(grains, set, habits, i);
    if (!good)
        grains_clear(grains);
    free(habits);
    return good;
}
