/* Resignations and draws by the opponent. */
#pragma once

#include <stdbool.h>

#include "engine/engine.h"
#include "src/session/options.h"

struct session;

/* What the opponent considers when it resigns, or offers or accepts a draw. */
struct concessions {
    enum resign_policy policy;
    int hopeless_moves, level_moves; /* at how many of its last moves in a row the opponent's score
                                      * was low enough to resign (hopeless_moves) or close enough to
                                      * 0 to offer a draw (level_moves) */
    bool draw_offered;               /* the opponent has offered a draw, which the user can accept
                                      * until the next move */
    bool played_on;                  /* the user undid the end of the game, so the opponent no
                                      * longer resigns or offers a draw */
};

void session_forget_resign_policy(struct session *session); /* call it when another game starts or
                                                               moves are undone */
/* Decides whether the opponent resigns instead of playing the move of `report`. If so, ends the
 * game and returns true. */
bool session_opponent_resigns(struct session *session, const struct report *report);
/* Call it after each move of the opponent, with the report of the search that chose the move: the
 * opponent may then claim or offer a draw. */
void session_opponent_moved(struct session *session, const struct report *report);
void session_end_resigned(struct session *session); /* ends the game: the opponent resigns */
