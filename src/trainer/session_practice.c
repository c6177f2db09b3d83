/* Positions to solve: a card is on the board with a game of its own, until a move is played that
 * is as good as the solution. Another move is judged by a search; the hint ladder is at hand. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/support/text.h"
#include "src/trainer/session_internal.h"

static const double AS_GOOD = 0.1; /* winning chances: what a move may lose and still be right */

static const struct card *current(const struct session *session)
{
    return &session->practice.cards[session->practice.at];
}

static void numbered(const struct position *position, Move move, char *text, size_t size)
{
    char san[CHESS_SAN_MAX];
    chess_to_san(position, move, san);
    snprintf(text, size, "%d%s %s", position->fullmove, position->side == WHITE ? "." : "...",
             san);
}

/* Puts the card on the board; what is said before it stays in front. */
static bool show_card(struct session *session, const char *before)
{
    struct practice *practice = &session->practice;
    const struct card *card = current(session);
    struct game *game = game_create(&card->position);
    if (!game)
        return false;
    if (session->analyst_job == ANALYST_JUDGES || session->analyst_job == ANALYST_HINTS) {
        engine_stop(session->analyst);
        session->analyst_job = ANALYST_IDLE;
    }
    session->hint_node = session->analyst_node = NULL;
    session->hint = (struct hint){0};
    game_destroy(practice->game);
    practice->game = game;
    practice->tries = 0;
    practice->judging = false;
    session->shown = game->root;
    session_say(session, "%s", before);
    session->changed |= CHANGED_BOARD | CHANGED_HINT;
    return true;
}

bool session_practise(struct session *session, const struct card cards[], int count)
{
    session_stop_practice(session);
    session_analyze(session, false);
    struct practice *practice = &session->practice;
    practice->cards = malloc((size_t)count * sizeof *cards);
    if (!practice->cards)
        return false;
    memcpy(practice->cards, cards, (size_t)count * sizeof *cards);
    practice->count = count;
    practice->at = practice->solved = practice->at_once = 0;
    if (show_card(session, ""))
        return true;
    session_stop_practice(session);
    return false;
}

void session_stop_practice(struct session *session)
{
    struct practice *practice = &session->practice;
    if (!practice->cards)
        return;
    if (session->analyst)
        engine_stop(session->analyst);
    session->analyst_job = ANALYST_IDLE;
    session->hint_node = session->analyst_node = NULL;
    session->hint = (struct hint){0};
    session->have_analysis = false;
    game_destroy(practice->game);
    free(practice->cards);
    *practice = (struct practice){0};
    session->shown = session->live;
    session->message[0] = '\0';
    session->changed |= CHANGED_BOARD | CHANGED_HINT | CHANGED_MESSAGE;
}

static void next_card(struct session *session, const char *before)
{
    struct practice *practice = &session->practice;
    if (++practice->at < practice->count) {
        if (!show_card(session, before))
            session_stop_practice(session);
        return;
    }
    int count = practice->count, solved = practice->solved, at_once = practice->at_once;
    session_stop_practice(session);
    session_say(session, "%s  That was all: %d of %d solved, %d at once and without a hint.",
                before, solved, count, at_once);
}

static void right(struct session *session, Move move)
{
    struct practice *practice = &session->practice;
    const struct card *card = current(session);
    char found[32], best[32], played[32] = "", text[160];
    numbered(&card->position, move, found, sizeof found);
    practice->solved++;
    practice->at_once += practice->tries == 0 && session->hint.rung == 0;
    if (card->played != NO_MOVE) {
        char san[CHESS_SAN_MAX];
        chess_to_san(&card->position, card->played, san);
        snprintf(played, sizeof played, " You had played %s.", san);
    }
    numbered(&card->position, card->solution.line[0], best, sizeof best);
    if (move == card->solution.line[0])
        snprintf(text, sizeof text, "Right: %s.%s", found, played);
    else
        snprintf(text, sizeof text, "Right: %s is as good as %s.%s", found, best, played);
    next_card(session, text);
}

static void wrong(struct session *session, Move move, Score after)
{
    const struct card *card = current(session);
    char tried[32], score[16];
    int sign = card->position.side == WHITE ? 1 : -1;
    numbered(&card->position, move, tried, sizeof tried);
    text_score(sign * after, score, sizeof score);
    session->practice.tries++;
    session_say(session, "Not %s%s: it leaves you %s. Try again, or ask for a hint, or skip.",
                tried, move == card->played ? ", as in the game" : "", score);
}

void session_judge_try(struct session *session, Score after)
{
    struct practice *practice = &session->practice;
    const struct card *card = current(session);
    Move move = practice->tried->move;
    Score best = card->solution.score;
    int side = card->position.side;
    practice->judging = false;
    bool good = chances_gained(best, after, side) > -AS_GOOD &&
                judge_move(best, after, side) == JUDGED_GOOD;
    if (good)
        right(session, move);
    else
        wrong(session, move, after);
}

void session_try_move(struct session *session, Move move, struct session_reply *reply)
{
    struct practice *practice = &session->practice;
    struct ledger_score end;
    reply->kind = REPLY_MOVED;
    if (practice->judging) {
        reply_set(reply, REPLY_REFUSED, "Your move is still being looked at.");
        return;
    }
    if (move == current(session)->solution.line[0]) {
        right(session, move);
        return;
    }
    struct game_node *node = game_add(practice->game, practice->game->root, move);
    if (!node) {
        reply_set(reply, REPLY_REFUSED, "out of memory");
        return;
    }
    practice->tried = node;
    if (ledger_from_end(node, &end)) {
        session_judge_try(session, end.score);
    } else if (session_start_judging(session, node)) {
        practice->judging = true;
        session_say(session, "Looking at your move ...");
    } else {
        reply_set(reply, REPLY_REFUSED, "%s", session->message);
    }
}

void session_command_skip(struct session *session, struct session_reply *reply)
{
    if (!session->practice.cards) {
        reply_set(reply, REPLY_REFUSED, "There is no position to skip: try begins with them.");
        return;
    }
    const struct card *card = current(session);
    char best[32], text[64];
    numbered(&card->position, card->solution.line[0], best, sizeof best);
    snprintf(text, sizeof text, "The move was %s.", best);
    next_card(session, text);
    reply_set(reply, REPLY_DONE, "%s", "");
}

void session_command_stop(struct session *session, struct session_reply *reply)
{
    if (!session->practice.cards) {
        reply_set(reply, REPLY_REFUSED, "Nothing is being tried.");
        return;
    }
    session_stop_practice(session);
    reply_set(reply, REPLY_DONE, "Back to the game.");
}
