/* What weakens the opponent, why it chose its move, how it searched, and the evaluation by
 * group. */
#include <stdio.h>
#include <string.h>

#include "src/game/format.h"
#include "src/game/pressure_words.h"
#include "src/util/text.h"
#include "src/review/ledger.h"
#include "src/tui/page.h"
#include "src/tui/panes/panes.h"

enum {
    WIDE = 62 /* from this width on, the line of each candidate also shows what was seen at each
                 depth */
};

/* For narrow panes, writes the groups that the opponent does not know fully. */
static void draw_gaps(struct page *page, const struct handicap *handicap)
{
    char text[256] = "";
    for (int group = 0; group < GROUP_COUNT && handicap->limited; group++) {
        char percent[16];
        page_percent(handicap->knowledge[group], percent, sizeof percent);
        if (handicap->knowledge[group] < 100) {
            text_add(text, sizeof text, "%s%s %s", *text ? ", " : "",
                     group_name((enum group)group), percent);
        }
    }
    page_wrap(page, page->height, STYLE_TEXT, text);
}

/* Writes the scores that method human saw at each depth: "d1 +0.12 d2 -0.80 d3 +0.40"; "" if it saw
 * none. */
static void write_shallow(const struct candidate *candidate, char *text, size_t size)
{
    text[0] = '\0';
    for (int i = 0; i < CANDIDATE_SHALLOW; i++) {
        char score[16];
        if (candidate->shallow[i] == SCORE_NONE)
            continue;
        text_score(score_common(candidate->shallow[i]), score, sizeof score);
        text_add(text, size, "%sd%d %s", i ? " " : "", i + 1, score);
    }
}

static void draw_candidate(struct page *page, const struct position *position,
                           const struct decision *decision, int index)
{
    const struct candidate *candidate = &decision->candidates[index];
    char san[CHESS_SAN_MAX], score[16], shift[16] = "";
    const char *words = "";
    chess_to_san(position, candidate->move, san);
    if (decision->method == METHOD_MAIA)
        snprintf(score, sizeof score, "%.1f%%", candidate->chance / 1e4);
    else
        text_score(score_common(candidate->score), score, sizeof score);
    if (decision->method == METHOD_HUMAN && !decision->forced_win)
        snprintf(shift, sizeof shift, " %4.1f%%", candidate->chance / 1e4);
    bool played = candidate->move == decision->played;
    if (candidate->dropped_by != RULE_NONE) {
        words = human_rule_words((enum human_rule)candidate->dropped_by);
    } else if (played && decision->method == METHOD_MAIA) {
        words = "played";
    } else if (decision->method == METHOD_MAIA && candidate->in_range) {
        words = "";
    } else if (played && candidate->move == decision->best) {
        words = "best, played";
    } else if (played) {
        words = "played";
    } else if (candidate->move == decision->best) {
        words = "best";
    } else if (!candidate->in_range) {
        words = decision->method == METHOD_STUBBORN ? ""
                : decision->method == METHOD_MAIA || decision->method == METHOD_HUMAN
                    ? "too rare"
                    : "out of range";
    } else if (decision->method == METHOD_STUBBORN) {
        words = "best for a while";
    }
    char seen[64] = "";
    if (decision->method == METHOD_HUMAN && page->width >= WIDE &&
        candidate->dropped_by == RULE_NONE) {
        write_shallow(candidate, seen, sizeof seen);
        if (*words && *seen)
            text_add(seen, sizeof seen, "  ");
    }
    if (candidate->shift)
        snprintf(shift, sizeof shift, " %+d", candidate->shift);
    const enum style style = played ? STYLE_STRONG : candidate->in_range ? STYLE_TEXT : STYLE_DIM;
    if (page->width < PAGE_NARROW) { /* there is no room for words */
        page_print(page, style, "%s %-6s%6s%s", played ? "▸" : " ", san, score, shift);
        return;
    }
    page_print(page, style, "%s %-7s %6s%s  %s%s%s", played ? "▸" : " ", san, score, shift, seen,
               candidate->dropped_by != RULE_NONE ? "dropped: " : "", words);
}

