/* The review of a game: remarks, numbers, a graph, and a list of gifts and mistakes. The arrow keys
 * walk through the graph and the list, and the selected row or move can be opened. In a game that
 * others played, both sides are reviewed, and there are no gifts. */
#include "src/tui/dialogs/review.h"

#include <stdio.h>
#include <string.h>

#include "src/game/format.h"
#include "src/session/result.h"
#include "src/util/text.h"
#include "src/tui/entry.h"
#include "src/tui/notice.h"
#include "src/tui/dialogs/dialogs.h"

enum { REMARKS_USUAL = 6, REMARKS_MAX = 8 }; /* lines */
enum { GRAPH_MIN = 3, GRAPH_USUAL = 5, GRAPH_MAX = 9, ROWS_WANTED = 12, FIXED_LINES = 12 };

/* The ply of the position on the board, or the last ply if that position is in another line. */
static int ply_on_board(const struct session_view *view)
{
    const struct game_node *node = review_node(view->live, view->shown->ply);
    return node == view->shown ? node->ply : view->live->ply;
}

static const char *why_not(const struct session_view *view)
{
    return view->playing                  ? "The review is available after the game."
           : view->card || view->guessing ? "Type stop first, then review."
                                          : "There is no finished game to review.";
}

static bool open_pane(struct pane *pane, const char *argument, struct error *error)
{
    struct model *model = pane->model;
    struct shown_review *shown = review_shown(pane);
    if (argument && strcmp(argument, "all") == 0)
        return error_set(error, "Type games, then press r in the list: that reviews the games listed");
    if (!session_review(model->session))
        return error_set(error, "%s", why_not(&model->view));
    session_pause_analysis(model->session);
    session_view(model->session, &model->view);
    const struct game_node *live = model->view.live;
    if (shown->of != live || shown->games_opened != model->games_opened || shown->ply > live->ply) {
        shown->of = live;
        shown->games_opened = model->games_opened;
        shown->ply = ply_on_board(&model->view);
        shown->row = 0;
        shown->notice[0] = '\0';
    }
    dialog_show(pane);
    return true;
}

/* Closes the review. The session stays in analysis if it has no game to return to. */
static bool close_pane(struct pane *pane)
{
    dialog_hide(pane);
    session_analyze(pane->model->session, false);
    return true;
}

/* Closes the review. After a game, opens its result panel, which offers what to do next. */
static void leave(struct pane *pane)
{
    struct model *model = pane->model;
    (void)close_pane(pane);
    if (session_has_ended(model->session))
        pane_open(pane_for_command(model, COMMAND_RESULT), "");
}

/* Opens the review again, with a message about the result, when the last position was solved or the
 * user stopped. */
static bool poll_pane(struct pane *pane)
{
    struct model *model = pane->model;
    struct shown_review *shown = review_shown(pane);
    const struct session_view *view = &model->view;
    struct error error;
    char said[sizeof view->message];
    bool ended = shown->card && !view->card;
    bool elsewhere = view->analyzing && !view->no_game;
    shown->card = view->card_of_game ? view->card : NULL;
    if (!ended || model->dialog || elsewhere)
        return false;
    if (!open_pane(pane, NULL, &error))
        return false;
    session_take_message(model->session, said, sizeof said);
    snprintf(shown->notice, sizeof shown->notice, "%s", said);
    return true;
}

static void choose_row(struct pane *pane, const struct review *review, int row)
{
    struct listed listed = review_listed(pane, review);
    int last = review_rows(&listed) - 1;
    row = row > last ? last : row;
    if (row >= 0) {
        review_shown(pane)->row = row;
        review_shown(pane)->ply = review_row_ply(&listed, row);
    }
}

/* Selects the next or previous row. If the user has moved in the graph since a row was selected,
 * counts from the move selected there. */
static void next_row(struct pane *pane, const struct review *review, int by)
{
    struct listed listed = review_listed(pane, review);
    int rows = review_rows(&listed), row = review_shown(pane)->row + by;
    if (!review_is_chosen(pane, &listed, review_shown(pane)->row)) {
        row = by > 0 ? 0 : rows - 1;
        while (row >= 0 && row < rows &&
               by * (review_row_ply(&listed, row) - review_shown(pane)->ply) <= 0)
            row += by;
        if (row >= rows) /* no row comes after the move selected in the graph */
            row = review_shown(pane)->row;
    }
    choose_row(pane, review, row > 0 ? row : 0);
}

