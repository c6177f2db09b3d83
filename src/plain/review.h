/* The review of a game in lines of text. */
#pragma once

#include "src/session/session.h"

/* Prints it; every position is scored. scores: each move's score too. */
void review_tell(struct session *session, bool scores);

/* What a replay of the game with one thing changed came to. */
void path_tell(const struct session_view *view);
