/* After MadChess 3.x: a die decides whether this move is a blunder, which determines a range, and
 * every candidate within that range of the best is equally likely. */
#include "engine/strength/method.h"

#include <stdio.h>

#include "engine/random.h"

/* Marks the candidates within range of the best one. Returns their number. */
static int mark(struct decision *decision, int range)
{
    int in_range = 1; /* the best is always in range */
    decision->candidates[0].in_range = true;
    for (int i = 1; i < decision->count; i++) {
        struct candidate *candidate = &decision->candidates[i];
        candidate->in_range = candidate_is_playable(candidate, decision->best_score) &&
                              decision->best_score - candidate->score <= range;
        in_range += candidate->in_range;
    }
    return in_range;
}

static int choose(const struct handicap *handicap, const struct context *context,
                  struct decision *decision)
{
    (void)context;
    uint64_t state = decision->random;
    decision->die = (int)(random_next(&state) & 1023);
    decision->blunder_chance = handicap->blunder_chance;
    decision->blunder = decision->die < handicap->blunder_chance;
    decision->range = decision->blunder ? handicap->blunder_error : handicap->move_error;
    int chosen = dice_below(&state, mark(decision, decision->range)), index = 0;
    for (; !decision->candidates[index].in_range || chosen > 0; index++)
        chosen -= decision->candidates[index].in_range;
    return index;
}

static int reach(const struct handicap *handicap)
{
    return handicap->move_error > handicap->blunder_error ? handicap->move_error
                                                          : handicap->blunder_error;
}

/* The die selects one of two ranges, and all candidates within it are equally likely. */
static void chances_of(const struct handicap *handicap, const struct decision *decision,
                       double chances[])
{
    const double blunders = handicap->blunder_chance / 1024.0;
    const int ranges[] = {handicap->move_error, handicap->blunder_error};
    const double shares[] = {1 - blunders, blunders};
    struct decision marked = *decision;
    for (int i = 0; i < decision->count; i++)
        chances[i] = 0;
    for (int blunder = 0; blunder < 2; blunder++) {
        int in_range = mark(&marked, ranges[blunder]);
        for (int i = 0; i < decision->count; i++)
            if (marked.candidates[i].in_range)
                chances[i] += shares[blunder] / in_range;
    }
}

static void explain(const struct position *position, const struct decision *decision, char *text,
                    size_t size)
{
    (void)position;
    int in_range = 0;
    for (int i = 0; i < decision->count; i++)
        in_range += decision->candidates[i].in_range;
    char die[16], chance[16]; /* ".132", without the leading zero */
    snprintf(die, sizeof die, "%.3f", decision->die / 1024.0);
    snprintf(chance, sizeof chance, "%.3f", decision->blunder_chance / 1024.0);
    snprintf(text, size, "die %s %s %s: range %d cp, one of %d", die + 1,
             decision->blunder ? "<" : ">=", chance + 1, decision->range, in_range);
}

const struct method_row method_madchess = {
    .reach = reach, .choose = choose, .chances = chances_of, .explain = explain};
