/* A page of the analysis with everything that weakens the level. The arrow keys change each number.
 * Beside each positional group the page shows what would change in the position shown if the group
 * were switched on or off. In a pane with too few lines for that, the groups are side by side, and
 * this is shown only for the chosen group. In an even smaller pane the page scrolls with the chosen
 * row. A second page lists all moves of the level with their chances, a third shows what the search
 * counted. */
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "src/game/format.h"
#include "src/game/handicap_item.h"
#include "src/tui/entry.h"
#include "src/tui/notice.h"
#include "src/tui/page.h"
#include "src/tui/panes/level_keys.h"
#include "src/tui/panes/panes.h"
#include "src/tui/panes/strip.h"
#include "src/util/text.h"

static const double SELDOM = 0.005; /* moves with a smaller probability are not listed */

enum { WHOLE_COLUMN = 100 /* lines: more than any column has, so the pane fills the column */ };

/* The rows that can be chosen: the rating, the method, then the items of the handicap. */
enum { ROW_RATING, ROW_METHOD, ROW_ITEMS, NO_ROW = -1 };

struct level_debug {
    bool choosing; /* the arrow keys choose rows and change them */
    int chosen;
    bool brief;   /* the numbers have short names, because the pane is small */
    bool compact; /* the groups are side by side */
    int top;      /* first line shown, on a page that has no rows to choose */
    bool scrolls; /* the page without rows is longer than the pane */
    bool over;    /* the position has no legal move, so nothing can be chosen */
    struct place_of_row {
        int y, x, width; /* place where the row was drawn; width 0: it was not drawn */
    } places[ROW_ITEMS + HANDICAP_ITEMS_MAX];
};

/* A copy of the level, and the list of its items, which point into the copy. */
struct rows {
    struct handicap handicap;
    struct handicap_item items[HANDICAP_ITEMS_MAX];
    int count; /* number of rows, including the rating and the method */
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
    return row >= ROW_ITEMS && row < rows->count &&
           rows->items[row - ROW_ITEMS].group < GROUP_COUNT;
}

/* Drawing */

static bool is_chosen(const struct level_debug *own, int row)
{
    return own->choosing && own->chosen == row;
}

static enum style style_of(const struct level_debug *own, int row)
{
    return is_chosen(own, row) ? STYLE_MARKED : STYLE_TEXT;
}

/* Marks the chosen row at x, because a terminal may show no colours. */
static void draw_chosen(const struct page *page, const struct level_debug *own, int row, int y,
                        int x)
{
    if (is_chosen(own, row) && x >= 0)
        paint(page->window, y, x, 1, STYLE_STRONG, "▸");
}

static void place_row(struct level_debug *own, int row, int y, int x, int width)
{
    own->places[row] = (struct place_of_row){y, x, width};
}

/* For these numbers of the level, the page shows other words before and after the value than the
 * name of the item. */
static const struct number_words {
    size_t field; /* offset in struct handicap */
    const char *before, *brief_before, *brief_after;
} number_words[] = {
    {offsetof(struct handicap, player_rating), "imitates players rated ", "imitates ", ""},
    {offsetof(struct handicap, boldness), "boldness ", "bold ", ""},
    {offsetof(struct handicap, calculation), "calculation ", "calculates ", ""},
    {offsetof(struct handicap, move_error), "MoveError ", "move ±", ""},
    {offsetof(struct handicap, blunder_error), "BlunderError ", "blunder ±", ""},
    {offsetof(struct handicap, blunder_chance), "BlunderPercent ", "in ", "%"},
    {offsetof(struct handicap, order_bias), "OrderBias ", "bias ", ""},
    {offsetof(struct handicap, rule_cost), "RuleCost ", "rule ", ""},
};

static void number_text(const struct rows *rows, const struct handicap_item *item, bool brief,
                        char *text, size_t size)
{
    enum { COUNT = sizeof number_words / sizeof *number_words };
    size_t field = (size_t)((const char *)item->value - (const char *)&rows->handicap);
    const struct number_words *words = NULL;
    char value[32];
    for (int i = 0; i < COUNT && !words; i++)
        words = number_words[i].field == field ? &number_words[i] : NULL;
    handicap_item_value(item, value, sizeof value);
    if (!words)
        snprintf(text, size, "%s %s", item->name, value);
    else if (brief)
        snprintf(text, size, "%s%s%s", words->brief_before, value, words->brief_after);
    else
        snprintf(text, size, "%s%s", words->before, value);
}