static void walk(struct pane *pane, int ply)
{
    int last = pane->model->view.live->ply;
    review_shown(pane)->ply = ply < 0 ? 0 : ply > last ? last : ply;
}

/* Closes the review and shows the position of the selected row or move on the board. For a mistake
 * that is the position before the move. */
static void step_in(struct pane *pane, const struct review *review)
{
    int ply = review_shown(pane)->ply;
    struct listed listed = review_listed(pane, review);
    bool before = false; /* whether to show the position before the move, where a better one can be
                            found */
    int index;
    if (review_is_chosen(pane, &listed, review_shown(pane)->row)) {
        enum section section = review_section(&listed, review_shown(pane)->row, &index);
        before =
            section == SECTION_MISTAKES || section == SECTION_PATH || section == SECTION_REMARKS;
    }
    if (session_view_ply(pane->model->session, before ? ply - 1 : ply)) {
        (void)close_pane(pane);
        notice_say(pane->model, false, "F8 returns to the review, %sF3 gives hints%s",
                   pane->model->view.no_game ? "" : "F6 analyses, ",
                   review_asked_count(review) == 0 ? ""
                   : review->you < 0 ? ", type try to solve the mistakes"
                                     : ", type try to solve what you missed");
    }
}

/* Starts an exercise with the chances that you missed, beginning at the selected row's position. If
 * the exercise cannot start, says why. */
static void try_missed(struct pane *pane, const struct review *review)
{
    struct session_reply reply = {0};
    struct listed listed = review_listed(pane, review);
    int row = review_shown(pane)->row;
    if (review_is_chosen(pane, &listed, row))
        session_try_position(pane->model->session,
                             review_row_position(&listed, pane->model->view.live, row), &reply);
    else
        session_try(pane->model->session, 0, &reply);
    if (reply.kind != REPLY_REFUSED)
        dialog_hide(pane);
    snprintf(review_shown(pane)->notice, sizeof review_shown(pane)->notice, "%s", reply.text);
    notice_clear(pane->model);
}

/* Handles a key while a claim is on the board. Returns false for other keys. */
static bool claim_key(struct pane *pane, const struct review *review, int key)
{
    switch (key) {
    case KEY_LEFT: review_step_claim(pane, review, -1); break;
    case KEY_RIGHT: review_step_claim(pane, review, 1); break;
    case KEY_HOME: review_step_claim(pane, review, -CLAIM_LINE_MAX); break;
    case KEY_END: review_step_claim(pane, review, CLAIM_LINE_MAX); break;
    case KEY_UP:
    case KEY_DOWN:
        next_row(pane, review, key == KEY_UP ? -1 : 1);
        (void)review_open_claim(pane, review);
        break;
    case '\r':
        review_shown(pane)->on_board = false;
        step_in(pane, review);
        break;
    case 27:
    case 'q': review_shown(pane)->on_board = false; break;
    default: return false;
    }
    return true;
}

static bool key(struct pane *pane, int key)
{
    const struct review *review = session_review(pane->model->session);
    if (!review) {
        (void)close_pane(pane);
        return false;
    }
    *review_shown(pane)->notice = '\0';
    if (review_shown(pane)->on_board && claim_key(pane, review, key))
        return true;
    review_shown(pane)->on_board = false;
    switch (key) {
    case KEY_LEFT:
        walk(pane, review_shown(pane)->ply - 1);
        break;
    case KEY_RIGHT:
        walk(pane, review_shown(pane)->ply + 1);
        break;
    case KEY_PPAGE:
        walk(pane, review_shown(pane)->ply - 10);
        break;
    case KEY_NPAGE:
        walk(pane, review_shown(pane)->ply + 10);
        break;
    case KEY_HOME:
        walk(pane, 0);
        break;
    case KEY_END:
        walk(pane, pane->model->view.live->ply);
        break;
    case KEY_UP:
        next_row(pane, review, -1);
        break;
    case KEY_DOWN:
        next_row(pane, review, 1);
        break;
    case '\r':
        if (!review_open_claim(pane, review))
            step_in(pane, review);
        break;
    case 't':
        try_missed(pane, review);
        break;
    case 'S': /* only the capital letter: a command such as stop begins with the small one */
        (void)close_pane(pane);
        entry_set("save games.pgn");
        break;
    case 27:
    case 'q':
    case KEY_F(8):
        leave(pane);
        break;
    default: return false;
    }
    return true;
}

