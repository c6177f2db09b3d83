/* The method arasan: follows the Strength setting of the engine Arasan, from 1 to 100, as in its
 * source code around version 20. The positional part of the evaluation shrinks in proportion to the
 * strength; material keeps its value. Below 75 a random number is added to each evaluation, a
 * larger one for weaker levels. The depth is limited to 2.1 ^ (strength / 25) plies, and the search
 * is slower. We left out two of Arasan's ways to play weaker: it leaves rare moves out of its
 * opening book, and it plays the second-best move now and then. */
#include "engine/strength/method.h"

#include <math.h>
#include <stdio.h>

enum {
    RANDOM_BELOW = 75,
    POSITIONAL_LEAST = 10, /* percent of the positional evaluation that always remains */
    NOT_LIMITED_FROM = 96, /* from this strength on, the depth is not limited */
};

/* The largest random number in centipawns: 0 from strength 75 on. Below 75 it rises as the strength
 * falls, faster below 50 and faster still below 25, to 150 at strength 0. */
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
    snprintf(text, size,
             "strength %d, %d plies, evaluation errors up to %d cp; played the best move it found",
             decision->handicap.strength, depth(&decision->handicap), decision->range);
}

const struct method_row method_arasan = {
    .leaf_noise = leaf_noise, .depth = depth, .knowledge = knowledge, .explain = explain};
