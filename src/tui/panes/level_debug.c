/* A page of the analysis with everything that weakens the level. The arrow keys change each number.
 * Beside each positional group is what switching it on or off would change in the position shown. A
 * second page shows what the search counted. */
#include <stdio.h>
#include <string.h>

#include "src/game/format.h"
#include "src/game/handicap_item.h"
#include "src/tui/entry.h"
#include "src/tui/page.h"
#include "src/tui/panes/level_keys.h"
#include "src/tui/panes/panes.h"
#include "src/tui/panes/strip.h"
#include "src/util/text.h"

static const double SELDOM = 0.005; /* moves with a smaller probability are not listed */

enum { WHOLE_COLUMN = 100 /* lines; more than any column has, so the pane takes all of it */ };

/* The rows that can be chosen: the rating, the method, then the items of the handicap. */
enum { ROW_RATING, ROW_METHOD, ROW_ITEMS, NO_ROW = -1 };

struct level_debug {
    bool choosing; /* the arrow keys choose rows and change them */
    int chosen;
    struct place_of_row {
        int y, x, width; /* place where the row was drawn; width 0: it was not drawn */
    } places[ROW_ITEMS + HANDICAP_ITEMS_MAX];
};

/* A copy of the level, and its items, whose values are in the copy. */
struct rows {
    struct handicap handicap;
    struct handicap_item items[HANDICAP_ITEMS_MAX];
    int count; /* number of rows, with the rating and the method */
};

static void list_rows(struct rows *rows, const struct session_view *view)
{
    rows->handicap = view->handicap;
    rows->count = ROW_ITEMS;
    if (view->handicap.limited)
        rows->count += handicap_items(&rows->handicap, rows->items);
}

static bool is_group(const struct rows *rows, int row)
{
    return row >= ROW_ITEMS && row < rows->count && rows->items[row - ROW_ITEMS].group < GROUP_COUNT;
}

/* Drawing */

static enum style style_of(const struct level_debug *own, int row, enum style otherwise)
{
    return own->choosing && own->chosen == row ? STYLE_MARKED : otherwise;
}

static void place_row(struct level_debug *own, int row, int y, int x, int width)
{
    own->places[row] = (struct place_of_row){y, x, width};
}

static void row_text(const struct model *model, const struct rows *rows, int row, char *text,
                     size_t size)
{
    const struct handicap *handicap = &rows->handicap;
    char value[32];
    if (row == ROW_RATING && !handicap->limited) {
        snprintf(text, size, "full strength");
    } else if (row == ROW_RATING) {
        scale_strength_name(model->view.scale, handicap, value, sizeof value);
        snprintf(text, size, "rating %s", value);
    } else if (row == ROW_METHOD) {
        snprintf(text, size, "%s", method_name(handicap->method));
    } else {
        const struct handicap_item *item = &rows->items[row - ROW_ITEMS];
        handicap_item_value(item, value, sizeof value);
        snprintf(text, size, "%s %s", item->name, value);
    }
}

/* Draws the rating, the method and the numbers side by side, on several lines if necessary. */
static void draw_numbers(struct page *page, struct level_debug *own, const struct model *model,
                         const struct rows *rows)
{
    int x = page->indent;
    for (int row = 0; row < rows->count && !is_group(rows, row); row++) {
        char text[64];
        row_text(model, rows, row, text, sizeof text);
        int cells = paint_cells(text);
        if (x > page->indent && x + cells > page->width) {
            page->y++;
            x = page->indent;
        }
        if (!page_has_lines(page))
            return;
        paint(page->window, page->y, x, page->width - x, style_of(own, row, STYLE_TEXT), text);
        place_row(own, row, page->y, x, cells);
        x += cells + 2;
    }
    page->y++;
}

enum { AT_NAME = 3, AT_PERCENT = 13, AT_SCORE = 17, AT_MOVE = 25, AT_CHANCE = 34, ROW_CELLS = 38 };