/* Drawing */

enum { LOW_TITLE = 18 /* lines; in a window of this height or more, the title may take two
                       * lines */ };

/* Removes words from the end of the text until it fits into the cells. Then appends `end`; the
 * array must have space for it. */
static void cut_after_words(char *text, int cells, const char *end)
{
    for (char *blank; paint_cells(text) > cells && (blank = strrchr(text, ' ')) != NULL;)
        memcpy(blank, end, strlen(end) + 1);
}

/* Draws the players, the result and the opening. If the opening does not fit on the line, it gets
 * a separate line, unless the window is low. In a low window a name that is too long is cut after
 * a whole word and ends in an ellipsis, but the opening's code is always shown. Returns the number
 * of lines. */
static int draw_title(WINDOW *window, const struct pane *pane, const struct review *review)
{
    const struct session_view *view = &pane->model->view;
    int width = getmaxx(window), moves = (view->live->ply + 1) / 2;
    char players[256], count[32];
    snprintf(players, sizeof players, "Review   %s %s %s", session_view_name(view, WHITE),
             result_text(view->result), session_view_name(view, BLACK));
    snprintf(count, sizeof count, "   %d move%s", moves, text_plural(moves));
    if (paint_cells(players) + paint_cells(count) < width)
        text_add(players, sizeof players, "%s", count);
    int x = 4 + paint(window, 0, 1, width - 1, STYLE_STRONG, players);
    int cells = width - x - 5, y = 0;
    if (!review->opening)
        return 1;
    char name[128 + sizeof "…"];
    snprintf(name, 128, "%s", review->opening);
    if (paint_cells(name) > cells && getmaxy(window) >= LOW_TITLE) {
        x = 3;
        y = 1;
        cells = width - x - 5;
    }
    if (cells < 4)
        return 1;
    cut_after_words(name, cells, "…");
    x += paint(window, y, x, cells, STYLE_STRONG, name);
    paintf(window, y, x, width - x, STYLE_STRONG, " %s", review->eco);
    return y + 1;
}

static void counts_text(const int counts[JUDGED_COUNT], char *text, size_t size)
{
    snprintf(text, size, "?! %d  ? %d  ?? %d", counts[JUDGED_INACCURACY], counts[JUDGED_MISTAKE],
             counts[JUDGED_BLUNDER]);
}

enum { NARROW = 56 /* columns; narrower windows show numbers without words */ };
enum { WORD = 10 }; /* cells for a name in a line of numbers */

/* Draws a side as one word: "you", or the first word of its name. Returns the column after it. */
static int draw_side(WINDOW *window, int y, int x, const struct pane *pane,
                     const struct review *review, int side)
{
    char word[64];
    const char *name = session_view_name(&pane->model->view, side);
    snprintf(word, sizeof word, "%.*s", (int)strcspn(name, " ,"), name);
    return x + paint(window, y, x, WORD, STYLE_TEXT, side == review->you ? "you" : word);
}

/* The accuracy and average loss of a side as text: "-" until every position has its score, because
 * figures for a few moves mislead. */
struct figures {
    char percent[16], loss[16];
};

static struct figures figures_of(const struct review *review, int side)
{
    const struct accuracy *accuracy = &review->sides[side];
    struct figures figures = {.percent = "-", .loss = "-"};
    if (accuracy->moves > 0 && review->scored == review->positions) {
        snprintf(figures.percent, sizeof figures.percent, "%.1f%%", accuracy->percent);
        snprintf(figures.loss, sizeof figures.loss, "%.2f", accuracy->loss / 100);
    }
    return figures;
}

