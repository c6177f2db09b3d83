/* The plot measures each parameter in steps of its c_end, so that large and small parameters fit on
 * one axis. */
#include "src/lab/spsa/spsa_show.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "src/util/json.h"
#include "src/util/text.h"

enum { LABEL = 8, COLUMNS = 68, ROWS = 17, CURVES_MAX = 6 };

static double steps_moved(const struct spsa_problem *problem, const double values[], int i)
{
    return (values[i] - problem->parameters[i].start) / problem->parameters[i].c_end;
}

int spsa_rank(const struct spsa_problem *problem, const double values[], int n)
{
    bool taken[SPSA_PARAMETERS_MAX] = {false};
    int best = 0;
    for (int rank = 0; rank <= n && rank < problem->count; rank++) {
        for (best = 0; taken[best];)
            best++;
        for (int i = best + 1; i < problem->count; i++)
            if (!taken[i] &&
                fabs(steps_moved(problem, values, i)) > fabs(steps_moved(problem, values, best)))
                best = i;
        taken[best] = true;
    }
    return best;
}

static const double *values_of(const struct spsa_problem *problem, const struct spsa_course *course,
                               int entry)
{
    return course->values + (size_t)entry * (size_t)problem->count;
}

/* The number of games played before an entry of the course. */
static int games_at(const struct spsa_problem *problem, int entry)
{
    int pairs = entry * problem->batch;
    return 2 * (pairs < problem->pairs ? pairs : problem->pairs);
}

struct plot {
    const struct spsa_problem *problem;
    const struct spsa_course *course;
    int curves[CURVES_MAX], curve_count;
    double low, high;
    char grid[ROWS][COLUMNS + 1];
};

static double height_at(const struct plot *plot, int curve, int column)
{
    int entry = (int)((int64_t)column * (plot->course->count - 1) / (COLUMNS - 1));
    return steps_moved(plot->problem, values_of(plot->problem, plot->course, entry),
                       plot->curves[curve]);
}

static void set_curves(struct plot *plot)
{
    const double *end = spsa_course_end(plot->course, plot->problem);
    plot->low = -1;
    plot->high = 1;
    for (int i = 0; i < plot->problem->count && i < CURVES_MAX; i++) {
        plot->curves[plot->curve_count++] = spsa_rank(plot->problem, end, i);
        for (int column = 0; column < COLUMNS; column++) {
            plot->low = fmin(plot->low, height_at(plot, i, column));
            plot->high = fmax(plot->high, height_at(plot, i, column));
        }
    }
}

static int row_of(const struct plot *plot, double height)
{
    return (int)lround((plot->high - height) / (plot->high - plot->low) * (ROWS - 1));
}

static void fill_grid(struct plot *plot)
{
    for (int row = 0; row < ROWS; row++) {
        memset(plot->grid[row], row == row_of(plot, 0) ? '.' : ' ', (size_t)COLUMNS);
        plot->grid[row][COLUMNS] = '\0';
    }
    for (int i = plot->curve_count - 1; i >= 0; i--)
        for (int column = 0; column < COLUMNS; column++)
            plot->grid[row_of(plot, height_at(plot, i, column))][column] = (char)('A' + i);
}

void spsa_draw(FILE *out, const struct spsa_problem *problem, const struct spsa_course *course)
{
    struct plot plot = {.problem = problem, .course = course};
    if (course->count < 2)
        return;
    set_curves(&plot);
    fill_grid(&plot);
    for (int row = 0; row < ROWS; row++)
        fprintf(out, "%+*.1f |%s\n", LABEL,
                plot.high - (plot.high - plot.low) * row / (ROWS - 1), plot.grid[row]);
    fprintf(out, "%*s +", LABEL, "steps");
    for (int column = 0; column < COLUMNS; column++)
        fputc('-', out);
    fprintf(out, "\n%*s  0%*d games\n", LABEL, "", COLUMNS - 7,
            games_at(problem, course->count - 1));
    const double *end = spsa_course_end(course, problem);
    for (int i = 0; i < plot.curve_count; i++)
        fprintf(out, "%*s  %c  %s: %d -> %.1f\n", LABEL, "", 'A' + i,
                problem->parameters[plot.curves[i]].name, problem->parameters[plot.curves[i]].start,
                end[plot.curves[i]]);
}

void spsa_write_table(FILE *out, const struct spsa_problem *problem,
                      const struct spsa_course *course)
{
    const double *end = spsa_course_end(course, problem);
    fprintf(out, "%-28s %7s %9s %7s %7s\n", "parameter", "start", "now", "rounded", "steps");
    for (int i = 0; i < problem->count; i++)
        fprintf(out, "%-28s %7d %9.2f %7ld %+7.1f\n", problem->parameters[i].name,
                problem->parameters[i].start, end[i], lround(end[i]), steps_moved(problem, end, i));
}

void spsa_write_csv(FILE *out, const struct spsa_problem *problem, const struct spsa_course *course)
{
    fputs("games", out);
    for (int i = 0; i < problem->count; i++)
        text_csv(out, ",", problem->parameters[i].name);
    fputc('\n', out);
    for (int entry = 0; entry < course->count; entry++) {
        fprintf(out, "%d", games_at(problem, entry));
        for (int i = 0; i < problem->count; i++)
            text_csv_number(out, values_of(problem, course, entry)[i], 4);
        fputc('\n', out);
    }
}

void spsa_write_json(FILE *out, const struct spsa_problem *problem,
                     const struct spsa_course *course, const char *ending)
{
    const double *end = spsa_course_end(course, problem);
    struct json json = json_begin(out);
    json_object(&json, NULL);
    JSON_INTS(&json, {"games", 2 * course->pairs}, {"of", 2 * problem->pairs});
    json_string(&json, "ended", ending);
    json_array(&json, "parameters");
    json_lines(&json);
    for (int i = 0; i < problem->count; i++) {
        json_object(&json, NULL);
        json_string(&json, "name", problem->parameters[i].name);
        JSON_INTS(&json, {"start", problem->parameters[i].start}, {"rounded", lround(end[i])});
        json_double(&json, "value", end[i], 4);
        json_end(&json);
    }
    json_end(&json);
    json_array(&json, "curve");
    json_lines(&json);
    for (int entry = 0; entry < course->count; entry++) {
        json_object(&json, NULL);
        json_int(&json, "games", games_at(problem, entry));
        json_array(&json, "values");
        for (int i = 0; i < problem->count; i++)
            json_double(&json, NULL, values_of(problem, course, entry)[i], 4);
        json_end(&json);
        json_end(&json);
    }
    json_end(&json);
    json_end(&json);
}
