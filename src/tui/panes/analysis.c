/* The analysis of a position, in three parts: the best lines and notes; what the level on the
 * slider sees and would play; the evaluation by term. A low pane shows one part on each page, a
 * tall pane shows all of them. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "src/game/format.h"
#include "src/util/text.h"
#include "src/session/study/analysis_text.h"
#include "src/tui/notice.h"
#include "src/tui/page.h"
#include "src/tui/panes/level_keys.h"
#include "src/tui/panes/panes.h"

static const double SELDOM = 0.005; /* moves with a smaller probability are not listed */

enum { LINES_SHOWN = 3, BARS_MIN = 2, BARS_MAX = 6, LABEL = 8 };

/* The lines */

/* Shows as many whole moves as fit. */
static void draw_line(struct page *page, const struct position *start, const struct line *line)
{
    char moves[512], score[16], depth[16] = "", head[32];
    text_score(start->side == WHITE ? line->score : -line->score, score, sizeof score);
    if (line->depth < PLY_MAX - 1) /* a search that ended for another reason reports the maximum
                                      depth, which would mislead (see text_depth) */
        snprintf(depth, sizeof depth, "d%d", line->depth);
    snprintf(head, sizeof head, "%6s %-3s", score, depth);
    int cells = page->width - page->indent - paint_cells(head) - 1, most = line->length;
    do
        analysis_moves(start, line, most, moves, sizeof moves);
    while (paint_cells(moves) > cells && --most > 0);
    page_print(page, STYLE_TEXT, "%s %s", head, moves);
}

/* Draws a label and an indented text, on at most `most` lines. A longer text ends in "...". */
static void draw_fact(struct page *page, int most, const char *label, const char *text)
{
    int lines = page->height - page->y < most ? page->height - page->y : most;
    int x = page->indent + LABEL;
    if (!*text || lines <= 0)
        return;
    paint(page->window, page->y, page->indent, LABEL, STYLE_DIM, label);
    page->y += paint_parts(page->window, page->y, x, page->width - x, lines, STYLE_TEXT, text);
}

/* Shows the first moves of the threat, only as many as leave space for the sentence on what it
 * wins. */
static void draw_threat(struct page *page, const struct session_view *view)
{
    enum { WANTED = 2, MOST = 3 }; /* lines */
    char text[512];
    int plies = THREAT_PLIES;
    do
        analysis_threat(view, plies, text, sizeof text);
    while (paint_lines(text, page->width - page->indent - LABEL) > WANTED && --plies > 0);
    draw_fact(page, MOST, "threat", text);
}

static void draw_beside(struct page *page, const struct model *model)
{
    const struct session_view *view = &model->view;
    char text[512];
    analysis_tables(view, text, sizeof text);
    draw_fact(page, 2, "tables", text);
    analysis_book(view, text, sizeof text);
    draw_fact(page, 1, "book", text);
    draw_threat(page, view);
    analysis_change(view, page->height >= PAGE_TALL ? 3 : 4, text, sizeof text);
    draw_fact(page, page->height >= PAGE_TALL ? 4 : 6, "change", text);
}

static void draw_lines(struct page *page, const struct model *model)
{
    const struct session_view *view = &model->view;
    if (!view_analysis(view) || view_analysis(view)->line_count == 0) {
        page_print(page, STYLE_DIM, "thinking…");
        return;
    }
    page_depth(page, view_analysis(view), "positions");
    for (int i = 0; i < view_analysis(view)->line_count && i < LINES_SHOWN; i++)
        draw_line(page, &view->shown->position, &view_analysis(view)->lines[i]);
}

/* The level */

static void draw_scale(struct page *page, const struct model *model)
{
    const struct handicap *handicap = &model->view.handicap;
    int from = page->indent + 5, to = page->width - 10, length = to - from, y = page->y;
    if (!page_has_lines(page))
        return;
    int min, max;
    scale_range(model->view.scale, scale_shown(model->view.scale), &min, &max);
    paintf(page->window, y, page->indent, 4, STYLE_DIM, "%4d", min);
    paint_fill(page->window, y, from, length, STYLE_RULE, "─");
    paintf(page->window, y, to + 1, 4, STYLE_DIM, "%d", max);
    paint(page->window, y, to + 6, 4, handicap->limited ? STYLE_DIM : STYLE_MARKED, "full");
    int at = to + 5;
    if (handicap->limited) {
        int level = scale_level(model->view.scale, model->view.level);
        level = level < min ? min : level > max ? max : level;
        at = from + (level - min) * (length - 1) / (max - min);
    }
    paint(page->window, y, at, 1, STYLE_STRONG, "●");
    page->y++;
}

