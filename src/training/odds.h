/* Odds: what the opponent gives you before the game, as strong players always have given weaker
 * ones. */
#pragma once

#include "src/game/clock.h"

/* Identifier, name, what the opponent gives. */
#define ODDS(X)                                                                                    \
    X(PAWN, "pawn", "the pawn before its king's bishop")                                           \
    X(KNIGHT, "knight", "its queen's knight")                                                      \
    X(ROOK, "rook", "its queen's rook")                                                            \
    X(QUEEN, "queen", "its queen")                                                                 \
    X(TIME, "time", "four fifths of its time")                                                     \
    X(MOVES, "moves", "two moves: your middle pawns stand where they want to, and it begins")

enum odds {
#define X(id, name, words) ODDS_##id,
    ODDS(X)
#undef X
    ODDS_COUNT
};
const char *odds_name(enum odds odds);

/* "knight" or "pawn,moves" as a set of 1 << enum odds. False fills error. */
MUST_USE bool odds_read(const char *text, unsigned *odds, struct error *error);
/* The same back; "" for none. */
void odds_write(unsigned odds, char *text, size_t size);

/* The start position with what the opponent of you gives on the board. */
void odds_place(unsigned odds, int you, struct position *start);
/* A clock just set: the opponent's of you has less on it. */
void odds_set_clock(unsigned odds, int you, struct clock *clock);
