/* The opening's name and the moves in SAN, in as many columns as fit. The move shown is
 * highlighted. */
#include <stdlib.h>
#include <string.h>

#include "src/game/accuracy.h"
#include "src/game/annotate.h"
#include "src/tui/panes/moves_flow.h"
#include "src/tui/panes/panes.h"
#include "src/tui/panes/strip.h"

enum { COLUMN_WIDTH = 21, MOVE_WIDTH = 8 };

static bool comes_before(const struct game_node *node, const struct game_node *later)
{
    while (later && later->ply > node->ply)
        later = later->parent;
    return later == node;
}

/* The sign of a move: from the game's file, or from the review of the game. */
static const char *judgement_text(const struct session *session, const struct game_node *node)
{
    for (int i = 0; i < node->nag_count; i++) {
        if (node->nags[i] >= 1 && node->nags[i] <= 6)
            return nag_sign(node->nags[i]);
    }
    return judgement_sign(session_judged(session, node));
}

/* Draws a move at column x. The move shown also has a mark, for terminals without colour. If the
 * signs have no room otherwise, the + of a check is left out. */
static void draw_move(WINDOW *window, int y, int x, const struct game_node *node,
                      const struct model *model)
{
    char san[CHESS_SAN_MAX];
    chess_to_san(&node->parent->position, node->move, san);
    bool shown = node == model->view.shown;
    const char *sign = judgement_text(model->session, node);
    size_t length = strlen(san);
    if (length + strlen(sign) + shown > MOVE_WIDTH && san[length - 1] == '+')
        san[length - 1] = '\0';
    paintf(window, y, x, 9, shown ? STYLE_STRONG : STYLE_TEXT, "%s%s%s", san, sign,
           shown ? "◂" : "");
}

static void draw_list(WINDOW *window, int top, const struct model *model,
                      const struct game_node **nodes, int count)
{
    int rows, width;
    getmaxyx(window, rows, width);
    rows -= top;
    int columns = width / COLUMN_WIDTH > 0 ? width / COLUMN_WIDTH : 1;
    if (count == 0 || rows <= 0)
        return;
    /* A row holds both moves of one number. The first row may have no white move. */
    int first = nodes[0]->parent->position.side == BLACK ? 1 : 0;
    int pairs = (count + first + 1) / 2;
    int shown = (model->view.shown->ply - nodes[0]->ply + first) / 2;
    int capacity = rows * columns;
    int start = 0;
    if (pairs > capacity) {
        start = shown - capacity + 1 + rows / 2;
        start = start < 0 ? 0 : start > pairs - capacity ? pairs - capacity : start;
    }
    for (int pair = start; pair < pairs && pair < start + capacity; pair++) {
        int y = top + (pair - start) % rows, x = (pair - start) / rows * COLUMN_WIDTH;
        int white = pair * 2 - first, black = white + 1;
        int number = nodes[white < 0 ? 0 : white]->parent->position.fullmove;
        paintf(window, y, x, 4, STYLE_DIM, "%3d.", number);
        if (white >= 0)
            draw_move(window, y, x + 5, nodes[white], model);
        else
            paint(window, y, x + 5, 3, STYLE_DIM, "...");
        if (black < count)
            draw_move(window, y, x + 13, nodes[black], model);
    }
}

/* Draws the opening's name and code. A long name takes up to three lines if there is room. Returns
 * the number of lines. */
static int draw_title(WINDOW *window, const struct session_view *view)
{
    int height, width;
    getmaxyx(window, height, width);
    const char *eco = view->eco ? view->eco : "", *name = view->opening;
    int most = height > 10 ? 3 : height > 6 ? 2 : 1, cells = paint_cells(eco);
    if (!name) {
        paint(window, 0, 0, width, STYLE_DIM, "Moves");
        return 1;
    }
    int margin = paint_cells(name) + 1 + cells < width; /* a blank column after the opening's code;
                                                           0 if the name needs it */
    int beside = width - margin - cells - 1;
    char first[128];
    snprintf(first, sizeof first, "%s", name);
    for (char *space; paint_cells(first) > beside && (space = strrchr(first, ' '));)
        *space = '\0';
    if (paint_cells(first) > beside) /* the first word alone is too long */
        first[0] = '\0';
    const char *rest = name + strlen(first) + strspn(name + strlen(first), " ");
    if (most == 1)
        (void)paint_parts(window, 0, 0, beside, 1, STYLE_STRONG, name);
    else
        paint(window, 0, 0, beside, STYLE_STRONG, first);
    paint_right(window, 0, width - margin - cells, cells, STYLE_DIM, eco);
    return most == 1 ? 1
                     : 1 + paint_parts(window, 1, 0, width - 1, most - 1, STYLE_STRONG, rest);
}

