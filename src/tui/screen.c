/* Creates the windows of the places and the dialog, and lets the panes draw into them. */
#include "src/tui/screen.h"

#include <string.h>

#include "src/tui/paint.h"

static void open_window(struct pane *pane, const struct rect *rect)
{
    pane->rect = *rect;
    if (rect->width > 0 && rect->height > 0)
        pane->window = newwin(rect->height, rect->width, rect->y, rect->x);
}

void screen_close(struct model *model)
{
    for (int i = 0; i < model->pane_count; i++) {
        struct pane *pane = &model->panes[i];
        if (pane->window)
            delwin(pane->window);
        pane->window = NULL;
        pane->rect = (struct rect){0};
    }
}

static void open_windows(struct screen *screen, struct model *model)
{
    const struct layout *layout = &screen->layout;
    for (int place = 0; place < PLACE_COUNT; place++) {
        if (screen->held[place])
            open_window(screen->held[place], &layout->places[place]);
    }
    if (model->dialog)
        open_window(model->dialog, &layout->dialog);
    for (int y = 0; layout->divider && y < layout->divider_height; y++)
        paint(stdscr, y, layout->divider, 1, STYLE_RULE, "│");
}

static void lay_out(struct screen *screen, struct model *model)
{
    screen_close(model);
    model->square_width = screen->layout.square_width;
    model->square_height = screen->layout.square_height;
    werase(stdscr);
    if (screen->layout.too_small)
        paintf(stdscr, 0, 0, COLS, STYLE_TEXT, "Too small: %dx%d is needed.", LAYOUT_MIN_WIDTH,
               LAYOUT_MIN_HEIGHT);
    else
        open_windows(screen, model);
    wnoutrefresh(stdscr);
}

/* Lays out the windows again if the terminal, a pane or the dialog has changed. Returns true if it
 * did. */
static bool follow(struct screen *screen, struct model *model)
{
    struct layout layout;
    struct pane *held[PLACE_COUNT];
    layout_compute(&layout, COLS, LINES, model);
    for (int place = 0; place < PLACE_COUNT; place++)
        held[place] = pane_at(model, (enum place)place);
    /* layout_compute clears the padding, too. */
    /* NOLINTNEXTLINE(bugprone-suspicious-memory-comparison) */
    bool same = memcmp(&layout, &screen->layout, sizeof layout) == 0;
    if (screen->laid_out && screen->dialog == model->dialog && same &&
        memcmp(held, screen->held, sizeof held) == 0)
        return false;
    screen->layout = layout;
    memcpy(screen->held, held, sizeof held);
    screen->dialog = model->dialog;
    lay_out(screen, model);
    screen->laid_out = true;
    return true;
}

static void draw(struct pane *pane)
{
    werase(pane->window);
    pane->ops->draw(pane->window, pane);
}

void screen_draw(struct screen *screen, struct model *model, unsigned changed)
{
    if (follow(screen, model))
        changed = (unsigned)CHANGED_ALL;
    for (int i = 0; i < model->pane_count; i++) {
        struct pane *pane = &model->panes[i];
        if (pane->window && pane != model->dialog && (pane->ops->redraw & changed)) {
            draw(pane);
            wnoutrefresh(pane->window);
        }
    }
    if (model->dialog && model->dialog->window) {
        draw(model->dialog);
        touchwin(model->dialog->window); /* panes under it may have been redrawn */
        wnoutrefresh(model->dialog->window);
    }
}

WINDOW *screen_entry(const struct screen *screen)
{
    const struct pane *entry = screen->held[PLACE_ENTRY];
    return entry ? entry->window : NULL;
}
