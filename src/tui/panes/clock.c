/* The lines above the board (the opponent) and below it (you): names, captured pieces and clocks,
 * which warn when time is short. A wide screen also shows thinking times. */
#include <stdio.h>
#include <string.h>

#include "src/util/text.h"
#include "src/tui/panes/board.h"
#include "src/tui/panes/panes.h"

enum { LOW_TIME = 20000 }; /* ms; if less is left, tenths of a second and a warning are shown */

static int count_of(const struct position *position, int color, int type)
{
    return __builtin_popcountll(position->by_type[type] & position->by_color[color]);
}

/* Writes the pieces that `color` is ahead by, and its lead in points: "♟♟♞ +5". */
static void lead_of(const struct model *model, int color, char *text, size_t size)
{
    const struct position *position = &model->view.shown->position;
    int total = 0;
    text[0] = '\0';
    if (model->view.blindfold && !model->peeking)
        return;
    for (int type = QUEEN; type >= PAWN; type--) {
        int ahead = count_of(position, color, type) - count_of(position, !color, type);
        total += ahead * piece_points(type);
        for (int i = 0; i < ahead; i++) {
            int piece = !color * PIECE_TYPE_COUNT + type; /* captured by `color`, so a piece of the
                                                           * other colour */
            text_add(text, size, "%s", board_piece(piece, model->letters));
        }
    }
    if (total > 0)
        text_add(text, size, "%s+%d", *text ? " " : "", total);
}

/* Writes the time left on the clock. While the board shows an earlier position of a game that is
 * going on, the time left in that position follows in parentheses. If no game is going on, writes
 * only the time left in the position shown, if it is known. */
static enum style clock_text(const struct model *model, int color, char *text, size_t size)
{
    const struct session_view *view = &model->view;
    int64_t remaining = view->remaining[color];
    int64_t then = view->shown != view->live || view->analyzing || !view->playing
                       ? game_clock_at(view->shown, color)
                       : -1;
    text[0] = '\0';
    if (then >= 0 && view->shown == view->live && view->shown->position.side == color &&
        game_lost_on_time(view->game))
        then = 0;
    if (!view->playing && then >= 0)
        text_clock(then, true, text, size);
    if (*text || view->control.untimed || view->you < 0)
        return STYLE_TEXT;
    text_clock(remaining < 0 ? 0 : remaining, true, text, size);
    if (then >= 0) {
        char shown[32];
        text_clock(then, true, shown, sizeof shown);
        text_add(text, size, " (%s)", shown);
    }
    if (remaining >= LOW_TIME)
        return STYLE_TEXT;
    text_add(text, size, "!");
    return STYLE_BAD;
}

/* Adds the moves until the time control, "38 to go  1:02:03", if the text then still fits into
 * `width` cells. */
static void add_moves_to_go(const struct model *model, int color, int width, char *text,
                            size_t size)
{
    char both[64];
    snprintf(both, sizeof both, "%d to go  %.32s", model->view.moves_to_go[color], text);
    if (*text && model->view.moves_to_go[color] > 0 && paint_cells(both) <= width)
        snprintf(text, size, "%s", both);
}

static void draw_line(WINDOW *window, const struct model *model, int color)
{
    int width = getmaxx(window);
    const char *name = session_view_name(&model->view, color);
    bool moves = model->view.shown->position.side == color && model->view.result == RESULT_NONE;
    char clock[64], lead[128];
    enum style style = clock_text(model, color, clock, sizeof clock);
    add_moves_to_go(model, color, width - 4 - paint_cells(name), clock, sizeof clock);
    lead_of(model, color, lead, sizeof lead);
    paint(window, 0, 0, 1, STYLE_STRONG, moves ? "▸" : " ");
    int cells = width - 1 - paint_cells(clock) - (*clock != 0);
    static const char program[] = "Fallible ";
    if (paint_cells(name) > cells && strncmp(name, "Fallible like ", 14) == 0)
        name += sizeof program - 1; /* if space is short, leave out "Fallible " */
    int used = paint_cut(window, 0, 1, cells, moves ? STYLE_STRONG : STYLE_TEXT, name);
    const char *points = strrchr(lead, '+'); /* shown alone if the pieces do not fit */
    if (points && used + 3 + paint_cells(lead) > cells)
        memmove(lead, points, strlen(points) + 1);
    if (used + 3 + paint_cells(lead) <= cells)
        paint(window, 0, used + 3, cells - used - 3, STYLE_DIM, lead);
    paint_right(window, 0, 1, width - 1, style, clock);
}

