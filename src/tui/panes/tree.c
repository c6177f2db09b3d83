/* The tree page of the analysis: the moves played in the position shown, with their results. They
 * come from the games of the file, or without a file from your own games, and from the opening
 * book. The arrow keys select a move and Enter plays it. */
#include <stdio.h>
#include <string.h>

#include "src/util/text.h"
#include "src/tui/panes/games_worker.h"
#include "src/tui/choice.h"
#include "src/tui/entry.h"
#include "src/tui/notice.h"
#include "src/tui/page.h"
#include "src/tui/panes/panes.h"

enum {
    SAN_CELLS = 7,
    GAMES_CELLS = 7,
    SHARE_CELLS = 4,
    ELO_CELLS = 5,
    BOOK_CELLS = 5,
    BAR_MAX = 24,
    BAR_MIN = 5,
    GAMES_WHOLE = 100000 /* from this number on, games are written in thousands */
};

struct shown_tree {
    bool asked;
    uint64_t of;                 /* hash key of the position whose moves were counted */
    char words[GAMES_WORDS_MAX]; /* the search words that selected the games */
    bool own;                    /* counts your own games, because there is no file */
    bool pending, preparing;     /* pending: still counting; preparing: still playing through the
                                    games before the first count */
    int percent;                 /* progress of playing through the games, in per cent */
    struct tree tree;
    int chosen; /* selected row */
    char notice[160];
};

static bool wants(const struct pane *pane, struct rect *rect)
{
    const struct session_view *view = &pane->model->view;
    (void)rect;
    return view->analyzing && !view->guessing && pane->model->page == ANALYSIS_TREE;
}

static bool is_seen(const struct pane *pane)
{
    return !pane->model->dialog && pane_wanting(pane->model, PLACE_DEBUG) == pane;
}

/* Contents */

/* Selects the row of the game's next move, or the first row if no row has that move. */
static void choose_first(struct shown_tree *shown, const struct game_node *node)
{
    shown->chosen = 0;
    for (int i = 0; node->child && i < shown->tree.count; i++) {
        if (shown->tree.rows[i].move == node->child->move)
            shown->chosen = i;
    }
}

static void settle(struct pane *pane)
{
    struct model *model = pane->model;
    struct shown_tree *shown = pane->state;
    const struct session_view *view = &model->view;
    for (int i = 0; i < view->book_count; i++)
        tree_add_book(&shown->tree, view->book[i].move, view->book[i].weight);
    tree_sort(&shown->tree);
    choose_first(shown, view->shown);
}

/* Counts your own games, which are read in the background. */
static void count_own(struct pane *pane)
{
    struct model *model = pane->model;
    struct shown_tree *shown = pane->state;
    enum own_tree own = session_own_tree(model->session, &shown->tree);
    shown->own = own == OWN_TREE_COUNTED;
    shown->pending = own == OWN_TREE_READING;
    shown->preparing = false;
}

/* Starts to count the moves played here: in the games of the file that match the search words, or
 * in your own games if there is no file. */
static void ask(struct pane *pane)
{
    struct model *model = pane->model;
    struct shown_tree *shown = pane->state;
    struct pgn_query query;
    struct error error;
    memset(&shown->tree, 0, sizeof shown->tree);
    shown->pending = false;
    shown->notice[0] = '\0';
    if (model_games(model)) {
        struct games_work *work = games_work_of(model);
        shown->pending =
            work && pgn_query_parse(&query, shown->words, model->options.openings, &error);
        if (shown->pending)
            games_work_ask(work, &query, &model->view.shown->position);
        else
            snprintf(shown->notice, sizeof shown->notice, "%.150s",
                     work ? error.message : "the system cannot start another thread");
    } else {
        count_own(pane);
    }
    settle(pane);
}

static void receive(struct pane *pane)
{
    struct model *model = pane->model;
    struct shown_tree *shown = pane->state;
    struct games_work *work = model_games(model) ? games_work_of(model) : NULL;
    struct error error;
    if (!model_games(model)) {
        memset(&shown->tree, 0, sizeof shown->tree);
        count_own(pane);
        settle(pane);
    } else if (games_work_answer(work, &shown->tree)) {
        shown->pending = false;
        settle(pane);
    } else if (!games_work_ready(work, &shown->percent, &error)) {
        shown->preparing = true;
        shown->pending = !error.message[0];
        snprintf(shown->notice, sizeof shown->notice, "%.150s", error.message);
    } else {
        shown->preparing = false;
    }
}

