/* Your statistics: a page of text that scrolls. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/session/home.h"
#include "src/tui/dialogs/dialogs.h"

struct stats_page {
    char *text; /* owned; NULL: closed */
    int lines, top;
    struct practise_offer offer;
};

static void drop(struct pane *pane)
{
    struct stats_page *page = pane->state;
    free(page->text);
    *page = (struct stats_page){0};
}

static bool open_pane(struct pane *pane, const char *argument, struct error *error)
{
    struct stats_page *page = pane->state;
    (void)argument;
    drop(pane);
    page->text = session_statistics(pane->model->session, false, &page->offer, error);
    if (!page->text)
        return false;
    for (const char *at = page->text; *at; at++)
        page->lines += *at == '\n';
    dialog_show(pane);
    return true;
}

static bool key(struct pane *pane, int key)
{
    struct stats_page *page = pane->state;
    int last = page->lines - 1 > 0 ? page->lines - 1 : 0;
    if (list_key(key == ' ' ? KEY_NPAGE : key, 10, last, &page->top))
        return true;
    bool practise = key == 'p' && *page->offer.line;
    if (key != 27 && key != 'q' && key != '\r' && !practise)
        return false;
    if (practise)
        snprintf(pane->model->line_due, sizeof pane->model->line_due, "%s", page->offer.line);
    dialog_hide(pane);
    drop(pane);
    return true;
}

enum { STATS_WIDE = 76 /* columns from which on all keys fit */ };

static void draw(WINDOW *window, const struct pane *pane)
{
    const struct stats_page *page = pane->state;
    int height = getmaxy(window), width = getmaxx(window), y = 1;
    paint_frame(window, "Statistics");
    int lines = 0; /* number of lines of the whole text when wrapped */
    const char *line = page->text ? page->text : "";
    for (int i = 0; *line; i++) {
        int length = (int)strcspn(line, "\n");
        char shown[256];
        snprintf(shown, sizeof shown, "%.*s", length, line);
        lines += length ? paint_lines(shown, width - 4) : 1;
        if (i >= page->top && y < height - 1)
            y += length ? paint_wrapped(window, y, 2, width - 4, height - 1 - y, STYLE_TEXT, shown)
                        : 1;
        line += length + (line[length] == '\n');
    }
    char keys[128];
    bool narrow = width < STATS_WIDE;
    snprintf(keys, sizeof keys, "%s Esc back %s%s%s",
             lines <= height - 2 ? ""
             : narrow            ? " ↑ ↓ scroll  "
                                 : " ↑ ↓ PgUp PgDn scroll  ",
             *page->offer.line ? "  p " : "", page->offer.words, *page->offer.line ? " " : "");
    paint(window, height - 1, 3, width - 6, STYLE_DIM, keys);
}

static struct pane_keys keys(const struct pane *pane)
{
    (void)pane;
    return (struct pane_keys){{""}}; /* the dialog shows its own keys */
}

const struct pane_ops pane_stats = {
    .place = PLACE_DIALOG,
    .size = sizeof(struct stats_page),
    .command = "stats",
    .wants = dialog_wants_page,
    .draw = draw,
    .key = key,
    .open = open_pane,
    .keys = keys,
    .finish = drop,
};