static int played_index(const struct decision *decision)
{
    for (int i = 0; i < decision->count; i++) {
        if (decision->candidates[i].move == decision->played)
            return i;
    }
    return -1;
}

/* Draws the candidates: first those that the random draw could have chosen and the move played,
 * then those dropped by a rule, then the rest. The last `keep` lines of the pane stay free. The
 * move played is listed even if not all candidates fit. */
static void draw_candidates(struct page *page, const struct position *position,
                            const struct decision *decision, int keep)
{
    int played = played_index(decision), last = page->height - keep - 1;
    for (int pass = 0; pass < 3; pass++) {
        for (int i = 0; i < decision->count && page->y <= last; i++) {
            const struct candidate *candidate = &decision->candidates[i];
            bool dropped = candidate->dropped_by != RULE_NONE;
            int kind = candidate->in_range || i == played ? 0 : dropped ? 1 : 2;
            if (kind != pass || (page->y == last && played > i))
                continue;
            draw_candidate(page, position, decision, i);
            played = i == played ? -1 : played;
        }
    }
}

/* The opponent's last move up to the position shown; NULL if the position shown is not one of the
 * game. */
static const struct game_node *its_move(const struct session_view *view)
{
    const struct game_node *node = view->live;
    while (node && node != view->shown)
        node = node->parent;
    if (view->card || view->setting_up || !node || !node->parent)
        return NULL;
    if (node != view->decided_node && node->parent->position.side == view->you)
        node = node->parent;
    return node->parent ? node : NULL;
}

/* The report of the search for the opponent's move, while it is still available. */
static const struct report *report_of(const struct session_view *view, const struct game_node *move)
{
    return view->decided_node == move ? view_decided(view) : NULL;
}

/* The opponent's decision for its move: from the ledger, or from the report if the ledger does not
 * have it. NULL if neither has. */
static const struct decision *decision_of(const struct model *model, const struct game_node *node,
                                          struct decision *copy)
{
    const struct report *report = report_of(&model->view, node);
    const struct decision *decision = ledger_decision(session_ledger(model->session), node, copy);
    return !decision && report ? &report->decision : decision;
}

/* Draws what put the opponent under pressure at its newest move, and how far below its level such
 * errors are: "26 s left: errs like 450 points less". */
static void draw_pressure(struct page *page, const struct session_view *view)
{
    char text[PRESSURE_WORDS_MAX] = "";
    if (view->handicap.limited)
        pressure_words(view->strength, view->scale, &view->handicap, &view->pressure, text,
                       sizeof text);
    if (*text)
        page_wrap(page, 2, STYLE_STRONG, text);
}