/* Draws a move with its score and its chance as a bar: "Nxe5   +1.20  63% ██████████". A right move
 * (`right`) has a tick and another colour. */
static void draw_bar(struct page *page, const char *label, const char *score, double chance,
                     bool right)
{
    enum { BEFORE = 22, LABEL_MIN = 8, LABEL_AND_SCORE = 14 };
    int x = page->indent + BEFORE, width = page->width - x;
    int cells = (int)lround(chance * width), wide = (int)strlen(label);
    if (!page_has_lines(page))
        return;
    if (wide < LABEL_MIN) /* a label such as "19 others" may be wider, because it has no score */
        wide = LABEL_MIN;
    paintf(page->window, page->y, page->indent, BEFORE, right ? STYLE_STRONG : STYLE_TEXT,
           "%s %-*s%*s %3.0f%%", right ? "✓" : " ", wide, label, LABEL_AND_SCORE - wide, score,
           chance * 100);
    paint_fill(page->window, page->y, x, cells, right ? STYLE_GOOD : STYLE_TEXT, "█");
    page->y++;
}

static bool is_right(const struct session_view *view, Move move)
{
    const struct probed *probed = view_probed(view);
    for (int i = 0; i < probed->right_count; i++) {
        if (probed->right[i] == move)
            return true;
    }
    return false;
}

static void draw_bars(struct page *page, const struct session_view *view, int most)
{
    const struct probed *probed = view_probed(view);
    const struct position *position = &view->shown->position;
    int shown = 0, others = 0;
    double rest = 0;
    for (int i = 0; i < probed->move_count; i++) {
        const struct level_move *move = &probed->moves[i];
        char san[CHESS_SAN_MAX], score[16] = "";
        if (move->chance <= 0)
            continue;
        if (shown == most - 1 && i + 1 < probed->move_count && probed->moves[i + 1].chance > 0) {
            rest += move->chance;
            others++;
            continue;
        }
        if (others > 0) {
            rest += move->chance;
            others++;
            continue;
        }
        chess_to_san(position, move->move, san);
        if (move->score != SCORE_NONE)
            text_score(position->side == WHITE ? move->score : -move->score, score, sizeof score);
        draw_bar(page, san, score, move->chance, is_right(view, move->move));
        shown++;
    }
    if (others > 0) {
        char label[32];
        snprintf(label, sizeof label, "%d other%s", others, text_plural(others));
        draw_bar(page, label, "", rest, false);
    }
}

/* Draws how often players of each rating find a right move, as a row of blocks and a sentence. In a
 * low pane, draws only the sentence. Terminals without blocks (the Linux console has few glyphs)
 * show digits for tenths. */
static void draw_ladder(struct page *page, const struct model *model)
{
    enum { SENTENCE = 2 /* lines */ };
    const struct session_view *view = &model->view;
    static const char *const blocks[] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    const struct probed *probed = view_probed(view);
    char text[160];
    analysis_found(view, text, sizeof text);
    if (!*text || !page_has_lines(page))
        return;
    if (page->height - page->y <= SENTENCE) {
        page_wrap(page, SENTENCE, STYLE_TEXT, text);
        return;
    }
    int x = page->indent;
    paintf(page->window, page->y, x, 4, STYLE_DIM, "%4d", scale_level(view->scale, CALIBRATED_MIN));
    for (int i = 0; i < RUNGS; i++) {
        char digit[2] = {(char)('0' + (int)(probed->rungs[i].right * 9.99)), '\0'};
        int level = (int)(probed->rungs[i].right * 7.99);
        const char *glyph = !probed->rungs[i].known ? "·" : !model->letters ? blocks[level] : digit;
        bool here = view->handicap.limited &&
                    (view->level - CALIBRATED_MIN + RUNG_STEP / 2) / RUNG_STEP == i;
        paint(page->window, page->y, x + 5 + i, 1, here ? STYLE_MARKED : STYLE_TEXT, glyph);
    }
    paintf(page->window, page->y++, x + 6 + RUNGS, 5, STYLE_DIM, "%d",
           scale_level(view->scale, CALIBRATED_MAX));
    page_wrap(page, SENTENCE, STYLE_TEXT, text);
}

