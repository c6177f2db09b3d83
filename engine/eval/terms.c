/* The weights of terms.def as vectors, the descriptions of the terms, and the names of the groups.
 * A level's knowledge is applied here, to a copy of the weights, so that the evaluation itself has
 * no branch that depends on strength. */
#include "engine/evaluation.h"

#include <string.h>

#include "engine/eval/scan.h"
#include "engine/random.h"

/* The value of a weight with full knowledge and with none (naive), in centipawns. */
struct value {
    int16_t middlegame, endgame;
    int16_t naive_middlegame, naive_endgame;
};

#define V(mg, eg, naive_mg, naive_eg)                                                              \
    {                                                                                              \
        mg, eg, naive_mg, naive_eg                                                                 \
    }
#define P(mg, eg)                                                                                  \
    {                                                                                              \
        mg, eg, 0, 0                                                                               \
    }

/* Each term is a separate member, so that a term with too many values does not compile. A struct of
 * arrays of one type has no padding, so the union can also be read as one vector. */
static const union {
    struct {
#define TERM(id, count, group, min, max, words, ...) struct value id[count];
#include "engine/eval/terms.def"
#undef TERM
    } row;
    struct value at[WEIGHT_COUNT];
} values = {{
#define TERM(id, count, group, min, max, words, ...) {__VA_ARGS__},
#include "engine/eval/terms.def"
#undef TERM
}};

_Static_assert(sizeof values == WEIGHT_COUNT * sizeof(struct value), "the rows form one array");

static const struct weights full = {
    .key = 0,
    .packed =
        {
#undef V
#undef P
#define V(mg, eg, naive_mg, naive_eg)                PACK(mg, eg)
#define P(mg, eg)                                    PACK(mg, eg)
#define TERM(id, count, group, min, max, words, ...) __VA_ARGS__,
#include "engine/eval/terms.def"
#undef TERM
        },
    .middlegame =
        {
#undef V
#undef P
#define V(mg, eg, naive_mg, naive_eg)                mg
#define P(mg, eg)                                    mg
#define TERM(id, count, group, min, max, words, ...) __VA_ARGS__,
#include "engine/eval/terms.def"
#undef TERM
        },
    .endgame =
        {
#undef V
#undef P
#define V(mg, eg, naive_mg, naive_eg)                eg
#define P(mg, eg)                                    eg
#define TERM(id, count, group, min, max, words, ...) __VA_ARGS__,
#include "engine/eval/terms.def"
#undef TERM
        },
};

static const struct term_info infos[TERM_COUNT] = {
#define TERM(id, count, group, min, max, words, ...)                                               \
    {#id, words, GROUP_##group, TERM_##id##_AT, count, min, max},
#include "engine/eval/terms.def"
#undef TERM
};

static const struct {
    const char *key, *name, *ascii, *words;
} groups[GROUP_COUNT] = {
#define X(id, key, name, ascii, words) {key, name, ascii, words},
    POSITIONAL_GROUPS(X)
#undef X
};

const struct term_info *term_info(enum term term)
{
    return &infos[term];
}

const struct weights *weights_full(void)
{
    return &full;
}

/* Interpolates between the naive value of a weight (percent 0) and its full value (percent 100).
 * Halves are rounded away from the naive value. */
static int16_t between(int naive, int known, int percent)
{
    int distance = (known - naive) * percent;
    return (int16_t)(naive + (distance + (distance < 0 ? -50 : 50)) / 100);
}

/* 100 minus a knowledge percentage, clamped to 0 .. 100. */
static int missing(int percent)
{
    return percent < 0 ? 100 : percent > 100 ? 0 : 100 - percent;
}

static void pack(struct weights *weights)
{
    for (int i = 0; i < WEIGHT_COUNT; i++)
        weights->packed[i] = PACK(weights->middlegame[i], weights->endgame[i]);
}

void weights_for(struct weights *weights, const int knowledge[GROUP_COUNT])
{
    weights->key = 0;
    for (int term = 0; term < TERM_COUNT; term++) {
        const struct term_info *info = &infos[term];
        int percent = 100 - missing(knowledge[info->group]);
        for (int i = info->at; i < info->at + info->count; i++) {
            const struct value *value = &values.at[i];
            weights->middlegame[i] = between(value->naive_middlegame, value->middlegame, percent);
            weights->endgame[i] = between(value->naive_endgame, value->endgame, percent);
        }
    }
    pack(weights);
    for (int group = 0; group < GROUP_COUNT; group++)
        weights->key = weights->key * RANDOM_STEP + (uint64_t)missing(knowledge[group]);
}

void weights_drop_network(struct weights *weights)
{
    for (int i = TERM_pawn_network_AT; i <= TERM_pawn_network_LAST; i++)
        weights->packed[i] = weights->middlegame[i] = weights->endgame[i] = 0;
    weights->key ^= RANDOM_STEP; /* so that the cache keeps scores with and without the network
                                  * apart */
}

void weights_of_level(struct weights *weights, const int knowledge[GROUP_COUNT])
{
    weights_for(weights, knowledge);
    weights_drop_network(weights);
}

void weights_full_of_level(struct weights *weights)
{
    *weights = full;
    weights_drop_network(weights);
}

void weights_flatten(struct weights *weights)
{
    memcpy(weights->endgame, weights->middlegame, sizeof weights->endgame);
    pack(weights);
    weights->key = ~weights->key; /* a key that differs from that of the original weights, so that
                                   * the cache keeps them apart */
}

const char *group_name(enum group group)
{
    return groups[group].name;
}

const char *group_words(enum group group)
{
    return groups[group].words;
}

const char *group_ascii(enum group group)
{
    return groups[group].ascii;
}

const char *group_key(enum group group)
{
    return groups[group].key;
}
