/* The review's graph, for the review's pane alone. */
#pragma once

#include "src/tui/model.h"

/* The scores for you over the game in so many lines from y on, a line of move numbers, one of the
 * time each of your moves took, and a mark under the move walked to. In a game of others they are
 * for white, and the times of both sides. Returns the lines used. */
int review_graph(WINDOW *window, int y, int lines, const struct model *model,
                 const struct review *review);

enum { REVIEW_WIDE = 76 /* columns from which on everything has a column of its own */ };
