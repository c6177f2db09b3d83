/* Every position the search evaluates is misjudged by a noise of its own: a hash of the position,
 * so the same position is misjudged the same way all game. A search over noise alone still plays
 * sensible chess, as it prefers to have many moves (Beal and Smith, "Random evaluations in chess",
 * ICCA Journal 17/1, 1994), so the speed is limited as well. */
#include "engine/strength/method.h"

#include <stdio.h>

static int leaf_noise(const struct handicap *handicap)
{
    return handicap->leaf_noise;
}

static void explain(const struct position *position, const struct decision *decision, char *text,
                    size_t size)
{
    (void)position;
    snprintf(text, size, "evaluations up to %d cp off: the best it saw", decision->range);
}

const struct method_row method_noise = {.leaf_noise = leaf_noise, .explain = explain};
