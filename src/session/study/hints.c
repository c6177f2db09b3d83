/* Hints. A prover (src/claims/claims.h) proves claims about a move. It says which searches it
 * needs, and the analyst runs them one after the other. If these searches interrupt an analysis, it
 * continues afterwards. */
#include "src/session/study/hints.h"

#include <stdlib.h>

#include "src/player/engine_position.h"
#include "src/session/command_table.h"
#include "src/session/mode.h"
#include "src/session/playing/rating.h"
#include "src/session/state.h"
#include "src/session/study/analyst.h"
#include "src/session/study/practice.h"

/* Starts a search that the prover asks for; see prover_ask. */
static bool start_search(void *context, const struct position *start, const Move moves[], int count,
                         const struct limits *limits)
{
    struct session *session = context;
    if (!place_engine_at(session->analyst, start, moves, count, limits))
        return false;
    session->analyst_node = session->hints.node;
    session->analyst_request = engine_start(session->analyst, limits);
    session->analyst_job = ANALYST_HINTS;
    return true;
}

/* If the search for the hint has interrupted an analysis of the position shown, continues that
 * analysis. */
static void resume_analysis(struct session *session)
{
    bool had = session->have_analysis;
    if (session->mode != MODE_ANALYSING || session->turn_due)
        return; /* if turn_due is set, the next tick starts the analysis */
    session_analyse_shown(session);
    session->have_analysis = had;
}

/* Whether nothing is proved of the move although there is a choice. */
static bool says_nothing(const struct claims *claims)
{
    Move moves[CHESS_MOVES_MAX];
    return !hint_claim(claims) && chess_moves(&claims->position, moves) > 1;
}

/* Lets the prover use the results of the searches made so far. It then either starts its next
 * search, or has all claims, from which this function makes the hint. If it could prove nothing of
 * the move, it searches once more for longer, which finds a reason in a quarter of such
 * positions, and sometimes a better move. */
static void go_on(struct session *session)
{
    const struct prover_budget longer = prover_long_hint_budget();
    struct claims claims, before = {.count = 0};
    const struct position *start;
    int count;
    Move *moves = place_moves(session->hints.node, &start, &count);
    Move wanted = practice_hint_move(session);
    bool known = moves && (wanted == NO_MOVE
                               ? claims_of_best(session->hints.prover, start, moves, count, &claims)
                               : claims_of_move(session->hints.prover, start, moves, count, wanted,
                                                &claims));
    const bool asked = wanted == NO_MOVE || (known && !hint_claim(&claims));
    known = known && (!asked || claims_of_threat(session->hints.prover, start, moves, count,
                                                 &before));
    free(moves);
    if (known && !session->hints.searched_on && says_nothing(&claims)) {
        session->hints.searched_on = true;
        prover_spend(session->hints.prover, &longer);
        go_on(session);
        return;
    }
    if (known) {
        int rung = session->hints.hint.rung;
        hint_explain(&claims, hint_threat(&before), &session->hints.hint);
        session->hints.hint.rung =
            rung < session->hints.hint.rungs ? rung : session->hints.hint.rungs;
        session->hints.hint.pending = false;
        session->changed |= CHANGED_HINT;
    }
    if (known || !prover_is_waiting(session->hints.prover))
        resume_analysis(session);
}

void session_go_on_with_hint(struct session *session)
{
    session->analyst_job = ANALYST_IDLE;
    if (!session->hints.hint.pending || session->hints.node != session->analyst_node)
        return;
    prover_answer(session->hints.prover, &session->hints.report);
    go_on(session);
}

static void begin(struct session *session)
{
    const struct prover_budget budget = prover_hint_budget();
    if (!session->hints.prover)
        session->hints.prover = prover_create_asking(&budget, start_search, session);
    if (!session->hints.prover || !session_ready_analyst(session, 1))
        return;
    if (session->async_analyst)
        async_player_forget(session->async_analyst);
    session->analyst_job = ANALYST_IDLE;
    session->hints.searched_on = false;
    prover_spend(session->hints.prover, &budget);
    go_on(session);
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
    if (session->mode == MODE_PRACTISING && session->practice.judging) {
        reply_set(reply, REPLY_REFUSED, "Your move is still being checked.");
        return;
    }
    if (chess_moves(&session->shown->position, moves) == 0) {
        reply_set(reply, REPLY_REFUSED, "There is no legal move to give a hint about.");
        return;
    }
    reply_set(reply, REPLY_DONE, "%s", "");
    const char *cost = session->mode == MODE_PRACTISING ? practice_hint_cost(session) : NULL;
    if (cost)
        session_say(session, "%s", cost);
    if (session->mode != MODE_PRACTISING)
        session_unrate(session, "you asked for hints");
    session->changed |= CHANGED_HINT;
    if (session->hints.node == session->shown && session->hints.hint.rung > 0) {
        if (session->hints.hint.rung < session->hints.hint.rungs)
            session->hints.hint.rung++; /* a request counts even while the first hint is still being
                                         * searched for */
        else if (!session->hints.hint.pending)
            session_say(session, "That was the last hint for this position.");
        return;
    }
    session->hints.hint = (struct hint){.rung = 1, .rungs = HINT_RUNGS, .pending = true};
    session->hints.node = session->shown;
    begin(session);
    session_give_up_hint(session);
}

/* A hint that is pending although no search for it is running would stay pending for ever: its
 * search could not start or was cancelled. */
void session_give_up_hint(struct session *session)
{
    if (!session->hints.hint.pending || session->analyst_job == ANALYST_HINTS)
        return;
    session->hints.hint = (struct hint){0};
    session->hints.node = NULL;
    session->changed |= CHANGED_HINT;
    session_say(session, "There is no hint, because analysis could not be started.");
}
