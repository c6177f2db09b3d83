/* The windows of the panes: laid out when the terminal or what the panes want changes, and drawn.
 */
#pragma once

#include "src/tui/layout.h"

struct screen {
    struct layout layout;
    bool laid_out;                  /* else the next frame makes all windows anew */
    struct pane *held[PLACE_COUNT]; /* by place, when it was laid out */
    struct pane *dialog;            /* and what was open */
};

/* Draws what shows one of these changes, without the output, which doupdate writes. */
void screen_draw(struct screen *screen, struct model *model, unsigned changed);
/* Where the cursor blinks; NULL: the entry line is not shown. */
WINDOW *screen_entry(const struct screen *screen);
void screen_close(struct model *model);
