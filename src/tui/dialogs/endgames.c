/* The endgames that come with the program, as a list to choose one from. If a name and its
 * description do not fit into one line, only the selected row's description is shown, below all
 * names. */
#include <stdio.h>
#include <string.h>

#include "src/session/home.h"
#include "src/tui/dialogs/dialogs.h"

enum { ESCAPE = 27, MARKS_AT = 2, NAMES_AT = 4, WORDS_AT = 36, WIDTH_WORDS = 76 };

struct endgames_page {
    struct endgame_list list;
    int chosen;
    int typed; /* the number typed so far; 0: none */
};

static bool open_pane(struct pane *pane, const char *argument, struct error *error)
{
    struct endgames_page *page = pane->state;
    (void)argument;
    if (!session_read_endgames(pane->model->session, &page->list, error))
        return false;
    if (page->chosen >= page->list.count)
        page->chosen = 0;
    page->typed = 0;
    dialog_show(pane);
    return true;
}

/* Chooses the row whose number has been typed. A digit that makes no such number begins another. */
static void type_digit(struct endgames_page *page, int digit)
{
    const int longer = 10 * page->typed + digit;
    page->typed = longer <= page->list.count ? longer : digit <= page->list.count ? digit : 0;
    if (page->typed > 0)
        page->chosen = page->typed - 1;
}

static bool key(struct pane *pane, int key)
{
    struct endgames_page *page = pane->state;
    struct model *model = pane->model;
    if (key >= '0' && key <= '9') {
        type_digit(page, key - '0');
        return true;
    }
    page->typed = 0;
    if (list_key(key, 10, page->list.count - 1, &page->chosen))
        return true;
    if (key != ESCAPE && key != 'q' && key != '\r')
        return false;
    if (key == '\r' && page->chosen < page->list.count)
        snprintf(model->line_due, sizeof model->line_due, "endgames %d", page->chosen + 1);
    dialog_hide(pane);
    return true;
}

static void draw(WINDOW *window, const struct pane *pane)
{
    const struct endgames_page *page = pane->state;
    const struct endgame_list *list = &page->list;
    int height = getmaxy(window), width = getmaxx(window);
    bool wide = width >= WIDTH_WORDS;
    int rows = height - 2 - (wide ? 0 : 2); /* the selected row's description takes two lines */
    int top = paint_scrolled(page->chosen, list->count, rows);
    char words[96];
    paint_frame(window, "Endgames");
    for (int row = 0; row < rows && top + row < list->count; row++) {
        int i = top + row;
        enum style style = i == page->chosen ? STYLE_STRONG : STYLE_TEXT;
        endgame_words(&list->rows[i], words, sizeof words);
        paint(window, 1 + row, MARKS_AT, 1, STYLE_STRONG, i == page->chosen ? "▸" : "");
        paintf(window, 1 + row, NAMES_AT, width - NAMES_AT - 2, style, "%2d %s", i + 1,
               list->rows[i].name);
        if (wide)
            paint(window, 1 + row, WORDS_AT, width - WORDS_AT - 2, style, words);
    }
    if (!wide && list->count > 0) {
        endgame_words(&list->rows[page->chosen], words, sizeof words);
        paint_wrapped(window, 1 + rows, NAMES_AT, width - NAMES_AT - 2, 2, STYLE_TEXT, words);
    }
    paint(window, height - 1, 3, width - 6, STYLE_DIM, " ↑ ↓ or number choose  Enter play  Esc back ");
}

static struct pane_keys keys(const struct pane *pane)
{
    (void)pane;
    return (struct pane_keys){{""}}; /* the dialog shows its own keys */
}

const struct pane_ops pane_endgames = {
    .place = PLACE_DIALOG,
    .size = sizeof(struct endgames_page),
    .command = "endgames",
    .wants = dialog_wants_page,
    .draw = draw,
    .key = key,
    .open = open_pane,
    .keys = keys,
};
