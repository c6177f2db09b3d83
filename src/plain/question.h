/* Questions about the position that a player without a screen asks. */
#ifndef FALLIBLE_PLAIN_QUESTION_H
#define FALLIBLE_PLAIN_QUESTION_H

#include "src/trainer/session.h"

/* Prints the answer; false when line is no question of ours. */
MUST_USE bool question_answer(const struct session_view *view, const char *line);
void question_help(void);

#endif