/* Draws all numbers of a player on one line, for a game of others. */
static void draw_player(WINDOW *window, int y, const struct pane *pane, const struct review *review,
                        int side)
{
    enum {
        NAME = 16,
        TIME = 17
    }; /* NAME is the least number of columns for a name. TIME is the number of columns for the
        * average time, which is shown if there is space. */
    int width = getmaxx(window);
    int cells = width >= REVIEW_WIDE ? width - 64 : width >= NARROW ? width - 45 : width - 29;
    cells -= cells >= NAME + TIME ? TIME : 0;
    const struct figures figures = figures_of(review, side);
    char counts[48], thought[32];
    cells = cells > 30 ? 30 : cells;
    counts_text(review->counts[side], counts, sizeof counts);
    char name[64];
    snprintf(name, sizeof name, "%s", session_view_name(&pane->model->view, side));
    cut_after_words(name, cells, ""); /* for example to "Fallible 1400" */
    paint(window, y, 2, cells, STYLE_STRONG, name);
    int x = 2 + cells + 1;
    if (width < NARROW) {
        paintf(window, y, x, width - x, STYLE_TEXT, "%6s %5s ?!%d ?%d ??%d", figures.percent,
               figures.loss, review->counts[side][JUDGED_INACCURACY],
               review->counts[side][JUDGED_MISTAKE], review->counts[side][JUDGED_BLUNDER]);
        return;
    }
    if (width < REVIEW_WIDE) {
        paintf(window, y, x, width - x - 1, STYLE_TEXT, "accuracy %6s %6s  %s", figures.percent,
               figures.loss, counts);
        return;
    }
    x += paintf(window, y, x, width - x - 1, STYLE_TEXT, "accuracy %6s   average loss %6s   %s",
                figures.percent, figures.loss, counts);
    int length = snprintf(thought, sizeof thought, "   %.1f s per move",
                          (double)review->thought[side] / 1000);
    if (review->thought[side] >= 0 && x + length < width)
        paint(window, y, x, length, STYLE_DIM, thought);
}

/* Draws a side's numbers on a line of a narrow screen. */
static void draw_close_figures(WINDOW *window, int y, const char *who,
                               const struct figures *figures, const int counts[JUDGED_COUNT])
{
    int width = getmaxx(window);
    bool known = figures->loss[0] != '-';
    paintf(window, y, 2, width - 3, STYLE_TEXT,
           width < NARROW ? "%s %s acc %s%s/move ?!%d ?%d ??%d"
                          : "%s %s accuracy, %s%s pawns a move  ?!%d ?%d ??%d",
           who, figures->percent, known ? "-" : "", figures->loss, counts[JUDGED_INACCURACY],
           counts[JUDGED_MISTAKE], counts[JUDGED_BLUNDER]);
}

/* Draws two lines of numbers on a wide screen, three on a narrow one. Returns the number of
 * lines. */
static int draw_figures(WINDOW *window, int y, const struct pane *pane, const struct review *review)
{
    if (review->you < 0) {
        draw_player(window, y, pane, review, WHITE);
        draw_player(window, y + 1, pane, review, BLACK);
        return 2;
    }
    int width = getmaxx(window), you = review->you;
    const struct figures yours = figures_of(review, you), others = figures_of(review, !you);
    char left[48], right[48], thought[48] = "";
    counts_text(review->counts[you], left, sizeof left);
    counts_text(review->counts[!you], right, sizeof right);
    if (review->thought[you] >= 0) {
        snprintf(thought, sizeof thought, "you took %.1f s per move",
                 (double)review->thought[you] / 1000);
    }
    if (width < REVIEW_WIDE) {
        draw_close_figures(window, y, "you", &yours, review->counts[you]);
        draw_close_figures(window, y + 1, "opp", &others, review->counts[!you]);
        paint(window, y + 2, 2, width - 3, STYLE_DIM, thought);
        return 3;
    }
    int x = 3 + paint(window, y, 3, width - 4, STYLE_TEXT, "accuracy   ");
    x = draw_side(window, y, x, pane, review, you);
    x += paintf(window, y, x, width - x - 1, STYLE_TEXT, " %6s   ", yours.percent);
    x = draw_side(window, y, x, pane, review, !you);
    paintf(window, y, x, width - x - 1, STYLE_TEXT, " %6s     average loss  %4s  %4s pawns",
           others.percent, yours.loss, others.loss);
    paintf(window, y + 1, 3, width - 4, STYLE_TEXT, "%-22s %-22s  %s", left, right, thought);
    return 2;
}

