/* A move typed while the opponent thinks. It is played as soon as the opponent has moved, if it is
 * legal then. */
#include <stdio.h>

#include "src/session/mode.h"
#include "src/session/playing/playing.h"
#include "src/session/state.h"

/* Reads `text` as a move that is legal after at least one move of the opponent. Returns false if it
 * is not. */
static bool read_conceivable(const struct position *position, const char *text, Move *move)
{
    Move moves[CHESS_MOVES_MAX];
    int count = chess_moves(position, moves);
    for (int i = 0; i < count; i++) {
        struct position next = *position;
        struct error error;
        chess_play(&next, moves[i]);
        if (session_read_move(&next, text, move, &error))
            return true;
    }
    return false;
}

bool session_premoves(const struct session *session)
{
    return session_goes_on(session) && !session_your_turn(session) &&
           session->opponent_job == OPPONENT_MOVES && session->mode == session_game_mode(session);
}

void session_queue_premove(struct session *session, const char *text, struct session_reply *reply)
{
    Move move;
    if (!read_conceivable(&session->live->position, text, &move)) {
        reply_set(reply, REPLY_REFUSED,
                  "It is your opponent's turn, and none of its moves makes %.20s possible.", text);
        return;
    }
    snprintf(session->premove, sizeof session->premove, "%s", text);
    session->premoved = move;
    session->changed |= CHANGED_MESSAGE | CHANGED_BOARD;
    reply_set(reply, REPLY_DONE, "%s", "");
}

bool session_take_premove_back(struct session *session)
{
    bool queued = session->premove[0] != '\0';
    session->premove[0] = '\0';
    session->changed |= queued ? CHANGED_MESSAGE | CHANGED_BOARD : 0;
    return queued;
}

void session_play_premove(struct session *session)
{
    char text[sizeof session->premove];
    struct error error = {0};
    Move move;
    snprintf(text, sizeof text, "%s", session->premove);
    if (!session_take_premove_back(session) || !session_your_turn(session))
        return;
    if (session->concessions.draw_offered)
        session_say(session, "The opponent offers a draw, so your premove %s was not played. Type "
                             "draw to accept, or play on.", text);
    else if (!session_read_move(&session->live->position, text, &move, &error))
        session_say(session, "Your premove %s was not played: %s", text, error.message);
    else
        (void)session_make(session, move, NULL);
}
