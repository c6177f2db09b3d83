/* What play, analyze and the trainings share: a session, shown on the board or in lines. */
#pragma once

#include "src/plain/plain.h"
#include "src/tui/tui.h"

/* Makes the session from its options; NULL: it has been said why. */
typedef struct session *session_starter(struct session_options *options, void *context);

/* Shows the session that start makes, its way to be woken set, by tui where it is given, else by
 * plain, and ends it. Returns the exit status; on 2 it has been said why. */
int show_session(struct session_options *options, const struct tui_options *tui_options,
                 const struct plain_options *plain_options, session_starter *start, void *context);