static int upper_color(const struct model *model)
{
    return model->flipped ? WHITE : BLACK;
}

static void draw_above(WINDOW *window, const struct pane *pane)
{
    draw_line(window, pane->model, upper_color(pane->model));
}

enum { REDRAW = CHANGED_BOARD | CHANGED_CLOCK | CHANGED_SETTINGS | CHANGED_LOOK };

const struct pane_ops pane_clock_above = {
    .place = PLACE_ABOVE,
    .redraw = REDRAW,
    .draw = draw_above,
};

static void draw_below(WINDOW *window, const struct pane *pane)
{
    draw_line(window, pane->model, !upper_color(pane->model));
}

const struct pane_ops pane_clock_below = {
    .place = PLACE_BELOW,
    .redraw = REDRAW,
    .draw = draw_below,
};

/* Sets *total to how long `color` has thought up to the position shown, *last to the time of its
 * last move, and *moves to the number of its moves with a known time. */
static void thought(const struct model *model, int color, int64_t *total, int64_t *last, int *moves)
{
    *total = 0;
    *moves = 0;
    *last = -1;
    for (const struct game_node *node = model->view.shown; node->parent; node = node->parent) {
        if (node->parent->position.side == color && node->elapsed >= 0) {
            *last = *last < 0 ? node->elapsed : *last;
            *total += node->elapsed;
            ++*moves;
        }
    }
}

/* Returns whether any move of the line through `node` has a clock time, as in many games from
 * files. */
static bool has_times(const struct game_node *node)
{
    while (node->child)
        node = node->child;
    return game_clock_at(node, WHITE) >= 0 || game_clock_at(node, BLACK) >= 0;
}

static void draw_times(WINDOW *window, const struct pane *pane)
{
    const struct model *model = pane->model;
    int width = getmaxx(window);
    char control[48];
    time_control_write(&model->view.control, control, sizeof control);
    int name = width - 30 > 10 ? width - 30 : 10;
    if (model->view.you < 0)
        snprintf(control, sizeof control, "none");
    if (model->view.control.untimed && has_times(model->view.shown))
        control[0] = '\0';
    paintf(window, 0, 0, name, STYLE_DIM, "clock %s", control);
    paintf(window, 0, name, width - name, STYLE_DIM, "%9s %9s %9s", "left", "last move", "average");
    for (int row = 0; row < 2; row++) {
        int color = row == 0 ? upper_color(model) : !upper_color(model);
        int64_t total, last;
        int moves;
        char clock[32], last_text[32] = "-", mean_text[32] = "-";
        enum style style = clock_text(model, color, clock, sizeof clock);
        thought(model, color, &total, &last, &moves);
        if (moves > 0) {
            snprintf(last_text, sizeof last_text, "%.1f s", (double)last / 1000);
            snprintf(mean_text, sizeof mean_text, "%.1f s", (double)total / moves / 1000);
        }
        paint_cut(window, row + 1, 0, name - 1, STYLE_TEXT,
                  session_view_name(&model->view, color));
        /* The column has 9 cells; a text such as "5:02 (4:58)" is wider. */
        const int wide = paint_cells(clock) > 9 ? paint_cells(clock) : 9;
        paint_right(window, row + 1, name + 9 - wide, wide, style, *clock ? clock : "-");
        paintf(window, row + 1, name + 9, width - name - 9, STYLE_TEXT, " %9s %9s", last_text,
               mean_text);
    }
}

const struct pane_ops pane_times = {
    .place = PLACE_TIMES,
    .redraw = REDRAW,
    .draw = draw_times,
};