/* Draws what the level would do with this knowledge: its evaluation, the move it would play, and
 * how often it finds a best move: "+0.35  Nxe5  63%". What differs from the present choice stands
 * out. */
static void draw_choice(struct page *page, const struct session_view *view,
                        const struct group_choice *choice, const struct group_choice *now)
{
    const struct position *position = &view->shown->position;
    char score[16], san[CHESS_SAN_MAX], chance[16];
    int x = page->indent;
    bool other = choice != now;
    text_score(choice->evaluation, score, sizeof score);
    paint_right(page->window, page->y, x + AT_SCORE, 6,
                other && choice->evaluation == now->evaluation ? STYLE_DIM : STYLE_TEXT, score);
    if (!choice->known || choice->chosen == NO_MOVE) {
        paint(page->window, page->y, x + AT_MOVE, 1, STYLE_DIM, choice->known ? "" : "…");
        return;
    }
    chess_to_san(position, choice->chosen, san);
    paint(page->window, page->y, x + AT_MOVE, AT_CHANCE - AT_MOVE,
          !other            ? STYLE_TEXT
          : choice->changes ? STYLE_STRONG
                            : STYLE_DIM,
          san);
    if (choice->right < 0)
        return;
    snprintf(chance, sizeof chance, "%.0f%%", choice->right * 100);
    paint_right(page->window, page->y, x + AT_CHANCE, 4, STYLE_TEXT, chance);
}

static void draw_heads(struct page *page, const struct session_view *view,
                       const struct group_effects *effects)
{
    int x = page->indent;
    if (page->height - page->y >= GROUP_COUNT + 4) {
        paint(page->window, page->y, x + AT_NAME, AT_SCORE - AT_NAME, STYLE_DIM, "knows");
        paint(page->window, page->y, x + AT_SCORE, 8, STYLE_DIM, "switched");
        paint(page->window, page->y, x + AT_MOVE + 1, 6, STYLE_DIM, "plays");
        paint(page->window, page->y++, x + AT_CHANCE - 1, 6, STYLE_DIM, "best");
    }
    if (!page_has_lines(page) || !effects)
        return;
    paint(page->window, page->y, x + AT_NAME, AT_SCORE - AT_NAME, STYLE_TEXT, "as it is");
    draw_choice(page, view, &effects->now, &effects->now);
    page->y++;
}

static void draw_group(struct page *page, struct level_debug *own, const struct session_view *view,
                       const struct rows *rows, int row)
{
    const struct handicap_item *item = &rows->items[row - ROW_ITEMS];
    const struct group_effects *effects = view_groups(view);
    enum group group = (enum group)item->group;
    const char *name = paint_unicode() ? group_name(group) : group_ascii(group);
    int x = page->indent;
    char percent[16];
    handicap_item_value(item, percent, sizeof percent);
    paintf(page->window, page->y, x, AT_PERCENT, style_of(own, row, STYLE_TEXT), "%c  %-9s",
           strip_letter(item->group), name);
    paint(page->window, page->y, x + AT_PERCENT, 4, *item->value < 100 ? STYLE_BAD : STYLE_GOOD,
          percent);
    if (effects)
        draw_choice(page, view, &effects->switched[group], &effects->now);
    place_row(own, row, page->y, x, ROW_CELLS);
    page->y++;
}

static void draw_groups(struct page *page, struct level_debug *own,
                        const struct session_view *view, const struct rows *rows, int lines)
{
    int first = rows->count - GROUP_COUNT, chosen = own->choosing ? own->chosen - first : 0;
    lines = lines > GROUP_COUNT ? GROUP_COUNT : lines;
    int top = paint_scrolled(chosen < 0 ? 0 : chosen, GROUP_COUNT, lines);
    for (int i = 0; i < lines; i++)
        draw_group(page, own, view, rows, first + top + i);
}

