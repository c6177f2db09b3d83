/* A game between the user and an opponent: starting, replacing and ending it, moves and takebacks,
 * draw offers and resigning, ratings. Modes besides playing are in src/session/study. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "engine/engine.h"
#include "src/game/game.h"
#include "src/player/player.h"

struct session;
struct session_reply;

/* move_words.c */
/* Writes a move in words as notation: "knight takes e5" as "Nxe5". Returns false if the words are
 * not a move. */
bool session_move_from_words(const char *line, char *move, size_t size);

/* opponent.c */
/* The time when a move already found may be shown, in milliseconds of text_now. */
int64_t session_natural_moment(const struct session *session, Move move);
void session_begin_drill(struct session *session); /* of the next game */
void session_change_drill(struct session *session, int group);
void session_drill_handicap(struct session *session); /* ignores the group in a new handicap too */
bool session_think(struct session *session); /* starts the opponent on the live position */
void session_interrupt(struct session *session); /* the opponent stops; its answer is ignored */
/* Starts a guest player. Returns false and sets *error if it cannot be set up. player: as in struct
 * session_options. */
bool session_invite(struct session *session, const char *text, struct player *player,
                    struct error *error);
bool session_dismiss(struct session *session); /* removes the guest; our engine plays again */

/* The limits of the opponent's next move. side: its colour. */
struct limits session_opponent_limits(const struct session *session, int side);

/* premove.c */
/* A typed move would be a premove now: the opponent thinks about its move. */
bool session_premoves(const struct session *session);
/* Keeps text as the premove, in place of an earlier one, if it can become a legal move. */
void session_queue_premove(struct session *session, const char *text, struct session_reply *reply);
/* Called after the opponent's move: plays the premove, or says why it is not possible. */
void session_play_premove(struct session *session);

/* ponder.c */
/* After the opponent's move, whose report this is: starts to ponder on your turn, if the options
 * allow it. */
void session_ponder(struct session *session, const struct report *report);
bool session_expects(const struct session *session, Move move); /* it ponders on this answer */
void session_hear_pondering(struct session *session, const struct report *report);

/* play.c */
void session_flag_fall(struct session *session, int side);
/* Plays a legal move in the live game: updates the clock and the store, checks for the end and
 * starts the opponent's turn. */
bool session_make(struct session *session, Move move, const struct decision *decision);
/* Records the decision behind the move to node in the ledger (NULL: the move is not from our
 * engine), and the move and the decision in the store. */
void session_record(struct session *session, const struct game_node *node,
                    const struct decision *decision);
void session_end(struct session *session, enum result result, const char *ending,
                 const char *termination);
/* Updates the side to move and the clock after any change of the live position. */
void session_turn(struct session *session);

/* new_game.c */
/* Replaces the present game with a game read from a file; takes ownership. */
bool session_adopt(struct session *session, struct game *game);
void session_choose_level(struct session *session); /* by the user's rating, if options.adaptive */
/* Replaces the present game, which is destroyed, with game; takes ownership. */
void session_replace_game(struct session *session, struct game *game);
/* Starts a new game from start, or analyses it if the session has no opponent. */
void session_new_from(struct session *session, const struct position *start,
                      struct session_reply *reply);
