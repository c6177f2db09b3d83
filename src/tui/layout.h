/* Where the panes are, for a terminal of any size. */
#pragma once

#include "src/tui/model.h"

enum { LAYOUT_MIN_WIDTH = 40, LAYOUT_MIN_HEIGHT = 16 };

struct rect {
    int y, x, height, width; /* width 0: not shown */
};

struct layout {
    bool too_small;
    int square_width, square_height;
    int divider;                     /* column of the line beside the board, 0: none */
    int divider_height;
    struct rect panes[PANE_COUNT];
    struct rect dialog;
};
void layout_compute(struct layout *layout, int width, int height, const struct model *model);
