/* The record of a game, kept beside its moves. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "src/pgn/pgn.h"
#include "src/review/review.h"
#include "src/session/mode.h"
#include "src/store/store.h"

/* Whose act ended a game: who resigned or lost on time. ENDED_BY_NOBODY: it ended by the rules or
 * by an agreement. */
enum ended_by { ENDED_BY_NOBODY, ENDED_BY_YOU, ENDED_BY_OPPONENT };

/* What a session knows about a game besides its moves. If an analysed game is suspended, its record
 * is suspended with it. */
struct game_record {
    enum game_status status;
    int you;
    bool loaded;            /* the game is from a file, so its variations are kept */
    bool ended;             /* the game ended in this session, not in the file */
    bool edited;            /* the game was changed since it was read or saved */
    char path[1024];        /* path of the file it was read from, "": none */
    struct pgn_place place; /* where in the file `path` the game is */
    char saved_in[1024];    /* path of the file that `save FILE` added the game to last, "": none */
    struct pgn_place saved; /* where in the file `saved_in` the game is */
    char ending[64];
    enum ended_by ended_by; /* if `ended` */
    char opponent[128]; /* if `ended`: name of the game's opponent; the next game may have another
                           opponent */
    struct handicap handicap;   /* if `ended`: the strength of the game's opponent */
    char guest[STORE_OPPONENT]; /* if `ended` and the opponent was another program: the user's
                                 * description of that program */
    int64_t stored_id;          /* the store writer's number for the game, 0: not stored */
    int64_t began;              /* if stored: seconds since 1970 */
    struct ledger ledger;
    struct review review;
    bool reviewed; /* the review is complete, and if the game is stored, so is the review */
    bool stuck; /* adding a score to the ledger failed; the next request for a review tries again */
};
