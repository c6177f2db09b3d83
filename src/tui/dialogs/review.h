/* Shared by the files of the review. */
#pragma once

#include "src/tui/pane.h"

struct shown_review {
    const struct game_node *of; /* the last node of the reviewed game */
    int games_opened;           /* value of model->games_opened when the review was opened */
    int ply;                    /* ply selected in the graph */
    int row;                    /* row selected in the list */
    bool on_board;              /* the selected row's claim is shown on a board */
    int step;                   /* how many moves of the claim's line are played on the board */
    char notice[512];
    const struct card *card; /* the card that was to be solved when the review was last polled, to
                              * notice when it ends; NULL: none */
};

static inline struct shown_review *review_shown(const struct pane *pane)
{
    return pane->state;
}

/* review_list.c */

/* The rows that can be selected, by section. The remarks are above the graph. The list below it has
 * the gifts, the mistakes, what the opponent conceded in a drill, and the moves where a what-if
 * replay departs from the game. */
enum section {
    SECTION_REMARKS,
    SECTION_GIFTS,
    SECTION_MISTAKES,
    SECTION_DRILL,
    SECTION_PATH,
    SECTION_COUNT
};
struct listed {
    const struct review *review;
    const struct whatif_path *path; /* NULL: there is no what-if replay */
};

struct listed review_listed(const struct pane *pane, const struct review *review);
int review_rows(const struct listed *listed);
/* Returns the section that a row belongs to. Sets *index to the row's index in that section. */
enum section review_section(const struct listed *listed, int row, int *index);
int review_row_ply(const struct listed *listed, int row);
/* The ply of the position for the exercise that the key t starts on a row: after the opponent's
 * error, or before your mistake. */
int review_row_position(const struct listed *listed, const struct game_node *live, int row);
/* Whether the key t starts an exercise on this row. False until the whole game is analysed. */
bool review_row_is_asked(const struct pane *pane, const struct listed *listed, int row);
/* The part of a section's heading that explains the mark of the turning point; "" if the section
 * does not list the move at the turning point. */
const char *review_legend(const struct listed *listed, enum section section);
/* Returns true if `row` is selected and no other move has been selected in the graph since. */
bool review_is_chosen(const struct pane *pane, const struct listed *listed, int row);
/* Writes the whole text of the selected row, which may be cut in the list. Writes "" if no row is
 * selected. While the row's position can still be solved, the text contains the best move only if
 * `named` is true. */
void review_chosen_text(const struct pane *pane, const struct review *review, bool named,
                        char *text, size_t size);
/* Draws the remarks, wrapped, in at most `lines` lines from y on. Returns the number of lines. */
int review_draw_remarks(WINDOW *window, int y, int lines, const struct pane *pane,
                        const struct review *review);
/* If the window is wide enough for the numbers of gifts and mistakes, draws the heading above them.
 * Other text on that line must end before the column that is returned. */
int review_draw_points_heading(WINDOW *window, int y);
/* Draws rows and headings around the selected row, as many as fit. */
void review_draw_list(WINDOW *window, int top, int lines, const struct pane *pane,
                      const struct review *review);

/* review_claim.c */

/* Shows the claim of the selected row on a board, from the position in which the claim begins.
 * Returns false if the row has no claim. */
bool review_open_claim(struct pane *pane, const struct review *review);
void review_step_claim(struct pane *pane, const struct review *review, int by);
void review_draw_claim(WINDOW *window, const struct pane *pane, const struct review *review);

/* review_graph.c */

/* Draws the graph of the scores in `lines` lines from y on. Below it are the move numbers with a
 * mark at the selected move, and the times of your moves. The scores are for you. In a game of
 * others they are for white, and the times are of both sides. Returns the number of lines. */
int review_graph(WINDOW *window, int y, int lines, const struct pane *pane,
                 const struct review *review);

enum { REVIEW_WIDE = 76 /* from this width on, each number has its own column */ };
