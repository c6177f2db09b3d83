/* The openings of your own games: how you scored in each, by colour, what your moves there gave
 * away, and which of them cost most. */
#pragma once

#include "src/game/opening.h"
#include "src/store/store.h"

enum { OWN_OPENING_MOVES = 15 }; /* yours, that are looked at */

struct own_slip {
    char move[CHESS_SAN_MAX + 12]; /* "7. Ng5"; "" for none */
    int times;                     /* games in which you played it there */
    double lost;                   /* centipawns, in all of them */
};
struct own_opening {
    int color;                     /* yours */
    char name[64];                 /* without its variation; "other starts" of games with one */
    int won, drawn, lost;
    int moves;                     /* of yours that were scored before and after */
    double loss;                   /* their centipawns */
    struct own_slip slip;          /* what cost most, in all its games together */
};
struct own_openings {
    struct own_opening *rows;      /* white first; where most points were lost first */
    int count, games, damaged;
};

/* Of the last so many games that were ended; 0: of all. False fills error. */
MUST_USE bool own_openings_gather(struct store *store, const struct openings *openings, int games,
                                  struct own_openings *own, struct error *error);
void own_openings_clear(struct own_openings *own);

int own_opening_games(const struct own_opening *opening);
double own_opening_points(const struct own_opening *opening);
