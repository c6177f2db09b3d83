/* The review of a game in lines of text. */
#pragma once

#include "src/plain/speech.h"
#include "src/session/session.h"

/* Prints the review; every position must have a score. If `scores` is set, also prints the score
 * after each move. */
void review_tell(const struct speech *speech, struct session *session, bool scores);

/* Prints the result of replaying the game with one change. */
void path_tell(const struct speech *speech, const struct session_view *view);
