/* Pieces drawn from quarters of character cells (U+2596 to U+259F), for squares of 6x3, 8x4 and
 * 10x5 cells. */
#pragma once

#include "engine/chess.h"

/* The quarters of a cell, as bits: 1 upper left, 2 upper right, 4 lower left, 8 lower right. */
struct shape_cell {
    unsigned filled; /* quarters that the piece covers */
    unsigned rim;    /* quarters outside the piece that touch it */
};

/* Returns true if the pieces have shapes for squares of this size. */
bool shapes_exist(int width, int height);
/* The cell of a square that holds a piece of this type; empty if there is no shape. */
struct shape_cell shape_cell(int type, int width, int height, int row, int column);
/* The character (as UTF-8) that has exactly these quarters filled; bits as above. */
const char *shape_glyph(unsigned quadrants);