/* Draws why the opponent chose its move. */
static void draw_decision(struct page *page, const struct model *model,
                          const struct game_node *node)
{
    const struct session_view *view = &model->view;
    struct decision copy;
    const struct report *report = report_of(view, node);
    const struct decision *decision = decision_of(model, node, &copy);
    const struct position *before = &node->parent->position;
    char san[CHESS_SAN_MAX];
    chess_to_san(before, node->move, san);
    const char *dots = before->side == WHITE ? "." : "...";
    bool book = report ? report->from_book : view->handicap.limited;
    if (!decision || !decision->made || (report && book)) {
        char found[64];
        snprintf(found, sizeof found, "%d%s%s  %s", before->fullmove, dots, san,
                 !decision ? "no random choice"
                 : book    ? "from the book"
                           : "the best move it found");
        page_wrap(page, page->height, STYLE_STRONG, found);
        return;
    }
    bool human = decision->method == METHOD_MAIA || decision->method == METHOD_HUMAN;
    bool error = ledger_is_error(decision);
    const char *kind = decision->forced_win ? "a certain win, no random choice"
                       : human              ? error ? "a human error" : "a human move"
                       : !error             ? "its best move"
                       : decision->blunder  ? "deliberate blunder"
                                            : "deliberate error";
    char cost[LEDGER_COST_TEXT] = "", text[DECISION_REASON_MAX + 24];
    if (error)
        ledger_cost_words(decision->cost, cost);
    snprintf(text, sizeof text, "%d%s%s  %s%s%s", before->fullmove, dots, san, kind,
             *cost ? ", cost " : "", cost);
    page_wrap(page, page->height, STYLE_STRONG, text);
    if (!decision->forced_win) {
        decision_reason(before, decision, text, sizeof text);
        if (decision->method != METHOD_MAIA) /* maia shows probabilities instead of scores */
            text_add(text, sizeof text, ". Scores for %s", chess_color_name(before->side));
        page_wrap(page, page->height, STYLE_TEXT, text);
    }
    if (node == view->decided_node)
        draw_pressure(page, view);
    int played = played_index(decision);
    if (decision->method == METHOD_HUMAN && played >= 0 && page->width < WIDE) {
        write_shallow(&decision->candidates[played], text, sizeof text);
        if (*text) {
            char saw[sizeof text + 4];
            snprintf(saw, sizeof saw, "saw %s", text);
            page_wrap(page, page->height, STYLE_DIM, saw);
        }
    }
    draw_candidates(page, before, decision, 1);
}

/* The pages of a narrow pane: the last move, the candidates, the level. */
enum { NARROW_MOVE, NARROW_CANDIDATES, NARROW_LEVEL, NARROW_PAGES };

static void draw_narrow(struct page *page, const struct model *model, int at)
{
    const struct session_view *view = &model->view;
    const struct game_node *move = model_reveals(model) ? its_move(view) : NULL;
    if (move && at == NARROW_MOVE) {
        draw_decision(page, model, move);
        return;
    }
    if (move && at == NARROW_CANDIDATES) {
        struct decision copy;
        const struct decision *decision = decision_of(model, move, &copy);
        if (decision)
            draw_candidates(page, &move->parent->position, decision, 0);
        return;
    }
    const struct handicap *handicap = &view->handicap;
    char speed[32];
    text_thousands((uint64_t)handicap->nodes_per_second, speed, sizeof speed);
    if (handicap->limited && handicap->method != METHOD_MADCHESS) {
        page_parameters(page, handicap, view->scale);
    } else if (handicap->limited) {
        paintf(page->window, page->y++, 0, page->width, STYLE_TEXT, "nps %s", speed);
        paintf(page->window, page->y++, 0, page->width, STYLE_TEXT, "±%d ±%d %.1f%%",
               handicap->move_error, handicap->blunder_error,
               handicap->blunder_chance * 100.0 / 1024.0);
    }
    draw_gaps(page, handicap);
}

/* The parts of the pane. PART_MOVE, which the user wants to see first: the opponent's move and its
 * candidates. PART_LEVEL: what weakens the opponent. PART_TERMS: the evaluation by term.
 * PART_COUNTS: what the search counted. A tall pane shows the first three at once. */
enum part { PART_MOVE, PART_LEVEL, PART_TERMS, PART_COUNTS };

/* The number of pages. A pane that hides spoilers has only the first. */
static int page_count(int height, int width, const struct model *model)
{
    if (!model_reveals(model))
        return 1;
    if (width < PAGE_NARROW)
        return its_move(&model->view) ? NARROW_PAGES : 1;
    return height >= PAGE_TALL ? 2 : 4;
}

static enum part part_of(int page, int height)
{
    if (height >= PAGE_TALL)
        return page == 0 ? PART_LEVEL : PART_COUNTS;
    return (enum part)page;
}

