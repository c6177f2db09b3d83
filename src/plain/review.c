/* Prints the review of a game, one fact a line, the gifts first. */
#include "src/plain/review.h"

#include <stdio.h>

#include "src/game/format.h"

static void tell_head(const struct session_view *view, const struct review *review)
{
    int plies = view->live->ply;
    printf("Review: %s %s %s, %d move%s.\n", session_view_name(view, WHITE),
           result_text(view->result), session_view_name(view, BLACK), (plies + 1) / 2,
           plies > 2 ? "s" : "");
    if (review->opening)
        printf("Opening: %s, %s.\n", review->opening, review->eco);
}

/* Prints the gifts. Only a game against one of our opponents has any. */
static void tell_gifts(const struct session_view *view, const struct review *review)
{
    char move[32], outcome[64], points[16];
    if (!review->decided)
        return;
    printf("Gifts: %d offered, %d taken", review->gift_count, review->taken);
    if (review->answered > 0)
        printf(", %.0f%% of the chances kept", review->punish);
    printf(".\n");
    for (int i = 0; i < review->gift_count; i++) {
        const struct gift *gift = &review->gifts[i];
        review_move_text(review_node(view->live, gift->ply), move, sizeof move);
        review_gift_outcome(view->live, gift, outcome, sizeof outcome);
        review_gift_points(gift, points, sizeof points);
        printf("%s%s %s; %s%s%s.%s\n", move, judgement_sign(gift->judgement), gift->gave,
               outcome, *points ? ", " : "", points,
               gift->missed ? " Try again." : "");
        if (gift->cause[0])
            printf("The opponent %s.\n", gift->cause);
    }
    if (review->small_errors > 0)
        printf("%d more deliberate error%s gave you nothing to use.\n", review->small_errors,
               review->small_errors > 1 ? "s" : "");
}

static void tell_drill(const struct session_view *view, const struct drill *drill)
{
    char words[128], move[32], conceded[64], outcome[64];
    if (drill->group == DRILL_NONE)
        return;
    drill_words(drill, words, sizeof words);
    printf("Drill, %s.\n", words);
    for (int i = 0; i < drill->count; i++) {
        const struct drill_moment *moment = &drill->moments[i];
        review_move_text(review_node(view->live, moment->ply), move, sizeof move);
        drill_conceded(view->live, moment, conceded, sizeof conceded);
        drill_outcome(view->live, moment, outcome, sizeof outcome);
        printf("%s: %s; %s", move, conceded, outcome);
        if (moment->gained != SCORE_NONE)
            printf(", %+.2f", moment->gained / 100.0);
        printf(".\n");
    }
}

static void tell_side(const struct session_view *view, const struct review *review, int side)
{
    const struct accuracy *accuracy = &review->sides[side];
    const int *counts = review->counts[side];
    if (accuracy->moves == 0)
        return;
    printf("%s: accuracy %.1f%%, average loss %.2f pawns; %d inaccurac%s, %d mistake%s, %d "
           "blunder%s",
           session_view_name(view, side), accuracy->percent, accuracy->loss / 100,
           counts[JUDGED_INACCURACY], counts[JUDGED_INACCURACY] == 1 ? "y" : "ies",
           counts[JUDGED_MISTAKE], counts[JUDGED_MISTAKE] == 1 ? "" : "s", counts[JUDGED_BLUNDER],
           counts[JUDGED_BLUNDER] == 1 ? "" : "s");
    if (review->thought[side] >= 0)
        printf("; %.1f seconds a move", (double)review->thought[side] / 1000);
    printf(".\n");
}

static void tell_mistakes(const struct session_view *view, const struct review *review)
{
    char move[32], score[16];
    for (int i = 0; i < review->mistake_count; i++) {
        const struct mistake *mistake = &review->mistakes[i];
        const struct game_node *node = review_node(view->live, mistake->ply);
        int color = node->parent->position.side;
        bool others = review->you < 0;
        review_move_text(node, move, sizeof move);
        text_score(others && color == BLACK ? -mistake->after : mistake->after, score,
                   sizeof score);
        printf("%s%s%s%s %s: %s for %s.\n", others ? session_view_name(view, color) : "Your",
               others ? ": " : " ", move, judgement_sign(mistake->judgement), mistake->what, score,
               others ? "white" : "you");
    }
}

/* Prints the score for white after each move and the time it took, as in "12. Nf3?! +0.10, 3.5
 * s." */
static void tell_scores(struct session *session, const struct session_view *view)
{
    const struct ledger *ledger = session_ledger(session);
    const struct game_node *node = review_node(view->live, 0);
    while ((node = review_next(view->live, node))) {
        Score after = ledger_score_at(ledger, node->ply);
        char move[32], score[16];
        if (after == SCORE_NONE)
            continue;
        review_move_text(node, move, sizeof move);
        text_score(after, score, sizeof score);
        printf("%s%s %s", move, judgement_sign(ledger_judge(ledger, node)), score);
        if (node->elapsed >= 0)
            printf(", %.1f s", (double)node->elapsed / 1000);
        printf(".\n");
    }
}

void path_tell(const struct session_view *view)
{
    const struct whatif_path *path = view_path(view);
    char text[200], move[32];
    if (!path)
        return;
    whatif_words(path, view->live, text, sizeof text);
    printf("Replayed %s.\n", text);
    for (int i = 0; i < path->count; i++) {
        review_move_text(review_node(view->live, path->departures[i].ply), move, sizeof move);
        printf("%s: ", move);
        whatif_instead(view->live, &path->departures[i], move, sizeof move);
        printf("%s.\n", move);
    }
}

void review_tell(struct session *session, bool scores)
{
    struct session_view view;
    const struct review *review = session_review(session);
    session_view(session, &view);
    if (!review)
        return;
    tell_head(&view, review);
    for (int i = 0; i < review->remark_count; i++)
        printf("%s\n", review->remarks[i].words);
    tell_gifts(&view, review);
    tell_drill(&view, &review->drill);
    int first = review->you == BLACK ? BLACK : WHITE;
    tell_side(&view, review, first);
    tell_side(&view, review, !first);
    tell_mistakes(&view, review);
    path_tell(&view);
    if (scores)
        tell_scores(session, &view);
    if (review->missed + review->mistake_count > 0)
        printf("Type try to solve %s%s.\n", review->you < 0 ? "them" : "what you missed",
               scores ? "" : ", or review scores for the score after each move");
}
