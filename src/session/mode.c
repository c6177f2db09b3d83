/* The session's one mode, and what has to happen when it is left and when another is entered. */
#include "src/session/state.h"

#include "src/util/text.h"

enum mode session_home(const struct session *session)
{
    switch (session->sheet.status) {
    case STATUS_GOING_ON:
        return session->aside.game && !session->aside.left ? MODE_PLAYING_ON : MODE_PLAYING;
    case STATUS_OVER: return MODE_FINISHED;
    case STATUS_STUDIED: return MODE_STUDYING;
    case STATUS_NONE: break;
    }
    return MODE_IDLE;
}

static bool is_game(enum mode mode)
{
    return mode == MODE_PLAYING || mode == MODE_PLAYING_ON || mode == MODE_FINISHED;
}

/* Back at the game what was tried goes, and its last position is shown. */
static void leave_analysis(struct session *session, enum mode next)
{
    session_give_up_analyst(session);
    session->have_analysis = false;
    session_rest(session);
    session->changed |= CHANGED_ANALYSIS | CHANGED_BOARD;
    if (!is_game(next))
        return;
    session_prune(session);
    session->shown = session->live;
}

static void enter_analysis(struct session *session)
{
    session_unrate(session, "it was analysed while it went on");
    session->changed |= CHANGED_ANALYSIS | CHANGED_BOARD;
    session_restart_analysis(session);
}

static void leave(struct session *session, enum mode next)
{
    switch (session->mode) {
    case MODE_ANALYSING: leave_analysis(session, next); break;
    case MODE_PRACTISING: session_leave_practice(session); break;
    case MODE_GUESSING: session_leave_guessing(session); break;
    case MODE_SETTING_UP: session->changed |= CHANGED_BOARD | CHANGED_MESSAGE; break;
    default: break;
    }
}

static void enter(struct session *session, enum mode before)
{
    switch (session->mode) {
    case MODE_ANALYSING: enter_analysis(session); break;
    case MODE_GUESSING: session_forget_nodes(session); break;
    case MODE_SETTING_UP:
        session->behind = before;
        clock_pause(&session->clock, text_now());
        break;
    default: break;
    }
}

void session_set_mode(struct session *session, enum mode mode)
{
    enum mode before = session->mode;
    if (mode == before)
        return;
    leave(session, mode);
    session->mode = mode;
    enter(session, before);
}

void session_stop_study(struct session *session)
{
    if (session->mode == MODE_PRACTISING || session->mode == MODE_GUESSING)
        session_set_mode(session, session_is_study(session) ? MODE_ANALYSING
                                                            : session_home(session));
}

void session_set_status(struct session *session, enum game_status status)
{
    bool at_home = session->mode == session_home(session);
    session->sheet.status = status;
    if (at_home)
        session_set_mode(session, session_home(session));
}
