/* Helper functions for the candidates of a decision: which of them may be chosen, finding one by
 * its move, and how many people play it. */
#include <stdio.h>

#include "engine/strength/method.h"

bool candidate_is_playable(const struct candidate *candidate, Score best)
{
    return candidate->dropped_by == RULE_NONE &&
           (candidate->score > -SCORE_TABLEBASE_MIN || candidate->score == best);
}

int candidates_mark_playable(struct decision *decision)
{
    int count = 0;
    for (int i = 0; i < decision->count; i++) {
        struct candidate *candidate = &decision->candidates[i];
        candidate->in_range = candidate_is_playable(candidate, decision->best_score);
        count += candidate->in_range;
    }
    return count;
}

int candidates_in_range(const struct decision *decision)
{
    int count = 0;
    for (int i = 0; i < decision->count; i++)
        count += decision->candidates[i].in_range;
    return count;
}

const struct candidate *candidate_of(const struct decision *decision, Move move)
{
    for (int i = 0; i < decision->count; i++)
        if (decision->candidates[i].move == move)
            return &decision->candidates[i];
    return NULL;
}

bool is_only_move(const struct position *position)
{
    Move moves[CHESS_MOVES_MAX];
    return chess_moves(position, moves) == 1;
}

int explain_share(const struct decision *decision, int chance, char *text, size_t size)
{
    char share[32] = "fewer than 0.1%";
    if (chance >= 500)
        snprintf(share, sizeof share, "%.1f%%", chance / 1e4);
    if (decision->handicap.like[0])
        return snprintf(text, size, "%s likely in the style of %s", share, decision->handicap.like);
    if (decision->method == METHOD_HUMAN) /* the rating of the imitated players is not the level's
                                           * Elo, so the text leaves it out */
        return snprintf(text, size, "%s of the players it imitates play it", share);
    return snprintf(text, size, "%s of those rated %d on Lichess play it", share, decision->range);
}
