/* Where a player does better or worse than usual: by colour, opening and length of the games. */
#pragma once

#include <stdio.h>

#include "src/lab/match/match_table.h"

/* The kinds of game: identifier, group, name. */
#define STRENGTHS(X)                                                                               \
    X(WHITE, "colour", "White")                                                                    \
    X(BLACK, "colour", "Black")                                                                    \
    X(A, "opening", "A: flank openings")                                                           \
    X(B, "opening", "B: 1. e4 without e5 or e6")                                                   \
    X(C, "opening", "C: open games, French")                                                       \
    X(D, "opening", "D: closed games")                                                             \
    X(E, "opening", "E: Indian defences")                                                          \
    X(UNNAMED, "opening", "without a name")                                                        \
    X(SHORT, "length", "up to 25 moves")                                                           \
    X(MIDDLING, "length", "26 to 40 moves")                                                        \
    X(LONG, "length", "41 to 60 moves")                                                            \
    X(VERY_LONG, "length", "more than 60 moves")
enum strength_kind {
#define X(id, group, name) STRENGTH_##id,
    STRENGTHS(X)
#undef X
        STRENGTH_COUNT
};

/* A player's games of one kind. */
struct strength_row {
    int games, won, drawn, lost;
    double score;    /* mean score in games of this kind, 0 .. 1 */
    double usual;    /* the player's mean score against the same opponents in all games */
    double error;    /* half the 95 % interval of score - usual */
    bool is_certain; /* there are at least 10 games, and score differs from usual by more than
                      * error */
};

/* All three functions below return false when out of memory. */
MUST_USE bool strengths_of(const struct game_list *list, int player,
                           struct strength_row rows[STRENGTH_COUNT]);

/* Writes a line for each kind that has games. */
MUST_USE bool strengths_write(FILE *out, const struct game_list *list, int player);
/* Writes the member "strengths", an array. */
MUST_USE bool strengths_json(struct json *json, const struct game_list *list, int player);
