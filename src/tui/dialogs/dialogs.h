/* The dialogs: panes that lie over the others and take the keys while they are open, such as the
 * opponent's panel and the review.
 *
 * A dialog is added as a pane is (src/tui/panes/panes.h), with these differences. It is the file
 * dialogs/NAME.c and a row of DIALOGS. Its .place is PLACE_DIALOG, and its open calls dialog_show;
 * help.c is a short example. It is opened by .function_key, by .command (a row of
 * src/session/commands.def with session_command_screen), or both. A key also goes into HELP_KEYS of
 * help.c and into man/fallible.6.
 */
#pragma once

#include "src/tui/pane.h"

#define DIALOGS(X)                                                                                 \
    X(home)                                                                                        \
    X(result)                                                                                      \
    X(slider)                                                                                      \
    X(help)                                                                                        \
    X(endgames)                                                                                    \
    X(stats)                                                                                       \
    X(output)                                                                                      \
    X(suite)                                                                                       \
    X(games)                                                                                       \
    X(review)

#define X(name) extern const struct pane_ops pane_##name;
DIALOGS(X)
#undef X