/* Draws the title: "debug: madchess", and the page's number if there are several. */
static void draw_title(const struct page *page, const struct model *model, int at, int count)
{
    const struct session_view *view = &model->view;
    char title[64], pages[32] = "";
    if (count > 1)
        snprintf(pages, sizeof pages, " %d/%d %s", at + 1, count, at + 1 < count ? "PgDn" : "PgUp");
    if (count > 1 && page->width < PAGE_NARROW) {
        paint_rule(page->window, 0, page->width, pages + 1);
        return;
    }
    snprintf(title, sizeof title, "debug%s%s%s",
             view->handicap.limited ? ": " : "",
             view->handicap.limited ? method_name(view->handicap.method) : "", pages);
    paint_rule(page->window, 0, page->width, title);
}

/* The report of the newest search: of the analysis, or of the opponent. */
static const struct report *newest_search(const struct session_view *view)
{
    return view->analyzing && view->has_analysis ? view_analysis(view)
           : view->has_thinking                  ? view_thinking(view)
                                                 : view_decided(view);
}

/* Draws "ponders on 12. Nf3: Nf6 +0.30, depth 14". */
static void draw_pondering(struct page *page, const struct session_view *view)
{
    struct position next = view->live->position;
    char expected[TEXT_MOVE_MAX], answer[CHESS_SAN_MAX], score[16];
    if (!view->is_pondering || !chess_is_legal(&next, view->pondered.expected))
        return;
    text_move(&next, view->pondered.expected, expected, sizeof expected);
    chess_play(&next, view->pondered.expected);
    if (!chess_is_legal(&next, view->pondered.answer)) {
        page_print(page, STYLE_TEXT, "ponders on %s", expected);
        return;
    }
    chess_to_san(&next, view->pondered.answer, answer);
    text_score(score_common(view->pondered.score), score, sizeof score);
    page_print(page, STYLE_TEXT, "ponders on %s: %s %s, depth %d", expected, answer, score,
               view->pondered.depth);
}

/* Returns whether to show the pane. It is hidden while a position is to be solved: no decision
 * exists then, and hints need the space. */
static bool wants(const struct pane *pane, struct rect *rect)
{
    (void)rect;
    return pane->model->debug_open && !pane->model->view.card;
}

/* Handles the key and the command, which may say on or off. If the pane is open but hides spoilers,
 * the key reveals them. If it is open and hides nothing, the key closes it. */
static bool open_pane(struct pane *pane, const char *argument, struct error *error)
{
    struct model *model = pane->model;
    bool complete = model->debug_open && (argument || model->reveal || !model->view.playing);
    bool page = model->page >= ANALYSIS_DEBUG;
    (void)error;
    if (argument && *argument)
        complete = page = strcmp(argument, "off") == 0;
    if (model->view.analyzing && !model->view.guessing) { /* analysis has a page for this instead of
                                                           * the debug pane */
        model->page = page ? ANALYSIS_LINES : ANALYSIS_DEBUG;
        return true;
    }
    model->debug_open = model->reveal = !complete;
    return true;
}

static bool key(struct pane *pane, int key)
{
    if (key != KEY_PPAGE && key != KEY_NPAGE)
        return false;
    struct model *model = pane->model;
    const int last = page_count(pane->rect.height, pane->rect.width, model) - 1;
    const int page = (model->page < last ? model->page : last) + (key == KEY_NPAGE ? 1 : -1);
    model->page = page < 0 ? 0 : page > last ? last : page;
    return true;
}

/* Draws the opponent's last move, why it chose it and how it searched. Before its first move, draws
 * the progress of its search. */
static void draw_move(struct page *page, const struct model *model)
{
    const struct session_view *view = &model->view;
    const struct game_node *move = its_move(view);
    if (!model_reveals(model)) {
        page_wrap(page, 3, STYLE_DIM,
                  "The reasons for its last move are hidden during the game. F2 shows them.");
    } else if (move) {
        draw_decision(page, model, move);
        page_depth(page, report_of(view, move), "nodes");
    } else if (view->playing && view->has_thinking) {
        page_depth(page, view_thinking(view), "nodes");
    } else {
        page_wrap(page, 2, STYLE_DIM, "The opponent has made no move up to here.");
    }
}

