/* What every part of a session uses: replies, remarks, and which position is on the board. */
#include "src/session/state.h"

#include <stdarg.h>
#include <stdio.h>

#include "src/util/text.h"

void reply_set(struct session_reply *reply, enum reply_kind kind, const char *format, ...)
{
    va_list arguments;
    reply->kind = kind;
    va_start(arguments, format);
    vsnprintf(reply->text, sizeof reply->text, format, arguments);
    va_end(arguments);
    text_sanitize(reply->text); /* it may quote a file or what was typed */
}

void session_opponent_name(const struct session *session, char *text, size_t size)
{
    const struct handicap *handicap = &session->handicap;
    if (session->guest)
        thinker_name(session->guest, text, size);
    else if (!handicap->limited)
        snprintf(text, size, "Fallible full");
    else
        snprintf(text, size, "Fallible %d %s", handicap->elo,
                 strength_preset_name(session->options.strength, handicap->elo));
}

const struct game_node *session_on_board(const struct session *session)
{
    return session->mode == session_home(session) && !session_explores(session) ? session->live
                                                                               : session->shown;
}

void session_say(struct session *session, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(session->message, sizeof session->message, format, arguments);
    va_end(arguments);
    text_sanitize(session->message);
    session->changed |= CHANGED_MESSAGE;
}

bool session_your_turn(const struct session *session)
{
    return session_goes_on(session) && session->live->position.side == session->sheet.you;
}
