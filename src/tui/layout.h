/* Computes the rectangle of each place of panes (see pane.h), for a terminal of any size. */
#pragma once

#include "src/tui/pane.h"

enum { LAYOUT_MIN_WIDTH = 40, LAYOUT_MIN_HEIGHT = 16 };

struct layout {
    bool too_small;
    int square_width, square_height;
    int divider; /* column of the line beside the board; 0: no line */
    int divider_height;
    struct rect places[PLACE_COUNT];
    struct rect dialog; /* width 0: no dialog is open */
};
/* Lays out a terminal of this size in cells. Asks the panes of model which of them have something
 * to show. */
void layout_compute(struct layout *layout, int width, int height, const struct model *model);