static bool poll_pane(struct pane *pane)
{
    const struct model *model = pane->model;
    struct shown_tree *shown = pane->state;
    if (!is_seen(pane)) {
        shown->asked = false; /* so that games added since then are counted when the page is opened
                               * again */
        return false;
    }
    const char *words = model->games_words;
    uint64_t key = model->view.shown->position.key;
    bool other = !shown->asked || shown->of != key || strcmp(words, shown->words) != 0;
    if (other) {
        shown->asked = true;
        shown->of = key;
        snprintf(shown->words, sizeof shown->words, "%s", words);
        ask(pane);
    }
    if (!shown->pending)
        return other;
    receive(pane);
    return true;
}

/* Keys */

/* The move that Enter plays. */
static Move chosen_move(const struct pane *pane)
{
    const struct shown_tree *shown = pane->state;
    Move move = shown->chosen < shown->tree.count ? shown->tree.rows[shown->chosen].move : NO_MOVE;
    return chess_is_legal(&pane->model->view.shown->position, move) ? move : NO_MOVE;
}

static void play(struct model *model, Move move)
{
    notice_clear(model);
    if (move != NO_MOVE)
        choice_play(model, move);
}

static bool key(struct pane *pane, int key)
{
    struct model *model = pane->model;
    struct shown_tree *shown = pane->state;
    int last = shown->tree.count - 1;
    if (key == KEY_PPAGE || key == KEY_NPAGE) {
        model->page = key == KEY_NPAGE                                        ? ANALYSIS_DEBUG
                      : page_holds_all(pane->rect.height, pane->rect.width) ? ANALYSIS_LINES
                                                                              : ANALYSIS_TERMS;
        return true;
    }
    bool step = key == KEY_UP || key == KEY_DOWN;
    bool enter = key == '\r' && !model->view.card_over; /* after a solved card, Enter does not play
                                                         * a move but goes on to the next card */
    if (!entry_is_empty() || model->cursor_on || !(step || enter))
        return false;
    if (step) {
        (void)list_key(key, 1, last, &shown->chosen);
        notice_clear(model);
    } else {
        play(model, chosen_move(pane));
    }
    return true;
}

/* Opens the tree page, for the command. */
static bool open_pane(struct pane *pane, const char *argument, struct error *error)
{
    (void)argument;
    (void)error;
    session_analyze(pane->model->session, true);
    pane->model->page = ANALYSIS_TREE;
    return true;
}

static struct pane_keys keys(const struct pane *pane)
{
    (void)pane;
    return (struct pane_keys){
        {"↑ ↓ choose   Enter plays   ← → step   PgUp back   F6 leave   F10 quit",
         "↑ ↓ choose  Enter plays  PgUp back  F6 leave  F10 quit",
         "↑ ↓  Enter plays  PgUp back  F6 leave"}};
}

/* Drawing */

/* The columns that fit into the pane. */
struct columns {
    bool shares, ratings, losses, book; /* `losses` replaces `ratings` for your own games */
    int bar; /* width of the bar in cells; 0: no bar */
};

static struct columns columns_for(const struct page *page, const struct tree *tree)
{
    int cells = page->width - 1 - SAN_CELLS - GAMES_CELLS;
    struct columns columns = {0};
    columns.shares = cells >= 3 * SHARE_CELLS;
    cells -= columns.shares ? 3 * SHARE_CELLS : 0;
    columns.book = tree->all.weight > 0 && cells >= BOOK_CELLS;
    cells -= columns.book ? BOOK_CELLS : 0;
    columns.losses = tree->all.judged > 0 && cells >= ELO_CELLS;
    columns.ratings = tree->all.judged == 0 && tree->all.rated > 0 && cells >= ELO_CELLS;
    cells -= columns.ratings || columns.losses ? ELO_CELLS : 0;
    columns.bar = cells > BAR_MAX ? BAR_MAX : cells >= BAR_MIN ? cells - 1 : 0;
    return columns;
}

/* Draws the shares of White's wins, draws and Black's wins: bright, half and dark, or as
 * letters. */
static void draw_bar(WINDOW *window, int y, int x, int width, const struct pgn_results *results,
                     bool letters)
{
    bool colors = theme_has_colors();
    const char *const glyphs[] = {letters ? "W" : colors ? " " : "█", letters ? "=" : "▒",
                                  letters ? "B" : colors ? " " : "░"};
    static const enum style styles[] = {STYLE_BAR_WHITE, STYLE_DIM, STYLE_BAR_BLACK};
    int cells[3];
    if (!tree_cells(results, width, cells))
        return;
    for (int i = 0; i < 3; i++) {
        paint_fill(window, y, x, cells[i], letters ? STYLE_TEXT : styles[i], glyphs[i]);
        x += cells[i];
    }
}

static void games_text(int games, char *text, size_t size)
{
    if (games < GAMES_WHOLE)
        text_thousands((uint64_t)games, text, size);
    else
        snprintf(text, size, "%dk", games / 1000);
}

