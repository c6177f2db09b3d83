/* Method inaccuracy, after the Score Inaccuracy of MadChess 1.x: each move at the root gets a
 * random error, which is added to its score throughout the search. So the engine misjudges its
 * candidate moves, but not the moves that follow them. */
#include "engine/strength/method.h"

#include <stdio.h>

#include "engine/random.h"

/* The error depends only on the move and `random`, so that the order in which moves are searched
 * does not matter. */
static int root_error(const struct handicap *handicap, uint64_t random, Move move)
{
    return dice_within(random_at(random, move), handicap->root_error);
}

static void explain(const struct position *position, const struct decision *decision, char *text,
                    size_t size)
{
    char best[CHESS_SAN_MAX];
    const struct candidate *played = candidate_of(decision, decision->played);
    const struct candidate *candidate = candidate_of(decision, decision->best);
    int length =
        snprintf(text, size, "errors of up to %d cp in the score of each move: %+d for this one",
                 decision->range, played ? played->shift : 0);
    if (decision->best == decision->played || length < 0 || (size_t)length >= size)
        return;
    chess_to_san(position, decision->best, best);
    snprintf(text + length, size - (size_t)length, ", %+d for %s", candidate ? candidate->shift : 0,
             best);
}

const struct method_row method_inaccuracy = {.root_error = root_error, .explain = explain};
