/* The notice: the text that answers the last entered line or the last key. Keys, dialogs and panes
 * set it, and the status pane shows it. */
#pragma once

#include "src/tui/model.h"

/* Sets the notice. `bad` says whether it reports that something was refused or went wrong. */
void notice_say(struct model *model, bool bad, const char *format, ...) PRINTF_LIKE(3, 4);
void notice_error(struct model *model, const struct error *error);
void notice_reply(struct model *model, const struct session_reply *reply);
/* Makes the session's latest message the notice, so that the next key removes it. */
void notice_take_message(struct model *model);
void notice_clear(struct model *model);
/* Asks the question, which is shown in place of the notice. */
struct question;
void notice_ask(struct model *model, const struct question *question, const char *text);
