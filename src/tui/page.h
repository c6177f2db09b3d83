/* A pane whose lines are written from top to bottom until it is full. */
#pragma once

#include "src/session/session.h"
#include "src/tui/paint.h"

/* Where the next line goes. */
struct page {
    WINDOW *window;
    int y, height, width;
    int indent; /* 0 where every column counts */
};

struct page page_begin(WINDOW *window); /* below the title's line */
bool page_has_lines(const struct page *page);
/* The next line. */
void page_print(struct page *page, enum style style, const char *format, ...) PRINTF_LIKE(3, 4);
/* Writes text into the next lines, at most most of them. */
void page_wrap(struct page *page, int most, enum style style, const char *text);

/* "depth 18 5.9M nodes 2.1 s 3120k/s hash 12%"; nothing without a report. */
void page_depth(struct page *page, const struct report *report);
/* Writes the opponent's numbers and the positional groups in columns. With a trace, each group's
 * value for white is written beside it. */
void page_parameters(struct page *page, const struct handicap *handicap);
void page_groups(struct page *page, const struct handicap *handicap, const struct trace *trace);
/* Writes the largest terms of the evaluation, as many as fit. */
void page_terms(struct page *page, const struct trace *trace);

bool page_holds_all(int height, int width); /* of the analysis and its like: no pages to turn */

void page_percent(int percent, char *text, size_t size); /* "on", "off", "67%" */

enum {
    PAGE_NARROW = 38, /* columns, below which tables make way for sentences */
    PAGE_TALL = 22,   /* lines, from which everything is on one page */
};
