/* The table of search features: their defaults, and finding one by its name or initials. */
#include "engine/search/features.h"

#include <string.h>

static const struct {
    const char *name;
    size_t offset;
} feature_table[SEARCH_FEATURE_COUNT] = {
#define X(id, on, words) {#id, offsetof(struct search_features, id)},
    SEARCH_FEATURES(X)
#undef X
};

struct search_features search_features_default(void)
{
    return (struct search_features){
#define X(id, on, words) .id = on,
        SEARCH_FEATURES(X)
#undef X
    };
}

void search_features_of_levels(struct search_features *features)
{
    features->cutoff_counts = features->singular_early = features->pawn_network = false;
}

const char *search_feature_name(int which)
{
    return feature_table[which].name;
}

bool *search_feature(struct search_features *features, int which)
{
    return (bool *)((char *)features + feature_table[which].offset);
}

/* Returns whether `word` consists of the first letters of the words in `name`, such as "lmr" for
 * late_move_reductions. */
static bool is_initials(const char *name, const char *word)
{
    for (; name && *name == *word; word++) {
        name = strchr(name, '_');
        if (name)
            name++;
    }
    return !name && *word == '\0';
}

bool search_features_set(struct search_features *features, const char *name, bool on)
{
    int found = 0, alike = 0;
    for (int i = 0; i < SEARCH_FEATURE_COUNT; i++)
        if (strcmp(feature_table[i].name, name) == 0) {
            found = i;
            alike = 1;
            break;
        } else if (name[0] && name[1] && is_initials(feature_table[i].name, name)) {
            found = i;
            alike++;
        }
    if (alike != 1)
        return false;
    *search_feature(features, found) = on;
    return true;
}
