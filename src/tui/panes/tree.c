/* The last page of the analysis: what was played in the position shown, in the games of the file,
 * else in yours, and by the book, how often and with what result; the rows are walked with the
 * arrow keys and played with Enter. */
#include <stdio.h>
#include <string.h>

#include "src/util/text.h"
#include "src/tui/panes/games_worker.h"
#include "src/tui/model.h"
#include "src/tui/page.h"

enum { SAN_CELLS = 7, GAMES_CELLS = 7, SHARE_CELLS = 4, ELO_CELLS = 5, BOOK_CELLS = 4, BAR_MAX = 24,
       ROOM_FOR_BAR = 5,
       GAMES_WHOLE = 100000 /* from which thousands are told */ };

bool tree_pane_shown(const struct model *model)
{
    return model->view.analyzing && !model->view.guessing && !model->view.setup &&
           model->page == ANALYSIS_TREE && model->dialog == DIALOG_NONE;
}

/* ---- what is shown ---- */

/* The move the game went on with is chosen, else the first. */
static void choose_first(struct tree_pane *pane, const struct game_node *shown)
{
    pane->chosen = 0;
    for (int i = 0; shown->child && i < pane->tree.count; i++) {
        if (pane->tree.rows[i].move == shown->child->move)
            pane->chosen = i;
    }
}

static void settle(struct model *model)
{
    struct tree_pane *pane = &model->tree;
    const struct session_view *view = &model->view;
    for (int i = 0; i < view->book_count; i++)
        tree_add_book(&pane->tree, view->book[i].move, view->book[i].weight);
    tree_sort(&pane->tree);
    choose_first(pane, view->shown);
}

/* Of your own games: they are read in the background. */
static void count_own(struct model *model)
{
    struct tree_pane *pane = &model->tree;
    enum own_tree own = session_own_tree(model->session, &pane->tree);
    pane->own = own == OWN_TREE_COUNTED;
    pane->pending = own == OWN_TREE_READING;
    pane->preparing = false;
}

/* Of the games that the list is narrowed to. */
static void ask(struct model *model)
{
    struct tree_pane *pane = &model->tree;
    struct pgn_query query;
    struct error error;
    memset(&pane->tree, 0, sizeof pane->tree);
    pane->pending = false;
    pane->notice[0] = '\0';
    if (model->options.games) {
        struct games_work *work = games_pane_work(model);
        pane->pending =
            work && pgn_query_parse(&query, pane->words, model->options.openings, &error);
        if (pane->pending)
            games_work_ask(work, &query, &model->view.shown->position);
        else
            snprintf(pane->notice, sizeof pane->notice, "%.150s",
                     work ? error.message : "no thread can be started");
    } else {
        count_own(model);
    }
    settle(model);
}

static void receive(struct model *model)
{
    struct tree_pane *pane = &model->tree;
    struct games_work *work = model->options.games ? games_pane_work(model) : NULL;
    struct error error;
    if (!model->options.games) {
        memset(&pane->tree, 0, sizeof pane->tree);
        count_own(model);
        settle(model);
    } else if (games_work_answer(work, &pane->tree)) {
        pane->pending = false;
        settle(model);
    } else if (!games_work_ready(work, &pane->percent, &error)) {
        pane->preparing = true;
        pane->pending = !error.message[0];
        snprintf(pane->notice, sizeof pane->notice, "%.150s", error.message);
    } else {
        pane->preparing = false;
    }
}

bool tree_pane_poll(struct model *model)
{
    struct tree_pane *pane = &model->tree;
    session_view(model->session, &model->view);
    if (!tree_pane_shown(model)) {
        model->tree.asked = false; /* there may be more games when it is opened again */
        return false;
    }
    const char *words = games_pane_words(model);
    uint64_t key = model->view.shown->position.key;
    bool other = !pane->asked || pane->of != key || strcmp(words, pane->words) != 0;
    if (other) {
        pane->asked = true;
        pane->of = key;
        snprintf(pane->words, sizeof pane->words, "%s", words);
        ask(model);
    }
    if (!pane->pending)
        return other;
    receive(model);
    return true;
}

/* ---- keys ---- */

bool tree_pane_key(struct model *model, int key)
{
    struct tree_pane *pane = &model->tree;
    int last = pane->tree.count - 1;
    if (key != KEY_UP && key != KEY_DOWN)
        return false;
    pane->chosen += key == KEY_UP ? -1 : 1;
    pane->chosen = pane->chosen > last ? last : pane->chosen;
    pane->chosen = pane->chosen < 0 ? 0 : pane->chosen;
    return true;
}

