/* The method noise: a random number is added to the evaluation of each position that the search
 * reaches. The number is a hash of the position, so that the same position is misjudged in the same
 * way throughout a game. A search with nothing but random evaluations still plays sensible chess,
 * because it prefers positions with many moves (Beal and Smith, "Random evaluations in chess", ICCA
 * Journal 17/1, 1994). Therefore the method also limits the speed. */
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
    snprintf(text, size, "evaluation errors up to %d cp; played the best move it found",
             decision->range);
}

const struct method_row method_noise = {.leaf_noise = leaf_noise, .explain = explain};
