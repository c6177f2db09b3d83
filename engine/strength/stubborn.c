/* The method stubborn chooses a random move first. It looks at the other moves in random order and
 * changes its choice only for a move whose score is better by a margin. So the move played is worse
 * than the best one by less than the margin. */
#include "engine/strength/method.h"

#include <stdio.h>

#include "engine/random.h"

static int choose(const struct handicap *handicap, const struct context *context,
                  struct decision *decision)
{
    (void)context;
    uint64_t state = decision->random;
    int order[CHESS_MOVES_MAX], count = 0;
    (void)candidates_mark_playable(decision);
    for (int i = 0; i < decision->count; i++) {
        if (decision->candidates[i].in_range)
            order[count++] = i;
        decision->candidates[i].in_range = false;
    }
    decision->range = handicap->margin;
    int held = -1;
    for (int i = 0; i < count; i++) {
        int other = i + dice_below(&state, count - i), index = order[other];
        order[other] = order[i];
        if (held >= 0 && decision->candidates[index].score - decision->candidates[held].score <
                             handicap->margin)
            continue;
        decision->changes += held >= 0;
        if (held < 0)
            decision->first = decision->candidates[index].move;
        decision->candidates[index].in_range = true;
        held = index;
    }
    return held;
}

static void explain(const struct position *position, const struct decision *decision, char *text,
                    size_t size)
{
    char first[CHESS_SAN_MAX];
    chess_to_san(position, decision->first, first);
    if (decision->changes == 0)
        snprintf(text, size, "first idea %s; no other move was %d cp better", first,
                 decision->range);
    else
        snprintf(text, size, "first idea %s, replaced %d time%s by a move at least %d cp better",
                 first, decision->changes, decision->changes == 1 ? "" : "s", decision->range);
}

const struct method_row method_stubborn = {.choose = choose, .explain = explain};