/* Draws the level's moves with their chances, the most probable first. */
static void draw_candidates(struct page *page, const struct session_view *view, int lines)
{
    const struct group_effects *effects = view_groups(view);
    const struct position *position = &view->shown->position;
    char text[512] = "", one[32], san[CHESS_SAN_MAX];
    if (!effects || lines <= 0)
        return;
    if (effects->move_count == 0) {
        page_print(page, STYLE_DIM, "%s", effects->over ? "the game is over" : "thinking…");
        return;
    }
    int cells = lines * (page->width - page->indent);
    for (int i = 0; i < effects->move_count && effects->moves[i].chance >= SELDOM; i++) {
        chess_to_san(position, effects->moves[i].move, san);
        snprintf(one, sizeof one, "%s%s %.0f%%", i ? "  " : "", san,
                 effects->moves[i].chance * 100);
        if (paint_cells(text) + paint_cells(one) > cells - (lines - 1) * 10)
            break;
        text_add(text, sizeof text, "%s", one);
    }
    page_wrap(page, lines, STYLE_STRONG, text);
}

static void draw(WINDOW *window, const struct pane *pane)
{
    const struct model *model = pane->model;
    const struct session_view *view = &model->view;
    struct level_debug *own = pane->state;
    struct page page = page_begin(window);
    struct rows rows;
    char title[64] = "debug F2";
    bool strip = pane_at(model, PLACE_MOVES) == NULL ||
                 pane_at(model, PLACE_MOVES)->rect.width == 0;
    if (view->shown->parent) {
        text_move(&view->shown->parent->position, view->shown->move, title, sizeof title);
        text_add(title, sizeof title, " debug F2");
    }
    paint_rule(window, 0, page.width, title);
    if (model->page == ANALYSIS_COUNTS) {
        page_counts(&page, view_analysis(view));
        return;
    }
    memset(own->places, 0, sizeof own->places);
    list_rows(&rows, view);
    draw_numbers(&page, own, model, &rows);
    if (!rows.handicap.limited) {
        page_wrap(&page, 3, STYLE_TEXT,
                  "Full strength knows everything and makes no errors. Choose a rating: press ↓, "
                  "then ←.");
        return;
    }
    draw_heads(&page, view, view_groups(view));
    int left = page.height - page.y - strip;
    int candidates = left > GROUP_COUNT ? left - GROUP_COUNT : left > 3;
    draw_groups(&page, own, view, &rows, left - candidates);
    draw_candidates(&page, view, candidates);
    if (strip)
        strip_draw(window, page.height - 1, view);
}

/* Keys */

/* Changes the rating or the method by one step, which sets all numbers anew. */
static void change_level(struct model *model, int key)
{
    struct level_choice level;
    level_take(&level, &model->view);
    if (!level_move(&level, model->options.strength, model->view.scale, key))
        return;
    struct handicap handicap =
        handicap_for(model->options.strength, level.method, level.elo, level.seed);
    level_set(model, &handicap);
}

static void change_row(struct model *model, int row, int direction)
{
    struct rows rows;
    list_rows(&rows, &model->view);
    if (row == ROW_RATING) {
        change_level(model, direction > 0 ? KEY_RIGHT : KEY_LEFT);
    } else if (row == ROW_METHOD) {
        change_level(model, 'm');
    } else if (row < rows.count) {
        handicap_item_step(&rows.items[row - ROW_ITEMS], direction);
        level_set(model, &rows.handicap);
    }
}

static void switch_group(struct model *model, int row)
{
    struct rows rows;
    list_rows(&rows, &model->view);
    if (row == ROW_METHOD)
        change_level(model, 'm');
    if (!is_group(&rows, row))
        return;
    int *percent = rows.items[row - ROW_ITEMS].value;
    *percent = group_switched(*percent);
    level_set(model, &rows.handicap);
}

