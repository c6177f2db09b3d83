/* Scoring the positions of a game for its review, and reviewing the games of a file. */
#pragma once

#include "src/pgn/index.h"
#include "src/review/review.h"

struct session;

/* The review of several games of a file, one after the other. */
struct review_run {
    const struct pgn_index *index; /* owned by the screen, which stops the run before closing it */
    int *games;                    /* owned; the games to review, by their numbers in the file, from
                                      0 */
    int count, at;                 /* count: number of games to review, 0 if there is no run; at:
                                    * index in `games` of the game under review */
    const struct game *game;       /* the game under review, to notice that another was opened */
};

enum { REVIEW_CARDS_MAX = REVIEW_GIFTS_MAX + REVIEW_MISTAKES_MAX };

void session_forget_review(struct session *session, int from); /* also forgets the scores of
                                                                * positions from ply `from` on */
void session_keep_scores(struct session *session); /* call it before the game is left: keeps the
                                                    * scores of a review that is not finished */
void session_go_on_scoring(struct session *session);

/* study/review_games.c */
void session_go_on_reviews(struct session *session); /* opens the next game of a review_run */
