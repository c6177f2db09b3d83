/* A game between the user and an opponent: starting, replacing and ending it, moves and takebacks,
 * draw offers and resigning, ratings. Modes besides playing are in src/session/study. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "engine/engine.h"
#include "src/game/game.h"
#include "src/player/player.h"
#include "src/session/record.h"

struct session;
struct session_reply;

/* move_words.c */
/* Writes a move in words as notation: "knight takes e5" as "Nxe5". Returns false if the words are
 * not a move. */
bool session_move_from_words(const char *line, char *move, size_t size);

/* opponent.c */
/* The time when a move already found may be shown, in milliseconds of text_now. */
int64_t session_natural_moment(const struct session *session, Move move);
void session_begin_drill(struct session *session); /* call it for each new game */
void session_change_drill(struct session *session, int group);
/* Sets the opponent like session_set_handicap, but never makes it custom. */
void session_take_handicap(struct session *session, const struct handicap *handicap);
/* Sets the drill's group to 0 percent in the handicap. Call it after the handicap was set. */
void session_drill_handicap(struct session *session);
bool session_think(struct session *session); /* starts the opponent on the live position */
/* Stops the opponent's thinking and discards its answer. */
void session_interrupt(struct session *session);
/* Lets a guest, the player that `text` describes, replace our engine as the opponent. `player` is
 * that player if it was created already, otherwise NULL; the session takes ownership. Returns false
 * and sets *error on failure. */
bool session_invite(struct session *session, const char *text, struct player *player,
                    struct error *error);
/* Removes the guest, so that our engine is the opponent again. Returns true if the guest was
 * thinking about a move. */
bool session_dismiss(struct session *session);

/* The time limits of the opponent's next move. `side` is the opponent's colour. */
struct limits session_opponent_limits(const struct session *session, int side);

/* premove.c */
/* Returns true if a move typed now would be a premove, because the opponent is thinking. */
bool session_premoves(const struct session *session);
/* Keeps `text` as the premove, in place of an earlier one, if it can become a legal move. */
void session_queue_premove(struct session *session, const char *text, struct session_reply *reply);
/* Called after the opponent's move: plays the premove, or says why it is not possible. */
void session_play_premove(struct session *session);

/* ponder.c */
/* Call it after each move of the opponent, with the report of the search that chose the move.
 * Starts to ponder on your turn if the options allow it. */
void session_ponder(struct session *session, const struct report *report);
bool session_expects(const struct session *session, Move move); /* returns whether the opponent
                                                                   ponders on the position after
                                                                   this move */
void session_hear_pondering(struct session *session, const struct report *report);

/* play.c */
void session_flag_fall(struct session *session, int side);
/* Plays a legal move in the live game: updates the clock and the store, checks for the end and
 * starts the opponent's turn. */
bool session_make(struct session *session, Move move, const struct decision *decision);
/* Records in the store the move that led to `node`. Records `decision`, the reason for it, in the
 * ledger and the store, unless it is NULL: the move is not from our engine. */
void session_record(struct session *session, const struct game_node *node,
                    const struct decision *decision);
/* Ends the game. `words` says how: "checkmate", or "resigned" if `by` says who resigned. */
void session_end(struct session *session, enum result result, enum ended_by by, const char *words);
/* Call it after any change of the live position: ends the game if it is over, runs the clock of the
 * side to move, and starts the opponent if it is its turn. */
void session_turn(struct session *session);

/* new_game.c */
/* Replaces the present game with a game read from a file; takes ownership. If `play_on` is true and
 * the game has no result, it goes on against the opponent. */
void session_adopt(struct session *session, struct game *game, bool play_on);
/* Destroys the present game and makes `game` the session's game; takes ownership. */
void session_replace_game(struct session *session, struct game *game);
/* Starts a new game from the position `start`. If the session has no opponent, the position is only
 * analysed. */
void session_new_from(struct session *session, const struct position *start,
                      struct session_reply *reply);
bool session_alternates(const struct session *session); /* returns whether your colour changes from
                                                         * game to game */
int session_next_color(const struct session *session); /* the user's colour in the next game: WHITE,
                                                          BLACK, or -1 for random */
/* The opponent in the next game if it is our engine, and its rating, which is defined as in
 * session_level. */
struct handicap session_next_handicap(const struct session *session);
/* Writes the name of the opponent in the next game. */
void session_next_name(const struct session *session, char *text, size_t size);

/* undo.c */
/* A move taken back, so that redo can play it again. */
struct taken_back {
    Move move;
    int64_t clock, elapsed;
    struct decision *decision; /* the opponent's decision for the move; owned; NULL: the move has
                                  none */
};
bool session_can_take_back(const struct session *session);
bool session_take_back(struct session *session, struct session_reply *reply);
bool session_redo(struct session *session, struct session_reply *reply);
