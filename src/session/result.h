/* The end of a game in words: what the panel after the game shows. Lines that are not known yet are
 * "" or say so; they fill in while the game is analysed. */
#pragma once

#include <stdbool.h>

#include "src/review/review.h"

struct session;

struct game_end {
    char title[96];       /* "You won by checkmate" */
    char rating[96];      /* "1432 to 1441 (+9)", or why the game is not rated; "": nothing to say */
    char accuracy[64];    /* "you 84 %, opponent 76 %"; "": not known yet */
    char turn[288];       /* where the game turned; "": nowhere, or not known yet */
    char gifts[96];       /* "5 offered, 3 taken, 2 in your deck"; "": none, or not known yet */
    int scored, positions; /* of the analysis; equal when it is complete */
    enum motif motif;     /* to practise */
    int color;            /* yours in a rematch: WHITE, BLACK, or -1 for random */
};
/* Whether a game that was played here has ended and is on the board. */
bool session_has_ended(const struct session *session);
/* Returns false if there is no such game. Asks for the analysis of the game. */
bool session_read_end(struct session *session, struct game_end *end);
/* "Enter rematch, you have white" needs this: "you have white", "a colour drawn at random". */
const char *session_end_color(const struct game_end *end);
