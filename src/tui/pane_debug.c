/* What weakens the opponent, why it played what it played, how it thought, and the evaluation by
 * positional group. While analysing: the best lines, and what the level would choose among. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "src/support/text.h"
#include "src/tui/model.h"
#include "src/tui/paint.h"

enum {
    NARROW = 38, /* columns, below which tables make way for sentences */
    ROOMY = 41,  /* columns, beyond which lines are indented */
    TALL = 22,   /* lines, from which everything is on one page */
};

/* Where the next line goes. */
struct page {
    WINDOW *window;
    int y, height, width;
    int indent; /* 0 where every column counts */
};

static bool page_has_room(const struct page *page)
{
    return page->y < page->height;
}

/* The next line. */
static void page_print(struct page *page, enum style style, const char *format, ...)
    PRINTF_LIKE(3, 4);
static void page_print(struct page *page, enum style style, const char *format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    paint(page->window, page->y++, page->indent, page->width - page->indent, style, text);
}

/* The next lines, at most so many. */
static void page_wrap(struct page *page, int most, enum style style, const char *text)
{
    int room = page->height - page->y < most ? page->height - page->y : most;
    page->y += paint_wrapped(page->window, page->y, page->indent, page->width - page->indent, room,
                             style, text);
}

static void percent_text(int percent, char *text, size_t size)
{
    if (percent >= 100) {
        snprintf(text, size, "on");
    } else if (percent <= 0) {
        snprintf(text, size, "off");
    } else {
        snprintf(text, size, "%d%%", percent);
    }
}

static void draw_parameters(struct page *page, const struct handicap *handicap)
{
    if (!handicap->limited) {
        page_print(page, STYLE_TEXT, "full strength: no limit, no errors");
        return;
    }
    if (handicap->method != METHOD_MADCHESS) {
        char words[256];
        handicap_words(handicap, words, sizeof words);
        page_wrap(page, 5, STYLE_TEXT, words);
        return;
    }
    char speed[32];
    text_thousands((uint64_t)handicap->nodes_per_second, speed, sizeof speed);
    page_print(page, STYLE_TEXT, "nps %s  move ±%d  blunder ±%d %.1f%%", speed,
               handicap->move_error, handicap->blunder_error,
               handicap->blunder_chance * 100.0 / 1024.0);
}

/* Where columns do not fit: the groups that are not known in full, as a sentence. */
static void draw_gaps(struct page *page, const struct handicap *handicap)
{
    char text[256] = "";
    size_t at = 0;
    for (int group = 0; group < GROUP_COUNT && handicap->limited && at + 24 < sizeof text;
         group++) {
        char percent[16];
        percent_text(handicap->knowledge[group], percent, sizeof percent);
        if (handicap->knowledge[group] < 100) {
            at += (size_t)snprintf(text + at, sizeof text - at, "%s%s %s", at ? ", " : "",
                                   group_name((enum group)group), percent);
        }
    }
    page_wrap(page, page->height, STYLE_TEXT, text);
}

static bool knows_all(const struct handicap *handicap)
{
    for (int group = 0; group < GROUP_COUNT; group++) {
        if (handicap->knowledge[group] < 100) {
            return false;
        }
    }
    return true;
}

/* The groups in columns, read downwards; then the seed. With a trace the worth of each for white
 * stands beside it; without one, a method that weakens no knowledge needs no table of it. */
static void draw_groups(struct page *page, const struct handicap *handicap,
                        const struct trace *trace)
{
    if (!trace && handicap->limited && handicap->method == METHOD_MAIA) { /* it has no evaluation */
        page_print(page, STYLE_DIM, "seed %llu", (unsigned long long)handicap->seed);
        return;
    }
    if (!trace && handicap->limited && handicap->method != METHOD_MADCHESS &&
        knows_all(handicap)) {
        page_print(page, STYLE_DIM, "knows everything, seed %llu",
                   (unsigned long long)handicap->seed);
        return;
    }
    int columns = trace ? 2 : 3, cell = (page->width + 1) / columns;
    int rows = (GROUP_COUNT + columns) / columns;
    for (int group = 0; group <= GROUP_COUNT; group++) {
        int y = page->y + group % rows, x = page->indent + group / rows * cell;
        if (y >= page->height) {
            continue;
        }
        if (group == GROUP_COUNT) {
            paintf(page->window, y, x, cell, STYLE_DIM, "seed %llu",
                   (unsigned long long)handicap->seed);
            continue;
        }
        char percent[16], worth[16] = "";
        percent_text(handicap->limited ? handicap->knowledge[group] : 100, percent, sizeof percent);
        if (trace) {
            text_score(trace->groups[group][WHITE] - trace->groups[group][BLACK], worth,
                       sizeof worth);
        }
        const char *name = paint_unicode() ? group_name((enum group)group)
                                           : group_ascii((enum group)group);
        paint(page->window, y, x, 10, STYLE_TEXT, name);
        paintf(page->window, y, x + 10, cell - 10, strcmp(percent, "on") ? STYLE_BAD : STYLE_GOOD,
               "%s", percent);
        paint_right(page->window, y, x + 14, 6, STYLE_TEXT, worth);
    }
    page->y += rows;
}

