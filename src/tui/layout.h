/* Where the panes are, for a terminal of any size. */
#ifndef FALLIBLE_TUI_LAYOUT_H
#define FALLIBLE_TUI_LAYOUT_H

#include "src/tui/model.h"

/* Identifier, its draw function, and the changes it must be drawn again for. */
#define PANES(X)                                                                             \
    X(ABOVE, pane_clock_above, CHANGED_BOARD | CHANGED_CLOCK | CHANGED_SETTINGS | CHANGED_LOOK) \
    X(BELOW, pane_clock_below, CHANGED_BOARD | CHANGED_CLOCK | CHANGED_SETTINGS | CHANGED_LOOK) \
    X(BOARD, pane_board, CHANGED_BOARD | CHANGED_LOOK)                                       \
    X(BAR, pane_bar, CHANGED_BOARD | CHANGED_ANALYSIS | CHANGED_LOOK)                        \
    X(TIMES, pane_clock_times, CHANGED_BOARD | CHANGED_CLOCK | CHANGED_SETTINGS | CHANGED_LOOK) \
    X(MOVES, pane_moves, CHANGED_BOARD | CHANGED_LOOK)                                       \
    X(HINT, pane_hint, CHANGED_BOARD | CHANGED_HINT | CHANGED_LOOK)                          \
    X(DEBUG, pane_debug, CHANGED_BOARD | CHANGED_THINKING | CHANGED_ANALYSIS |               \
                             CHANGED_SETTINGS | CHANGED_LOOK)                                \
    X(STATUS, pane_status, CHANGED_BOARD | CHANGED_HINT | CHANGED_MESSAGE | CHANGED_LOOK |   \
                               CHANGED_THINKING)                                             \
    X(KEYS, pane_keys, CHANGED_LOOK)                                                         \
    X(ENTRY, pane_entry, CHANGED_INPUT | CHANGED_LOOK)

enum pane {
#define X(id, draw, redraw) PANE_##id,
    PANES(X)
#undef X
    PANE_COUNT
};

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

#endif
