/* The strip: a line with one character for each position of the game, which says which positional
 * group decides what the level would play in that position. */
#pragma once

#include "src/tui/model.h"
#include "src/tui/page.h"

/* Returns true if a page of the analysis that shows what groups change is open. */
bool strip_wanted(const struct model *model);
/* Returns true if the strip belongs under the moves, and false if it belongs at the bottom of the
 * debug pane, which is then wider. */
bool strip_under_moves(const struct model *model);
void strip_draw(WINDOW *window, int y, const struct session_view *view);
/* Draws what the characters of the strip mean, in columns like those of the moves above. */
void strip_draw_legend(struct page *page, int columns, int cells);
