/* Handles the reports of engines and the moves of guests (other programs that play the opponent).
 * Reports and moves that belong to an earlier request are ignored. */
#include "src/session/events.h"

#include "src/session/mode.h"
#include "src/session/playing/playing.h"
#include "src/session/playing/resign_draw.h"
#include "src/session/state.h"
#include "src/session/study/analyst.h"
#include "src/session/study/hints.h"
#include "src/session/study/practice.h"
#include "src/session/study/scoring.h"
#include "src/session/study/study.h"
#include "src/session/study/suspend_analysis.h"
#include "src/util/text.h"

static void poll_guest(struct session *session)
{
    struct thought *thought = &session->thought;
    if (!session->guest || !async_player_poll(session->guest, thought) ||
        session->opponent_job != OPPONENT_MOVES || thought->id != session->opponent_request)
        return;
    session->changed |= CHANGED_THINKING | CHANGED_SETTINGS; /* CHANGED_SETTINGS shows the guest's
                                                              * name */
    if (thought->answer == PLAYER_MOVED) {
        session->thinking = thought->report;
        session->have_thinking = true;
        session->move_ready = true;
        session->show_at = text_now();
        return;
    }
    session->opponent_job = OPPONENT_IDLE;
    if (thought->answer == PLAYER_RESIGNED) {
        session_end_resigned(session);
        return;
    }
    clock_pause(&session->clock, text_now());
    session_say(session,
                "%s. The game is kept. Type go to start the engine again, or opponent "
                "fallible to replace it.",
                thought->error.message);
}

static void play_found(struct session *session, int64_t now)
{
    if (!session->move_ready || now < session->show_at)
        return;
    session->move_ready = false;
    session->opponent_job = OPPONENT_IDLE;
    Move move = session->thinking.best;
    if (!chess_is_legal(&session->live->position, move)) {
        session_say(session, "The opponent found no move. Type go to try again, or undo.");
        return;
    }
    if (session_opponent_resigns(session, &session->thinking) ||
        !session_make(session, move, &session->thinking.decision))
        return;
    session->decided = session->thinking;
    session->pressure = session->pressing;
    session->have_decided = true;
    session->decided_node = session->live;
    session_opponent_moved(session, &session->decided);
    session_play_premove(session);
    if (session_your_turn(session))
        session_ponder(session, &session->decided);
}

static void poll_opponent(struct session *session, int64_t now)
{
    bool is_news = engine_poll(session->opponent, &session->heard) && !session->guest &&
                   session->heard.id == session->opponent_request;
    if (is_news && session->opponent_job == OPPONENT_PONDERS)
        session_hear_pondering(session, &session->heard);
    if (is_news && session->opponent_job == OPPONENT_MOVES) {
        session->thinking = session->heard;
        session->have_thinking = true;
        session->changed |= CHANGED_THINKING;
        if (session->heard.finished) {
            session->move_ready = true;
            session->show_at = session_natural_moment(session, session->heard.best);
        }
    }
    poll_guest(session);
    play_found(session, now);
}

/* Starts the analysis of the position shown, unless an engine has not stopped yet. Then a later
 * tick tries again, so that a user who steps through a game never waits for an engine: the last
 * report of the stopping engine wakes the owner, which calls session_tick. */
static void turn_analysis(struct session *session)
{
    if ((session->analyst && engine_is_thinking(session->analyst)) ||
        (session->level_probe && level_probe_is_thinking(session->level_probe)))
        return;
    session->turn_due = false;
    if (session->mode != MODE_ANALYSING)
        return;
    session_analyse_shown(session);
    session_probe_tables(session);
    session_turn_level_probe(session);
}

static void take_score(struct session *session)
{
    const struct game_node *node = session->analyst_node;
    struct ledger_score score = ledger_from_report(&node->position, &session->analysis);
    session->analyst_job = ANALYST_IDLE;
    if (session->mode == MODE_GUESSING)
        session_guess_scored(session, &score);
    else
        session_judge_try(session, &score);
}

/* Handles a new report on the position analysed. */
static void take_analysis(struct session *session)
{
    session->have_analysis = true;
    session->changed |= CHANGED_ANALYSIS;
}

static void poll_analyst(struct session *session)
{
    if (session->async_analyst && session->analyst_job == ANALYST_ANALYSES) {
        if (session_poll_async_analyst(session))
            take_analysis(session);
        return;
    }
    bool hints = session->analyst_job == ANALYST_HINTS;
    struct report *report = hints ? &session->hints.report : &session->analysis;
    if (!session->analyst || !engine_poll(session->analyst, report) ||
        session->analyst_job == ANALYST_IDLE || report->id != session->analyst_request)
        return;
    if (session->analyst_job == ANALYST_JUDGES) {
        if (session->analysis.finished)
            take_score(session);
        return;
    }
    if (session->analyst_job == ANALYST_ANALYSES)
        take_analysis(session);
    else if (report->finished)
        session_go_on_with_hint(session);
}

void session_poll_engines(struct session *session, int64_t now)
{
    poll_opponent(session, now);
    session_poll_prepared(session);
    session_poll_starting(session);
    poll_analyst(session);
    if (session->turn_due && session->analyst_job != ANALYST_HINTS)
        turn_analysis(session); /* after the calls above, because they may set turn_due */
    if (session->level_probe && level_probe_poll(session->level_probe)) {
        session->changed |= CHANGED_ANALYSIS;
        session_look_beside(session);
    }
    session_poll_groups(session);
    session_give_up_hint(session);
    session_go_on_scoring(session);
    session_go_on_reviews(session);
}
