/* What a key, a click or an entered line does to the model. */
#pragma once

#include <wchar.h>

#include "src/tui/model.h"

enum key_outcome { KEY_HANDLED, KEY_QUIT, KEY_REDRAW /* redraw the whole screen */ };

/* Handles a key from wget_wch. `code` says whether it is one of curses' KEY_ values. What follows
 * Esc is read from the pad `keys`. */
enum key_outcome keys_press(struct model *model, WINDOW *keys, wint_t key, bool code);
/* Reads the available part of pasted text while model->paste.going. Processes the text when it is
 * complete, or when nothing has arrived for a second. */
void keys_read_paste(struct model *model, int64_t now);
/* Milliseconds until keys_read_paste must be called, -1 if no text is being pasted. */
int keys_paste_timeout(const struct model *model, int64_t now);
/* While model->paste.entering: enters the next of the pasted lines. */
enum key_outcome keys_enter_pasted(struct model *model);
/* Handles Ctrl-C. */
enum key_outcome keys_interrupt(struct model *model);
/* Opens what model->options.begin says, such as home, the slider or a game. A question about an
 * unfinished game may come first. Returns false and sets *error on failure. */
MUST_USE bool keys_begin(struct model *model, struct error *error);
