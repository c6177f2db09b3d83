/* The page of the opponent's panel, opened by Tab, on which the user sets the engine's numbers by
 * hand. */
#pragma once

#include "src/tui/pane.h"

enum { BY_HAND_NONE = -1 };
struct by_hand {
    bool on;                  /* the user changed a number, so the numbers are not those of a
                                 level */
    int chosen;               /* the selected row; BY_HAND_NONE: no row is selected, and the arrow
                                 keys change the level */
    struct handicap handicap; /* the numbers, if `on` */
};

/* Handles a key of the page. `level` has the numbers to show while the user has changed none.
 * Returns false for other keys. */
bool by_hand_key(struct by_hand *own, const struct handicap *level, int key);
/* Draws the numbers, the groups and the moves that they would lead to in the position shown, in the
 * lines from y up to, but not including, `end`. */
void by_hand_draw(WINDOW *window, int y, int end, const struct by_hand *own,
                  const struct handicap *shown, struct session *session);
