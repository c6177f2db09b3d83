/* The choice of a weakened engine: takes scored candidates, a handicap and a random state, and
 * returns one move with the reasons for it. The best move is played in a known win. Otherwise the
 * human rules remove candidates, and the method chooses among the rest. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "engine/rules/position.h"
#include "engine/random.h"
#include "engine/strength/method.h"

uint64_t handicap_random(const struct handicap *handicap, int ply)
{
    return random_at(random_at(handicap->seed, 1), (uint64_t)ply);
}

/* Sorts candidates by score, best first. The sort is stable. */
static void sort(struct candidate candidates[], int count)
{
    for (int i = 1; i < count; i++) {
        struct candidate candidate = candidates[i];
        int j = i;
        for (; j > 0 && candidates[j - 1].score < candidate.score; j--)
            candidates[j] = candidates[j - 1];
        candidates[j] = candidate;
    }
}

/* Returns whether the enemy has a bare king and the side to move has material that can mate it, now
 * or after promoting. */
bool has_bare_king_to_mate(const struct position *position)
{
    int us = position->side;
    return popcount(position->by_color[!us]) == 1 && chess_can_mate(position, us);
}

/* Returns whether the method plays without errors in this position because the enemy has only a
 * bare king. Most methods make no deliberate errors against a bare king. Methods that imitate
 * people do err, because people spoil two or three such wins in a hundred: method human draws its
 * moves at random until the fifty-move rule comes near, and the Maia networks always do so. */
static bool is_mated_by_all(const struct method_row *row, const struct position *position,
                            Score best)
{
    enum { HURRIED = 30 }; /* after this many plies without a capture or pawn move, method human
                            * makes no more errors */
    return best > 0 && has_bare_king_to_mate(position) && !row->networks &&
           (!row->human || position->halfmoves >= HURRIED);
}

/* Chooses the move that the search considered best. The search compared scores with the method's
 * errors added. The candidates have scores without these errors, so the errors are added again
 * here. */
static int choose_as_searched(const struct method_row *row, const struct handicap *handicap,
                              struct decision *decision)
{
    int chosen = 0;
    Score most = -SCORE_INFINITE;
    if (row->leaf_noise)
        decision->range = row->leaf_noise(handicap);
    if (row->root_error)
        decision->range = handicap->root_error;
    for (int i = 0; i < decision->count; i++) {
        struct candidate *candidate = &decision->candidates[i];
        candidate->in_range = true;
        if (row->root_error)
            candidate->shift = row->root_error(handicap, decision->random, candidate->move);
        Score misjudged = score_with_error(candidate->score, candidate->shift);
        if (misjudged > most) {
            most = misjudged;
            chosen = i;
        }
    }
    return chosen;
}

bool handicap_varies(const struct handicap *handicap, const struct position *position)
{
    const struct method_row *row = method_row(handicap->method);
    return handicap->limited && !row->human && !row->networks &&
           2 * (position->fullmove - 1) + position->side < handicap->varied_plies;
}

/* Draws one of the moves that are at most VARIED_RANGE centipawns worse than the best; all of them
 * are equally likely. */
static int choose_varied(struct decision *decision)
{
    uint64_t state = decision->random;
    int count = 0;
    for (; count < decision->count; count++) {
        struct candidate *candidate = &decision->candidates[count];
        if (decision->best_score - candidate->score > VARIED_RANGE)
            break;
        candidate->in_range = true;
    }
    decision->range = VARIED_RANGE;
    assert(count > 0); /* the best move is always in range */
    return dice_below(&state, count);
}

/* Removes the candidates after which the search found a mate against us, unless every move permits
 * one. The candidates are sorted, best first. */
static void keep_from_mate(struct decision *decision)
{
    while (decision->count > 1 && decision->best_score > -SCORE_MATE_MIN &&
           decision->candidates[decision->count - 1].score <= -SCORE_MATE_MIN)
        decision->count--;
}

static int choose(const struct context *context, const struct handicap *handicap,
                  struct decision *decision)
{
    const struct method_row *row = method_row(handicap->method);
    if (handicap_varies(handicap, context->position))
        return choose_varied(decision);
    if (!row->choose)
        return choose_as_searched(row, handicap, decision);
    human_rules_drop(context, handicap, decision);
    return row->choose(handicap, context, decision);
}

void decide(const struct context *context, const struct candidate candidates[], int count,
            const struct handicap *handicap, uint64_t random, struct decision *decision)
{
    memset(decision, 0, sizeof *decision);
    decision->random = random;
    decision->method = handicap->method;
    decision->handicap = *handicap;
    decision->spent = context->spent;
    decision->usual = context->usual;
    if (count <= 0)
        return;
    decision->count = count < CHESS_MOVES_MAX ? count : CHESS_MOVES_MAX;
    for (int i = 0; i < decision->count; i++) {
        struct candidate *candidate = &decision->candidates[i];
        candidate->move = candidates[i].move;
        candidate->score = candidates[i].score;
        candidate->chance = candidates[i].chance;
        candidate->answer = candidates[i].answer;
        memcpy(candidate->shallow, candidates[i].shallow, sizeof candidate->shallow);
        candidate->dropped_by = RULE_NONE;
    }
    sort(decision->candidates, decision->count);
    decision->best = decision->candidates[0].move;
    decision->best_score = decision->candidates[0].score;

    int chosen = 0;
    if (handicap->limited) {
        decision->made = true;
        const struct method_row *row = method_row(handicap->method);
        decision->forced_win = (!row->human && decision->best_score >= SCORE_TABLEBASE_MIN) ||
                               is_mated_by_all(row, context->position, decision->best_score);
        decision->candidates[0].in_range = true;
        if (handicap->guard)
            keep_from_mate(decision);
        if (!decision->forced_win)
            chosen = choose(context, handicap, decision);
    }
    decision->played = decision->candidates[chosen].move;
    decision->played_score = decision->candidates[chosen].score;
    decision->cost = decision->best_score - decision->played_score;
    decision->deliberate = decision->cost > 0;
}

struct limits decision_limits(const struct decision *decision)
{
    return (struct limits){.nodes = decision->cut, .budget = decision->budget,
                           .opponent_spent = decision->spent, .usual = decision->usual};
}

void decision_reason(const struct position *position, const struct decision *decision, char *text,
                     size_t size)
{
    if (!decision->made)
        snprintf(text, size, "full strength");
    else if (decision->forced_win)
        snprintf(text, size, "a known win: no random choice");
    else if (handicap_varies(&decision->handicap, position))
        snprintf(text, size, "one of %d good moves, to vary the opening",
                 candidates_in_range(decision));
    else
        method_row(decision->method)->explain(position, decision, text, size);
    size_t length = strlen(text);
    if (decision->made && decision->pressure > 0 && decision->pressure != 100)
        snprintf(text + length, size - length, "; errors %d%% of usual", decision->pressure);
}
