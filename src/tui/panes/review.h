/* What the two files of the review share. */
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

/* The scores for you over the game in so many lines from y on, a line of move numbers, one of the
 * time each of your moves took, and a mark under the move walked to. In a game of others they are
 * for white, and the times of both sides. Returns the lines used. */
int review_graph(WINDOW *window, int y, int lines, const struct pane *pane,
                 const struct review *review);

enum { REVIEW_WIDE = 76 /* columns from which on everything has a column of its own */ };
