/* Questions about the position that a player without a screen asks. */
#pragma once

#include "src/plain/speech.h"
#include "src/session/session.h"

/* Prints the answer; false when line is no question of ours. */
MUST_USE bool question_answer(struct session *session, const struct speech *speech,
                              const char *line);
void question_help(void);