static void draw(WINDOW *window, const struct pane *pane)
{
    enum { MOVE_LINES = 12, LEVEL_LINES = 6 };
    const struct model *model = pane->model;
    const struct session_view *view = &model->view;
    struct page page = page_begin(window);
    bool tall = page.height >= PAGE_TALL, narrow = page.width < PAGE_NARROW;
    const int count = page_count(page.height, page.width, model);
    const int at = model->page < count ? model->page : count - 1;
    const enum part part = part_of(at, page.height);
    draw_title(&page, model, at, count);
    if (narrow) {
        draw_narrow(&page, model, at);
        return;
    }
    if (part == PART_MOVE)
        draw_move(&page, model);
    /* If the page of the move has room left, the level is drawn there, too. It has room if the
     * reasons for the move are hidden, or if there are no candidates: the move is from the book, or
     * no move has been played yet. */
    bool empty = !model_reveals(model) || page.height - page.y >= LEVEL_LINES;
    if (part == PART_LEVEL || (part == PART_MOVE && empty)) {
        page_parameters(&page, &view->handicap, view->scale);
        if (view->calm && view->handicap.method == METHOD_HUMAN)
            page_wrap(&page, 2, STYLE_DIM, "pressure off");
        if (model_reveals(model))
            draw_pondering(&page, view);
        Move moves[CHESS_MOVES_MAX];
        bool valued = tall && model_reveals(model) &&
                      chess_moves(&view->shown->position, moves) > 0; /* once the game is over,
                                                                       * values of terms would
                                                                       * mislead */
        page_groups(&page, &view->handicap, valued ? &model->trace : NULL);
    }
    if (part == PART_LEVEL && tall) {
        struct page top = page;
        top.height = page.y + MOVE_LINES;
        draw_move(&top, model);
        page.y = top.y;
    }
    if (part == PART_COUNTS)
        page_counts(&page, newest_search(view));
    if ((part == PART_TERMS || (tall && part == PART_LEVEL && model_reveals(model))) &&
        !page_over(&page, view->shown))
        page_terms(&page, &model->trace);
}

/* The line of keys; if there are several pages, it also says how to turn them. */
static struct pane_keys keys(const struct pane *pane)
{
#define PAGE_KEYS(turn)                                                                            \
    {                                                                                              \
        {{"F1 help  F2 close  " turn "  F3 hint  F4 flip  F5 opponent  F6 analyse  F10 quit",      \
          "F1 help  F2 close  " turn "  F3 hint  F6 analyse  F10 quit",                            \
          "F2 close  " turn "  F3 hint  F10 quit", "F2 close  " turn}},                            \
            {{"F2 close  " turn "  F5 opponent  F6 analyse  F8 review  F9 again  F10 quit",        \
              "F2 close  " turn "  F8 review  F9 again  F10 quit", "F2 close  " turn}},            \
    }
    enum { FIRST, MIDDLE, LAST, TURNS };
    static const struct pane_keys rows[TURNS][2] = {
        [FIRST] = PAGE_KEYS("PgDn more"),
        [MIDDLE] = PAGE_KEYS("PgDn PgUp"),
        [LAST] = PAGE_KEYS("PgUp back"),
    };
#undef PAGE_KEYS
    const struct model *model = pane->model;
    const struct session_view *view = &model->view;
    const int count = page_count(pane->rect.height, pane->rect.width, model);
    if (count == 1 || (!view->playing && view->result == RESULT_NONE))
        return (struct pane_keys){{NULL}};
    return rows[model->page == 0 ? FIRST : model->page < count - 1 ? MIDDLE : LAST][!view->playing];
}

const struct pane_ops pane_debug = {
    .place = PLACE_DEBUG,
    .redraw = CHANGED_BOARD | CHANGED_THINKING | CHANGED_ANALYSIS | CHANGED_REVIEW |
              CHANGED_SETTINGS | CHANGED_LOOK,
    .command = "debug",
    .function_key = KEY_F(2),
    .wants = wants,
    .draw = draw,
    .key = key,
    .keys = keys,
    .open = open_pane,
};
