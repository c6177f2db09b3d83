/* Prints the review of a game, one fact a line, the gifts first. */
#include "src/plain/review.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/plain/say.h"
#include "src/util/text.h"

static void tell_head(const struct session_view *view, const struct review *review)
{
    int moves = (view->live->ply + 1) / 2;
    say("Review: %s %s %s, %d move%s.\n", session_view_name(view, WHITE), result_text(view->result),
        session_view_name(view, BLACK), moves, text_plural(moves));
    if (review->opening)
        say("Opening: %s, %s.\n", review->opening, review->eco);
}

/* Writes what a move cost the side that made it. `before` and `after` are that side's scores. The
 * loss is put into words, because a listener easily misses a minus sign. */
static void write_loss(Score before, Score after, char *text, size_t size)
{
    int mate = 0;
    if (score_is_mate(after, &mate) && mate < 0)
        snprintf(text, size, "it allowed mate in %d", -mate);
    else if (score_is_mate(before, &mate) && mate > 0)
        snprintf(text, size, "there was mate in %d", mate);
    else
        snprintf(text, size, "it cost %.2f pawns", abs(before - after) / 100.0);
}

/* Writes what taking a gift gained, or what not taking it cost, after a comma. */
static void write_points(const struct gift *gift, char *text, size_t size)
{
    int mate = 0;
    if (gift->reply == NO_MOVE)
        text[0] = '\0';
    else if (!gift->taken)
        write_loss(gift->offered, gift->after, text, size);
    else if (score_is_mate(gift->offered, &mate))
        snprintf(text, size, "it gave you mate in %d", abs(mate));
    else
        snprintf(text, size, "it gave you %.2f pawns", abs(gift->offered - gift->before) / 100.0);
}

/* What to add to the row of the move at `ply` if the game turned at that move; otherwise "". */
static const char *turn_words(const struct review *review, int ply)
{
    return ply == review->turn ? "; the turning point" : "";
}

/* Prints the gifts. Only a game against one of our opponents has any. */
static void tell_gifts(const struct speech *speech, const struct session_view *view,
                       const struct review *review)
{
    char move[32], gave[REVIEW_WORDS_MAX], outcome[64], points[48];
    if (!review->decided)
        return;
    say("Gifts: %d offered, %d taken", review->gift_count, review->taken);
    if (review->answered > 0)
        say(", %.0f%% of their value kept", review->punish);
    say(".\n");
    for (int i = 0; i < review->gift_count; i++) {
        const struct gift *gift = &review->gifts[i];
        review_move_text(review_node(view->live, gift->ply), move, sizeof move);
        review_gift_outcome(view->live, gift, outcome, sizeof outcome);
        write_points(gift, points, sizeof points);
        review_whole_words(&gift->gave, gave, sizeof gave);
        speech_say(speech, "%s%s %s; %s%s%s%s.", move, judgement_sign(gift->judgement), gave,
                   outcome, *points ? "; " : "", points, turn_words(review, gift->ply));
        if (gift->asked)
            say(" To try again, type try %d.",
                review_node(view->live, gift->ply)->position.fullmove);
        say("\n");
        /* Left out while the position can be solved: the cause often names the best move. */
        if (gift->cause[0] && !review_is_open(review, view->live, gift->ply))
            speech_say(speech, "The opponent %s.\n", gift->cause);
    }
    if (review->small_errors > 0)
        say("The opponent made %d%s deliberate error%s, which gave you no chance.\n",
            review->small_errors, review->gift_count > 0 ? " more" : "",
            text_plural(review->small_errors));
}

static void tell_drill(const struct speech *speech, const struct session_view *view,
                       const struct drill *drill)
{
    char words[128], move[32], conceded[64], outcome[64];
    if (drill->group == DRILL_NONE)
        return;
    drill_words(drill, words, sizeof words);
    say("Drill, %s.\n", words);
    for (int i = 0; i < drill->count; i++) {
        const struct drill_moment *moment = &drill->moments[i];
        review_move_text(review_node(view->live, moment->ply), move, sizeof move);
        drill_conceded(view->live, moment, conceded, sizeof conceded);
        drill_outcome(view->live, moment, outcome, sizeof outcome);
        speech_say(speech, "%s: %s; %s", move, conceded, outcome);
        if (moment->gained != SCORE_NONE)
            say(", %+.2f", moment->gained / 100.0);
        say(".\n");
    }
}

