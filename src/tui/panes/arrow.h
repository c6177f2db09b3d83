/* Arrows between squares, drawn from quarters of character cells. */
#pragma once

#include "engine/chess.h"

enum { ARROW_ROWS_MAX = 8 * 5, ARROW_COLUMNS_MAX = 8 * 10 };

/* The quarters of each cell of the board that arrows cover; for the bits see shapes.h. */
struct arrows {
    unsigned char best[ARROW_ROWS_MAX][ARROW_COLUMNS_MAX];
    unsigned char threat[ARROW_ROWS_MAX][ARROW_COLUMNS_MAX];
};

/* An arrow from square to square. Rows and columns are counted from the board's upper left corner.
 * If the target is occupied, the arrow ends at the target's edge. */
struct arrow {
    int from_row, from_column, to_row, to_column;
    bool occupied; /* the target has a piece */
    bool dashed;   /* draw the arrow thin and dashed */
    int width, height;
};
void arrow_draw(unsigned char cells[ARROW_ROWS_MAX][ARROW_COLUMNS_MAX], const struct arrow *arrow);
