/* The strip: a line with one character for each position of the game, which says which positional
 * group decides what the level would play in that position. */
#pragma once

#include "src/tui/model.h"

/* The letter that stands for a group: a, b, c ... */
char strip_letter(int group);
/* Returns true if a page of the analysis that shows what groups change is open. */
bool strip_wanted(const struct model *model);
/* Returns true if the strip belongs under the moves, and false if it belongs at the bottom of the
 * debug pane, because that is wider. */
bool strip_under_moves(const struct model *model);
void strip_draw(WINDOW *window, int y, const struct session_view *view);
