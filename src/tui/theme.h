/* Colours: one list of themes, from which come the styles that panes name. */
#pragma once

#include <curses.h>
#include <stdbool.h>

enum style {
    STYLE_TEXT,
    STYLE_STRONG, /* headings, the move just played */
    STYLE_DIM,
    STYLE_GOOD,
    STYLE_BAD,
    STYLE_MARKED, /* the chosen row */
    STYLE_RULE,
    STYLE_BAR_WHITE, /* the evaluation bar's two ends */
    STYLE_BAR_BLACK,
    STYLE_COUNT
};

/* How a square looks; each kind in a light and a dark variant. */
enum square_kind { SQUARE_PLAIN, SQUARE_LAST, SQUARE_CHOSEN, SQUARE_CHECK, SQUARE_KINDS };
/* What stands in a cell of it. */
enum square_ink { INK_WHITE, INK_BLACK, INK_MARK, INK_KINDS };

/* Sets up the named theme, or what suits the terminal (NULL). Call after start_color. */
bool theme_set(const char *name);
const char *theme_name(void);
/* False when the theme has no colours: then dark squares are shaded with a glyph. */
bool theme_has_colors(void);
/* True when pieces stand on a chip of their own colour: then outlines are drawn for both. */
bool theme_has_chips(void);
attr_t theme_attributes(enum style style, short *pair);
attr_t theme_square(enum square_kind kind, bool dark, enum square_ink ink, short *pair);
