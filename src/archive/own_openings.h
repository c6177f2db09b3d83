/* The openings of your own games: your results in each by colour, the centipawns that your moves
 * lost, and the most expensive move. */
#pragma once

#include "src/game/opening.h"
#include "src/archive/finished_games.h"

enum { OWN_OPENING_MOVES = 15 }; /* number of your moves examined in each game */

/* One of your moves that lost half a pawn or more, in one position. */
struct own_slip {
    char move[CHESS_SAN_MAX + 12]; /* such as "7. Ng5"; "" if no move lost half a pawn */
    int times;                     /* number of games in which you played it */
    double lost;                   /* centipawns lost by the move in all of these games together */
};
struct own_opening {
    int color;     /* your colour */
    char name[64]; /* without the variation; "other start positions" for games that
                    * did not begin in the standard position */
    int won, drawn, lost;
    int moves;            /* your moves with scores before and after */
    double loss;          /* total centipawn loss of these moves */
    struct own_slip slip; /* the move with the largest total loss */
};
struct own_openings {
    struct own_opening *rows; /* sorted: first your openings with White, then those with Black;
                                 within each colour, those in which you lost the most points come
                                 first */
    int count;
};

/* Returns false and sets *error on failure. */
MUST_USE bool own_openings_gather(struct finished_games *games, const struct openings *openings,
                                  struct own_openings *own, struct error *error);
void own_openings_clear(struct own_openings *own);

int own_opening_games(const struct own_opening *opening);
double own_opening_points(const struct own_opening *opening);
