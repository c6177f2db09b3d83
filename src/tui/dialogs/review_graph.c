/* The scores of a game as a curve of blocks. Its height is in eighths of a line, or in halves on
 * the Linux console and in ASCII. Below it are the move numbers and your times. */
#include <stdio.h>
#include <string.h>

#include "src/tui/dialogs/review.h"

enum {
    LEFT = 6 /* columns of the axis */,
    PAWNS = 4,
    RIGHT_MARGIN = 2,
    LONGEST = 8 /* columns for the longest time, which wide windows show at the right end of the
                 * times */
};

struct graph {
    const struct model *model;
    int you; /* colour of the user; -1: both sides are shown */
    const struct ledger *ledger;
    const struct game_node *live;
    int x, width;    /* left column and width of the curve */
    int plies, step; /* `step` is the number of columns per move; 0: a column holds several moves */
};

static const char *const eighths[] = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};

static const char *block(const struct model *model, int filled)
{
    if (model->letters)
        filled = filled < 3 ? 0 : filled < 7 ? 4 : 8;
    return eighths[filled < 0 ? 0 : filled > 8 ? 8 : filled];
}

static int column_of(const struct graph *graph, int ply)
{
    return graph->step > 0 ? ply * graph->step : ply * (graph->width - 1) / graph->plies;
}

static int ply_at(const struct graph *graph, int column)
{
    if (graph->step > 0)
        return column / graph->step;
    int ply = column * graph->plies / (graph->width - 1);
    while (ply < graph->plies && column_of(graph, ply) < column)
        ply++;
    return ply;
}

/* Returns the height of the curve at a ply, in eighths of a line, or -1 without a score. */
static int height_at(const struct graph *graph, int ply, int lines)
{
    Score score = ledger_score_at(graph->ledger, ply);
    int most = PAWNS * 100;
    if (score == SCORE_NONE)
        return -1;
    score = graph->you == BLACK ? -score : score;
    score = score > most ? most : score < -most ? -most : score;
    return (score + most) * lines * 8 / (2 * most);
}

static void draw_axis(WINDOW *window, int y, int lines)
{
    for (int row = 0; row < lines; row++) {
        const char *label = row == 0 ? "+4" : row == lines - 1 ? "-4"
                            : row == lines / 2 ? " 0" : "";
        paintf(window, y + row, 1, LEFT - 2, STYLE_DIM, "%2s", label);
        paint(window, y + row, LEFT - 2, 1, STYLE_RULE,
              row == lines / 2 ? "┼" : *label ? "┤" : "│");
    }
}

static void draw_curve(WINDOW *window, int y, int lines, const struct graph *graph)
{
    int columns = graph->step > 0 ? (graph->plies + 1) * graph->step : graph->width;
    for (int column = 0; column < columns; column++) {
        int height = height_at(graph, ply_at(graph, column), lines);
        for (int row = 0; row < lines; row++) {
            int filled = height - (lines - 1 - row) * 8;
            bool zero = row == lines / 2;
            const char *glyph = block(graph->model, filled);
            if (height < 0)
                glyph = zero ? "·" : " ";
            else if (*glyph == ' ' && zero)
                glyph = "─";
            paint(window, y + row, graph->x + column, 1, STYLE_TEXT, glyph);
        }
    }
}

/* Draws the move numbers, "1    10   20", at the columns of white's moves, and a mark at the ply
 * shown. A number beside the mark is left out, because the two would read as one. */
static void draw_numbers(WINDOW *window, int y, const struct graph *graph, int ply)
{
    int free_from = graph->x, mark = graph->x + column_of(graph, ply);
    const struct game_node *node = review_node(graph->live, 0);
    for (int i = 1; i <= graph->plies && (node = review_next(graph->live, node)); i++) {
        int number = node->parent->position.fullmove, x = graph->x + column_of(graph, i);
        if (i > 1 && (node->parent->position.side == BLACK || number % 5 != 0))
            continue;
        char text[16];
        int cells = snprintf(text, sizeof text, "%d", number);
        if (x < free_from || (mark >= x - 1 && mark <= x + cells))
            continue;
        paint(window, y, x, getmaxx(window) - x, STYLE_DIM, text);
        free_from = x + 2 + cells;
    }
    paint(window, y, mark, 1, STYLE_STRONG, "▲");
}

/* Returns true if the time of the move that led to `node` is to be shown. */
static bool is_timed(const struct graph *graph, const struct game_node *node)
{
    bool yours = graph->you < 0 || node->parent->position.side == graph->you;
    return yours && node->elapsed >= 0;
}

static int64_t longest_thought(const struct graph *graph)
{
    int64_t longest = 0;
    for (const struct game_node *node = graph->live; node->parent; node = node->parent) {
        longest = is_timed(graph, node) && node->elapsed > longest ? node->elapsed : longest;
    }
    return longest;
}

/* Draws the time of each move; the longest one fills the line. */
static void draw_times(WINDOW *window, int y, const struct graph *graph)
{
    int64_t longest = longest_thought(graph);
    paint(window, y, 1, LEFT - 2, STYLE_DIM, longest > 0 ? "time" : "");
    for (const struct game_node *node = graph->live; node->parent && longest > 0;
         node = node->parent) {
        int filled = (int)(node->elapsed * 8 / longest);
        if (!is_timed(graph, node))
            continue;
        int columns = graph->step > 0 ? graph->step : 1;
        for (int i = 0; i < columns; i++) {
            paint(window, y, graph->x + column_of(graph, node->ply) + i, 1, STYLE_DIM,
                  block(graph->model, filled < 1 ? 1 : filled));
        }
    }
    if (longest > 0) {
        int step = graph->step > 0 ? graph->step : 1;
        int end = graph->x + column_of(graph, graph->plies) + step + 1;
        int cells = getmaxx(window) - end - 1;
        char most[40];
        snprintf(most, sizeof most, "longest %lld.%lld s", (long long)longest / 1000,
                 (long long)longest / 100 % 10);
        const char *fitting = (int)strlen(most) <= cells ? most : most + strlen("longest ");
        if ((int)strlen(fitting) <= cells)
            paint(window, y, end, cells, STYLE_DIM, fitting);
    }
}

int review_graph(WINDOW *window, int y, int lines, const struct pane *pane,
                 const struct review *review)
{
    const struct model *model = pane->model;
    int width = getmaxx(window), right = RIGHT_MARGIN + (width >= REVIEW_WIDE ? LONGEST : 0);
    struct graph graph = {.model = model,
                          .you = review->you,
                          .ledger = session_ledger(model->session),
                          .live = model->view.live,
                          .x = LEFT,
                          .width = width - LEFT - right,
                          .plies = model->view.live->ply};
    if (graph.plies < 1 || graph.width < 2)
        return 0;
    graph.step = graph.width / (graph.plies + 1);
    graph.step = graph.step > 3 ? 3 : graph.step;
    draw_axis(window, y, lines);
    draw_curve(window, y, lines, &graph);
    draw_numbers(window, y + lines, &graph, review_shown(pane)->ply);
    draw_times(window, y + lines + 1, &graph);
    return lines + 2;
}
