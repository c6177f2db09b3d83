/* Colours: a list of themes that define the styles of the panes. */
#pragma once

#include <curses.h>
#include <stdbool.h>

enum style {
    STYLE_TEXT,
    STYLE_STRONG, /* headings, and the move just played */
    STYLE_DIM,
    STYLE_GOOD,
    STYLE_BAD,
    STYLE_MARKED, /* the selected row */
    STYLE_RULE,
    STYLE_BAR_WHITE, /* White's part of the evaluation bar; STYLE_BAR_BLACK is Black's */
    STYLE_BAR_BLACK,
    STYLE_COUNT
};

/* How a square looks. Each kind has a light and a dark variant. */
enum square_kind {
    SQUARE_PLAIN,
    SQUARE_LAST,
    SQUARE_CHOSEN,
    SQUARE_CHECK,
    SQUARE_BEST,
    SQUARE_THREAT,
    SQUARE_KINDS
};
/* The content of a character cell in a square. */
enum square_ink {
    INK_WHITE, /* a white piece; the background contrasts with it, whatever the square's shade */
    INK_BLACK,
    INK_MARK,
    INK_RIM,  /* the rim of a large piece whose colour is close to that of its square: dark on a
                 light square, light on a dark one */
    INK_BEST, /* an arrow for the best move; INK_THREAT is an arrow for the threat */
    INK_THREAT,
    INK_KINDS
};

/* Sets up the named theme; NULL selects one that suits the terminal. Call after start_color. */
bool theme_set(const char *name);
const char *theme_name(void);
/* Returns false if the theme has no colours; dark squares are then shaded with a glyph. */
bool theme_has_colors(void);
/* Returns true if the colours of pieces show their side, so that White's and Black's pieces may
 * have the same shape. */
bool theme_tells_sides(void);
/* Returns true if a patch of colour behind each piece shows its side; both sides' pieces are then
 * drawn with the outline glyphs. */
bool theme_has_chips(void);
attr_t theme_attributes(enum style style, short *pair);
attr_t theme_square(enum square_kind kind, bool dark, enum square_ink ink, short *pair);
