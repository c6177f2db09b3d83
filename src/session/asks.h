/* The questions to ask before a typed line is carried out. */
#pragma once

#include <stdbool.h>

struct handicap;
struct session;

/* Returns the question to ask before a typed line is carried out, or NULL. There is a question if
 * the line ends or replaces the game that is going on ("Resign this game?") or makes it unrated, or
 * if it begins the session's first game while an unfinished game is stored. There is no question if
 * the line would be refused anyway, for example because its file does not exist. */
const char *session_asks(const struct session *session, const char *line);
/* The same for pasted text of one or more lines. */
const char *session_asks_paste(const struct session *session, const char *text);
/* Whether the line asks why the finished game was lost or won: "why did I lose", "what did I do
 * wrong", and after a game played here also "why" alone. The answer needs the review. */
bool session_asks_why(const struct session *session, const char *line);
/* Returns the question to ask before a typed line whose command, such as `hint`, would make the
 * game unrated; NULL if no question is needed. */
const char *session_asks_unrated(const struct session *session, const char *line);
/* Like session_asks_unrated, but for a change of the present game's opponent to these settings. */
const char *session_asks_opponent(const struct session *session, const struct handicap *handicap);
