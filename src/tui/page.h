/* A pane whose lines are written from top to bottom until it is full. */
#pragma once

#include "src/session/session.h"
#include "src/tui/paint.h"

/* A window, and the next free line in it. */
struct page {
    WINDOW *window;
    int y, height, width;
    int indent; /* columns of indentation; 0 if the pane is narrow */
};

struct page page_begin(WINDOW *window); /* starts below the title */
bool page_has_lines(const struct page *page);
/* Writes the next line. */
void page_print(struct page *page, enum style style, const char *format, ...) PRINTF_LIKE(3, 4);
/* Wraps text into the next lines, at most `most` of them. */
void page_wrap(struct page *page, int most, enum style style, const char *text);

/* Writes "depth 18 5.9M nodes 2.1 s 3120k/s hash 12%", or nothing without a report. `unit` is the
 * word for what the report counts, such as "nodes". */
void page_depth(struct page *page, const struct report *report, const char *unit);
/* Writes the numbers that weaken the opponent. If its rating is among them, writes it on
 * `scale`. */
void page_parameters(struct page *page, const struct handicap *handicap, const struct scale *scale);
/* Writes the positional groups in columns. With a trace, each group's value for white is written
 * beside it. */
void page_groups(struct page *page, const struct handicap *handicap, const struct trace *trace);
/* Writes the largest terms of the evaluation, as many as fit, and the sum of the others. */
void page_terms(struct page *page, const struct trace *trace);

/* Writes what a search of our engine counted. */
void page_counts(struct page *page, const struct report *report);

/* If the position has no legal move, writes how the game ended, and returns true. */
bool page_over(struct page *page, const struct game_node *node);

bool page_holds_all(int height, int width); /* true if a pane of this size shows all of the analysis
                                             * on one page */

/* The group's name, as this terminal can show it. */
const char *page_group_name(enum group group);
/* The letter that stands for the group in the strip: a, b, c ... */
char page_group_letter(int group);
void page_percent(int percent, char *text, size_t size); /* "on", "off", "67%" */

enum {
    PAGE_NARROW = 38, /* columns; narrower panes show sentences instead of tables */
    PAGE_TALL = 22,   /* lines; from this height on, everything fits on one page */
};
