/* The user's rating: which games count for it, and how it changes. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "src/game/game.h"
#include "src/store/rating.h"

struct session;

/* How the game on the board counts for the user's rating, and the rating. */
struct session_rating {
    unsigned odds;        /* the odds that the user gets; a set of 1 << enum odds */
    int takebacks;
    char unrated[48];     /* why the game is not rated; "": it is rated */
    bool stays_unrated;   /* a change of opponent cannot make the game rated again, for example
                           * after a hint */
    bool counts_already;  /* the game has ended once and was counted then; if it goes on after an
                           * undo, its new end is not counted */
    struct rating rating; /* the user's rating */
    int games;            /* number of games that the rating is based on */
    bool done;            /* the game has been rated */
    double from, to;      /* the user's rating before and after the game, on the engine scale */
    int lost_games;       /* how many games the opponent has just lost in a row in this session */
    double points;        /* the user's points from the finished games of this session */
    int counted;          /* number of the games whose points add up to `points` */
};

void session_load_rating(struct session *session);
void session_begin_rating(struct session *session); /* decides whether the new game is rated */
/* Decides again whether the game is rated, after the opponent was changed before the first move.
 * Tells the user if the game no longer counts. */
void session_rate_again(struct session *session);
/* Returns true if the game that is going on still counts for the user's rating. */
bool session_counts(const struct session *session);
/* Makes the present game unrated, and tells the user if it was rated until now. */
void session_unrate(struct session *session, const char *why);
void session_rate(struct session *session, enum result result);
/* Writes the difference of two ratings as they are shown: "+35", "-8", or "no change". */
void session_change_words(double from, double to, char *text, size_t size);
/* Writes the new rating, and its change, after a result: "1441 (+9)". While the rating's deviation
 * is so large that the change means nothing, writes "571, still uncertain". */
void session_new_rating_words(double from, double to, double deviation, char *text, size_t size);
/* Writes for example "Your rating: 1435? (+35)." or "Not rated: moves were taken back; takebacks:
 * 2."; "" while the game is rated but not over. */
void session_rated_words(const struct session *session, char *text, size_t size);