/* Draws the selected move: "13... Nd5?  evaluation -2.06 for you   12.3 s". The number is labelled
 * "evaluation", because the list shows another number: what the move lost. */
static void draw_walked(WINDOW *window, int y, const struct pane *pane, const struct review *review)
{
    const struct ledger *ledger = session_ledger(pane->model->session);
    const struct game_node *live = pane->model->view.live;
    int ply = review_shown(pane)->ply, width = getmaxx(window);
    Score score = ledger_score_at(ledger, ply);
    char move[32] = "the start", points[16] = "", time[32] = "", depth[32] = "";
    const char *sign = "", *over = "";
    if (ply > 0) {
        const struct game_node *node = review_node(live, ply);
        review_move_text(node, move, sizeof move);
        sign = judgement_sign(ledger_judge(ledger, node));
        if (node->elapsed >= 0)
            snprintf(time, sizeof time, "   %.1f s", (double)node->elapsed / 1000);
        enum game_state state = game_state(node);
        if (state == GAME_CHECKMATE || state == GAME_STALEMATE)
            over = game_state_words(state);
    }
    if (score != SCORE_NONE && !*over) {
        int reached = ledger_at(ledger, ply)->score.depth; /* 0 if the score comes from a file */
        text_score(review->you == BLACK ? -score : score, points, sizeof points);
        if (width >= REVIEW_WIDE && reached > 0)
            text_depth(reached, depth, sizeof depth);
    }
    int used = paintf(window, y, 6, width - 7, STYLE_STRONG, "%s%s", move, sign);
    char text[128];
    snprintf(text, sizeof text, "%s%s%s%s%s", *points && width >= REVIEW_WIDE ? "evaluation " : "",
             points,
             *over             ? over
             : !*points        ? "not analysed yet"
             : review->you < 0 ? " for white"
                               : " for you",
             *depth ? "   " : "", depth);
    int cells = width - used - 9;
    if (paint_cells(text) + paint_cells(time) <= cells)
        text_add(text, sizeof text, "%s", time);
    paint(window, y, 6 + used + 2, cells, STYLE_TEXT, text);
}

static void draw_heading(WINDOW *window, int y, const struct pane *pane,
                         const struct review *review)
{
    int width = getmaxx(window);
    bool ready = session_review_ready(pane->model->session);
    struct listed listed = review_listed(pane, review);
    const char *legend =
        review_legend(&listed, review->decided ? SECTION_GIFTS : SECTION_MISTAKES);
    char found[48] = "none", small[48] = "", kept[48] = "";
    if (!ready && review->scored < review->positions)
        paintf(window, y - 1, 6, width - 8, STYLE_DIM, "analysing %s: %d of %d positions",
               width >= REVIEW_WIDE ? "the game" : "it", review->scored, review->positions);
    else if (!ready) /* every position has a score from the file, but the lines that explain the
                        mistakes are still missing */
        paint(window, y - 1, 6, width - 8, STYLE_DIM, "analysing the mistakes");
    if (!review->decided) {
        paintf(window, y, 1, width - 2, STYLE_STRONG, "%s%s: %d%s",
               review->you < 0 ? "Mistakes" : "Your mistakes", ready ? "" : " so far",
               review->mistake_count, legend);
        if (review->mistake_count > 0)
            (void)review_draw_points_heading(window, y);
        return;
    }
    int end = review->gift_count > 0 ? review_draw_points_heading(window, y) : width - 2;
    if (review->gift_count > 0)
        snprintf(found, sizeof found, "%d offered, %d taken", review->gift_count, review->taken);
    if (review->answered > 0)
        snprintf(kept, sizeof kept, ", %.0f%% of their value kept", review->punish);
    if (review->small_errors > 0)
        snprintf(small, sizeof small, "; %d%s too small to count", review->small_errors,
                 review->gift_count > 0 ? " more" : "");
    char text[256];
    snprintf(text, sizeof text, "Gifts: %s%s%s%s", found, kept, small, legend);
    if (paint_cells(text) >= end)
        snprintf(text, sizeof text, "Gifts: %s%s%s", found, kept, legend);
    if (paint_cells(text) >= end && review->answered > 0)
        snprintf(text, sizeof text, "Gifts: %s, %.0f%% kept%s", found, review->punish, legend);
    paint(window, y, 1, end - 1, STYLE_STRONG, text);
}