/* "950", "5.9k", "456k", "12.3M" */
static void short_number(uint64_t number, char *text, size_t size)
{
    if (number < 1000) {
        snprintf(text, size, "%d", (int)number);
    } else if (number < 10000) {
        snprintf(text, size, "%.1fk", (double)(number / 100) / 10);
    } else if (number < 10000000) {
        snprintf(text, size, "%lluk", (unsigned long long)(number / 1000));
    } else {
        snprintf(text, size, "%.1fM", (double)number / 1e6);
    }
}

static void draw_depth(struct page *page, const struct report *report)
{
    if (!report || !page_has_room(page)) {
        return;
    }
    char nodes[32], speed[32] = "";
    short_number(report->nodes, nodes, sizeof nodes);
    if (report->elapsed > 0) {
        short_number(report->nodes * 1000 / (uint64_t)report->elapsed, speed, sizeof speed);
    }
    page_print(page, STYLE_DIM, "depth %d %s nodes %.1f s %s%shash %d%%", report->depth, nodes,
               (double)report->elapsed / 1000, speed, *speed ? "/s " : "",
               report->hash_permille / 10);
}

static void draw_candidate(struct page *page, const struct position *position,
                           const struct decision *decision, int index)
{
    const struct candidate *candidate = &decision->candidates[index];
    char san[CHESS_SAN_MAX], score[16], shift[16] = "";
    const char *words = "";
    chess_to_san(position, candidate->move, san);
    if (decision->method == METHOD_MAIA) {
        snprintf(score, sizeof score, "%.1f%%", candidate->chance / 1e4);
    } else {
        text_score(candidate->score, score, sizeof score);
    }
    if (decision->method == METHOD_HUMAN && !decision->forced_win) {
        snprintf(shift, sizeof shift, " %4.1f%%", candidate->chance / 1e4);
    }
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
        words = "held, then left";
    }
    if (candidate->shift) {
        snprintf(shift, sizeof shift, " %+d", candidate->shift);
    }
    page_print(page, played ? STYLE_STRONG : candidate->in_range ? STYLE_TEXT : STYLE_DIM,
               "%s %-7s %6s%s  %s%s", played ? "▸" : " ", san, score, shift,
               candidate->dropped_by != RULE_NONE ? "dropped: " : "", words);
}

static int played_index(const struct decision *decision)
{
    for (int i = 0; i < decision->count; i++) {
        if (decision->candidates[i].move == decision->played) {
            return i;
        }
    }
    return -1;
}

/* Candidates: those in range, those a rule dropped, then the rest, as far as there is room above
 * the keep last lines. The move played is always among them. */
static void draw_candidates(struct page *page, const struct position *position,
                            const struct decision *decision, int keep)
{
    int played = played_index(decision), last = page->height - keep - 1;
    for (int pass = 0; pass < 3; pass++) {
        for (int i = 0; i < decision->count && page->y <= last; i++) {
            const struct candidate *candidate = &decision->candidates[i];
            bool dropped = candidate->dropped_by != RULE_NONE;
            int kind = candidate->in_range || i == played ? 0 : dropped ? 1 : 2;
            if (kind != pass || (page->y == last && played > i)) {
                continue;
            }
            draw_candidate(page, position, decision, i);
            played = i == played ? -1 : played;
        }
    }
}

