/* What a session is doing: one mode at a time, changed by session_set_mode alone. Whether a game is
 * going on is not a mode but the status of its record: a game goes on while it is analysed, too. */
#pragma once

#include <stdbool.h>

enum mode {
    MODE_IDLE,       /* no game has begun */
    MODE_PLAYING,    /* a game goes on */
    MODE_PLAYING_ON, /* the same, from a position of an analysis that is suspended */
    MODE_FINISHED,   /* the game is over */
    MODE_STUDYING,   /* a game or position without an opponent, the analyst at rest */
    MODE_ANALYSING,
    MODE_PRACTISING, /* cards are being solved */
    MODE_GUESSING,   /* the moves of a game are being guessed */
    MODE_SETTING_UP, /* a position is being set up */
    MODE_COUNT
};

/* What happens when a mode is left for the next one, and entered after the one before; NULL: nothing.
 * The session has a table of these (session.c). */
struct session;
struct mode_ops {
    void (*leave)(struct session *session, enum mode next);
    void (*enter)(struct session *session, enum mode before);
};

/* Sets of modes, for the table of commands. */
enum {
    IN_PLAY = 1 << MODE_PLAYING | 1 << MODE_PLAYING_ON,
    IN_ANALYSIS = 1 << MODE_STUDYING | 1 << MODE_ANALYSING,
    IN_ANY = (1 << MODE_COUNT) - 1,
};

/* Of a game's record. */
enum game_status {
    STATUS_NONE,     /* no game has begun */
    STATUS_GOING_ON,
    STATUS_OVER,
    STATUS_STUDIED,  /* it has no players here: positions and games of others, to be analysed */
};
