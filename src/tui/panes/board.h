/* Boards as the board, suites and captured pieces show them. */
#pragma once

#include <curses.h>

#include "engine/chess.h"

/* A board drawn at (y, x) of a window, its coordinates included. */
struct board_look {
    const struct position *position;
    Move last;
    Square cursor, selected;
    Bitboard targets;
    bool flipped, letters;
    int width, height; /* of a square */
};
void board_draw(WINDOW *window, int y, int x, const struct board_look *look);
/* The square at (y, x) of a board drawn at (0, 0); NO_SQUARE beside it. */
Square board_square_at(int y, int x, int width, int height, bool flipped);
/* A piece as it is shown. */
const char *board_piece(int piece, bool letters);
