/* An arrow covers each quarter of a cell whose centre lies in its shaft or head. The unit of length
 * is the width of such a quarter. A quarter is two units high, and the board's squares have equal
 * sides. */
#include "src/tui/panes/arrow.h"

#include <math.h>

struct line {
    double x, y;   /* the centre of the first square */
    double ux, uy; /* direction, of length 1 */
    double start, neck, tip; /* distances from (x, y): where the shaft begins, where the head
                              * begins, and the tip */
    double half;             /* half the width of the shaft */
    double slope;            /* half the width of the head, divided by the distance to the tip */
    bool dashed;
};

static struct line line_of(const struct arrow *arrow)
{
    double side = 2.0 * arrow->width;
    double dx = (arrow->to_column - arrow->from_column) * side;
    double dy = (arrow->to_row - arrow->from_row) * side;
    double length = hypot(dx, dy);
    double steep = fmax(fabs(dx), fabs(dy)) / length; /* the edge of the square is side / 2 / steep
                                                       * away from its centre */
    double head = side * 0.5;
    struct line line = {
        .x = (arrow->from_column + 0.5) * side,
        .y = (arrow->from_row + 0.5) * side,
        .ux = dx / length,
        .uy = dy / length,
        .start = side * 0.35,
        .half = side / 11.0,
        .slope = 0.65,
        .dashed = arrow->dashed,
    };
    line.tip = arrow->occupied ? length - side / 2 / steep + 1 : length + side * 0.15;
    line.neck = line.tip - head;
    return line;
}

static bool covers(const struct line *line, double x, double y)
{
    double along = (x - line->x) * line->ux + (y - line->y) * line->uy;
    double across = (y - line->y) * line->ux - (x - line->x) * line->uy;
    if (along < line->start || along > line->tip)
        return false;
    if (along >= line->neck)
        return fabs(across) <= (line->tip - along) * line->slope;
    if (!line->dashed)
        return fabs(across) <= line->half;
    return across > -0.8 && across < 1.2 && fmod(along, 6.0) < 4.0;
}

void arrow_draw(unsigned char cells[ARROW_ROWS_MAX][ARROW_COLUMNS_MAX], const struct arrow *arrow)
{
    struct line line = line_of(arrow);
    for (int row = 0; row < 8 * arrow->height; row++) {
        for (int column = 0; column < 8 * arrow->width; column++) {
            for (int quarter = 0; quarter < 4; quarter++) {
                const int right = quarter % 2, below = quarter / 2;
                double x = 2 * column + right + 0.5;
                double y = 2 * (2 * row + below + 0.5);
                if (covers(&line, x, y))
                    cells[row][column] = (unsigned char)(cells[row][column] | 1u << quarter);
            }
        }
    }
}
