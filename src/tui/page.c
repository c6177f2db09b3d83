/* Writes the lines of a pane, and the parts that several panes show. */
#include "src/tui/page.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "src/game/format.h"
#include "src/util/text.h"
#include "src/session/study/analysis_text.h"

enum { ROOMY = 41 /* columns; wider panes are indented */ };

struct page page_begin(WINDOW *window)
{
    struct page page = {.window = window, .y = 1};
    getmaxyx(window, page.height, page.width);
    page.indent = page.width > ROOMY;
    return page;
}

bool page_has_lines(const struct page *page)
{
    return page->y < page->height;
}

void page_print(struct page *page, enum style style, const char *format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    paint(page->window, page->y++, page->indent, page->width - page->indent, style, text);
}

void page_wrap(struct page *page, int most, enum style style, const char *text)
{
    int lines = page->height - page->y < most ? page->height - page->y : most;
    page->y += paint_wrapped(page->window, page->y, page->indent, page->width - page->indent, lines,
                             style, text);
}

bool page_over(struct page *page, const struct game_node *node)
{
    Move moves[CHESS_MOVES_MAX];
    if (chess_moves(&node->position, moves) > 0)
        return false;
    page_print(page, STYLE_STRONG, "The game is over: %s.", game_state_words(game_state(node)));
    if (node->parent)
        page_print(page, STYLE_DIM, "← steps back.");
    return true;
}

bool page_holds_all(int height, int width)
{
    return height >= PAGE_TALL || width < PAGE_NARROW;
}

void page_percent(int percent, char *text, size_t size)
{
    if (percent >= 100)
        snprintf(text, size, "on");
    else if (percent <= 0)
        snprintf(text, size, "off");
    else
        snprintf(text, size, "%d%%", percent);
}

/* Writes which players a level of method human imitates. Their rating is not that of the level,
 * which would look like a contradiction without an explanation. */
static void human_parameters(struct page *page, const struct handicap *handicap,
                             const struct scale *scale)
{
    char speed[32], level[32], words[256];
    text_thousands((uint64_t)handicap->nodes_per_second, speed, sizeof speed);
    words[0] = '\0';
    if (handicap->elo != ELO_FULL) {
        scale_strength_name(scale, handicap, level, sizeof level);
        snprintf(words, sizeof words, "%s: ", level);
    }
    text_add(words, sizeof words, "imitates players rated %d in its training games",
             handicap->player_rating);
    text_add(words, sizeof words, ", boldness %d%%, calculation %d%%, %s nodes/s",
             handicap->boldness, handicap->calculation, speed);
    page_wrap(page, 4, STYLE_TEXT, words);
}

