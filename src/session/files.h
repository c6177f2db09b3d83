/* Reading files of games, and remembering which one was opened last. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "engine/error.h"

struct session;
struct session_reply;

/* files.c */
void session_poll_load(struct session *session); /* opens the game when the file has been read */
void session_stop_load(struct session *session);
/* Whether the argument of the command `load`, or pasted text, has a game that can be opened. A game
 * far down in a large or compressed file is not looked for, since that may take long. */
bool session_can_load(const struct session *session, const char *argument);
bool session_can_load_text(const char *text);
/* Carries out "stop" while a file is being read. */
void session_stop_reading(struct session *session, struct session_reply *reply);
/* The path of a typed file name: removes the quotation marks around it, and expands "~/a". */
void session_read_path(const char *name, char *path, size_t size);
/* Loads the first game of a text in PGN into the session. */
void session_load_text(struct session *session, const char *text, struct session_reply *reply);

/* last_file.c */
/* Stores the file and the game's number, from 1, for `load` and for home. A thread does so, because
 * the disk may take long. */
void session_remember_file(struct session *session, const char *path, int number);
/* Waits until the thread has stored the file, but for a second at most. */
void session_stop_remembering(struct session *session);
/* The file and the number, from 1, of the last game that was opened from a file. Returns false if
 * no game was opened from a file, or the file can no longer be read. */
MUST_USE bool session_last_file(const struct session *session, char *path, size_t size,
                                int *number);