static void row_text(const struct level_debug *own, const struct model *model,
                     const struct rows *rows, int row, char *text, size_t size)
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
        number_text(rows, &rows->items[row - ROW_ITEMS], own->brief, text, size);
    }
}

/* Draws the rating, the method and the numbers side by side, on several lines if necessary. Lines
 * outside the window are counted, too. */
static void draw_numbers(struct page *page, struct level_debug *own, const struct model *model,
                         const struct rows *rows)
{
    int x = page->indent;
    for (int row = 0; row < rows->count && !is_group(rows, row); row++) {
        char text[64];
        row_text(own, model, rows, row, text, sizeof text);
        int cells = paint_cells(text);
        if (x > page->indent && x + cells > page->width) {
            page->y++;
            x = page->indent;
        }
        x += x == 0 && is_chosen(own, row); /* make space for the mark of the chosen row */
        draw_chosen(page, own, row, page->y, x - 1);
        paint(page->window, page->y, x, page->width - x, style_of(own, row), text);
        place_row(own, row, page->y, x, cells);
        x += cells + (own->brief ? 1 : 2);
    }
    page->y++;
}

enum { AT_PERCENT = 10, AT_SCORE = 14, AT_MOVE = 22, AT_CHANCE = 31, AT_MARK = 37, ROW_CELLS = 39 };
enum { AT_SWITCHED = 11, AT_TIME = 20 }; /* columns of the headings that do not begin where the
                                          * column below them begins */
enum {
    NARROW_SCORE = 0,
    NARROW_MOVE = 7,
    NARROW_CHANCE = 15
}; /* columns of the second line of a
    * row in a narrow pane */

/* Returns whether a row is wider than the pane. What the level does is then on a second line. */
static bool is_narrow(const struct page *page)
{
    return page->width - page->indent < ROW_CELLS;
}

/* Draws what the level would do with the knowledge that `choice` assumes: its evaluation, the move
 * that its random choice picks here, and how often it finds a best move: "+0.35 Nxe5 63%". What
 * differs from `now`, the choice with the present knowledge, stands out. */
static void draw_choice(struct page *page, const struct session_view *view,
                        const struct group_choice *choice, const struct group_choice *now)
{
    const struct position *position = &view->shown->position;
    char score[16], san[CHESS_SAN_MAX], chance[16];
    int x = page->indent;
    bool other = choice != now, narrow = is_narrow(page);
    int at_move = x + (narrow ? NARROW_MOVE : AT_MOVE);
    if (narrow)
        page->y++;
    text_score(choice->evaluation, score, sizeof score);
    paint_right(page->window, page->y, x + (narrow ? NARROW_SCORE : AT_SCORE), 6,
                other && choice->evaluation == now->evaluation ? STYLE_DIM : STYLE_TEXT, score);
    if (!choice->known || choice->chosen == NO_MOVE) {
        paint(page->window, page->y, at_move, 1, STYLE_DIM, choice->known ? "" : "…");
        return;
    }
    chess_to_san(position, choice->chosen, san);
    paint(page->window, page->y, at_move, NARROW_CHANCE - NARROW_MOVE,
          !other            ? STYLE_TEXT
          : choice->changes ? STYLE_STRONG
                            : STYLE_DIM,
          san);
    if (choice->right < 0)
        return;
    snprintf(chance, sizeof chance, "%.0f%%", choice->right * 100);
    paint_right(page->window, page->y, x + (narrow ? NARROW_CHANCE : AT_CHANCE), 4, STYLE_TEXT,
                chance);
}

