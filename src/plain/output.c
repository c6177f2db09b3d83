/* Prints the moves, decisions and messages of the session, and waits for its next event. */
#include "src/plain/plain_internal.h"

#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "src/game/pressure_words.h"
#include "src/plain/question.h"
#include "src/plain/say.h"
#include "src/session/asks.h"
#include "src/util/text.h"

static void drain(const struct plain *plain)
{
    char bytes[64];
    while (read(plain->wake[0], bytes, sizeof bytes) > 0)
        continue;
}

/* If the prompt is on the current line, ends that line, so that the next text begins on a new
 * one. */
static void leave_prompt(struct plain *plain)
{
    if (plain->prompted)
        say("\n");
    plain->prompted = false;
}

void plain_say(struct plain *plain, const char *text)
{
    if (!*text)
        return;
    leave_prompt(plain);
    speech_say(&plain->options.speech, "%s\n", text);
    snprintf(plain->said, sizeof plain->said, "%s", text);
}

void plain_tell_move(struct plain *plain, const struct game_node *node, bool roles)
{
    struct session_view view;
    session_view(plain->session, &view);
    speech_tell_move(&plain->options.speech, &view, node, roles);
}

static void tell_decision(const struct speech *speech, const struct session_view *view)
{
    const struct decision *decision = view_decided(view) ? &view_decided(view)->decision : NULL;
    if (!decision || !decision->made || view->decided_node != view->live)
        return;
    const struct position *before = &view->live->parent->position;
    char best[CHESS_WORDS_MAX], reason[DECISION_REASON_MAX], cost[LEDGER_COST_TEXT];
    speech_move(speech, before, decision->best, best);
    ledger_cost_words(decision->cost, cost);
    decision_reason(before, decision, reason, sizeof reason);
    if (decision->method == METHOD_MAIA) /* maia imitates players, so no best move is known */
        speech_say(speech, "Chosen by maia: %s. The most frequent move is %s.\n", reason, best);
    else if (decision->best == view->live->move)
        speech_say(speech, "Chosen by %s: %s. It thought this the best move.\n",
                   method_name(decision->method), reason);
    else
        speech_say(speech, "Chosen by %s: %s. It thought %s better by %s%s.\n",
                   method_name(decision->method), reason, best, cost,
                   decision->deliberate && decision->method != METHOD_HUMAN
                       ? ", and erred on purpose"
                       : "");
    char pressed[PRESSURE_WORDS_MAX];
    pressure_words(view->strength, view->scale, &view->handicap, &view->pressure, pressed,
                   sizeof pressed);
    if (*pressed)
        speech_say(speech, "Under pressure: %s.\n", pressed);
}

/* Prints the moves since the last printed one: the opponent's move, and a premove if it was played
 * in answer. */
static void tell_moves(struct plain *plain, const struct session_view *view)
{
    const struct game_node *moves[2], *node = view->live;
    int count = 0;
    while (count < 2 && node != plain->told && node->parent) {
        moves[count++] = node;
        node = node->parent;
    }
    if (node != plain->told || view->card || count == 0)
        return;
    leave_prompt(plain);
    while (count > 0) {
        plain_tell_move(plain, moves[--count], true);
        if (plain->options.debug)
            tell_decision(&plain->options.speech, view);
    }
    if (plain->options.bell && plain->readline)
        putchar('\a');
}

/* Prints what is new in the text that compares your answer with the level's moves, which grows
 * while a solved card is shown. */
static void tell_beside(struct plain *plain, const struct session_view *view)
{
    const size_t length = view->card && view->card_over ? strlen(view->card_beside) : 0;
    if (length > plain->told_beside) {
        leave_prompt(plain);
        speech_say(&plain->options.speech, "%s\n",
                   view->card_beside + plain->told_beside + (plain->told_beside > 0));
    }
    plain->told_beside = length;
}

/* Warns the user when 20 seconds are left and again when 10 are left; in a game of less than a
 * minute, when a tenth of the time is left. Starts again after the user has got much more time. */
static void warn_of_time(struct plain *plain, const struct session_view *view)
{
    enum { LOW = 20000, VERY_LOW = 10000, MINUTE = 60000 }; /* milliseconds */
    if (!view->playing || view->control.untimed || view->you < 0)
        return;
    const int64_t base = view->control.base, left = view->remaining[view->you];
    const int64_t first = base < MINUTE ? base / 10 : LOW, second = base < MINUTE ? 0 : VERY_LOW;
    const int due = (left < first) + (left < second);
    if (left > 2 * first)
        plain->time_warnings = 0;
    if (left <= 0 || due <= plain->time_warnings || view->live->position.side != view->you)
        return;
    plain->time_warnings = due;
    const int seconds = (int)((left + 999) / 1000);
    char text[48];
    snprintf(text, sizeof text, "%s%d second%s%s",
             plain->options.speech.length == SPEAK_TERSE ? "" : "You have ", seconds,
             text_plural(seconds), plain->options.speech.length == SPEAK_TERSE ? "" : " left.");
    plain_say(plain, text);
}

