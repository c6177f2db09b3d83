/* What a session stores in the database, and what it keeps until that is written. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "engine/error.h"
#include "src/store/store.h"

struct session;

/* An unfinished game that the user may go on with. */
struct left_game {
    struct stored_game stored; /* its id is 0 if the game was left in this session */
    int64_t stored_id;         /* the store writer's number; 0: not known to the writer yet */
};

/* A game that was closed before it was completely stored. */
struct held_game {
    int64_t stored_id;
    char *pgn; /* owned */
};

enum {
    SESSION_READS_WITHIN = 10 /* milliseconds that a read waits if another program has locked
                               * the database */
};
/* Opens the database named in the options, creates its writer and reads the unfinished game, if
 * any. Returns false and sets *error on failure. */
bool session_open_store(struct session *session, struct error *error);
/* session_persist adds a row for the live game to the store. Call session_leave_game before another
 * game replaces the live one: if the live game is still going on, it waits to be resumed, or it is
 * marked as abandoned if nearly nothing was played. */
void session_persist(struct session *session);
void session_leave_game(struct session *session);
/* Removes the newest game from those that wait to be resumed, and makes it known to the writer. At
 * least one game must wait. The caller clears *left. Returns false, and removes nothing, if out of
 * memory. */
MUST_USE bool session_take_left(struct session *session, struct left_game *left);
/* Call this before the game is replaced: keeps its PGN if the database does not have all of it
 * yet. */
void session_hold(struct session *session);
/* Tells the user about unreadable parts of the database, but only once about the same damage. */
void session_tell_damage(struct session *session);
/* Says why a game that begins is not saved, if it is not, and what session_tell_damage says. */
void session_tell_saving(struct session *session);
void session_poll_writer(struct session *session);
