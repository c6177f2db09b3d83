/* The end of a game in words, as shown after the game. Texts that are not known yet are "". They
 * are filled in when the game has been analysed. */
#pragma once

#include <stdbool.h>

#include "src/review/review.h"

struct session;
struct session_reply;

struct game_end {
    char title[96];       /* the heading, such as "You won by checkmate" */
    char rating[96];      /* how your rating changed, "1432 to 1441 (+9)", or why the game is not
                           * rated; "": nothing to say */
    char accuracy[64];    /* the accuracy of the players that moved, "you 84 %, opponent 76 %"; "":
                           * not known yet */
    char turn[352];       /* sentences about the turning point; "": none, or not known yet */
    char gifts[128];      /* the opponent's errors that gave you something, "5 offered: 3 taken, 2
                             in your deck"; "": none, or not known yet */
    int scored, positions; /* positions analysed so far, and in the game; equal when complete */
    enum motif motif;     /* the motif to practise, or MOTIF_NONE */
    int color;            /* your colour in a rematch: WHITE, BLACK, or -1 for random */
};
/* Returns true if the game on the board was played in this session and has ended. */
bool session_has_ended(const struct session *session);
/* Fills *end. Returns false if session_has_ended is false. Requests the analysis of the game. */
bool session_read_end(struct session *session, struct game_end *end);
/* Your colour in a rematch in words: "you have white", "you have black" or "a random colour". */
const char *session_end_color(const struct game_end *end);
/* Answers a line that session_asks_why knows: says where the finished game turned, and how to open
 * its review. */
void session_tell_why(struct session *session, struct session_reply *reply);