static void draw_row(struct page *page, const struct pane *pane, const struct tree_row *row,
                     const struct columns *columns, bool chosen)
{
    const struct model *model = pane->model;
    const struct shown_tree *shown = pane->state;
    WINDOW *window = page->window;
    char san[CHESS_SAN_MAX] = "ended", games[32];
    int percent[3], y = page->y++, x = 0;
    enum style style = chosen ? STYLE_MARKED : STYLE_TEXT;
    if (row->move != NO_MOVE)
        chess_to_san(&model->view.shown->position, row->move, san);
    games_text(row->games, games, sizeof games);
    paint(window, y, x, 1, style, chosen ? "▸" : " ");
    paint(window, y, x + 1, SAN_CELLS, style, san);
    x += 1 + SAN_CELLS;
    paint_right(window, y, x, GAMES_CELLS, style, games);
    x += GAMES_CELLS;
    bool ended = tree_shares(&row->results, percent);
    for (int i = 0; columns->shares && i < 3; i++, x += SHARE_CELLS)
        if (ended)
            paintf(window, y, x, SHARE_CELLS, STYLE_TEXT, "%4d", percent[i]);
    if (columns->bar) {
        draw_bar(window, y, x + 1, columns->bar, &row->results, model->letters);
        x += 1 + columns->bar;
    }
    if (columns->ratings && row->rated > 0)
        paintf(window, y, x, ELO_CELLS, STYLE_DIM, "%5d", tree_mean_rating(row));
    if (columns->losses && row->judged > 0)
        paintf(window, y, x, ELO_CELLS, STYLE_TEXT, "%5.2f", tree_mean_loss(row) / 100);
    x += columns->ratings || columns->losses ? ELO_CELLS : 0;
    if (columns->book && row->weight > 0)
        paintf(window, y, x, BOOK_CELLS, STYLE_TEXT, "%5.0f",
               100.0 * row->weight / shown->tree.all.weight);
}

static void draw_head(struct page *page, const struct shown_tree *shown,
                      const struct columns *columns)
{
    WINDOW *window = page->window;
    char games[32], text[80];
    const char *which = shown->tree.all.games == 1 ? "game" : "games";
    int y = page->y++, x = 1 + SAN_CELLS + GAMES_CELLS;
    games_text(shown->tree.all.games, games, sizeof games);
    snprintf(text, sizeof text, "%s %s", games,
             shown->own        ? "of yours"
             : shown->words[0] ? "found"
                               : which);
    paint(window, y, 1, SAN_CELLS + GAMES_CELLS, STYLE_DIM, text);
    if (columns->shares) {
        paint(window, y, x, 3 * SHARE_CELLS, STYLE_DIM, "   W   D   B");
        x += 3 * SHARE_CELLS;
    }
    x += columns->bar ? 1 + columns->bar : 0;
    if (columns->ratings || columns->losses) {
        paint(window, y, x, ELO_CELLS, STYLE_DIM, columns->losses ? " loss" : "  Elo");
        x += ELO_CELLS;
    }
    if (columns->book)
        paint(window, y, x, BOOK_CELLS, STYLE_DIM, " book");
}

static void draw(WINDOW *window, const struct pane *pane)
{
    const struct shown_tree *shown = pane->state;
    struct page page = page_begin(window);
    bool last = !page_holds_all(page.height, page.width);
    paint_rule(window, 0, page.width, last ? "tree 4/5 PgDn" : "tree PgUp");
    const struct tree *tree = &shown->tree;
    struct columns columns = columns_for(&page, tree);
    if (shown->notice[0])
        page_wrap(&page, 2, STYLE_BAD, shown->notice);
    else if (shown->pending && shown->preparing)
        page_print(&page, STYLE_TEXT, "reading all games: %d %%", shown->percent);
    else if (shown->pending)
        page_print(&page, STYLE_DIM, "counting…");
    else if (tree->count == 0)
        page_print(&page, STYLE_DIM, "%s",
                   model_games(pane->model) ? "no move here in the games or the book"
                   : shown->own             ? "no move here in your games or the book"
                                            : "the book has no move here");
    else
        draw_head(&page, shown, &columns);
    int top = paint_scrolled(shown->chosen, tree->count, page.height - page.y);
    for (int i = top; i < tree->count && page_has_lines(&page); i++)
        draw_row(&page, pane, &tree->rows[i], &columns, i == shown->chosen);
}

const struct pane_ops pane_tree = {
    .place = PLACE_DEBUG,
    .size = sizeof(struct shown_tree),
    .redraw = CHANGED_BOARD | CHANGED_SETTINGS | CHANGED_LOOK,
    .command = "tree",
    .extra_lines = 1,
    .wants = wants,
    .draw = draw,
    .key = key,
    .open = open_pane,
    .poll = poll_pane,
    .keys = keys,
};
