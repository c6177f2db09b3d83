/* The session as lines of text, one fact a line, without cursor movement, for pipes and screen
 * readers. It is used like tui.h: create it, pass plain_wake to the session, play, destroy it.
 *
 * Other public headers: speech.h, groups.h. */
#pragma once

#include "src/plain/speech.h"
#include "src/session/session.h"

struct plain_options {
    struct speech speech;
    bool bell;     /* rings after each move of the opponent, on a terminal */
    bool home;     /* shows home first, and begins no game */
    bool training; /* the session holds positions to solve; the program ends after them */
    bool analysis; /* the session holds the game or position to analyse */
    const struct strength *strength; /* must outlive the struct plain */
    const struct pgn_index *games;   /* the games of the file; NULL if it has only one; must outlive
                                        the struct plain */
    const struct openings *openings; /* names of openings, or NULL; must outlive the struct plain */
    bool debug;                      /* prints the decision after each move of the opponent */
};

struct plain;
/* Returns NULL if out of memory or file descriptors. */
struct plain *plain_create(const struct plain_options *options);
void plain_destroy(struct plain *plain);

/* Asks the loop to poll the session; may be called from any thread. `context` is the struct
 * plain. */
void plain_wake(void *context);

/* Starts a game and plays until quit or the end of input. Returns the exit status. If it is 2,
 * *error is set. If the store has an unfinished game, it is named and can be resumed. */
MUST_USE int plain_play(struct plain *plain, struct session *session, struct error *error);

/* Plays a game between two levels and prints it as PGN. After `moves` moves, the game is
 * adjudicated. The same seed gives the same game. Returns false and sets *error on failure. */
struct demo_options {
    const struct scale *scale; /* the scale of the ratings in the players' names */
    int elo[COLOR_COUNT];      /* of each side, on the engine scale; ELO_FULL is full strength */
    enum method method;
    int moves;
    uint64_t seed;
};
MUST_USE bool demo_play(const struct strength *strength, const struct demo_options *options,
                        struct error *error);
