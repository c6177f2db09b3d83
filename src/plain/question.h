/* Questions about the position that a player without a screen asks. */
#pragma once

#include "src/plain/speech.h"
#include "src/session/session.h"

/* Answers a question. Returns false if `line` is not a question. */
MUST_USE bool question_answer(struct session *session, struct speech *speech, const char *line);
void question_help(void);
