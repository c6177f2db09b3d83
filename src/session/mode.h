/* The mode of a session. A session has one mode at a time, and only session_set_mode changes it.
 * Whether a game is going on is the status of its record and not a mode: a game also goes on while
 * it is analysed. */
#pragma once

#include <stdbool.h>

enum mode {
    MODE_IDLE,       /* no game has begun */
    MODE_PLAYING,    /* a game is going on */
    MODE_PLAYING_ON, /* a game that was started from a position of an analysis is going on; the
                      * analysis is suspended */
    MODE_FINISHED,   /* the game is over */
    MODE_STUDYING,   /* a game or position without an opponent; the analyst is idle */
    MODE_ANALYSING,
    MODE_PRACTISING, /* positions to solve (cards) are on the board */
    MODE_GUESSING,   /* the moves of a game are being guessed */
    MODE_SETTING_UP, /* a position is being set up */
    MODE_COUNT
};

/* The functions of a mode, as listed in session.c. The session calls `leave` when it changes from
 * this mode to the mode `next`, and `enter` when it changes to this mode from the mode `before`.
 * NULL: nothing to do. */
struct session;
struct mode_ops {
    void (*leave)(struct session *session, enum mode next);
    void (*enter)(struct session *session, enum mode before);
};

/* Sets of modes, for the table of commands. */
enum {
    IN_ANALYSIS = 1 << MODE_STUDYING | 1 << MODE_ANALYSING,
    IN_ANY = (1 << MODE_COUNT) - 1,
    AT_BOARD = 1 << MODE_COUNT, /* added to a command's set: the command acts on the board of a
                                 * game, so it is refused while the home screen hides the board */
};

/* Whether a game is being played, is over, or is only studied. */
enum game_status {
    STATUS_NONE,     /* no game has begun */
    STATUS_GOING_ON,
    STATUS_OVER,
    STATUS_STUDIED,  /* a position or a game of others is on the board, to be analysed */
};

/* Leaves the present mode and enters another. */
void session_set_mode(struct session *session, enum mode mode);
/* The mode that follows from the status of the game on the board alone: idle, playing, playing on,
 * finished or studying. This is called the game mode. */
enum mode session_game_mode(const struct session *session);
/* Ends practice or guessing and returns to the game, or to analysis if there is no game. */
void session_stop_study(struct session *session);
/* Sets the status of the game on the board. If the session is in the game mode, it enters the
 * game mode of the new status; otherwise, for example while analysing, its mode stays. */
void session_set_status(struct session *session, enum game_status status);
void session_pace_clock(struct session *session); /* stops the clock while the user is at home
                                                     or solves positions, and restarts it */
