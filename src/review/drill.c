/* Compares what the evaluation says after the move played and after the full-strength move, each
 * followed by the best reply, so that a half-finished exchange does not count. If the group's part
 * of the evaluation is better for you after the move played, the difference is what the opponent
 * conceded. Opponents with full knowledge make such moves now and then, too. */
#include "src/review/drill.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "src/game/format.h"
#include "src/util/text.h"
#include "src/review/review.h"

/* Returns the value of the group's terms after the first `length` moves of `line`, in centipawns
 * for you. */
static int term_after(const struct position *start, const Move line[], int length, int you,
                      int group)
{
    struct position position = *start;
    struct trace trace;
    for (int i = 0; i < length && chess_is_legal(&position, line[i]); i++)
        chess_play(&position, line[i]);
    evaluation_explain(&position, weights_full(), &trace);
    return trace.groups[group][you] - trace.groups[group][!you];
}

static int for_you(Score score, int you)
{
    return score_cut(you == WHITE ? score : -score);
}

/* Adds the opponent's move to the drill if it was a concession. `node` is the position after that
 * move; `reply` is the position after your answer, or NULL. */
static void look(struct drill *drill, const struct ledger *ledger, const struct game_node *node,
                 const struct game_node *reply, int you)
{
    const struct ledger_entry *before = ledger_at(ledger, node->ply - 1);
    const struct ledger_entry *after = ledger_at(ledger, node->ply);
    if (!before || !after || before->score.length == 0 || after->score.length == 0 ||
        before->score.line[0] == node->move || drill->count == DRILL_MOMENTS_MAX)
        return;
    int known = term_after(&node->parent->position, before->score.line,
                           before->score.length > 1 ? 2 : 1, you, drill->group);
    int played = term_after(&node->position, after->score.line, 1, you, drill->group);
    if (played - known < DRILL_CONCEDED_MIN)
        return;
    struct drill_moment *moment = &drill->moments[drill->count++];
    *moment = (struct drill_moment){.ply = node->ply, .best = before->score.line[0],
                                    .conceded = played - known, .gained = SCORE_NONE};
    Score scored = reply ? ledger_score_at(ledger, reply->ply) : SCORE_NONE;
    if (scored == SCORE_NONE)
        return;
    int kept = term_after(&node->position, &reply->move, 1, you, drill->group) - known;
    moment->gained = for_you(scored, you) - for_you(before->score.score, you);
    moment->felt = 2 * kept >= moment->conceded && moment->gained > 0;
    drill->felt += moment->felt;
    drill->gained += moment->felt ? moment->gained : 0;
}

void drill_make(const struct game_node *live, const struct ledger *ledger, int you, int group,
                struct drill *drill)
{
    *drill = (struct drill){.group = group};
    const struct game_node *node = review_node(live, 0);
    while (group != DRILL_NONE && (node = review_next(live, node)))
        if (node->parent->position.side != you)
            look(drill, ledger, node, review_next(live, node), you);
}

void drill_words(const struct drill *drill, char *text, size_t size)
{
    snprintf(text, size, "%s: the opponent erred %d time%s, you punished %d, gaining %+.2f pawns",
             group_words((enum group)drill->group), drill->count, text_plural(drill->count),
             drill->felt, drill->gained / 100.0);
}

void drill_outcome(const struct game_node *live, const struct drill_moment *moment, char *text,
                   size_t size)
{
    char move[TEXT_MOVE_MAX];
    if (moment->ply >= live->ply) {
        snprintf(text, size, "the game ended there");
        return;
    }
    review_move_text(review_node(live, moment->ply + 1), move, sizeof move);
    snprintf(text, size, moment->felt ? "used by %s" : "missed by %s", move);
}

void drill_conceded(const struct game_node *live, const struct drill_moment *moment, char *text,
                    size_t size)
{
    char san[CHESS_SAN_MAX];
    chess_to_san(&review_node(live, moment->ply - 1)->position, moment->best, san);
    snprintf(text, size, "%.2f pawns worse than %s", moment->conceded / 100.0, san);
}