static void draw_seen(struct page *page, const struct model *model)
{
    const struct session_view *view = &model->view;
    const struct probed *probed = view_probed(view);
    const struct position *position = &view->shown->position;
    char score[16], moves[256], text[320], nodes[32];
    struct trace full;
    if (!probed->seen)
        return;
    int sign = position->side == WHITE ? 1 : -1;
    if (probed->handicap.method != METHOD_MAIA) {
        char truth[16];
        session_trace(model->session, true, &full);
        text_score(sign * probed->evaluation, score, sizeof score);
        text_score(full.score, truth, sizeof truth);
        snprintf(text, sizeof text, "%s (knowing all: %s)", score, truth);
        draw_fact(page, 1, "values", text);
    }
    analysis_moves(position, &probed->sees, 12, moves, sizeof moves);
    text_score(sign * probed->sees.score, score, sizeof score);
    text_thousands(probed->nodes, nodes, sizeof nodes);
    snprintf(text, sizeof text, "%s d%d %s", score, probed->sees.depth, moves);
    draw_fact(page, page->height >= PAGE_TALL ? 2 : 1, "sees", text);
}

static void draw_level(struct page *page, const struct model *model)
{
    const struct session_view *view = &model->view;
    const struct probed *probed = view_probed(view);
    char name[96], source[32];
    if (!probed)
        return;
    draw_scale(page, model);
    analysis_level_name(view, model->options.strength, name, sizeof name);
    analysis_level_source(probed, source, sizeof source);
    if (!probed->handicap.limited) {
        page_print(page, STYLE_STRONG, "%s plays the best line", name);
    } else if (probed->move_count == 0) {
        page_print(page, STYLE_STRONG, "%s: thinking…", name);
    } else {
        draw_seen(page, model);
        page_print(page, STYLE_STRONG, "%s (%s)", name, source);
        int lines = page->height - page->y - 3;
        draw_bars(page, view, lines > BARS_MAX ? BARS_MAX : lines < BARS_MIN ? BARS_MIN : lines);
    }
    draw_ladder(page, model);
}

/* Draws what the level would play, as a sentence for narrow panes: "at 1400: Nxe5 63%, Nc3 22%". */
static void draw_level_sentence(struct page *page, const struct session_view *view)
{
    const struct probed *probed = view_probed(view);
    char text[256], name[16];
    if (!probed || probed->move_count == 0 || !page_has_lines(page))
        return;
    scale_strength_name(view->scale, &probed->handicap, name, sizeof name);
    snprintf(text, sizeof text, "at %s:", name);
    for (int i = 0; i < 4; i++) {
        if (i >= probed->move_count || probed->moves[i].chance < SELDOM)
            break;
        char san[CHESS_SAN_MAX];
        chess_to_san(&view->shown->position, probed->moves[i].move, san);
        text_add(text, sizeof text, " %s %.0f%%", san, probed->moves[i].chance * 100);
    }
    page_wrap(page, 2, STYLE_STRONG, text);
}

/* The pane */

static bool wants(const struct pane *pane, struct rect *rect)
{
    (void)rect;
    return pane->model->view.analyzing;
}

/* Carries out "level 1800": selects and shows that level. During a game and on the home screen,
 * changes only the opponent's level. */
static bool open_pane(struct pane *pane, const char *argument, struct error *error)
{
    struct model *model = pane->model;
    struct session_reply reply;
    (void)error;
    session_enter_level(model->session, argument, &reply);
    if (*argument)
        notice_reply(model, &reply);
    bool in_game = model->view.playing && !model->view.analyzing;
    bool at_home = model->dialog && model->dialog == pane_for_command(model, COMMAND_HOME);
    if (reply.kind != REPLY_REFUSED && !(*argument && (in_game || at_home))) {
        session_analyze(model->session, true);
        model->page = ANALYSIS_LEVEL;
    }
    return true;
}

/* Changes the level as the key says. Returns false if the key belongs to the board. */
static bool slide(struct model *model, int key)
{
    struct level_choice level;
    if (key == 27 || key == '\r' || key == KEY_F(5)) {
        model->sliding = false;
        return true;
    }
    level_take(&level, &model->view);
    if (!level_move(&level, model->options.strength, model->view.scale, key))
        return false;
    struct handicap handicap = level_handicap(&level, model->options.strength);
    level_set(model, &handicap);
    return true;
}