static void draw_heads(struct page *page)
{
    int x = page->indent;
    if (is_narrow(page))
        return;
    paint(page->window, page->y, x, AT_SWITCHED, STYLE_DIM, "knows");
    paint(page->window, page->y, x + AT_SWITCHED, 8, STYLE_DIM, "switched");
    paint(page->window, page->y, x + AT_TIME, 9, STYLE_DIM, "this time");
    paint(page->window, page->y, x + AT_CHANCE - 1, 4, STYLE_DIM, "best");
    paint(page->window, page->y++, x + AT_MARK - 2, 4, STYLE_DIM, "mark");
}

static void draw_now(struct page *page, const struct session_view *view,
                     const struct group_effects *effects)
{
    if (!effects)
        return;
    paint(page->window, page->y, page->indent, AT_SCORE, STYLE_TEXT, "as it is");
    draw_choice(page, view, &effects->now, &effects->now);
    page->y++;
}

/* Draws the letter by which the strip names the group, after the rest of the row: at the beginning
 * of a row it would look like a key to press. */
static void draw_mark(const struct page *page, int group)
{
    char mark[2] = {page_group_letter(group)};
    int at = is_narrow(page) ? AT_SCORE + 1 : AT_MARK;
    paint(page->window, page->y, page->indent + at, 1, STYLE_DIM, mark);
}

static void draw_group(struct page *page, struct level_debug *own, const struct session_view *view,
                       const struct rows *rows, int row)
{
    const struct handicap_item *item = &rows->items[row - ROW_ITEMS];
    const struct group_effects *effects = view_groups(view);
    enum group group = (enum group)item->group;
    int x = page->indent;
    char percent[16];
    handicap_item_value(item, percent, sizeof percent);
    draw_chosen(page, own, row, page->y, x > 0 ? x - 1 : AT_PERCENT - 1);
    paintf(page->window, page->y, x, AT_PERCENT - 1, style_of(own, row), "%-9s",
           page_group_name(group));
    paint(page->window, page->y, x + AT_PERCENT, 4, *item->value < 100 ? STYLE_BAD : STYLE_GOOD,
          percent);
    draw_mark(page, item->group);
    place_row(own, row, page->y, x, ROW_CELLS);
    if (effects)
        draw_choice(page, view, &effects->switched[group], &effects->now);
    page->y++;
}

/* Draws a page so that it begins at line `from` of the window, which may be above or below the
 * window. Returns how many lines the page has. */
typedef int draw_lines(WINDOW *window, int from, const struct pane *pane);

static int draw_rows(WINDOW *window, int from, const struct pane *pane)
{
    const struct session_view *view = &pane->model->view;
    struct level_debug *own = pane->state;
    struct page page = page_begin(window);
    struct rows rows;
    list_rows(&rows, view);
    page.y = from;
    draw_numbers(&page, own, pane->model, &rows);
    draw_heads(&page);
    draw_now(&page, view, view_groups(view));
    for (int row = rows.count - GROUP_COUNT; row < rows.count; row++)
        draw_group(&page, own, view, &rows, row);
    return page.y - from;
}

/* Draws the rating, the method and its numbers, and below them the groups in columns. The first
 * column begins with a heading. */
static int draw_compact(WINDOW *window, int from, const struct pane *pane)
{
    enum { COLUMNS = 3, ROWS = (GROUP_COUNT + COLUMNS) / COLUMNS, PERCENT = 3, GAP = 2 };
    struct level_debug *own = pane->state;
    struct page page = page_begin(window);
    struct rows rows;
    list_rows(&rows, &pane->model->view);
    page.y = from;
    draw_numbers(&page, own, pane->model, &rows);
    int left = page.indent > 0 ? page.indent : 1; /* the column before it is for the mark */
    paint(window, page.y, left, page.width - left, STYLE_DIM, "knows");
    for (int first = -1, x = left; first < GROUP_COUNT; first += ROWS) {
        int end = first + ROWS < GROUP_COUNT ? first + ROWS : GROUP_COUNT, widest = 0;
        for (int group = first < 0 ? 0 : first; group < end; group++) {
            int cells = paint_cells(page_group_name((enum group)group));
            widest = cells > widest ? cells : widest;
        }
        for (int group = first < 0 ? 0 : first; group < end; group++) {
            int row = rows.count - GROUP_COUNT + group, y = page.y + group - first;
            const struct handicap_item *item = &rows.items[row - ROW_ITEMS];
            char percent[16];
            handicap_item_value(item, percent, sizeof percent);
            draw_chosen(&page, own, row, y, x - 1);
            paint(window, y, x, widest, style_of(own, row), page_group_name((enum group)group));
            paint_right(window, y, x + widest + 1, PERCENT,
                        *item->value < 100 ? STYLE_BAD : STYLE_GOOD, percent);
            place_row(own, row, y, x, widest + 1 + PERCENT);
        }
        x += widest + 1 + PERCENT + GAP;
    }
    return page.y + ROWS - from;
}

