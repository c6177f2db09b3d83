/* Chooses the pane for each place, and manages the dialogs above them. */
#include "src/tui/pane.h"

#include <stdio.h>
#include <string.h>

#include "src/tui/notice.h"

static bool has_something(const struct pane *pane)
{
    struct rect rect = {0};
    return !pane->ops->wants || pane->ops->wants(pane, &rect);
}

static bool is_beside_board(enum place place)
{
    return place == PLACE_TIMES || place == PLACE_HINT || place == PLACE_DEBUG;
}

struct pane *pane_at(const struct model *model, enum place place)
{
    struct pane *last = NULL;
    if (is_beside_board(place)) {
        const struct pane *moves = pane_at(model, PLACE_MOVES);
        if (moves && moves->ops->alone)
            return NULL;
    }
    for (int i = 0; i < model->pane_count; i++) {
        if (model->panes[i].ops->place != place)
            continue;
        last = &model->panes[i];
        if (has_something(last))
            return last;
    }
    return last;
}

struct pane *pane_wanting(const struct model *model, enum place place)
{
    struct pane *pane = pane_at(model, place);
    return pane && has_something(pane) ? pane : NULL;
}

struct pane *pane_for_command(const struct model *model, enum session_command command)
{
    const char *name = session_command_name(command);
    for (int i = 0; i < model->pane_count; i++) {
        const char *own = model->panes[i].ops->command;
        if (own && strcmp(own, name) == 0)
            return &model->panes[i];
    }
    return NULL;
}

struct pane *pane_for_key(const struct model *model, int function_key)
{
    for (int i = 0; i < model->pane_count; i++) {
        if (model->panes[i].ops->function_key == function_key)
            return &model->panes[i];
    }
    return NULL;
}

void pane_open(struct pane *pane, const char *argument)
{
    struct error error = {0};
    if (!pane->ops->open(pane, argument, &error))
        notice_error(pane->model, &error);
}

void pane_draw_keys(WINDOW *window, int y, const struct pane_keys *keys)
{
    int width = getmaxx(window) - 1, at = 0;
    char text[256];
    while (at + 1 < PANE_KEYS_LENGTHS && keys->texts[at + 1] &&
           paint_cells(keys->texts[at]) > width)
        at++;
    snprintf(text, sizeof text, "%s", keys->texts[at]);
    for (char *last = text + strlen(text); paint_cells(text) > width && last > text; last--) {
        if (last[0] == ' ' && last[-1] == ' ')
            *last = '\0';
    }
    paint(window, y, 1, width, STYLE_DIM, text);
}

void dialog_show(struct pane *pane)
{
    dialog_hide(pane);
    pane->under = pane->model->dialog;
    pane->model->dialog = pane;
}

void dialog_hide(struct pane *pane)
{
    for (struct pane **at = &pane->model->dialog; *at; at = &(*at)->under) {
        if (*at == pane) {
            *at = pane->under;
            pane->under = NULL;
            return;
        }
    }
}

void dialog_close_all(struct model *model)
{
    while (model->dialog) {
        struct pane *pane = model->dialog;
        if (pane->ops->close && !pane->ops->close(pane))
            return;
        dialog_hide(pane);
    }
}

void dialog_leave_entry(struct rect *rect)
{
    enum { BOTTOM = 3 };
    rect->height -= BOTTOM;
}

bool dialog_wants_all(const struct pane *pane, struct rect *rect)
{
    (void)pane;
    dialog_leave_entry(rect);
    return true;
}

bool dialog_wants_page(const struct pane *pane, struct rect *rect)
{
    enum { MOST = 80 };
    (void)pane;
    dialog_leave_entry(rect);
    int width = rect->width < MOST ? rect->width : MOST;
    rect->x += (rect->width - width) / 2;
    rect->width = width;
    return true;
}

bool list_key(int key, int page, int last, int *chosen)
{
    int to = *chosen;
    switch (key) {
    case KEY_UP:
        to--;
        break;
    case KEY_DOWN:
        to++;
        break;
    case KEY_PPAGE:
        to -= page;
        break;
    case KEY_NPAGE:
        to += page;
        break;
    case KEY_HOME:
        to = 0;
        break;
    case KEY_END:
        to = last;
        break;
    default:
        return false;
    }
    to = to > last ? last : to;
    *chosen = to < 0 ? 0 : to;
    return true;
}
