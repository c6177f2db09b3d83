/* Positions and games as text, out of a session and into it; and a board that is not to be seen. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/pgn/pgn.h"
#include "src/session/state.h"

static char *copy_fen(struct session *session)
{
    struct session_view view;
    char *fen = malloc(CHESS_FEN_MAX);
    session_view(session, &view);
    if (fen)
        chess_to_fen(&view.shown->position, fen);
    return fen;
}

static char *copy_pgn(struct session *session)
{
    size_t size;
    return session_ready_for_pgn(session) ? pgn_text(session->game, &size) : NULL;
}

char *session_copy(struct session *session, const char *what, struct error *error)
{
    bool fen = strcmp(what, "fen") == 0;
    if (!fen && strcmp(what, "pgn") != 0) {
        error_set(error, "Expected: copy fen or copy pgn");
        return NULL;
    }
    char *text = fen ? copy_fen(session) : copy_pgn(session);
    if (!text)
        error_set(error, "out of memory");
    return text;
}

/* Eight ranks with seven slashes between, then a side to move. */
static bool looks_like_fen(const char *text)
{
    int slashes = 0;
    const char *at = text;
    for (; *at && !isspace((unsigned char)*at); at++)
        slashes += *at == '/';
    at += strspn(at, " \t");
    return slashes == 7 && (*at == 'w' || *at == 'b');
}

/* Tags, or moves with their numbers: "1. e4 e5 2. Nf3". */
static bool looks_like_pgn(const char *text)
{
    if (*text == '[')
        return strchr(text, '"') != NULL;
    return strncmp(text, "1.", 2) == 0 && strstr(text, " 2.") != NULL;
}

bool session_paste(struct session *session, const char *text, struct session_reply *reply)
{
    text += strspn(text, " \t\r\n");
    if (looks_like_fen(text)) {
        char line[CHESS_FEN_MAX + 8];
        int length = (int)strcspn(text, "\r\n");
        snprintf(line, sizeof line, "fen %.*s", length, text);
        session_enter(session, line, reply);
        return true;
    }
    if (!looks_like_pgn(text))
        return false;
    *reply = (struct session_reply){.kind = REPLY_DONE, .command = COMMAND_LOAD};
    FILE *file = fmemopen((void *)(uintptr_t)text, strlen(text), "r");
    struct pgn_place place;
    if (!file || !session_load_stream(session, file, "pasted", &place, reply))
        reply->kind = REPLY_REFUSED;
    if (!file)
        reply_set(reply, REPLY_REFUSED, "out of memory");
    return true;
}

void session_command_blindfold(struct session *session, struct session_reply *reply)
{
    const char *argument = reply->argument;
    bool on = *argument ? strcmp(argument, "on") == 0 : !session->blindfold;
    if (*argument && !on && strcmp(argument, "off") != 0) {
        reply_set(reply, REPLY_REFUSED, "Expected: blindfold on or blindfold off");
        return;
    }
    if (session->blindfold && !on && session_goes_on(session))
        session->peeks++;
    session->blindfold = on;
    session->changed |= CHANGED_BOARD | CHANGED_SETTINGS;
    reply_set(reply, REPLY_DONE, "%s", on ? "Blindfold: type your moves; peek shows the board, and "
                                            "is counted."
                                          : "You see the board.");
}
