/* The windows of the panes. They are laid out again when the terminal's size changes, or when a
 * pane appears or disappears. */
#pragma once

#include "src/tui/layout.h"

struct screen {
    struct layout layout;
    bool laid_out;                  /* false: the next frame creates all windows again */
    struct pane *held[PLACE_COUNT]; /* the pane in each place when the windows were last laid out */
    struct pane *dialog;            /* the dialog that was open then; NULL: none */
};

/* Draws into their windows all panes that show anything in `changed` (CHANGED_* flags). doupdate
 * then writes the windows to the terminal. */
void screen_draw(struct screen *screen, struct model *model, unsigned changed);
/* The window with the cursor; NULL if the entry line is not shown. */
WINDOW *screen_entry(const struct screen *screen);
void screen_close(struct model *model);