static void tell_side(const struct session_view *view, const struct review *review, int side)
{
    const struct accuracy *accuracy = &review->sides[side];
    const int *counts = review->counts[side];
    if (accuracy->moves == 0)
        return;
    say("%s: accuracy %.1f%%, average loss %.2f pawns; %d inaccurac%s, %d mistake%s, %d "
        "blunder%s",
        session_view_name(view, side), accuracy->percent, accuracy->loss / 100,
        counts[JUDGED_INACCURACY], counts[JUDGED_INACCURACY] == 1 ? "y" : "ies",
        counts[JUDGED_MISTAKE], text_plural(counts[JUDGED_MISTAKE]), counts[JUDGED_BLUNDER],
        text_plural(counts[JUDGED_BLUNDER]));
    if (review->thought[side] >= 0)
        say("; %.1f seconds a move", (double)review->thought[side] / 1000);
    say(".\n");
}

static void tell_mistakes(const struct speech *speech, const struct session_view *view,
                          const struct review *review)
{
    char move[32], loss[48], what[REVIEW_WORDS_MAX];
    for (int i = 0; i < review->mistake_count; i++) {
        const struct mistake *mistake = &review->mistakes[i];
        const struct game_node *node = review_node(view->live, mistake->ply);
        int color = node->parent->position.side;
        bool others = review->you < 0;
        review_move_text(node, move, sizeof move);
        write_loss(mistake->before, mistake->after, loss, sizeof loss);
        const char *mate = strstr(loss, "mate in ");
        bool said = mate && strstr(mistake->what.full, mate);
        if (review_is_open(review, view->live, mistake->ply - 1))
            snprintf(what, sizeof what, "%s", mistake->what.full);
        else
            review_whole_words(&mistake->what, what, sizeof what);
        say("%s%s", others ? session_view_name(view, color) : "Your", others ? ": " : " ");
        speech_say(speech, "%s%s %s%s%s%s.\n", move, judgement_sign(mistake->judgement), what,
                   said ? "" : "; ", said ? "" : loss, turn_words(review, mistake->ply));
    }
}

/* Prints for each move the score for White after it, and the time that it took: "12. Nf3?! +0.10,
 * 3.5 s." */
static void tell_scores(const struct speech *speech, struct session *session,
                        const struct session_view *view)
{
    const struct ledger *ledger = session_ledger(session);
    const struct game_node *node = review_node(view->live, 0);
    while ((node = review_next(view->live, node))) {
        Score after = ledger_score_at(ledger, node->ply);
        char move[32], score[32];
        if (after == SCORE_NONE)
            continue;
        review_move_text(node, move, sizeof move);
        speech_score(after, "", score, sizeof score);
        speech_say(speech, "%s%s %s", move, judgement_sign(ledger_judge(ledger, node)), score);
        if (node->elapsed >= 0)
            say(", %.1f s", (double)node->elapsed / 1000);
        say(".\n");
    }
}

void path_tell(const struct speech *speech, const struct session_view *view)
{
    const struct whatif_path *path = view_path(view);
    char text[200], move[32];
    if (!path)
        return;
    whatif_words(path, view->live, text, sizeof text);
    say("Replayed %s.\n", text);
    for (int i = 0; i < path->count; i++) {
        review_move_text(review_node(view->live, path->departures[i].ply), move, sizeof move);
        speech_say(speech, "%s: ", move);
        whatif_instead(view->live, &path->departures[i], move, sizeof move);
        speech_say(speech, "%s.\n", move);
    }
}

void review_tell(const struct speech *speech, struct session *session, bool scores)
{
    struct session_view view;
    const struct review *review = session_review(session);
    session_view(session, &view);
    if (!review)
        return;
    tell_head(&view, review);
    for (int i = 0; i < review->remark_count; i++)
        speech_say(speech, "%s\n", review->remarks[i].words);
    tell_gifts(speech, &view, review);
    tell_drill(speech, &view, &review->drill);
    int first = review->you == BLACK ? BLACK : WHITE;
    tell_side(&view, review, first);
    tell_side(&view, review, !first);
    tell_mistakes(speech, &view, review);
    path_tell(speech, &view);
    if (session_hints_at_names(session))
        say("If one of these players is you, type names and your name.\n");
    if (scores)
        tell_scores(speech, session, &view);
    if (review_asked_count(review) > 0)
        say("Type try to solve %s%s.\n", review->you < 0 ? "them" : "what you missed",
            scores ? "" : ", or review scores for the score after each move");
}
