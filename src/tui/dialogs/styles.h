/* The dialog that the key m opens in the opponent's panel, to choose how the opponent plays: on one
 * page like people, among them single players' styles, on a second page like weakened engines. */
#pragma once

#include "src/player/networks.h"
#include "src/tui/pane.h"
#include "src/tui/panes/level_keys.h"

struct styles {
    bool open;
    bool engines;   /* the page of weakened engines is shown */
    bool have_maia; /* the networks that METHOD_MAIA needs are installed */
    int chosen;     /* the selected row */
    int name_count; /* number of players' styles that are listed */
    int others;     /* number of further styles, for which the list has no space */
    char names[STYLES_MAX][STYLE_NAME_MAX];
};

/* Opens the page that contains the style of the level, with the row of this style selected. */
void styles_open(struct styles *styles, const struct level_choice *level);
/* Shows the page of weakened engines or, if `engines` is false, the page of opponents that play
 * like people. */
void styles_turn(struct styles *styles, bool engines);
/* Sets the level's method and style to those of the selected row. */
void styles_take(const struct styles *styles, struct level_choice *level);
/* Handles a key while the dialog is open. Enter sets *taken and closes the dialog. Returns false if
 * the key has no meaning in the dialog. */
bool styles_key(struct styles *styles, bool *taken, int key);
/* Draws the rows in the lines from y up to, but not including, `end`. Returns the next free
 * line. */
int styles_draw(WINDOW *window, int y, int end, const struct styles *styles);
