/* The line that answers the last line or key. Keys, dialogs and panes all write to it. */
#pragma once

#include "src/tui/model.h"

/* bad: the notice says that something was refused or went wrong. */
void notice_say(struct model *model, bool bad, const char *format, ...) PRINTF_LIKE(3, 4);
void notice_error(struct model *model, const struct error *error);
void notice_reply(struct model *model, const struct session_reply *reply);
void notice_clear(struct model *model);
