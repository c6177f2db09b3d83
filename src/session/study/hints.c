/* Hints: searches until the line is long enough to explain the move, then words the hint. */
#include "src/session/state.h"

#include <stdio.h>

enum {
    HINT_NODES = 300000,
    HINT_MILLISECONDS = 1500,
    HINT_SEARCHES = 5,     /* the first, then shorter ones to lengthen its line */
    ENOUGH_NODES = 200000, /* an analysis with this many nodes is good enough for a hint */
    ENOUGH_MILLISECONDS = 1000,
};

static void tell_hint(struct session *session, const struct report *report)
{
    int rung = session->hint.rung;
    hint_explain(&session->hint_node->position, report, &session->hint);
    session->hint.rung = rung;
    session->hint.pending = false;
    session->changed |= CHANGED_HINT;
}

/* A running analysis also provides the hint once it has searched enough. */
void session_hint_from_analysis(struct session *session)
{
    const struct report *report = &session->analysis;
    bool enough = report->finished || report->nodes >= ENOUGH_NODES ||
                  report->elapsed >= ENOUGH_MILLISECONDS;
    if (enough && session->hint.pending && session->hint_node == session->analyst_node &&
        report->line_count > 0)
        tell_hint(session, report);
}

/* Called when a hint's search has finished: searches on from the end of its line, or shows the
 * hint. */
void session_go_on_with_hint(struct session *session)
{
    const struct limits limits = {.nodes = HINT_NODES / 4, .movetime = HINT_MILLISECONDS / 4};
    struct report *hinted = &session->hinted;
    bool more = true;
    if (session->hint_searches++ == 0)
        *hinted = session->analysis;
    else
        more = hint_append(&hinted->lines[0], &session->analysis);
    session->analyst_job = ANALYST_IDLE;
    if (!session->hint.pending || session->hint_node != session->analyst_node)
        return;
    if (more && session->hint_searches < HINT_SEARCHES && hinted->line_count > 0 &&
        hint_wants_more(&session->hint_node->position, &hinted->lines[0]) &&
        place_engine(session->analyst, session->hint_node, &hinted->lines[0], &limits)) {
        session->analyst_request = engine_start(session->analyst, &limits);
        session->analyst_job = ANALYST_HINTS;
    } else {
        tell_hint(session, hinted);
    }
}

void session_command_hint(struct session *session, struct session_reply *reply)
{
    Move moves[CHESS_MOVES_MAX];
    if (session_goes_on(session) && session->shown == session->live && !session_your_turn(session)) {
        reply_set(reply, REPLY_REFUSED,
                  "Hints are for your own moves. It is your opponent's "
                  "turn.");
        return;
    }
    if (session_card_is_over(session, reply))
        return;
    if (chess_moves(&session->shown->position, moves) == 0) {
        reply_set(reply, REPLY_REFUSED, "There is no legal move to give a hint about.");
        return;
    }
    reply_set(reply, REPLY_DONE, "%s", "");
    if (session->mode != MODE_PRACTISING)
        session_unrate(session, "you asked for hints");
    session->changed |= CHANGED_HINT;
    if (session->hint_node == session->shown && session->hint.rung > 0) {
        if (session->hint.rung < HINT_RUNGS)
            session->hint.rung++; /* also counts while the first hint is being searched */
        return;
    }
    session->hint = (struct hint){.rung = 1, .pending = true};
    session->hint_node = session->shown;
    session->hint_searches = 0;
    if (session->mode == MODE_ANALYSING) {
        if (session->have_analysis)
            session_hint_from_analysis(session);
        return;
    }
    const struct limits limits = {.nodes = HINT_NODES, .movetime = HINT_MILLISECONDS};
    session_start_analyst(session, ANALYST_HINTS, session->shown, 1, &limits);
    session->hint.pending = session->analyst_job == ANALYST_HINTS;
    if (!session->hint.pending)
        session->hint = (struct hint){0};
}

/* A pending hint comes from an analysis or from a search for it alone. If neither is running, the
 * search could not start or was cancelled, and the hint will not come. */
void session_give_up_hint(struct session *session)
{
    bool comes = session->turn_due || session->analyst_job == ANALYST_ANALYSES ||
                 session->analyst_job == ANALYST_HINTS;
    if (!session->hint.pending || comes)
        return;
    session->hint = (struct hint){0};
    session->hint_node = NULL;
    session->changed |= CHANGED_HINT;
    session_say(session, "There is no hint, because analysis could not be started.");
}
