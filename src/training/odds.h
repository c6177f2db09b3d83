/* Odds: the traditional handicaps that a stronger player gives before the game. */
#pragma once

#include "src/game/clock.h"

/* Identifier, name, and a description of the odds. */
#define ODDS(X)                                                                                    \
    X(PAWN, "pawn", "the pawn in front of its king's bishop")                                      \
    X(KNIGHT, "knight", "its queen's knight")                                                      \
    X(ROOK, "rook", "its queen's rook")                                                            \
    X(QUEEN, "queen", "its queen")                                                                 \
    X(TIME, "time", "four fifths of its time")                                                     \
    X(MOVES, "moves", "two moves: your centre pawns are advanced, and the opponent begins")

enum odds {
#define X(id, name, words) ODDS_##id,
    ODDS(X)
#undef X
    ODDS_COUNT
};
const char *odds_name(enum odds odds);

/* Reads odds such as "knight" or "pawn,moves" into a set of 1 << enum odds. Returns false and sets
 * *error on failure. */
MUST_USE bool odds_read(const char *text, unsigned *odds, struct error *error);
/* Writes a set of odds as text, or "" if it is empty. */
void odds_write(unsigned odds, char *text, size_t size);

/* Sets *start to the start position in which the opponent gives the odds to the side `you`: the
 * opponent lacks the material, and `you` has made the extra moves. */
void odds_place(unsigned odds, int you, struct position *start);
/* If the odds include time, reduces the opponent's time on a clock that was just set. `you` is your
 * colour. */
void odds_set_clock(unsigned odds, int you, struct clock *clock);