static bool key(struct pane *pane, int key)
{
    struct model *model = pane->model;
    bool at_once = page_holds_all(pane->rect.height, pane->rect.width); /* a pane of this size shows
                                                                         * all parts but the tree on
                                                                         * one page */
    if (model->sliding && slide(model, key))
        return true;
    model->sliding = false;
    if (key == KEY_NPAGE)
        model->page = at_once ? ANALYSIS_TREE : model->page + 1;
    else if (key == KEY_PPAGE)
        model->page = at_once || model->page == ANALYSIS_LINES ? ANALYSIS_LINES : model->page - 1;
    return key == KEY_NPAGE || key == KEY_PPAGE;
}

/* The keys depend on where F6 leads and on whether a game can be reviewed. */
static struct pane_keys keys(const struct pane *pane)
{
#define ANALYSIS_KEYS(back, review)                                                                \
    {                                                                                              \
        {                                                                                          \
            "F1 help  F2 debug  F3 hint  F5 level" back review "  PgDn more  F10 quit",            \
                "← → step  F2 debug  F5 level" back review "  F10 quit",                           \
                "← → step  F2 debug  F5 level  F10 quit"                                       \
        }                                                                                          \
    }
    static const struct pane_keys rows[WAYS_BACK][2] = {
        [BACK_NOWHERE] = {ANALYSIS_KEYS("", ""), ANALYSIS_KEYS("", "  F8 review")},
        [BACK_TO_GAME] = {ANALYSIS_KEYS("  F6 back", ""), ANALYSIS_KEYS("  F6 back", "  F8 review")},
        [BACK_TO_GAMES] = {ANALYSIS_KEYS("  F6 games", ""),
                           ANALYSIS_KEYS("  F6 games", "  F8 review")},
    };
#undef ANALYSIS_KEYS
    const struct model *model = pane->model;
    if (model->sliding)
        return (struct pane_keys){{"← → 25   PgUp PgDn 100   Home End   m method   p preset   Esc",
                                   "← → 25  PgUp PgDn 100  m method  p preset  Esc",
                                   "← → 25  PgUp PgDn 100  m p  Esc"}};
    return rows[model_way_back(model)][!model->view.playing && model->view.live->ply > 0];
}

static void draw(WINDOW *window, const struct pane *pane)
{
    const struct model *model = pane->model;
    const struct session_view *view = &model->view;
    struct page page = page_begin(window);
    bool tall = page.height >= PAGE_TALL, narrow = page.width < PAGE_NARROW;
    static const char *const titles[ANALYSIS_PAGES] = {"analysis", "level", "evaluation", "tree",
                                                       "debug"};
    char title[96];
    const char *name = model->page == ANALYSIS_LINES && *view->analyst ? view->analyst
                                                                      : titles[model->page];
    if (tall || narrow)
        snprintf(title, sizeof title, "%.20s", *view->analyst ? view->analyst : "analysis");
    else
        snprintf(title, sizeof title, "%.20s %d/%d %s", name, model->page + 1, ANALYSIS_PAGES,
                 model->page + 1 < ANALYSIS_PAGES ? "PgDn" : "PgUp");
    if (model->sliding)
        snprintf(title, sizeof title, "← → 25  PgUp PgDn 100  m p  Esc");
    paint_rule(window, 0, page.width, title);
    if (model->page >= ANALYSIS_TREE)
        return; /* other panes draw these pages; while the user guesses moves, none does, because
                   the pages would reveal the moves */
    if (page_over(&page, view->shown))
        return;
    if (tall || narrow || model->page == ANALYSIS_LINES) {
        draw_lines(&page, model);
        if (!narrow)
            draw_beside(&page, model);
    }
    if (tall)
        paint_rule(window, page.y++, page.width, "level F5");
    if (narrow || (!tall && model->page == ANALYSIS_LINES))
        draw_level_sentence(&page, view);
    else if (tall || model->page == ANALYSIS_LEVEL)
        draw_level(&page, model);
    if (tall || model->page == ANALYSIS_TERMS)
        page_terms(&page, &model->trace);
}

const struct pane_ops pane_analysis = {
    .place = PLACE_DEBUG,
    .redraw = CHANGED_BOARD | CHANGED_THINKING | CHANGED_ANALYSIS | CHANGED_REVIEW |
              CHANGED_SETTINGS | CHANGED_LOOK,
    .command = "level",
    .extra_lines = 1,
    .wants = wants,
    .draw = draw,
    .key = key,
    .open = open_pane,
    .keys = keys,
};