/* Chooses the next row in the direction of the key. */
static void choose(struct pane *pane, int key)
{
    struct level_debug *own = pane->state;
    struct rows rows;
    list_rows(&rows, &pane->model->view);
    if (!own->choosing) {
        own->choosing = true;
        own->chosen = key == KEY_DOWN ? 0 : rows.count - 1;
    } else {
        (void)list_key(key, 1, rows.count - 1, &own->chosen);
    }
}

static bool key(struct pane *pane, int key)
{
    struct model *model = pane->model;
    struct level_debug *own = pane->state;
    if (key == KEY_PPAGE || key == KEY_NPAGE) {
        model->page = key == KEY_NPAGE                                        ? ANALYSIS_COUNTS
                      : model->page == ANALYSIS_COUNTS                        ? ANALYSIS_DEBUG
                      : page_holds_all(pane->rect.height, pane->rect.width) ? ANALYSIS_LINES
                                                                              : ANALYSIS_TREE;
        return true;
    }
    if (!entry_is_empty() || model->page == ANALYSIS_COUNTS)
        return false;
    switch (key) {
    case KEY_UP:
    case KEY_DOWN: choose(pane, key); return true;
    case KEY_LEFT:
    case KEY_RIGHT:
        if (own->choosing)
            change_row(model, own->chosen, key == KEY_RIGHT ? 1 : -1);
        return own->choosing;
    case ' ':
    case '\r':
        if (own->choosing)
            switch_group(model, own->chosen);
        return own->choosing;
    case 27: {
        bool was = own->choosing;
        own->choosing = false;
        return was;
    }
    default: return false;
    }
}

static void click(struct pane *pane, Square square, bool pressed, int y, int x)
{
    struct level_debug *own = pane->state;
    (void)square;
    for (int row = 0; pressed && row < ROW_ITEMS + HANDICAP_ITEMS_MAX; row++) {
        const struct place_of_row *at = &own->places[row];
        if (y != at->y || x < at->x || x >= at->x + at->width)
            continue;
        own->choosing = true;
        own->chosen = row;
        switch_group(pane->model, row);
        return;
    }
}

static bool wants(const struct pane *pane, struct rect *rect)
{
    const struct session_view *view = &pane->model->view;
    (void)rect;
    return view->analyzing && !view->guessing && pane->model->page >= ANALYSIS_DEBUG;
}

/* Lets the groups be searched while the page is open, and only then. */
static bool poll_pane(struct pane *pane)
{
    bool open = strip_wanted(pane->model);
    session_show_groups(pane->model->session, open);
    if (!open)
        ((struct level_debug *)pane->state)->choosing = false;
    return false;
}

static struct pane_keys keys(const struct pane *pane)
{
    const struct level_debug *own = pane->state;
    if (pane->model->page == ANALYSIS_COUNTS)
        return (struct pane_keys){{"← → step  F2 lines  PgUp back to the level  F6 back  F10 quit",
                                   "← → step  F2 lines  PgUp level  F10 quit"}};
    if (own->choosing)
        return (struct pane_keys){
            {"↑ ↓ choose  ← → change  Space on or off  Esc steps again  F10 quit",
             "↑ ↓ choose  ← → change  Space switch  Esc  F10 quit"}};
    return (struct pane_keys){
        {"← → step  ↑ ↓ change a number or group  F2 lines  PgDn more  F6 back  F10 quit",
         "← → step  ↑ ↓ change  F2 lines  F10 quit"}};
}

const struct pane_ops pane_level_debug = {
    .place = PLACE_DEBUG,
    .size = sizeof(struct level_debug),
    .redraw = CHANGED_BOARD | CHANGED_ANALYSIS | CHANGED_SETTINGS | CHANGED_LOOK,
    .extra_lines = WHOLE_COLUMN,
    .wants = wants,
    .draw = draw,
    .key = key,
    .poll = poll_pane,
    .click = click,
    .keys = keys,
};
