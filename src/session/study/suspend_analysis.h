/* What suspends an analysis: a game played from its position, or guessing the moves of its game. */
#pragma once

#include <stdbool.h>

#include "src/review/ledger.h"
#include "src/session/record.h"

struct session;
struct session_reply;

/* An analysis that is suspended while a game is played from one of its positions. */
struct suspended_analysis {
    struct game *game; /* owned; NULL: no analysis is suspended */
    struct game_node *from;
    struct game_record record;
    bool left; /* another game has replaced the one that was played from the analysis */
};

/* The state of guessing: the user guesses the moves of a game one after the other. */
struct guess {
    bool judging;            /* a guess is being scored */
    int side, you;           /* side: the side to guess for; you: the value of record.you before
                              * guessing */
    struct game *scratch;    /* owned: the game up to here and the move guessed */
    struct game_node *tried; /* the position after the guessed move, in the game `scratch` */
    const struct game_node *looked_at;    /* the position being scored: first that after the game's
                                           * move, then that after the guess */
    Score game_score;                     /* score after the game's move, for white */
    int played, as_good, a_little, worse; /* how many guesses were the game's move, as good as it, a
                                           * little worse, and worse */
    double accuracy, loss;                /* sums over the guesses: in percent, in centipawns */
};

/* Suspends the analysis and plays a game from the position shown. */
void session_play_from_here(struct session *session, struct session_reply *reply);
void session_play_on_ends(struct session *session, struct session_reply *reply);
void session_stop_guessing(struct session *session, struct session_reply *reply);
void session_guess_skip(struct session *session, struct session_reply *reply);
void session_guess_move(struct session *session, Move move, struct session_reply *reply);
void session_guess_scored(struct session *session, const struct ledger_score *score);
void session_leave_guessing(struct session *session, enum mode next);
void session_enter_guessing(struct session *session, enum mode before);