void page_parameters(struct page *page, const struct handicap *handicap, const struct scale *scale)
{
    if (!handicap->limited) {
        page_print(page, STYLE_TEXT, "full strength: no limit, no errors");
        return;
    }
    if (handicap->method == METHOD_HUMAN) {
        human_parameters(page, handicap, scale);
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
    if (handicap->order_bias > 0 || handicap->rule_cost > 0)
        page_print(page, STYLE_TEXT, "order bias %d%%  rule cost %d", handicap->order_bias,
                   handicap->rule_cost);
}

const char *page_group_name(enum group group)
{
    return paint_unicode() ? group_name(group) : group_ascii(group);
}

char page_group_letter(int group)
{
    return (char)('a' + group);
}

static bool knows_all(const struct handicap *handicap)
{
    for (int group = 0; group < GROUP_COUNT; group++) {
        if (handicap->knowledge[group] < 100)
            return false;
    }
    return true;
}

/* Writes the positional groups in columns, then the seed. With a trace, each group's value for
 * white is beside it. Without a trace, writes only the seed if the columns would say nothing: for
 * Maia networks, which do not use the evaluation, and for levels that know all groups completely
 * (unless the method is madchess or human). */
void page_groups(struct page *page, const struct handicap *handicap,
                        const struct trace *trace)
{
    if (!trace && handicap->limited && handicap->method == METHOD_MAIA) {
        page_print(page, STYLE_DIM, "seed %llu", (unsigned long long)handicap->seed);
        return;
    }
    if (!trace && handicap->limited && handicap->method != METHOD_MADCHESS &&
        handicap->method != METHOD_HUMAN && knows_all(handicap)) {
        page_print(page, STYLE_DIM, "knows everything, seed %llu",
                   (unsigned long long)handicap->seed);
        return;
    }
    int columns = trace ? 2 : 3, cell = (page->width + 1) / columns;
    int rows = (GROUP_COUNT + columns) / columns;
    for (int group = 0; group <= GROUP_COUNT; group++) {
        int y = page->y + group % rows, x = page->indent + group / rows * cell;
        if (y >= page->height)
            continue;
        if (group == GROUP_COUNT) {
            paintf(page->window, y, x, cell, STYLE_DIM, "seed %llu",
                   (unsigned long long)handicap->seed);
            continue;
        }
        char percent[16], worth[16] = "";
        page_percent(handicap->limited ? handicap->knowledge[group] : 100, percent, sizeof percent);
        if (trace) {
            text_score(trace->groups[group][WHITE] - trace->groups[group][BLACK], worth,
                       sizeof worth);
        }
        paint(page->window, y, x, 10, STYLE_TEXT, page_group_name((enum group)group));
        paintf(page->window, y, x + 10, cell - 10, strcmp(percent, "on") ? STYLE_BAD : STYLE_GOOD,
               "%s", percent);
        paint_right(page->window, y, x + 14, 6, STYLE_TEXT, worth);
    }
    page->y += rows;
}

/* Writes "950", "5.9k", "456k" or "12.3M". */
static void short_number(uint64_t number, char *text, size_t size)
{
    if (number < 1000)
        snprintf(text, size, "%d", (int)number);
    else if (number < 10000)
        snprintf(text, size, "%d.%dk", (int)number / 1000, (int)number / 100 % 10);
    else if (number < 1000000)
        snprintf(text, size, "%lluk", (unsigned long long)(number / 1000));
    else
        snprintf(text, size, "%.1fM", (double)number / 1e6);
}

void page_depth(struct page *page, const struct report *report, const char *unit)
{
    if (!report || report->nodes <= 1 || !page_has_lines(page)) /* a move from a book or a network
                                                                   was found without a search */
        return;
    char nodes[32], speed[32] = "", depth[24];
    text_depth(report->depth, depth, sizeof depth);
    short_number(report->nodes, nodes, sizeof nodes);
    if (report->elapsed > 0)
        short_number(report->nodes * 1000 / (uint64_t)report->elapsed, speed, sizeof speed);
    char text[128], hash[24];
    snprintf(text, sizeof text, "%s %s %s %.1f s%s%s%s", depth, nodes, unit,
             (double)report->elapsed / 1000, *speed ? " " : "", speed, *speed ? "/s" : "");
    snprintf(hash, sizeof hash, " hash %d%%", report->hash_permille / 10);
    bool fits = paint_cells(text) + paint_cells(hash) <= page->width - page->indent;
    if (paint_cells(text) > page->width - page->indent)
        snprintf(text, sizeof text, "%s %s", depth, nodes);
    page_print(page, STYLE_DIM, "%s%s", text, fits ? hash : ""); /* the text about the hash table is
                                                                    shown whole or not at all */
}

static void draw_count(struct page *page, const struct count_row *row)
{
    enum { VALUE = 7, WORDS = 9, WORDS_NARROW = 2 };
    int x = page->indent, y = page->y;
    bool narrow = page->width < PAGE_NARROW;
    int words = x + (narrow ? WORDS_NARROW : WORDS);
    if (narrow)
        paint(page->window, page->y++, x, VALUE, STYLE_TEXT, row->value);
    else
        paint_right(page->window, y, x, VALUE, STYLE_TEXT, row->value);
    page->y += paint_wrapped(page->window, page->y, words, page->width - words - 1,
                             page->height - page->y, STYLE_TEXT, row->words);
}

void page_counts(struct page *page, const struct report *report)
{
    struct count_row rows[COUNT_ROWS];
    if (!report || !report->counts.of[COUNT_hash_probes]) {
        page_wrap(page, 2, STYLE_DIM, "no search of this engine yet");
        return;
    }
    page_wrap(page, 2, STYLE_STRONG, "what the search counted");
    search_count_rows(&report->counts, rows);
    for (int i = 0; i < COUNT_ROWS; i++)
        draw_count(page, &rows[i]);
    page_depth(page, report, "nodes");
}

/* Writes the term's description up to its first comma or colon. */
static void name_term(enum term term, char *name, size_t size)
{
    const char *words = term_info(term)->words, piece[] = ", for each ";
    size_t length = strcspn(words, ",:");
    if (strncmp(words + length, piece, sizeof piece - 1) == 0) /* another term differs only here */
        length += 1 + strcspn(words + length + 1, ",:");
    snprintf(name, size, "%.*s", (int)length, words);
}

enum { TERM_NUMBERS = 12 /* cells for the two numbers of a term */ };

static void draw_worth(struct page *page, int y, int cells, int white, int black)
{
    paintf(page->window, y, page->indent + cells, TERM_NUMBERS, STYLE_TEXT, " %5.2f %5.2f",
           white / 100.0, black / 100.0);
}

/* Draws the number and the sum of the terms for which there is no line left. */
static void draw_other_terms(struct page *page, int cells, const struct trace *trace,
                             const enum term *terms, int count)
{
    int worth[2] = {0, 0};
    for (int i = 0; i < count; i++) {
        worth[WHITE] += trace->rows[terms[i]].centipawns[WHITE];
        worth[BLACK] += trace->rows[terms[i]].centipawns[BLACK];
    }
    draw_worth(page, page->y, cells, worth[WHITE], worth[BLACK]);
    paintf(page->window, page->y++, page->indent, cells, STYLE_DIM, "%d more term%s", count,
           text_plural(count));
}

void page_terms(struct page *page, const struct trace *trace)
{
    enum term terms[TERM_COUNT];
    int count = analysis_terms(trace, terms);
    if (page->y + 2 >= page->height)
        return;
    if (page->y > 1)
        paint_rule(page->window, page->y++, page->width, "");
    enum { NAME_MOST = 60 /* in cells */ };
    char score[16], name[128];
    int cells = page->width - page->indent - TERM_NUMBERS;
    cells = cells > NAME_MOST ? NAME_MOST : cells;
    text_score(score_common(trace->score), score, sizeof score);
    snprintf(name, sizeof name, "evaluation %s for white", score);
    page_print(page, STYLE_DIM, "%-*s %5s %5s", cells, name, "white", "black");
    if (count == 0)
        page_print(page, STYLE_TEXT, "White and Black are equal in every term");
    for (int i = 0; i < count && page_has_lines(page); i++) {
        const int *worth = trace->rows[terms[i]].centipawns;
        name_term(terms[i], name, sizeof name);
        int y = page->y, left = page->height - y;
        const bool last = i == count - 1;
        if (paint_lines(name, cells) + !last > left) { /* the next line is needed for the sum */
            draw_other_terms(page, cells, trace, terms + i, count - i);
            break;
        }
        page->y += paint_wrapped(page->window, y, page->indent, cells, left, STYLE_TEXT, name);
        draw_worth(page, y, cells, worth[WHITE], worth[BLACK]);
    }
}