static void draw_decision(struct page *page, const struct session_view *view)
{
    const struct decision *decision = &view->decided->decision;
    const struct game_node *node = view->decided_node;
    if (!node || !node->parent) {
        return;
    }
    const struct position *before = &node->parent->position;
    char san[CHESS_SAN_MAX];
    chess_to_san(before, node->move, san);
    const char *dots = before->side == WHITE ? "." : "...";
    if (view->decided->from_book || !decision->made) {
        page_print(page, STYLE_STRONG, "%d%s%s  %s", before->fullmove, dots, san,
                   view->decided->from_book ? "from the book" : "the best it found");
        return;
    }
    const char *kind = decision->forced_win       ? "a known win, no die was cast"
                       : decision->method == METHOD_MAIA ||
                               (decision->method == METHOD_HUMAN && !decision->deliberate)
                           ? "a human move"
                       : decision->method == METHOD_HUMAN ? "a human error"
                       : !decision->deliberate    ? "its best move"
                       : decision->blunder        ? "deliberate blunder"
                                                  : "deliberate error";
    char cost[32] = "";
    if (decision->deliberate) {
        snprintf(cost, sizeof cost, ", cost %d cp", decision->cost);
    }
    char text[128];
    snprintf(text, sizeof text, "%d%s%s  %s%s", before->fullmove, dots, san, kind, cost);
    page_wrap(page, page->height, STYLE_STRONG, text);
    if (!decision->forced_win) {
        decision_reason(before, decision, text, sizeof text);
        page_wrap(page, page->height, STYLE_TEXT, text);
    }
    draw_candidates(page, before, decision, 1);
}

/* "+0.35  d18  12. Nf3 Nc6 13. d4", from the position shown, cut where the line ends. */
static void draw_line(struct page *page, const struct position *start, const struct line *line)
{
    char text[512], score[16];
    struct position position = *start;
    Score white = position.side == WHITE ? line->score : -line->score;
    text_score(white, score, sizeof score);
    size_t at = (size_t)snprintf(text, sizeof text, "%6s d%-2d", score, line->depth);
    for (int i = 0; i < line->length && at + 32 < sizeof text; i++) {
        if (!chess_is_legal(&position, line->moves[i])) {
            break;
        }
        char san[CHESS_SAN_MAX];
        chess_to_san(&position, line->moves[i], san);
        if (position.side == WHITE || i == 0) {
            at += (size_t)snprintf(text + at, sizeof text - at, " %d%s", position.fullmove,
                                   position.side == WHITE ? "." : "...");
        }
        at += (size_t)snprintf(text + at, sizeof text - at, " %s", san);
        chess_play(&position, line->moves[i]);
    }
    paint(page->window, page->y++, 0, page->width, STYLE_TEXT, text);
}

/* The moves the level would choose among, on at most two lines. */
static void draw_level(struct page *page, const struct session_view *view)
{
    const struct decision *decision = view->level;
    char text[512];
    bool maia = decision->method == METHOD_MAIA || decision->method == METHOD_HUMAN;
    size_t at = maia ? (size_t)snprintf(text, sizeof text, "players of %d:", decision->range)
                     : (size_t)snprintf(text, sizeof text, "at %d (±%d) one of:",
                                        view->handicap.elo, decision->range);
    int in_range = 0;
    for (int i = 0; i < decision->count && at + 40 < sizeof text; i++) {
        const struct candidate *candidate = &decision->candidates[i];
        if (!candidate->in_range || !chess_is_legal(&view->shown->position, candidate->move)) {
            continue;
        }
        char san[CHESS_SAN_MAX], score[16];
        chess_to_san(&view->shown->position, candidate->move, san);
        bool white = view->shown->position.side == WHITE;
        if (maia) {
            snprintf(score, sizeof score, "%.0f%%", candidate->chance / 1e4);
        } else {
            text_score(white ? candidate->score : -candidate->score, score, sizeof score);
        }
        at += (size_t)snprintf(text + at, sizeof text - at, " %s %s", san, score);
        in_range++;
    }
    if (in_range > 0) {
        page_wrap(page, 2, STYLE_STRONG, text);
    }
}

static void draw_analysis(struct page *page, const struct model *model)
{
    const struct session_view *view = &model->view;
    int lines = page->height >= 20 ? 5 : 3;
    if (view->analysis && view->analysis->line_count > 0) {
        draw_depth(page, view->analysis);
        for (int i = 0; i < view->analysis->line_count && i < lines; i++) {
            draw_line(page, &view->shown->position, &view->analysis->lines[i]);
        }
    } else {
        page_print(page, STYLE_DIM, "thinking…");
    }
    if (view->level && view->level->made) {
        draw_level(page, view);
    }
    if (page->width < NARROW) {
        return;
    }
    draw_parameters(page, &view->handicap);
    draw_groups(page, &view->handicap, &model->trace);
    if (page->y < page->height) {
        char score[16];
        text_score(model->trace.score, score, sizeof score);
        page_print(page, STYLE_TEXT, "evaluation %s for white, phase %d/24", score,
                   model->trace.phase);
    }
}

