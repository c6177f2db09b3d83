/* The panes of the screen, a file each. They draw and handle keys; they contain no chess. Dialogs,
 * which take the keys while they are open, are in src/tui/dialogs.
 *
 * To add one:
 *
 * 1. Write panes/NAME.c with a `const struct pane_ops pane_NAME`. src/tui/pane.h documents each
 *    field; hint.c is a short example. State that the pane keeps between calls goes into a struct:
 *    set .size, and find it as pane->state. What it shows comes from pane->model->view. It calls no
 *    file above it, such as keys.c and app.c; notice.h writes into the status line, and model->wake
 *    makes the loop poll the pane again.
 * 2. Add X(NAME) to PANES. Of the panes with the same .place, the first that wants it is shown, or
 *    else the last. Keys are offered in the same order.
 * 3. Run `bats tests/terminal/golden.bats` and look at every screen that changed.
 *
 * A new place is a row of enum place, with its rectangle in layout.c.
 */
#pragma once

#include "src/tui/pane.h"

#define PANES(X)                                                                                   \
    X(clock_above)                                                                                 \
    X(clock_below)                                                                                 \
    X(board)                                                                                       \
    X(bar)                                                                                         \
    X(times)                                                                                       \
    X(setup)                                                                                       \
    X(moves)                                                                                       \
    X(hint)                                                                                        \
    X(tree)                                                                                        \
    X(level_debug)                                                                                 \
    X(analysis)                                                                                    \
    X(debug)                                                                                       \
    X(status)                                                                                      \
    X(keys)                                                                                        \
    X(entry)

#define X(name) extern const struct pane_ops pane_##name;
PANES(X)
#undef X
