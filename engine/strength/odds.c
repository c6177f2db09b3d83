/* Computes how likely a weakened engine is to play each move: with the method's own formula, or by
 * repeating the choice many times with different random numbers. */
#include "engine/random.h"
#include "engine/strength/method.h"

static void count_draws(const struct method_row *row, const struct position *position,
                        const struct handicap *handicap, const struct decision *decision,
                        double chances[])
{
    const struct context context = {
        .position = position, .spent = decision->spent, .usual = decision->usual};
    struct decision blank = *decision;
    for (int i = 0; i < decision->count; i++) {
        chances[i] = 0;
        blank.candidates[i].in_range = false;
    }
    blank.changes = 0;
    for (int i = 0; i < ODDS_DRAWS; i++) {
        struct decision again = blank;
        again.random = random_at(decision->random, (uint64_t)i);
        chances[row->choose(handicap, &context, &again)] += 1.0 / ODDS_DRAWS;
    }
}

bool decision_odds(const struct position *position, const struct handicap *handicap,
                   const struct decision *decision, double chances[CHESS_MOVES_MAX], bool *exact)
{
    const struct method_row *row = method_row(decision->method);
    const bool varied = handicap_varies(&decision->handicap, position);
    *exact = decision->forced_win || varied || row->chances;
    if (decision->count == 0 || (!decision->forced_win && !varied && !row->choose))
        return false;
    if (decision->forced_win) {
        for (int i = 0; i < decision->count; i++)
            chances[i] = decision->candidates[i].move == decision->played;
    } else if (varied) {
        for (int i = 0; i < decision->count; i++)
            chances[i] = decision->candidates[i].in_range
                             ? 1.0 / candidates_in_range(decision) : 0;
    } else if (row->chances) {
        row->chances(handicap, decision, chances);
    } else {
        count_draws(row, position, handicap, decision, chances);
    }
    return true;
}
