/* The session as lines of text, for pipes and screen readers.
 *
 * Other rooms include: speech.h.
 *
 * A session as lines of text: one fact a line, no cursor addressing, for pipes and screen
 * readers. Used as tui.h is: create, let the session wake it, play, destroy. */
#pragma once

#include "src/plain/speech.h"
#include "src/session/session.h"

struct plain_options {
    struct speech speech;
    bool bell; /* after each move of the opponent, where a terminal hears it */
    bool training; /* the session holds positions to solve: no game, and the end after them */
    bool analysis; /* the session holds the game or position to analyse */
    const struct strength *strength; /* outlives the plain */
    const struct pgn_index *games; /* of the file, where it has several; NULL: none; outlives it */
    const struct openings *openings; /* to find them by; may be NULL; outlives it */
    bool debug; /* after each move of the opponent, its decision */
};

struct plain;
/* NULL when out of memory or file descriptors. */
struct plain *plain_create(const struct plain_options *options);
void plain_destroy(struct plain *plain);

/* Asks the loop to poll the session; from any thread. context: the struct plain. */
void plain_wake(void *context);

/* Begins a game and plays until quit or the end of input; returns the exit status. An unfinished
 * game of the store is named and can be resumed. On 2 error says why. */
MUST_USE int plain_play(struct plain *plain, struct session *session, struct error *error);

/* A game of the engine against itself at two ratings, moves long at most (then adjudicated),
 * printed as PGN. The same seed gives the same game. False fills error. */
struct demo_options {
    int white_elo, black_elo;
    int moves;
    uint64_t seed;
};
MUST_USE bool demo_play(const struct strength *strength, const struct demo_options *options,
                        struct error *error);
