/* What the three files of the review share. */
#pragma once

#include "src/tui/pane.h"

struct shown_review {
    const struct game_node *of; /* the end of the game looked at */
    int games_opened;           /* from the list, at that time */
    int ply;                    /* walked to */
    int row;                    /* chosen in the list */
    char notice[512];
    const struct card *card; /* to be solved, at the last poll */
};

static inline struct shown_review *review_shown(const struct pane *pane)
{
    return pane->state;
}

/* review_list.c */

/* The list: gifts, then mistakes, what a drill came to, and where a replay with something changed
 * leaves the path, under headings of their own. */
enum section { SECTION_GIFTS, SECTION_MISTAKES, SECTION_DRILL, SECTION_PATH, SECTION_COUNT };
struct listed {
    const struct review *review;
    const struct whatif_path *path; /* NULL: there was no replay */
};

struct listed review_listed(const struct pane *pane, const struct review *review);
int review_rows(const struct listed *listed);
/* The section a row is in; *index is its place there. */
enum section review_section(const struct listed *listed, int row, int *index);
int review_row_ply(const struct listed *listed, int row);
/* Whether row is the one gone to, and nothing was walked to since. */
bool review_is_chosen(const struct pane *pane, const struct listed *listed, int row);
/* The chosen row in full, for in the list it may be cut; "" when none is chosen. */
void review_chosen_text(const struct pane *pane, const struct review *review, char *text,
                        size_t size);
/* Rows and headings as far as they fit around the chosen row. */
void review_draw_list(WINDOW *window, int top, int lines, const struct pane *pane,
                      const struct review *review);

/* review_graph.c */

/* The scores for you over the game in so many lines from y on, a line of move numbers, one of the
 * time each of your moves took, and a mark under the move walked to. In a game of others they are
 * for white, and the times of both sides. Returns the lines used. */
int review_graph(WINDOW *window, int y, int lines, const struct pane *pane,
                 const struct review *review);

enum { REVIEW_WIDE = 76 /* columns from which on everything has a column of its own */ };