/* Draws the line of keys. The key t starts an exercise: on a row with that row's position,
 * elsewhere with everything that you missed. It is listed only where it has an effect. */
static void draw_keys(WINDOW *window, int y, const struct pane *pane, const struct review *review)
{
#define REVIEW_KEYS(list, long_try, brief_try, try)                                                \
    {                                                                                              \
        {                                                                                          \
            "← → step   ↑ ↓ " list "   Enter show" long_try "   S save   q back   F10 quit",       \
                "← → step  ↑ ↓ " list "  Enter show" brief_try "  S save  q back  F10 quit",       \
                "← → ↑ ↓ Enter" try "  S save  q back  F10 quit"                                   \
        }                                                                                          \
    }
    static const struct pane_keys yours[] = {
        REVIEW_KEYS("list", "", "", ""),
        REVIEW_KEYS("list", "   t solve what you missed", "  t solve them", "  t try"),
    };
    static const struct pane_keys others[] = {
        REVIEW_KEYS("mistakes", "", "", ""),
        REVIEW_KEYS("mistakes", "   t solve them", "  t solve them", "  t try"),
    };
#undef REVIEW_KEYS
    const int row = review_shown(pane)->row;
    const struct listed listed = review_listed(pane, review);
    bool any = review_is_chosen(pane, &listed, row)
                   ? review_row_is_asked(pane, &listed, row)
                   : session_review_ready(pane->model->session) && review_asked_count(review) > 0;
    pane_draw_keys(window, y, review->you < 0 ? &others[any] : &yours[any]);
}

enum { LIST_LEAST = 3 }; /* at least this many lines of the list stay visible */

static void draw(WINDOW *window, const struct pane *pane)
{
    int height, width;
    getmaxyx(window, height, width);
    const struct review *review = session_review(pane->model->session);
    if (!review)
        return;
    if (review_shown(pane)->on_board) {
        review_draw_claim(window, pane, review);
        return;
    }
    int titles = draw_title(window, pane, review);
    int remarks = height >= 30 ? REMARKS_MAX : height >= 22 ? REMARKS_USUAL : 0;
    int y = titles + (height >= 30);
    remarks = review_draw_remarks(window, y, remarks, pane, review);
    y += remarks + (remarks > 0 ? height >= 30 : height >= 22 && titles == 1);
    y += draw_figures(window, y, pane, review) + (height >= 22);
    int spare = height - FIXED_LINES - ROWS_WANTED - remarks;
    int lines = height < 22 || (remarks > 0 && height < 26)
                    ? GRAPH_MIN
                    : GRAPH_USUAL + (spare > 0 ? spare / 2 : 0);
    lines = lines > GRAPH_MAX ? GRAPH_MAX : lines | 1; /* an odd number of lines, so that a score of
                                                        * zero has its own line */
    y += review_graph(window, y, lines, pane, review);
    draw_walked(window, y++, pane, review);
    y++;
    draw_heading(window, y++, pane, review);
    char words[512];
    review_chosen_text(pane, review, false, words, sizeof words);
    const char *told = *review_shown(pane)->notice ? review_shown(pane)->notice
                       : *words                    ? words
                       : session_has_unknown_player(pane->model->session)
                           ? "If one of these players is you, type :names and your name."
                           : pane->model->view.rated;
    int more = paint_lines(told, width - 2) - 1, most = height - 2 - y - LIST_LEAST;
    if (more > most)
        more = most > 1 ? most : 1;
    more = more > 0 ? more : 0;
    review_draw_list(window, y, height - 2 - more - y, pane, review);
    paint_parts(window, height - 2 - more, 1, width - 2, 1 + more,
                *review_shown(pane)->notice ? STYLE_STRONG
                : *words                    ? STYLE_TEXT
                                            : STYLE_DIM,
                told);
    draw_keys(window, height - 1, pane, review);
}

const struct pane_ops pane_review = {
    .place = PLACE_DIALOG,
    .size = sizeof(struct shown_review),
    .command = "review",
    .function_key = KEY_F(8),
    .draw = draw,
    .key = key,
    .open = open_pane,
    .close = close_pane,
    .poll = poll_pane,
};
