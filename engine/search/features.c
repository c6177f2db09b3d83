/* The table of search features: their defaults, and finding one by its name or initials. */
#include "engine/search/features.h"

#include <string.h>

static const struct {
    const char *name;
    size_t offset;
    bool on;
} feature_table[] = {
#define X(id, on, words) {#id, offsetof(struct search_features, id), on},
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

/* Returns whether word consists of the first letters of the words in name: "lmr". */
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
    const size_t count = sizeof feature_table / sizeof *feature_table;
    size_t found = count, alike = 0;
    for (size_t i = 0; i < count; i++)
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
    *(bool *)((char *)features + feature_table[found].offset) = on;
    return true;
}
