/* Pondering: on your turn the opponent searches the position after the move it expects. If you play
 * that move, the search continues as the search for its answer; otherwise it is stopped. A guest
 * does not ponder here. A weakened level ponders only with PONDERING_ALWAYS, because its strength
 * is limited by nodes and not by time. */
#include "src/player/engine_position.h"
#include "src/session/mode.h"
#include "src/session/playing/playing.h"
#include "src/session/state.h"

static bool may_ponder(const struct session *session)
{
    return !session->guest && session->configured && session->opponent_job == OPPONENT_IDLE &&
           session->mode == MODE_PLAYING && session_your_turn(session) &&
           (session->options.pondering == PONDERING_ALWAYS ||
            (session->options.pondering == PONDERING_ON && !session->handicap.limited));
}

void session_ponder(struct session *session, const struct report *report)
{
    struct line line = {.length = 1, .moves = {report->ponder}};
    if (!may_ponder(session) || report->from_book ||
        !chess_is_legal(&session->live->position, report->ponder))
        return;
    struct limits limits = session_opponent_limits(session, !session->live->position.side);
    limits.ponder = true;
    if (!place_engine(session->opponent, session->live, &line, &limits))
        return;
    session->opponent_request = engine_start(session->opponent, &limits);
    session->opponent_job = OPPONENT_PONDERS;
    session->ponder_from = session->live;
    session->pondered = (struct pondered){.expected = report->ponder};
}

bool session_expects(const struct session *session, Move move)
{
    return session->opponent_job == OPPONENT_PONDERS && session->configured &&
           session->ponder_from == session->live && session->pondered.expected == move;
}

void session_hear_pondering(struct session *session, const struct report *report)
{
    const struct line *line = &report->lines[0];
    if (report->line_count == 0 || line->length == 0)
        return;
    session->pondered.answer = line->moves[0];
    session->pondered.score = line->score;
    session->pondered.depth = report->depth;
    session->changed |= CHANGED_THINKING;
}
