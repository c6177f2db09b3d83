/* The mode of a session, and the only function that changes it. */
#include "src/session/mode.h"

#include "src/session/home.h"
#include "src/session/state.h"
#include "src/util/text.h"

enum mode session_game_mode(const struct session *session)
{
    switch (session->record.status) {
    case STATUS_GOING_ON:
        return session->suspended.game && !session->suspended.left ? MODE_PLAYING_ON : MODE_PLAYING;
    case STATUS_OVER: return MODE_FINISHED;
    case STATUS_STUDIED: return MODE_STUDYING;
    case STATUS_NONE: break;
    }
    return MODE_IDLE;
}

void session_pace_clock(struct session *session)
{
    bool away = session->away || session->mode == MODE_PRACTISING;
    if (!session_goes_on(session)) {
        session->clock_stands = false;
        return;
    }
    if (away && session->clock.running) {
        clock_pause(&session->clock, text_now());
        session->changed |= CHANGED_CLOCK;
    } else if (!away && session->clock_stands) {
        clock_start(&session->clock, session->live->position.side, text_now());
        session->changed |= CHANGED_CLOCK;
    }
    session->clock_stands = away;
}

void session_set_mode(struct session *session, enum mode mode)
{
    enum mode before = session->mode;
    if (mode == before)
        return;
    if (session->modes[before].leave)
        session->modes[before].leave(session, mode);
    session->mode = mode;
    if (session->modes[mode].enter)
        session->modes[mode].enter(session, before);
    session_pace_clock(session);
}

void session_stop_study(struct session *session)
{
    if (session->mode == MODE_PRACTISING || session->mode == MODE_GUESSING)
        session_set_mode(session, session_is_study(session) ? MODE_ANALYSING
                                                            : session_game_mode(session));
}

void session_set_status(struct session *session, enum game_status status)
{
    bool in_game_mode = session->mode == session_game_mode(session);
    session->record.status = status;
    if (in_game_mode)
        session_set_mode(session, session_game_mode(session));
}

bool session_goes_home(const struct session *session)
{
    return session->goes_home;
}