/* The terms of the evaluation that say most, where a tall pane has room for them. */
static void draw_terms(struct page *page, const struct trace *trace)
{
    bool used[TERM_COUNT] = {false};
    if (page->y + 2 >= page->height) {
        return;
    }
    if (page->y > 1) {
        paint_rule(page->window, page->y++, page->width, "");
    }
    char score[16], words[40];
    text_score(trace->score, score, sizeof score);
    snprintf(words, sizeof words, "evaluation %s for white", score);
    page_print(page, STYLE_DIM, "%-28s %5s %5s", words, "white", "black");
    int top = page->y;
    while (page_has_room(page)) {
        int best = -1, most = 0;
        for (int term = 0; term < TERM_COUNT; term++) {
            int difference = trace->rows[term].centipawns[WHITE] -
                             trace->rows[term].centipawns[BLACK];
            difference = difference < 0 ? -difference : difference;
            if (!used[term] && difference > most) {
                best = term;
                most = difference;
            }
        }
        if (best < 0) {
            break;
        }
        used[best] = true;
        const char *name = term_info((enum term)best)->words;
        int length = (int)strcspn(name, ",:");
        page_print(page, STYLE_TEXT, "%-28.*s %5d %5d", length < 28 ? length : 28, name,
                   trace->rows[best].centipawns[WHITE], trace->rows[best].centipawns[BLACK]);
    }
    if (page->y == top) {
        page_print(page, STYLE_TEXT, "no term that it knows tells them apart");
    }
}

static void draw_narrow(struct page *page, const struct model *model)
{
    const struct session_view *view = &model->view;
    if (view->decided && model_reveals(model)) {
        draw_decision(page, view);
        return;
    }
    const struct handicap *handicap = &view->handicap;
    char speed[32];
    text_thousands((uint64_t)handicap->nodes_per_second, speed, sizeof speed);
    if (handicap->limited && handicap->method != METHOD_MADCHESS) {
        draw_parameters(page, handicap);
    } else if (handicap->limited) {
        paintf(page->window, page->y++, 0, page->width, STYLE_TEXT, "nps %s", speed);
        paintf(page->window, page->y++, 0, page->width, STYLE_TEXT, "±%d ±%d %.1f%%",
               handicap->move_error, handicap->blunder_error,
               handicap->blunder_chance * 100.0 / 1024.0);
    }
    draw_gaps(page, handicap);
}

/* "debug: madchess", and which page of it where one is too short. */
static void draw_title(const struct page *page, const struct model *model, bool pages)
{
    const struct session_view *view = &model->view;
    char title[64];
    snprintf(title, sizeof title, "%s%s%s%s", view->analyzing ? "analysis" : "debug",
             view->handicap.limited ? ": " : "",
             view->handicap.limited ? method_name(view->handicap.method) : "",
             !pages ? "" : model->debug_terms ? " 2/2 PgUp" : " 1/2 PgDn");
    paint_rule(page->window, 0, page->width, title);
}

void pane_debug(WINDOW *window, const struct model *model)
{
    const struct session_view *view = &model->view;
    struct page page = {.window = window, .y = 1};
    getmaxyx(window, page.height, page.width);
    page.indent = page.width > ROOMY;
    bool tall = page.height >= TALL, narrow = page.width < NARROW;
    bool pages = !tall && !narrow && model_reveals(model);
    draw_title(&page, model, pages);
    if (pages && model->debug_terms) {
        draw_terms(&page, &model->trace);
        return;
    }
    if (narrow && !view->analyzing) {
        draw_narrow(&page, model);
        return;
    }
    if (view->analyzing) {
        draw_analysis(&page, model);
        if (tall) {
            draw_terms(&page, &model->trace);
        }
        return;
    }
    draw_parameters(&page, &view->handicap);
    draw_groups(&page, &view->handicap, tall && model_reveals(model) ? &model->trace : NULL);
    if (!model_reveals(model)) {
        page_wrap(&page, 2, STYLE_DIM,
                  "Its last decision is hidden while the game runs: F2 shows it.");
        return;
    }
    if (view->decided) {
        struct page top = page;
        top.height = tall ? page.y + 12 : page.height;
        draw_decision(&top, view);
        draw_depth(&top, view->decided);
        page.y = top.y;
    } else {
        draw_depth(&page, view->thinking);
    }
    if (tall) {
        draw_terms(&page, &model->trace);
    }
}
