/* The choice of how the opponent plays, behind m in the opponent's panel: opponents that play like
 * people, and on a second page engines made weaker. */
#pragma once

#include "src/tui/pane.h"

struct styles {
    bool open;
    bool engines;       /* shows the engines made weaker */
    bool have_maia;     /* the networks that METHOD_MAIA needs are installed */
    enum method chosen; /* the selected row */
};

/* Opens the page that contains `method`, with this row selected. */
void styles_open(struct styles *styles, enum method method);
/* Turns to the page of the engines made weaker, or to the one of people. */
void styles_turn(struct styles *styles, bool engines);
/* Handles a key while the choice is open. Enter sets *method and closes it. Returns false for other
 * keys. */
bool styles_key(struct styles *styles, enum method *method, int key);
/* Draws the rows in the lines from y up to, but not including, `end`. Returns the next free
 * line. */
int styles_draw(WINDOW *window, int y, int end, const struct styles *styles);
