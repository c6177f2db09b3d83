/* Lets the user set up a position. The game waits with its clock stopped until the new position
 * replaces it or the user cancels. */
#include "src/session/setup.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "src/session/command_table.h"
#include "src/session/mode.h"
#include "src/session/playing/playing.h"
#include "src/session/state.h"
#include "src/util/text.h"

struct setup *session_setup(struct session *session)
{
    return session->mode == MODE_SETTING_UP ? &session->setup : NULL;
}

void session_enter_setup_mode(struct session *session, enum mode before)
{
    session->behind = before;
    clock_pause(&session->clock, text_now());
}

void session_leave_setup(struct session *session, enum mode next)
{
    (void)next;
    session->changed |= CHANGED_BOARD | CHANGED_MESSAGE;
}

void session_setup_changed(struct session *session)
{
    struct error error = {0};
    struct game_node *node = &session->setup_node;
    *node = (struct game_node){.clock = -1, .elapsed = -1};
    bool good = setup_position(&session->setup, &node->position, &error);
    snprintf(session->setup_trouble, sizeof session->setup_trouble, "%.255s",
             good ? "" : error.message);
    session->changed |= CHANGED_BOARD | CHANGED_MESSAGE;
}

static void cancel(struct session *session)
{
    session_set_mode(session, session->behind);
    session_turn(session); /* also starts the clock again */
}

/* Starts an analysis of the position, without an opponent. */
static bool analyze_from(struct session *session, const struct position *start)
{
    struct game *game = game_create(start);
    if (!game)
        return false;
    session_replace_game(session, game);
    session_set_mode(session, MODE_ANALYSING);
    return true;
}

/* Carries out "play [white|black]" or "analyze": the new position replaces the game. */
static void leave(struct session *session, bool play, const char *color,
                  struct session_reply *reply)
{
    struct position start;
    struct error error = {0};
    int you = strcmp(color, "white") == 0 ? WHITE : strcmp(color, "black") == 0 ? BLACK : -1;
    if (*color && (you < 0 || !play)) {
        reply_set(reply, REPLY_REFUSED, "Expected: play, play white or play black");
        return;
    }
    if (!setup_position(&session->setup, &start, &error)) {
        reply_set(reply, REPLY_REFUSED, "This position cannot be played: %s.", error.message);
        return;
    }
    if (!play && !session_is_study(session)) {
        reply->command = COMMAND_ANALYZE;
        if (analyze_from(session, &start))
            reply_set(reply, REPLY_DONE, "Analysing. %s to move.",
                      start.side == WHITE ? "White" : "Black");
        else
            reply_set(reply, REPLY_REFUSED, "out of memory");
        return;
    }
    if (*color)
        session->options.color = you;
    session_new_from(session, &start, reply);
}

static void tell_state(struct session *session, struct session_reply *reply)
{
    reply_set(reply, REPLY_DONE, "%s%s%s",
              session->setup_trouble[0] ? "This position cannot be "
                                          "played yet: "
                                        : "This position can be "
                                          "played",
              session->setup_trouble, ".");
}

void session_enter_setup(struct session *session, const char *line, struct session_reply *reply)
{
    static const char words[] =
        "Expected: put white knight f3, empty f3, move e2 e4, clear, start, 960 N, fen FEN, white, "
        "black, castling KQkq, en passant e6, check; then play, analyze or cancel";
    char said[256];
    size_t word = strcspn(line, " \t");
    const char *argument = line + word + strspn(line + word, " \t");
    reply->command = COMMAND_EDIT;
    switch (setup_enter(&session->setup, line, said, sizeof said)) {
    case SETUP_DONE:
        session_setup_changed(session);
        reply_set(reply, REPLY_DONE, "%s", said);
        return;
    case SETUP_REFUSED: reply_set(reply, REPLY_REFUSED, "%s", said); return;
    default: break;
    }
    if (strcasecmp(line, "check") == 0) {
        tell_state(session, reply);
    } else if (strcasecmp(line, "fen") == 0) {
        char fen[CHESS_FEN_MAX];
        chess_to_fen(&session->setup_node.position, fen);
        if (session->setup_trouble[0])
            tell_state(session, reply);
        else
            reply_set(reply, REPLY_DONE, "%s", fen);
    } else if (strcasecmp(line, "cancel") == 0 || strcasecmp(line, "stop") == 0) {
        cancel(session);
        reply_set(reply, REPLY_DONE, "Cancelled: back to the game as it was.");
    } else if (word == 4 && strncasecmp(line, "play", word) == 0) {
        leave(session, true, argument, reply);
    } else if (strcasecmp(line, "analyze") == 0 || strcasecmp(line, "analyse") == 0) {
        leave(session, false, "", reply);
    } else {
        reply_set(reply, REPLY_REFUSED, "%s.", words);
    }
}

void session_command_edit(struct session *session, struct session_reply *reply)
{
    char line[sizeof reply->argument];
    session_say(session, "%s", "");
    setup_from(&session->setup, &session->shown->position);
    session_set_mode(session, MODE_SETTING_UP);
    session_setup_changed(session);
    snprintf(line, sizeof line, "%s", reply->argument);
    if (line[0])
        session_enter_setup(session, line, reply);
    else
        reply_set(reply, REPLY_DONE, "Set up a position, then type play, analyze or cancel.");
}