/* Draws the same as draw_choice on a line without headings: "as it is +0.35 picks Nxe5 best
 * 63%". */
static void draw_in_words(struct page *page, const struct session_view *view, const char *label,
                          const struct group_choice *choice, const char *mark)
{
    char text[96], score[16], san[CHESS_SAN_MAX];
    text_score(choice->evaluation, score, sizeof score);
    snprintf(text, sizeof text, "%s %s", label, score);
    if (!choice->known)
        text_add(text, sizeof text, " …");
    if (choice->known && choice->chosen != NO_MOVE) {
        chess_to_san(&view->shown->position, choice->chosen, san);
        text_add(text, sizeof text, " picks %s", san);
    }
    if (choice->known && choice->chosen != NO_MOVE && choice->right >= 0)
        text_add(text, sizeof text, " best %.0f%%", choice->right * 100);
    page_print(page, choice->changes ? STYLE_STRONG : STYLE_TEXT, "%s%s%s", text,
               *mark ? " " : "", mark);
}

/* Draws what switching the chosen group would do: "king off +0.58 picks d5 best 75% e". */
static void draw_switched(struct page *page, const struct session_view *view,
                          const struct rows *rows, int row)
{
    const struct handicap_item *item = &rows->items[row - ROW_ITEMS];
    const struct group_effects *effects = view_groups(view);
    int other = group_switched(*item->value);
    struct handicap_item switched = *item;
    char percent[16], label[32];
    const char mark[2] = {page_group_letter(item->group)};
    switched.value = &other;
    handicap_item_value(&switched, percent, sizeof percent);
    snprintf(label, sizeof label, "%s %s", page_group_name((enum group)item->group), percent);
    if (effects)
        draw_in_words(page, view, label, &effects->switched[item->group], mark);
    else
        page_print(page, STYLE_TEXT, "%s", label);
}

/* Draws the lines of a page from its line `top` on into the window below its title. Arrows show
 * that there is more. */
static void draw_part(WINDOW *window, int lines, draw_lines *draw_page, int top,
                      const struct pane *pane)
{
    int width = getmaxx(window);
    WINDOW *part = lines > 0 ? derwin(window, lines, width, 1, 0) : NULL;
    if (!part)
        return;
    int count = draw_page(part, -top, pane);
    if (top > 0)
        paint(part, 0, width - 1, 1, STYLE_DIM, "↑");
    if (count - top > lines)
        paint(part, lines - 1, width - 1, 1, STYLE_DIM, "↓");
    delwin(part);
}

/* Draws a page without rows to choose. The arrow keys scroll it. */
static void draw_scrolled(WINDOW *window, int lines, draw_lines *draw_page, const struct pane *pane)
{
    struct level_debug *own = pane->state;
    int most = draw_page(window, getmaxy(window), pane) - lines;
    own->scrolls = most > 0;
    own->top = own->top > most ? most : own->top;
    own->top = own->top < 0 ? 0 : own->top;
    draw_part(window, lines, draw_page, own->top, pane);
}

