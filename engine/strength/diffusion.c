/* Method diffusion, a drift-diffusion model of the choice (Ratcliff, "A theory of memory
 * retrieval", Psychological Review 85, 1978). In each step the evidence for each candidate grows by
 * a part of its score and a random amount. After a fixed number of steps the candidate with the
 * most evidence is played. The random amount is larger if the choice is difficult (scores far
 * apart, many moves) or if the opponent thought for unusually long or hardly at all. */
#include "engine/strength/method.h"

#include <stdio.h>

#include "engine/random.h"

/* How far `number` is from `usual`, in percent: -100 if `number` is 0; 0 if it equals `usual`;
 * close to 100 if it is much larger. */
static int unusual(int64_t number, int64_t usual)
{
    return number + usual > 0 ? (int)((number - usual) * 100 / (number + usual)) : 0;
}

/* The mean difference in centipawns between the best candidate and the others. Of the others only
 * the best eight count, and a difference above 300 counts as 300. */
static int spread_of(const struct decision *decision)
{
    enum { LOOKED_AT = 8, FAR = 300 };
    int sum = 0, count = 0;
    for (int i = 1; i < decision->count && count < LOOKED_AT; i++) {
        const struct candidate *candidate = &decision->candidates[i];
        if (candidate->dropped_by != RULE_NONE)
            continue;
        int short_by = decision->best_score - candidate->score;
        sum += short_by < FAR ? short_by : FAR;
        count++;
    }
    return count > 0 ? sum / count : 0;
}

static int width_percent(const struct handicap *handicap, const struct context *context,
                         const struct decision *decision)
{
    const int least = 25;
    int64_t usual = context->usual > 0 ? context->usual : handicap->usual_time;
    int time = context->spent > 0 ? unusual(context->spent, usual) : 0;
    int percent =
        100 +
        handicap->spread_effect * unusual(spread_of(decision), handicap->usual_spread) / 100 +
        handicap->replies_effect * unusual(decision->count, handicap->usual_replies) / 100 +
        handicap->time_effect * (time < 0 ? -time : time) / 100;
    return percent > least ? percent : least;
}

static int choose(const struct handicap *handicap, const struct context *context,
                  struct decision *decision)
{
    uint64_t state = decision->random;
    int64_t evidence[CHESS_MOVES_MAX] = {0}; /* the evidence for each candidate, in hundredths of a
                                              * centipawn */
    int best = -1;
    (void)candidates_mark_playable(decision);
    decision->width_percent = width_percent(handicap, context, decision);
    decision->range = handicap->walk * decision->width_percent / 100;
    for (int step = 0; step < handicap->steps; step++)
        for (int i = 0; i < decision->count; i++) {
            const struct candidate *candidate = &decision->candidates[i];
            if (candidate->in_range)
                evidence[i] += (candidate->score - decision->best_score) * handicap->drift +
                               100 * (int64_t)dice_normal(&state, decision->range);
        }
    for (int i = 0; i < decision->count; i++) {
        struct candidate *candidate = &decision->candidates[i];
        if (!candidate->in_range)
            continue;
        /* The random part of the evidence, converted to centipawns of score. */
        int64_t drift = (int64_t)handicap->steps * handicap->drift;
        int64_t own = (candidate->score - decision->best_score) * drift;
        candidate->shift = drift > 0 ? (int)((evidence[i] - own) / drift) : 0;
        if (best < 0 || evidence[i] > evidence[best])
            best = i;
    }
    return best;
}

static void explain(const struct position *position, const struct decision *decision, char *text,
                    size_t size)
{
    (void)position;
    const struct candidate *played = candidate_of(decision, decision->played);
    snprintf(text, size,
             "random steps of up to %d cp (%d%% of usual) for %d moves; %+d cp in all for this one",
             decision->range, decision->width_percent, candidates_in_range(decision),
             played ? played->shift : 0);
}

const struct method_row method_diffusion = {.choose = choose, .explain = explain};
