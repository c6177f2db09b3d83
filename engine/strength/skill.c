/* The method skill: follows the command skill of the engine Crafty, from 1 to 100, as its author
 * described it in 2008 (Hyatt, talkchess.com, thread 21471). At skill 50 Crafty halves its
 * evaluation, adds a random value of up to half a pawn, and scales reductions and extensions back.
 * Hyatt measured about 200 Elo less at 70 and 400 less at 50.
 *
 * Only the ratio of the random value to the evaluation matters, so here the evaluation stays as it
 * is and the random value grows. At SKILL_PLAIN and below, the search uses no null moves,
 * reductions or check extensions. Crafty keeps its full speed; here lower levels are also slower,
 * because a little noise alone does not weaken the engine enough. */
#include "engine/strength/method.h"

#include <stdio.h>

enum { SKILL_PLAIN = 50, HALF_PAWN = 50 };

static int leaf_noise(const struct handicap *handicap)
{
    return HALF_PAWN * (100 - handicap->skill) / handicap->skill;
}

static void search(const struct handicap *handicap, struct search_features *features)
{
    if (handicap->skill > SKILL_PLAIN)
        return;
    features->null_move = false;
    features->late_move_reductions = false;
    features->check_extension = false;
}

static void explain(const struct position *position, const struct decision *decision, char *text,
                    size_t size)
{
    (void)position;
    snprintf(text, size, "skill %d, evaluation errors up to %d cp; played the best move it found",
             decision->handicap.skill, decision->range);
}

const struct method_row method_skill = {
    .leaf_noise = leaf_noise, .search = search, .explain = explain};
