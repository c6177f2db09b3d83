/* What the files of the line mode share: its state, its voice, and the lines it is given. */
#pragma once

#include "src/plain/games.h"
#include "src/plain/plain.h"

enum {
    LINE_MAX_BYTES = 4096,
    KEPT_WITHIN = 2000, /* milliseconds: longer the database is not waited for before a move is told */
};

struct plain {
    struct plain_options options;
    int wake[2]; /* a byte here: poll the session */
    bool readline;
    bool echo;   /* input is no terminal: show what was read */
    bool quit, ended;
    char asked[LINE_MAX_BYTES]; /* the line that waits for a yes; "": none */
    bool warned; /* that a changed game is not saved */
    bool playing;            /* at the last look */
    const struct card *card; /* told of */
    const struct game_node *seen; /* the position last shown in training */
    const struct game_node *told; /* the position the listener knows of */
    char said[512];               /* the last reply, so that a message is not told twice */
    char buffer[LINE_MAX_BYTES];  /* of input that is no terminal */
    size_t filled;
    struct session *session;
    struct plain_games *games; /* NULL: no list */
};

/* output.c */
void plain_say(struct plain *plain, const char *text); /* "": nothing */
void plain_tell_move(const struct plain *plain, const struct game_node *node);
void plain_tick(struct plain *plain); /* hears the session, and tells what is new */
/* Waits for a wake-up or, unless input is -1, for input, for longest milliseconds at most (-1: without
 * an end). True: there is input. */
bool plain_rest(const struct plain *plain, int input, int longest);
/* Rests until the session has something to say, hears it and looks again. False: it is past until
 * (by text_now; -1: never), or nobody listens any more. */
bool plain_go_on(struct plain *plain, int64_t until, struct session_view *view);

/* entered.c: a line that was typed; it is trimmed. */
void plain_enter(struct plain *plain, char *line);
