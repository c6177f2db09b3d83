/* What review and puzzles share: a session with positions to solve, on the board or as lines of
 * text. */
#pragma once

#include "src/cli/options.h"
#include "src/session/session.h"

/* Puts the positions into the session. On failure prints the error, sets *status to the exit status
 * and returns false. */
typedef bool train_starter(void *context, struct session *session, int *status);
/* Opens the store and a session, lets `start` fill the session, and runs the training. Returns the
 * exit status. */
int train(const struct shared_options *shared, train_starter *start, void *context);