/* Closes the open question if the line that it asks about needs no confirmation any more, because
 * the game has ended. So a late answer does not carry out the line. */
static void drop_question(struct plain *plain)
{
    if (plain->asked[0] && !session_asks(plain->session, plain->asked)) {
        say("The question about %s is dropped.\n", plain->asked);
        plain->asked[0] = '\0';
    }
    if (plain->waiting[0])
        say("%s is no longer waiting.\n", plain->waiting);
    plain->waiting[0] = '\0';
}

/* Prints what has changed since the last call, by the session's CHANGED_* flags in `changed`: the
 * moves made, the message, the card to solve, the board. */
static void tell_event(struct plain *plain, unsigned changed)
{
    struct session_view view;
    session_view(plain->session, &view);
    if (changed & CHANGED_BOARD && view.live != plain->told) {
        tell_moves(plain, &view);
        plain->told = view.live;
    }
    if (changed & CHANGED_MESSAGE && view.message[0] && !strstr(plain->said, view.message))
        plain_say(plain, view.message);
    warn_of_time(plain, &view);
    tell_beside(plain, &view);
    if (view.card && view.card != plain->card) {
        leave_prompt(plain);
        speech_say(&plain->options.speech, "Position %d of %d. %s\n", view.card_number,
                   view.card_count, view.card_text);
    }
    /* A spoken board is not repeated after each move, because the message names the moves. */
    bool draw = view.shown != plain->seen &&
                speech_board_for(&plain->options.speech) == SPEAK_DIAGRAM;
    if (view.card && !view.card_over && (view.card != plain->card || draw))
        (void)!question_answer(plain->session, &plain->options.speech, "board");
    plain->seen = view.shown;
    plain->card = view.card;
    bool ended = plain->playing && !view.playing && !view.analyzing && view.result != RESULT_NONE;
    if (ended)
        drop_question(plain);
    if (ended && view.live->ply == 0)
        say("No move was played. Type again for a rematch, or home.\n");
    else if (ended)
        say("Type review to see your mistakes and the opponent's, result for accuracy and the "
            "turning point, again for a rematch, or home.\n");
    plain->playing = view.playing;
}

void plain_tick(struct plain *plain)
{
    unsigned changed = session_tick(plain->session);
    session_settle(plain->session, KEPT_WITHIN); /* print a move only after it is stored */
    tell_event(plain, changed);
    struct session_view view;
    session_view(plain->session, &view);
    /* The next card follows without a pause, because what was printed stays readable. */
    if (!view.card_compares && session_next_card(plain->session))
        tell_event(plain, session_tick(plain->session));
}

bool plain_rest(const struct plain *plain, int input, int longest)
{
    int timeout = session_timeout(plain->session);
    if (longest >= 0 && (timeout < 0 || timeout > longest))
        timeout = longest;
    struct pollfd waits[] = {{.fd = plain->wake[0], .events = POLLIN},
                             {.fd = input, .events = POLLIN}};
    int ready = poll(waits, 2, timeout);
    drain(plain);
    return ready > 0 && waits[1].revents != 0;
}

/* Waits at most until `until` (-1: no limit) for an event of the session or, unless `input` is -1,
 * for input; then prints what is new and updates *view. Returns false if input has come, the time
 * has passed or the output could not be written. */
static bool go_on(struct plain *plain, int input, int64_t until, struct session_view *view)
{
    int64_t left = until < 0 ? -1 : until - text_now();
    if ((until >= 0 && left <= 0) || ferror(stdout))
        return false;
    bool typed = plain_rest(plain, input, (int)left);
    plain->interrupted |= typed;
    plain_tick(plain);
    session_view(plain->session, view);
    return !typed;
}

bool plain_go_on(struct plain *plain, int64_t until, struct session_view *view)
{
    return go_on(plain, -1, until, view);
}

bool plain_go_on_unless_typed(struct plain *plain, int64_t until, struct session_view *view)
{
    /* readline has returned the terminal to line mode, so input is a complete line */
    return !plain->interrupted && go_on(plain, plain->readline ? STDIN_FILENO : -1, until, view);
}
