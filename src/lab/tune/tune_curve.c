/* The plot is a grid of characters with the lowest error at the bottom. The time axis is
 * logarithmic, because most of the gain comes in the first seconds. Each column shows the last
 * point up to its time, so a curve that ended early continues as a horizontal line. */
#include "src/lab/tune/tune_curve.h"

#include <math.h>
#include <string.h>

enum { LABEL = 10, COLUMNS = TUNE_CURVE_WIDTH - LABEL - 2, ROWS_MAX = 18 };
enum { DECADES = 1000 }; /* the first column stands for the latest time divided by this */

static double error_at(const struct tune_curve *curve, int i)
{
    return curve->held_out ? curve->points[i].held_out : curve->points[i].training;
}

/* Finds the smallest and the largest error, for *low and *high, and the latest time, for *end.
 * Returns false if there are fewer than two points. */
static bool find_bounds(const struct tune_curve curves[], int count, double *low, double *high,
                        int64_t *end)
{
    int points = 0;
    *low = INFINITY;
    *high = -INFINITY;
    *end = 1;
    for (int c = 0; c < count; c++)
        for (int i = 0; i < curves[c].count; i++) {
            double error = error_at(&curves[c], i);
            if (!isfinite(error))
                continue;
            points++;
            *low = fmin(*low, error);
            *high = fmax(*high, error);
            if (curves[c].points[i].elapsed > *end)
                *end = curves[c].points[i].elapsed;
        }
    if (*high - *low < 1e-9)
        *high = *low + 1e-9;
    return points >= 2;
}

void tune_draw(FILE *out, const struct tune_curve curves[], int count, int height)
{
    char grid[ROWS_MAX][COLUMNS + 1];
    double low, high;
    int64_t end;
    if (!find_bounds(curves, count, &low, &high, &end))
        return;
    int rows = height - 2;
    for (int row = 0; row < rows; row++) {
        memset(grid[row], ' ', (size_t)COLUMNS);
        grid[row][COLUMNS] = '\0';
    }
    for (int c = 0; c < count; c++)
        for (int column = 0, i = 0; column < COLUMNS && curves[c].count > 0; column++) {
            double time = (double)end * pow(DECADES, (double)column / (COLUMNS - 1) - 1);
            while (i + 1 < curves[c].count && (double)curves[c].points[i + 1].elapsed <= time)
                i++;
            double error = error_at(&curves[c], i);
            if (isfinite(error))
                grid[(int)lround((high - error) / (high - low) * (rows - 1))][column] =
                    curves[c].letter;
        }
    for (int row = 0; row < rows; row++) {
        double label = high - (high - low) * row / (rows - 1);
        fprintf(out, "%*.6f |%s\n", LABEL, label, grid[row]);
    }
    fprintf(out, "%*s +", LABEL, "");
    for (int column = 0; column < COLUMNS; column++)
        fputc('-', out);
    fprintf(out, "\n%*s  %.2f s%*.1f s\n", LABEL, "", (double)end / 1000 / DECADES, COLUMNS - 8,
            (double)end / 1000);
    for (int c = 0; c < count; c++)
        fprintf(out, "%*s  %c  %s\n", LABEL, "", curves[c].letter, curves[c].words);
}