/* Draws the level's most probable moves with their chances, as many as fit. */
static void draw_candidates(struct page *page, const struct session_view *view)
{
    const struct group_effects *effects = view_groups(view);
    char one[32], san[CHESS_SAN_MAX];
    int x = page->indent;
    if (effects && effects->move_count == 0)
        page_print(page, STYLE_DIM, "thinking…");
    if (effects && effects->tries > 0 && page_has_lines(page)) {
        snprintf(one, sizeof one, "%d tries:", effects->tries);
        paint(page->window, page->y, x, page->width - x, STYLE_DIM, one);
        x += paint_cells(one) + 1;
    }
    for (int i = 0; effects && i < effects->move_count && effects->moves[i].chance >= SELDOM; i++) {
        chess_to_san(&view->shown->position, effects->moves[i].move, san);
        snprintf(one, sizeof one, "%s %.0f%%", san, effects->moves[i].chance * 100);
        int cells = paint_cells(one);
        if (x > page->indent && x + cells > page->width) {
            page->y++;
            x = page->indent;
        }
        if (!page_has_lines(page))
            return;
        paint(page->window, page->y, x, page->width - x, STYLE_STRONG, one);
        x += cells + 2;
    }
}

/* Draws all moves of the level with their chances, in columns, and the legend of the strip. */
static int draw_choices(WINDOW *window, int from, const struct pane *pane)
{
    enum { CELLS = 13, SAN_CELLS = 7 };
    const struct session_view *view = &pane->model->view;
    const struct group_effects *effects = view_groups(view);
    struct page page = page_begin(window);
    char san[CHESS_SAN_MAX];
    int columns = (page.width - page.indent) / CELLS, count = 0;
    double rest = 1;
    page.y = from;
    if (!effects || effects->move_count == 0) {
        page_print(&page, STYLE_DIM, "%s",
                   view->handicap.limited ? "thinking…" : "always the best move");
        return 1;
    }
    page_print(&page, STYLE_STRONG, "its moves%s",
               page.width < PAGE_NARROW ? "" : ", and how often it plays them");
    if (effects->tries > 0)
        page_print(&page, STYLE_DIM, "counted in %d tries", effects->tries);
    while (count < effects->move_count && effects->moves[count].chance >= SELDOM)
        count++;
    int rows = (count + columns - 1) / columns;
    for (int i = 0; i < count; i++) {
        const struct level_move *move = &effects->moves[i];
        int y = page.y + i % rows, x = page.indent + i / rows * CELLS;
        chess_to_san(&view->shown->position, move->move, san);
        paint(window, y, x, SAN_CELLS, STYLE_TEXT, san);
        paintf(window, y, x + SAN_CELLS, 4, STYLE_TEXT, "%3.0f%%", move->chance * 100);
        rest -= move->chance;
    }
    page.y += rows;
    if (count < effects->move_count)
        page_print(&page, STYLE_DIM, "%d other%s %.0f%%", effects->move_count - count,
                   text_plural(effects->move_count - count), rest > 0 ? rest * 100 : 0.0);
    strip_draw_legend(&page, columns, CELLS);
    return page.y - from;
}

static int draw_counts(WINDOW *window, int from, const struct pane *pane)
{
    struct page page = page_begin(window);
    page.y = from;
    page.height = from + 100; /* lines outside the window are counted, too */
    page_counts(&page, view_analysis(&pane->model->view));
    return page.y - from;
}

/* Draws in `lines` lines those of the level's rows that are around the chosen row. All rows
 * together take `count` lines. */
static void draw_level_part(struct page *page, const struct pane *pane, const struct rows *rows,
                            draw_lines *draw_page, int count, int lines)
{
    struct level_debug *own = pane->state;
    int top = own->choosing
                  ? paint_scrolled(own->places[own->chosen].y - getmaxy(page->window), count, lines)
                  : 0;
    draw_part(page->window, lines, draw_page, top, pane);
    for (int row = 0; row < rows->count; row++) {
        struct place_of_row *at = &own->places[row];
        at->width = at->y >= 0 && at->y < lines ? at->width : 0;
        at->y++; /* the part begins below the title */
    }
    page->y += lines;
}

/* Draws the groups side by side, and below them what the level does here and what it would do if
 * the chosen group were switched. */
static void draw_level_compact(struct page *page, const struct pane *pane, const struct rows *rows)
{
    struct level_debug *own = pane->state;
    const struct session_view *view = &pane->model->view;
    int count = draw_compact(page->window, getmaxy(page->window), pane);
    int most = page->height - page->y - 1;
    bool chosen = own->choosing && is_group(rows, own->chosen);
    draw_level_part(page, pane, rows, draw_compact, count, count < most ? count : most);
    const struct group_effects *effects = view_groups(view);
    if (effects && (!chosen || page->height - page->y > 1))
        draw_in_words(page, view, "as it is", &effects->now, "");
    if (chosen)
        draw_switched(page, view, rows, own->chosen);
    draw_candidates(page, view);
}

