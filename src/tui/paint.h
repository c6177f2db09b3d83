/* Writes text into windows: clipped to cells, made safe, and in ASCII if the terminal has no
 * Unicode. Everything on the screen is written by these functions. */
#pragma once

#include <curses.h>
#include <stdbool.h>

#include "engine/chess.h"
#include "src/tui/theme.h"

/* Call once after setlocale. `unicode` says whether characters beyond ASCII may be written. */
void paint_init(bool unicode);
bool paint_unicode(void);

/* Writes UTF-8 text at (y, x) in at most `width` cells; returns the number of cells used. Control
 * characters, bad UTF-8 and what the terminal cannot show become '?' or a similar ASCII
 * character. */
int paint(WINDOW *window, int y, int x, int width, enum style style, const char *text);
int paintf(WINDOW *window, int y, int x, int width, enum style style, const char *format, ...)
    PRINTF_LIKE(6, 7);
/* Like paint, but text that does not fit ends in an ellipsis. */
int paint_cut(WINDOW *window, int y, int x, int width, enum style style, const char *text);
/* Like paint, but right-aligned: the text ends before column `x` + `width`. */
void paint_right(WINDOW *window, int y, int x, int width, enum style style, const char *text);
/* The number of lines that the text takes when wrapped at spaces. */
int paint_lines(const char *text, int width);
/* Wraps text at spaces into at most `height` lines; returns the number of lines used. */
int paint_wrapped(WINDOW *window, int y, int x, int width, int height, enum style style,
                  const char *text);
/* Like paint_wrapped, for a text whose parts are separated by "; ". If the text does not fit, the
 * last parts are omitted as a whole, then the last words, and it ends with " ...". */
int paint_parts(WINDOW *window, int y, int x, int width, int height, enum style style,
                const char *text);
/* Repeats a glyph across `width` cells. */
void paint_fill(WINDOW *window, int y, int x, int width, enum style style, const char *glyph);
/* Draws a horizontal line with a title near its right end: "──── debug ──". */
void paint_rule(WINDOW *window, int y, int width, const char *title);
/* Draws a frame with a title around the window. */
void paint_frame(WINDOW *window, const char *title);

/* The first visible row of a list of `count` rows, of which `lines` fit into the window. The chosen
 * row is in the middle where possible. */
int paint_scrolled(int chosen, int count, int lines);

/* The width of text in cells. */
int paint_cells(const char *text);
/* Decodes one code point, advancing *text; '?' for bad UTF-8 and control characters. */
unsigned paint_decode(const char **text);
