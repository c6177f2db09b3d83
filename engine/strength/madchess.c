/* The method madchess, after MadChess 3.x. A random number (the die) decides whether this move is a
 * blunder; a blunder may be further below the best move than a usual choice. Without an order bias,
 * every candidate within that range is equally likely. With an order bias, each is less likely than
 * the next better one. */
#include "engine/strength/method.h"

#include <stdio.h>
#include <string.h>

#include "engine/random.h"

enum { SURE = 100 /* an order bias of 100 percent: only the best candidate is played */ };

/* The index of the best candidate that no rule dropped. */
static int first_kept(const struct decision *decision)
{
    int first = 0;
    while (first + 1 < decision->count && decision->candidates[first].dropped_by != RULE_NONE)
        first++;
    return decision->candidates[first].dropped_by == RULE_NONE ? first : 0;
}

/* Marks the candidates that may be chosen: those at most `range` centipawns below the best one.
 * Returns their number. */
static int mark(struct decision *decision, int range)
{
    int first = first_kept(decision), in_range = 1; /* the best candidate is always in range */
    for (int i = 0; i < decision->count; i++)
        decision->candidates[i].in_range = i == first;
    for (int i = first + 1; i < decision->count; i++) {
        struct candidate *candidate = &decision->candidates[i];
        candidate->in_range = candidate_is_playable(candidate, decision->best_score) &&
                              decision->best_score - candidate->score <= range;
        in_range += candidate->in_range;
    }
    return in_range;
}

/* The weight of the first candidate in range; the weight of each further one is smaller by the
 * order bias. Weights are integers, so that every machine draws the same move. */
static const uint64_t full_weight = UINT64_C(1) << 40;

static uint64_t next_weight(uint64_t weight, int order_bias)
{
    return weight * (uint64_t)(SURE - order_bias) / SURE;
}

/* The sum of the weights of `count` candidates; there is at least one. */
static uint64_t sum_of_weights(int count, int order_bias)
{
    uint64_t sum = full_weight, weight = full_weight;
    for (int i = 1; i < count; i++) {
        weight = next_weight(weight, order_bias);
        sum += weight;
    }
    return sum;
}

/* Draws one of `count` candidates, which are in range and sorted best first. Returns its number,
 * from 0. */
static int draw(uint64_t *state, int count, int order_bias)
{
    if (order_bias == 0)
        return dice_below(state, count);
    uint64_t weight = full_weight;
    uint64_t die = random_next(state) % sum_of_weights(count, order_bias);
    int drawn = 0;
    for (; drawn + 1 < count && die >= weight; drawn++) {
        die -= weight;
        weight = next_weight(weight, order_bias);
    }
    return drawn;
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
    int chosen = draw(&state, mark(decision, decision->range), handicap->order_bias), index = 0;
    for (; !decision->candidates[index].in_range || chosen > 0; index++)
        chosen -= decision->candidates[index].in_range;
    return index;
}

static int reach(const struct handicap *handicap)
{
    return handicap->move_error > handicap->blunder_error ? handicap->move_error
                                                          : handicap->blunder_error;
}

/* Computes the probability of each candidate: the die selects one of two ranges, and the order bias
 * weights the candidates within it. */
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
        uint64_t weight = full_weight;
        double all = (double)sum_of_weights(in_range, handicap->order_bias);
        for (int i = 0; i < decision->count; i++)
            if (marked.candidates[i].in_range) {
                chances[i] += shares[blunder] * (double)weight / all;
                weight = next_weight(weight, handicap->order_bias);
            }
    }
}

/* Writes a number of 1024ths, without the leading zero: ".132", "1.000". */
static void write_chance(int number, char text[16])
{
    snprintf(text, 16, "%.3f", number / 1024.0);
    if (text[0] == '0')
        memmove(text, text + 1, strlen(text));
}

static void explain(const struct position *position, const struct decision *decision, char *text,
                    size_t size)
{
    (void)position;
    int in_range = 0;
    for (int i = 0; i < decision->count; i++)
        in_range += decision->candidates[i].in_range;
    char die[16], chance[16], which[32] = "the only move";
    write_chance(decision->die, die);
    write_chance(decision->blunder_chance, chance);
    if (in_range != 1)
        snprintf(which, sizeof which, "one of %d moves", in_range);
    snprintf(text, size, "random number %s, %s %s: %s; %s within %d cp", die,
             decision->blunder ? "below" : "not below", chance,
             decision->blunder ? "a blunder allowed" : "no blunder", which, decision->range);
}

const struct method_row method_madchess = {
    .reach = reach, .choose = choose, .chances = chances_of, .explain = explain};