/* Draws text only if all its lines fit. Returns the line after it. */
static int draw_whole(WINDOW *window, int y, enum style style, const char *text)
{
    int height, width;
    getmaxyx(window, height, width);
    return paint_lines(text, width - 1) <= height - y
               ? y + paint_wrapped(window, y, 0, width - 1, height - y, style, text)
               : y;
}

/* Draws the task of a position to solve. The moves that led to it are not shown. If not everything
 * fits, the side to move comes first and the blank lines are left out. */
static void draw_card(WINDOW *window, const struct session_view *view)
{
    enum { BLANKS = 3 };
    int height, width;
    getmaxyx(window, height, width);
    const char *to_move =
        view->card->position.side == WHITE ? "White to move." : "Black to move.";
    const char *cost = !view->card_over && view->hint_cost ? view->hint_cost : "";
    int needed =
        2 + BLANKS + paint_lines(view->card_text, width - 1) + paint_lines(cost, width - 1);
    if (height < needed && !view->card_over) {
        char title[64];
        snprintf(title, sizeof title, "To solve: %d of %d. %s", view->card_number, view->card_count,
                 to_move);
        if (paint_cells(title) > width)
            snprintf(title, sizeof title, "%d/%d %s", view->card_number, view->card_count, to_move);
        paint(window, 0, 0, width, STYLE_STRONG, title);
        int y = 1;
        if (height > 1)
            y += paint_parts(window, 1, 0, width - 1, height - 1, STYLE_TEXT, view->card_text);
        (void)draw_whole(window, y, STYLE_DIM, cost);
        return;
    }
    paintf(window, 0, 0, width, STYLE_STRONG, "To solve: %d of %d", view->card_number,
           view->card_count);
    int y = 2 + paint_wrapped(window, 2, 0, width - 1, height - 2, STYLE_TEXT, view->card_text);
    if (view->card_over && *view->card_beside)
        y += 1 + paint_wrapped(window, y + 1, 0, width - 1, height - y - 1, STYLE_TEXT,
                               view->card_beside);
    if (view->card_over)
        (void)draw_whole(window, y + 1, STYLE_STRONG,
                         view->card_last ? "Press Enter to go back."
                                         : "Press Enter for the next one.");
    else
        paint(window, y + 1, 0, width, STYLE_TEXT, to_move);
    (void)draw_whole(window, y + 3, STYLE_DIM, cost);
}

static void draw_moves(WINDOW *window, const struct model *model)
{
    const struct session_view *view = &model->view;
    if (view->card) {
        draw_card(window, view);
        return;
    }
    int top = getmaxy(window) > 1 ? draw_title(window, view) : 0;
    if (view->analyzing && moves_flow_wanted(view->game->root)) {
        moves_flow(window, top, model);
        return;
    }
    const struct game_node *tip = view->live;
    if (!comes_before(view->shown, tip))
        tip = view->shown;
    if (view->guessing)
        tip = view->shown; /* later moves would reveal the move to guess */
    while (tip->child && !view->guessing && (view->no_game || view->you < 0 || tip != view->live))
        tip = tip->child;
    int count = tip->ply - view->game->root->ply;
    const struct game_node **nodes = malloc(((size_t)count + 1) * sizeof *nodes);
    if (!nodes)
        return;
    for (const struct game_node *node = tip; node->parent; node = node->parent)
        nodes[node->ply - view->game->root->ply - 1] = node;
    draw_list(window, top, model, nodes, count);
    free((void *)nodes);
}

/* While the debug page of the analysis is open, the last line is the strip (strip.h), unless the
 * strip is in the debug pane. */
static void draw(WINDOW *window, const struct pane *pane)
{
    int height, width;
    getmaxyx(window, height, width);
    bool strip = strip_wanted(pane->model) && strip_under_moves(pane->model) && height > 1;
    WINDOW *moves = strip ? derwin(window, height - 1, width, 0, 0) : NULL;
    draw_moves(moves ? moves : window, pane->model);
    if (moves) {
        delwin(moves);
        strip_draw(window, height - 1, &pane->model->view);
    }
}

const struct pane_ops pane_moves = {
    .place = PLACE_MOVES,
    .redraw = CHANGED_BOARD | CHANGED_LOOK | CHANGED_ANALYSIS | CHANGED_REVIEW,
    .draw = draw,
};
