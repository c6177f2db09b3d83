/* After the strength of Arasan, from 1 to 100, as its source had it around version 20: the
 * positional part of the evaluation shrinks in proportion, material stays; below 75 a random number
 * is added, the more the weaker; the depth is limited, by 2.1 ^ (strength / 25); and the search is
 * slower. Left out: its opening book without rare moves, and a second-best move now and then. */
#include "engine/strength/method.h"

#include <math.h>
#include <stdio.h>

enum {
    RANDOM_BELOW = 75,
    POSITIONAL_LEAST = 10, /* percent that stays of the positional evaluation */
    NOT_LIMITED_FROM = 96, /* in depth */
};

/* Half a pawn at strength 0, more below 50, and more again below 25. */
static int leaf_noise(const struct handicap *handicap)
{
    int strength = handicap->strength;
    if (strength >= RANDOM_BELOW)
        return 0;
    int most = 100 - 4 * strength / 3;
    most += strength < 50 ? 2 * (50 - strength) : 0;
    most += strength < 25 ? 4 * (25 - strength) : 0;
    return most / 2;
}

static int depth(const struct handicap *handicap)
{
    if (handicap->strength >= NOT_LIMITED_FROM)
        return 0;
    int plies = (int)(pow(2.1, handicap->strength / 25.0) + 0.5);
    return plies > 1 ? plies : 1;
}

static int knowledge(const struct handicap *handicap, enum group group)
{
    if (group <= GROUP_MAJOR_VALUES)
        return 100;
    return handicap->strength > POSITIONAL_LEAST ? handicap->strength : POSITIONAL_LEAST;
}

static void explain(const struct position *position, const struct decision *decision, char *text,
                    size_t size)
{
    (void)position;
    snprintf(text, size, "strength %d: %d plies, evaluations up to %d cp off: the best it saw",
             decision->handicap.strength, depth(&decision->handicap), decision->range);
}

const struct method_row method_arasan = {
    .leaf_noise = leaf_noise, .depth = depth, .knowledge = knowledge, .explain = explain};