/* Draws the level and its groups, and the most probable moves if there are enough lines for
 * both. */
static void draw_level(struct page *page, const struct pane *pane, const struct rows *rows)
{
    enum { ROWS_MIN = 5 };
    struct level_debug *own = pane->state;
    int left = page->height - page->y - 1;
    own->brief = is_narrow(page);
    own->compact = false;
    int count = draw_rows(page->window, getmaxy(page->window), pane);
    if (count > left + 1 && !is_narrow(page)) {
        own->brief = own->compact = true;
        draw_level_compact(page, pane, rows);
        return;
    }
    bool whole = count == left + 1 && !is_narrow(page); /* the rows fill the pane; the moves are
                                                         * then on the next page only */
    int lines = left < ROWS_MIN || whole ? left + 1 : count < left ? count : left;
    draw_level_part(page, pane, rows, draw_rows, count, lines);
    if (!whole)
        draw_candidates(page, &pane->model->view);
}

static void draw(WINDOW *window, const struct pane *pane)
{
    const struct model *model = pane->model;
    const struct session_view *view = &model->view;
    struct level_debug *own = pane->state;
    struct page page = page_begin(window);
    struct rows rows;
    char title[64] = "debug F2";
    if (view->shown->parent) {
        text_move(&view->shown->parent->position, view->shown->move, title, sizeof title);
        text_add(title, sizeof title, page.width < PAGE_NARROW ? "" : " debug F2");
    }
    paint_rule(window, 0, page.width, title);
    memset(own->places, 0, sizeof own->places);
    own->scrolls = false;
    if (!strip_under_moves(model) && model->page != ANALYSIS_COUNTS)
        strip_draw(window, --page.height, view);
    list_rows(&rows, view);
    own->over = page_over(&page, view->shown);
    if (own->over)
        return;
    if (model->page != ANALYSIS_DEBUG) {
        draw_scrolled(window, page.height - 1,
                      model->page == ANALYSIS_COUNTS ? draw_counts : draw_choices, pane);
    } else if (rows.handicap.limited) {
        draw_level(&page, pane, &rows);
    } else {
        draw_numbers(&page, own, model, &rows);
        page_wrap(&page, page.height, STYLE_TEXT,
                  "Full strength knows everything and makes no errors. Choose a rating: press ↓, "
                  "then ←.");
    }
}

/* Keys */

/* Changes the rating or the method by one step, which resets all numbers to those of the level. */
static void change_level(struct model *model, int key)
{
    struct level_choice level;
    level_take(&level, &model->view);
    if (!level_move(&level, model->options.strength, model->view.scale, key))
        return;
    struct handicap handicap = level_handicap(&level, model->options.strength);
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
    if (row >= rows.count) /* the level has fewer numbers than when the row was chosen */
        return;
    if (!is_group(&rows, row)) {
        notice_say(model, false, "← and → change the %s. Only groups are switched on and off",
                   row == ROW_RATING   ? "rating"
                   : row == ROW_METHOD ? "method"
                                       : rows.items[row - ROW_ITEMS].name);
        return;
    }
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
        own->top = 0;
        notice_clear(model);
    }
    if (key == KEY_NPAGE) {
        model->page += model->page < ANALYSIS_COUNTS;
        return true;
    }
    if (key == KEY_PPAGE && model->page > ANALYSIS_DEBUG) {
        model->page--;
        return true;
    }
    if (key == KEY_PPAGE) {
        model->page =
            page_holds_all(pane->rect.height, pane->rect.width) ? ANALYSIS_LINES : ANALYSIS_TREE;
        return true;
    }
    if (!entry_is_empty())
        return false;
    if (own->scrolls && (key == KEY_UP || key == KEY_DOWN)) {
        own->top += key == KEY_UP ? -1 : 1;
        return true;
    }
    if (model->page != ANALYSIS_DEBUG || own->over)
        return false;
    if (own->choosing)
        notice_clear(model);
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
        notice_clear(pane->model);
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

