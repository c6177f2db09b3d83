/* What review and puzzles share: a session that holds positions to solve, on the board or
 * as lines. */
#pragma once

#include "src/cli/options.h"
#include "src/session/session.h"

/* Puts the positions into the session; false: *status is the exit status, and why was said. */
typedef bool train_starter(void *context, struct session *session, int *status);
/* Opens the store and a session on it, lets start fill it, and trains to the end. Returns the exit
 * status. */
int train(const struct shared_options *shared, train_starter *start, void *context);