Move tree_pane_move(const struct model *model)
{
    const struct tree_pane *pane = &model->tree;
    Move move = pane->chosen < pane->tree.count ? pane->tree.rows[pane->chosen].move : NO_MOVE;
    return chess_is_legal(&model->view.shown->position, move) ? move : NO_MOVE;
}

/* ---- drawing ---- */

/* Which columns there is room for. */
struct columns {
    bool shares, ratings, losses, book; /* losses in place of ratings: of your games */
    int bar; /* cells, 0: none */
};

static struct columns columns_for(const struct page *page, const struct tree *tree)
{
    int room = page->width - 1 - SAN_CELLS - GAMES_CELLS;
    struct columns columns = {0};
    columns.shares = room >= 3 * SHARE_CELLS;
    room -= columns.shares ? 3 * SHARE_CELLS : 0;
    columns.book = tree->all.weight > 0 && room >= BOOK_CELLS;
    room -= columns.book ? BOOK_CELLS : 0;
    columns.losses = tree->all.judged > 0 && room >= ELO_CELLS;
    columns.ratings = tree->all.judged == 0 && tree->all.rated > 0 && room >= ELO_CELLS;
    room -= columns.ratings || columns.losses ? ELO_CELLS : 0;
    columns.bar = room > BAR_MAX ? BAR_MAX : room >= ROOM_FOR_BAR ? room - 1 : 0;
    return columns;
}

/* White's share, the draws, Black's: as bright, half and dark, or as letters. */
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

static void draw_row(struct page *page, const struct model *model, const struct tree_row *row,
                     const struct columns *columns, bool chosen)
{
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
        paintf(window, y, x, ELO_CELLS, STYLE_TEXT, "%5.0f", tree_mean_loss(row));
    x += columns->ratings || columns->losses ? ELO_CELLS : 0;
    if (columns->book && row->weight > 0)
        paintf(window, y, x, BOOK_CELLS, STYLE_TEXT, "%4.0f",
               100.0 * row->weight / model->tree.tree.all.weight);
}

static void draw_head(struct page *page, const struct tree_pane *pane,
                      const struct columns *columns)
{
    WINDOW *window = page->window;
    char games[32], text[80];
    const char *which = pane->tree.all.games == 1 ? "game" : "games";
    int y = page->y++, x = 1 + SAN_CELLS + GAMES_CELLS;
    games_text(pane->tree.all.games, games, sizeof games);
    snprintf(text, sizeof text, "%s %s", games,
             pane->own ? "of yours" : pane->words[0] ? "found" : which);
    paint(window, y, 1, SAN_CELLS + GAMES_CELLS, STYLE_DIM, text);
    if (columns->shares) {
        paint(window, y, x, 3 * SHARE_CELLS, STYLE_DIM, "   W   D   B");
        x += 3 * SHARE_CELLS;
    }
    x += columns->bar ? 1 + columns->bar : 0;
    if (columns->ratings || columns->losses) {
        paint(window, y, x, ELO_CELLS, STYLE_DIM, columns->losses ? "loss " : " Elo ");
        x += ELO_CELLS;
    }
    if (columns->book)
        paint(window, y, x, BOOK_CELLS, STYLE_DIM, "book");
}

void tree_draw(struct page *page, const struct model *model)
{
    const struct tree_pane *pane = &model->tree;
    const struct tree *tree = &pane->tree;
    struct columns columns = columns_for(page, tree);
    if (pane->notice[0])
        page_wrap(page, 2, STYLE_BAD, pane->notice);
    else if (pane->pending && pane->preparing)
        page_print(page, STYLE_TEXT, "playing all games once: %d %%", pane->percent);
    else if (pane->pending)
        page_print(page, STYLE_DIM, "counting…");
    else if (tree->count == 0)
        page_print(page, STYLE_DIM, "%s", model->options.games ? "no game was here, nor the book"
                                          : pane->own ? "no game of yours was here, nor the book"
                                                      : "the book has nothing here");
    else
        draw_head(page, pane, &columns);
    int top = paint_scrolled(pane->chosen, tree->count, page->height - page->y);
    for (int i = top; i < tree->count && page_has_room(page); i++)
        draw_row(page, model, &tree->rows[i], &columns, i == pane->chosen);
}
