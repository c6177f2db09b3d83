/* Draws boards for the board pane and the suite pane. */
#pragma once

#include <curses.h>

#include "engine/chess.h"
#include "src/tui/piece_look.h"

/* What a board shows. It is drawn with coordinates, at (y, x) of a window. */
struct arrows;
struct board_look {
    const struct position *position;
    Move last;
    Square cursor, selected;
    Bitboard targets;
    Move premove;      /* NO_MOVE: none */
    Move best, threat; /* marked during analysis; NO_MOVE: none */
    const struct arrows *arrows; /* NULL: none */
    bool flipped, letters;
    enum piece_look pieces;
    int width, height; /* size of a square in cells */
};
/* Draws the board at the left edge of the window. */
void board_draw(WINDOW *window, int y, const struct board_look *look);
/* The square at (y, x) of a board drawn at (0, 0), with black below if `flipped` is true; NO_SQUARE
 * if no square is there. */
Square board_square_at(int y, int x, int width, int height, bool flipped);
/* The text that shows a piece: a letter if `letters` is true, otherwise a chess figure. */
const char *board_piece(int piece, bool letters);
