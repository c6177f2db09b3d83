/* The hints given so far for the position, each of which says more than the one before. If they do
 * not all fit, the first ones are dropped. */
#include "src/tui/panes/panes.h"

/* Returns whether to show the hints: not at the end of a game, except in analysis or training. */
static bool wants(const struct pane *pane, struct rect *rect)
{
    const struct session_view *view = &pane->model->view;
    bool over = !view->playing && view->result != RESULT_NONE && view->shown == view->live;
    (void)rect;
    return model_shows_hint(pane->model) && (!over || view->card || view->analyzing);
}

static void draw(WINDOW *window, const struct pane *pane)
{
    const struct model *model = pane->model;
    const struct hint *hint = &model->view.hint;
    int height, width;
    getmaxyx(window, height, width);
    paint_rule(window, 0, width, "hint");
    int y = 1;
    int told = hint->pending ? 0 : hint->rung, first = told > 0 ? told - 1 : 0;
    int lines = told > 0 ? paint_lines(hint->text[first], width - 2) : 0;
    while (first > 0 && (lines += paint_lines(hint->text[first - 1], width - 2)) < height)
        first--;
    for (int rung = first; rung < told; rung++) {
        paintf(window, y, 0, 2, STYLE_DIM, "%d", rung + 1);
        y += paint_parts(window, y, 2, width - 2, height - y, STYLE_TEXT, hint->text[rung]);
    }
    if (hint->pending) {
        paint(window, y, 2, width - 2, STYLE_DIM, "thinking…");
    } else if (hint->rung < hint->rungs && !model->view.card_over) {
        paint(window, y, 2, width - 2, STYLE_DIM, "F3 says more");
    }
}

const struct pane_ops pane_hint = {
    .place = PLACE_HINT,
    .redraw = CHANGED_BOARD | CHANGED_HINT | CHANGED_LOOK,
    .wants = wants,
    .draw = draw,
};
