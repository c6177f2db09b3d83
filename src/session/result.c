/* The end of a game in words. */
#include "src/session/result.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "src/session/asks.h"
#include "src/session/mode.h"
#include "src/session/playing/playing.h"
#include "src/session/playing/rating.h"
#include "src/session/state.h"
#include "src/util/text.h"

bool session_has_ended(const struct session *session)
{
    bool played_on = session->suspended.game && !session->suspended.left;
    bool here = !session->record.loaded || session->record.ended;
    return session->mode == MODE_FINISHED && here && !played_on && session->live->ply > 0 &&
           session->game->result != RESULT_NONE;
}

static void tell_title(const struct session *session, char *title, size_t size)
{
    const char *ending = session->record.ending;
    enum result result = session->game->result;
    bool won = result == result_won_by(session->record.you);
    if (result == RESULT_DRAW)
        snprintf(title, size, "Draw: %s", ending);
    else if (game_state(session->live) == GAME_CHECKMATE)
        snprintf(title, size, "You %s by checkmate", won ? "won" : "lost");
    else if (session->record.ended_by == ENDED_BY_YOU)
        snprintf(title, size, "You %s", ending + strlen("you ")); /* as in "you resigned" */
    else
        snprintf(title, size, "You %s: %s", won ? "won" : "lost", ending);
}

static void tell_rating(const struct session *session, char *text, size_t size)
{
    const struct scale *scale = session->options.scale;
    double from = scale_rating(scale, session->rated.from),
           to = scale_rating(scale, session->rated.to);
    char rating[48];
    session_new_rating_words(from, to, session->rated.rating.deviation, rating, sizeof rating);
    if (session->rated.unrated[0])
        snprintf(text, size, "not counted: %s", session->rated.unrated);
    else if (session->rated.done)
        snprintf(text, size, "%.0f to %s", from, rating);
}

/* Writes how many gifts (errors of the opponent) there were, and how many of them the user took,
 * missed or kept in part. */
static void tell_gifts(const struct session *session, const struct review *review, char *text,
                       size_t size)
{
    int asked = 0, hopeless = 0, partly = 0, unanswered = 0;
    if (review->gift_count == 0)
        return;
    for (int i = 0; i < review->gift_count; i++) {
        const struct gift *gift = &review->gifts[i];
        asked += gift->asked;
        hopeless += gift->missed && !gift->asked;
        partly += gift->reply != NO_MOVE && !gift->taken && !gift->missed;
        unanswered += gift->reply == NO_MOVE;
    }
    snprintf(text, size, "%d offered: %d taken", review->gift_count, review->taken);
    if (asked > 0)
        text_add(text, size, ", %d %s", asked,
                 session->record.stored_id ? "in your deck" : "missed");
    if (hopeless > 0)
        text_add(text, size, ", %d missed in a lost position", hopeless);
    if (partly > 0)
        text_add(text, size, ", %d kept in part", partly);
    if (unanswered > 0)
        text_add(text, size, ", %d too late to answer", unanswered);
}

/* The motif to practise: the one in which mistakes cost you the most. If no motif stands out, the
 * motif of the first missed gift that can be solved as an exercise. */
static enum motif motif_to_practise(const struct review *review)
{
    const struct remark *remark = review_remark(review, REMARK_PRACTISE);
    if (remark)
        return remark->motif;
    for (int i = 0; i < review->gift_count; i++) {
        if (review->gifts[i].asked && review->gifts[i].motif != MOTIF_NONE)
            return review->gifts[i].motif;
    }
    return MOTIF_NONE;
}

/* Writes the accuracy of the sides that moved. If you did not move, the opponent's alone would look
 * like yours. */
static void tell_accuracy(const struct review *review, int you, char *text, size_t size)
{
    if (review->sides[you].moves == 0) {
        snprintf(text, size, "you made no move");
        return;
    }
    for (int i = 0; i < 2; i++) {
        const struct accuracy *side = &review->sides[i == 0 ? you : !you];
        if (side->moves > 0)
            text_add(text, size, "%s%s %.0f %%", *text ? ", " : "", i == 0 ? "you" : "opponent",
                     side->percent);
    }
}

bool session_read_end(struct session *session, struct game_end *end)
{
    if (!session_has_ended(session))
        return false;
    *end = (struct game_end){.color = session_next_color(session)};
    tell_title(session, end->title, sizeof end->title);
    tell_rating(session, end->rating, sizeof end->rating);
    const struct review *review = session_review(session);
    if (!review)
        return true;
    end->scored = review->scored;
    end->positions = review->positions;
    if (!session_review_ready(session))
        return true;
    end->scored = end->positions;
    tell_accuracy(review, session->record.you, end->accuracy, sizeof end->accuracy);
    const struct remark *turn = review_remark(review, REMARK_TURN);
    if (turn)
        snprintf(end->turn, sizeof end->turn, "%s", turn->words);
    tell_gifts(session, review, end->gifts, sizeof end->gifts);
    end->motif = motif_to_practise(review);
    return true;
}

bool session_asks_why(const struct session *session, const char *line)
{
    static const char *const questions[] = {
        "why did i lose",       "why did i win",       "why have i lost",
        "what did i do wrong",  "what went wrong",     "what was my mistake",
        "where did i go wrong", "what were my mistakes",
    };
    size_t length = strlen(line);
    while (length > 0 && strchr(" ?!.", line[length - 1]))
        length--;
    if (length == 3 && strncasecmp(line, "why", length) == 0)
        return session_has_ended(session);
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++) {
        if (strncasecmp(line, questions[i], strlen(questions[i])) == 0)
            return true;
    }
    return false;
}

void session_tell_why(struct session *session, struct session_reply *reply)
{
    const struct review *review = session_review(session);
    const struct remark *turn = review ? review_remark(review, REMARK_TURN) : NULL;
    const char *way = session->options.in_lines ? "Type review for the whole review."
                      : session->away           ? "Type :review for the whole review."
                                                : "F8 opens the review.";
    if (session_goes_on(session))
        reply_set(reply, REPLY_REFUSED, "The game is not over yet. Ask again or type review after the game.");
    else if (!review || session->game->result == RESULT_NONE)
        reply_set(reply, REPLY_REFUSED, "There is no finished game to look at.");
    else if (!session_review_ready(session))
        reply_set(reply, REPLY_DONE, "The game is still being analysed. Ask again in a moment. %s",
                  way);
    else
        reply_set(reply, REPLY_DONE, "%s %s",
                  turn ? turn->words : "No single move decided this game.", way);
}

const char *session_end_color(const struct game_end *end)
{
    return end->color == WHITE   ? "you have white"
           : end->color == BLACK ? "you have black"
                                 : "a random colour";
}
