/* What a key, a click or an entered line does to the model. */
#pragma once

#include <wchar.h>

#include "src/tui/model.h"

enum key_outcome { KEY_HANDLED, KEY_QUIT, KEY_REDRAW /* redraw the whole screen */ };

/* Handles a key from wget_wch; code is set for curses' KEY_ values. keys is read for what follows
 * Esc. */
enum key_outcome keys_press(struct model *model, WINDOW *keys, wint_t key, bool code);
/* Reads the available part of pasted text while model->paste.going. Processes the text when it is
 * complete or when no more of it has arrived for too long. */
void keys_read_paste(struct model *model, int64_t now);
/* Milliseconds until keys_read_paste must be called, -1 if no text is being pasted. */
int keys_paste_timeout(const struct model *model, int64_t now);
/* While model->paste.entering: enters one of the pasted lines. */
enum key_outcome keys_enter_pasted(struct model *model);
/* Ctrl-C. */
enum key_outcome keys_interrupt(struct model *model);
/* Starts as the options say: with the question about an unfinished game, the slider, or a game.
 * Returns false and sets *error on failure. */
MUST_USE bool keys_begin(struct model *model, struct error *error);
