/* Names of the search's features, and what a score says: mate in so many moves, or the chances of a
 * win, a draw and a loss. */
#include <string.h>

#include "engine/engine.h"

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

/* Whether a word is the first letters of a name of several words: "lmr". */
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

bool score_is_mate(Score score, int *moves)
{
    if (score >= SCORE_MATE_MIN && score <= SCORE_MATE) {
        *moves = (SCORE_MATE - score + 1) / 2;
        return true;
    }
    if (score <= -SCORE_MATE_MIN && score >= -SCORE_MATE) {
        *moves = -((SCORE_MATE + score + 1) / 2);
        return true;
    }
    return false;
}

/* 1000 / (1 + 2^(-x / 256)) for the logistic curve, by halving steps between table points, so
 * that every machine says the same. */
static int logistic_permille(int x)
{
    /* 1000 / (1 + e^(-i / 4)) for i = 0 .. 28 */
    static const int points[] = {500, 562, 622, 679, 731, 777, 818, 852, 881, 905,
                                 924, 940, 953, 963, 971, 977, 982, 986, 989, 991,
                                 993, 995, 996, 997, 998, 998, 998, 999, 999, 999};
    const int last = (int)(sizeof points / sizeof *points) - 1;
    int size = x < 0 ? -x : x, at = size / 256, rest = size % 256;
    int value = at >= last ? 1000 : points[at] + (points[at + 1] - points[at]) * rest / 256;
    return x < 0 ? 1000 - value : value;
}

void score_to_wdl(Score score, int ply, int wdl[3])
{
    /* A pawn up wins more often late in the game; the curve's width is in centipawns. */
    int moves = (ply < 16 ? 16 : ply > 160 ? 160 : ply) / 2;
    int lead = 190 - moves / 2, width = 85 - moves / 4;
    if (score >= SCORE_TABLEBASE_MIN || score <= -SCORE_TABLEBASE_MIN) {
        wdl[0] = score > 0 ? 1000 : 0;
        wdl[2] = 1000 - wdl[0];
        wdl[1] = 0;
        return;
    }
    int limited = score > 4000 ? 4000 : score < -4000 ? -4000 : score;
    wdl[0] = logistic_permille((limited - lead) * 1024 / width);
    wdl[2] = logistic_permille((-limited - lead) * 1024 / width);
    wdl[1] = 1000 - wdl[0] - wdl[2];
}