/* Switches the searches for the effects of the groups on only while the page is open. */
static bool poll_pane(struct pane *pane)
{
    bool open = strip_wanted(pane->model);
    session_show_groups(pane->model->session, open);
    if (!open)
        ((struct level_debug *)pane->state)->choosing = false;
    return false;
}

/* Explains the words of the page and the strip. */
static enum style status(const struct pane *pane, char *text, size_t size)
{
    const struct level_debug *own = pane->state;
    const struct session_view *view = &pane->model->view;
    if (!strip_wanted(pane->model) || own->over || !view->handicap.limited)
        return STYLE_DIM;
    const char *best = view->tables_known ? "a move that keeps the result"
                                          : "the best move or one up to 0.10 worse";
    const char *marks = own->compact ? "which group decides each move; PgDn names the letters."
                                     : "the group (a-k) that decides each move, * several.";
    if (pane->model->page != ANALYSIS_DEBUG)
        snprintf(text, size, "The strip has a mark for each position of the game, in its order.");
    else if (own->brief && !own->compact)
        snprintf(text, size, "Below each group, if you switch it: the move, and the chance of %s.",
                 best);
    else
        snprintf(text, size, "%s: its random choice. best: how often it plays %s. marks: %s",
                 own->compact ? "picks" : "this time", best, marks);
    return STYLE_DIM;
}

static struct pane_keys keys(const struct pane *pane)
{
    const struct level_debug *own = pane->state;
    static const struct pane_keys scrolling[] = {
        {{"← → step  ↑ ↓ scroll  PgUp back  PgDn more  F2 lines  F10 quit",
          "← → step  ↑ ↓ scroll  PgUp PgDn  F2 lines", "↑ ↓ scroll  PgUp PgDn  F2 lines"}},
        {{"← → step  ↑ ↓ scroll  PgUp back  F2 lines  F10 quit",
          "↑ ↓ scroll  PgUp back  F2 lines"}},
    };
#define DEBUG_KEYS(back)                                                                           \
    {                                                                                              \
        {{"← → step  F2 lines  PgUp back to the level  PgDn more" back "  F10 quit",               \
          "← → step  F2 lines  PgUp PgDn  F10 quit"}},                                             \
            {{"← → step  F2 lines  PgUp back to the moves" back "  F10 quit",                      \
              "← → step  F2 lines  PgUp back  F10 quit"}},                                         \
            {{"← → step  F2 lines" back "  F10 quit"}},                                            \
            {{"← → step  ↑ ↓ change a number or group  F2 lines  PgDn more" back "  F10 quit",     \
              "← → step  ↑ ↓ change  PgDn more  F2 lines  F10 quit",                               \
              "↑ ↓ change  PgDn more  F2 lines  F10"}},                                            \
    }
    enum { MOVES_PAGE, COUNTS_PAGE, GAME_OVER, LEVEL_PAGE, PAGES };
    static const struct pane_keys rows[WAYS_BACK][PAGES] = {
        [BACK_NOWHERE] = DEBUG_KEYS(""),
        [BACK_TO_GAME] = DEBUG_KEYS("  F6 back"),
        [BACK_TO_GAMES] = DEBUG_KEYS("  F6 games"),
    };
#undef DEBUG_KEYS
    const struct pane_keys *row = rows[model_way_back(pane->model)];
    bool counts = pane->model->page == ANALYSIS_COUNTS;
    if (own->over)
        return row[GAME_OVER];
    if (pane->model->page != ANALYSIS_DEBUG)
        return own->scrolls ? scrolling[counts] : row[counts ? COUNTS_PAGE : MOVES_PAGE];
    if (own->choosing)
        return (struct pane_keys){
            {"↑ ↓ choose  ← → change  Space on or off  Esc steps again  F10 quit",
             "↑ ↓ choose  ← → change  Space switch  Esc  F10 quit",
             "↑ ↓  ← → change  Space switch  Esc"}};
    return row[LEVEL_PAGE];
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
    .status = status,
};
