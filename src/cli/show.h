/* Shows a session, on the board or as lines of text; used by play, analyze and training. */
#pragma once

#include "src/plain/plain.h"
#include "src/tui/tui.h"

/* Creates the session from its options. Returns NULL after printing an error. */
typedef struct session *session_starter(struct session_options *options, void *context);

/* show_session returns this if the caller should show the home screen next, because the user typed
 * `home` in a session without a home screen (see session_goes_home). */
enum { SHOW_HOME = -1 };

/* Shows the session that `start` creates: on the board if `tui_options` is given, otherwise as
 * lines of text. Sets the session's wake-up callback, and destroys the session at the end. Returns
 * the exit status, or SHOW_HOME; errors have been printed. */
int show_session(struct session_options *options, const struct tui_options *tui_options,
                 const struct plain_options *plain_options, session_starter *start, void *context);
