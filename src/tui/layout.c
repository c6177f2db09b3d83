/* Computes the rectangles from the terminal's size. Squares are as large as possible, provided
 * that the text beside the board fits. The bottom lines are the same at every size. */
#include "src/tui/layout.h"

#include <string.h>

struct size {
    int square_width, square_height;
    int min_width, min_height;
};

static const struct size sizes[] = {
    {10, 5, 176, 52},
    {8, 4, 140, 42},
    {6, 3, 120, 34},
    {4, 2, 74, 22},
    {2, 1, LAYOUT_MIN_WIDTH, LAYOUT_MIN_HEIGHT},
};
enum { SIZES_COUNT = sizeof sizes / sizeof *sizes };
enum {
    DEBUG_WIDTH = 41,
    DEBUG_WIDE = 62,
    MOVES_WIDE = 30
}; /* the debug pane has DEBUG_WIDE columns if that leaves MOVES_WIDE columns for the moves,
    * otherwise DEBUG_WIDTH */
enum { COORDINATES = 3, HINT_HEIGHT = 6, CARD_HEIGHT = 5 };
enum { NARROW = 30 /* columns; in a narrower space beside the board, the hint gets all lines but
                    * one */ };

static int at_most(int number, int limit)
{
    return number < limit ? number : limit;
}

/* The space beside a small board (squares up to 4x2): the moves, and at most one pane below
 * them. */
static void beside_small(struct layout *layout, struct rect area, const struct model *model)
{
    const struct pane *debug = pane_wanting(model, PLACE_DEBUG);
    const struct pane *hint = pane_wanting(model, PLACE_HINT);
    int under = debug ? area.height * 2 / 3 + 1 : hint ? area.height / 2 : 0;
    under += debug ? debug->ops->extra_lines : 0;
    if (model->view.card && hint && !debug)
        under = area.width < NARROW ? area.height - 1
                                    : at_most(under, area.height - CARD_HEIGHT); /* keeps the task
                                                                                    visible */
    else if (under > area.height || (area.height < 14 && under))
        under = area.height; /* not enough lines for two panes */
    struct rect lower = {area.y + area.height - under, area.x, under, area.width};
    struct rect upper = {area.y, area.x, area.height - under, area.width};
    if (upper.height > 0)
        layout->places[PLACE_MOVES] = upper;
    if (under)
        layout->places[debug ? PLACE_DEBUG : PLACE_HINT] = lower;
}

/* The space beside a larger board: times at the top, then the moves, with the debug pane beside
 * them. The hint goes into `below`, the free space under the board, if that is large enough, and
 * otherwise under the moves. */
static void beside_large(struct layout *layout, struct rect area, struct rect below,
                         const struct model *model)
{
    const struct pane *beside = pane_at(model, PLACE_MOVES);
    if (beside && beside->ops->alone) {
        layout->places[PLACE_MOVES] = area;
        return;
    }
    struct rect times = {area.y, area.x, 4, area.width};
    struct rect moves = {area.y + 5, area.x, area.height - 5, area.width};
    layout->places[PLACE_TIMES] = times;
    if (pane_wanting(model, PLACE_DEBUG)) {
        int wide = area.width >= DEBUG_WIDE + 2 + MOVES_WIDE ? DEBUG_WIDE : DEBUG_WIDTH;
        moves.width -= wide + 2;
        layout->places[PLACE_DEBUG] =
            (struct rect){moves.y, area.x + area.width - wide, moves.height, wide};
    }
    if (pane_wanting(model, PLACE_HINT)) {
        struct rect *hint = &layout->places[PLACE_HINT];
        *hint = below;
        if (below.height < HINT_HEIGHT) {
            *hint = moves;
            hint->height = moves.height / 2;
            moves.height -= hint->height;
            hint->y += moves.height;
        }
    }
    layout->places[PLACE_MOVES] = moves;
}

static void place_dialog(struct layout *layout, int width, int height, const struct model *model)
{
    const struct pane *dialog = model->dialog;
    if (!dialog)
        return;
    layout->dialog = (struct rect){0, 0, height, width};
    if (dialog->ops->wants)
        (void)dialog->ops->wants(dialog, &layout->dialog);
}

void layout_compute(struct layout *layout, int width, int height, const struct model *model)
{
    memset(layout, 0, sizeof *layout);
    const struct size *size = NULL;
    for (int i = 0; i < SIZES_COUNT && !size; i++) {
        if (width >= sizes[i].min_width && height >= sizes[i].min_height)
            size = &sizes[i];
    }
    if (!size) {
        layout->too_small = true;
        return;
    }
    layout->square_width = size->square_width;
    layout->square_height = size->square_height;
    bool compact = size->square_height == 1, large = size->square_height > 2;
    int left = COORDINATES + 8 * size->square_width + (compact ? 0 : 1);
    int board = 8 * size->square_height + 1;
    int bar = large ? 3 : 0;
    int top_width = compact ? width : left;
    struct rect *places = layout->places;
    places[PLACE_ABOVE] = (struct rect){0, 0, 1, top_width};
    places[PLACE_BOARD] = (struct rect){1, 0, board, left};
    places[PLACE_BELOW] = (struct rect){1 + board, 0, 1, top_width};
    if (bar)
        places[PLACE_BAR] = (struct rect){1, left, board - 1, 2};
    bool asked = model_shows_bar(model) &&
                 (model->view.analyzing || model->view.playing || model->view.bar == BAR_SHOWN);
    if (compact && asked) { /* the bar takes a column of the space beside the board */
        places[PLACE_BAR] = (struct rect){1, left, board - 1, 1};
        bar = 1;
    } else if (!bar && asked) { /* the board's last column is blank: use it for the bar */
        places[PLACE_BOARD].width--;
        places[PLACE_BAR] = (struct rect){1, left - 1, board - 1, 1};
    }
    /* The bottom: up to three status lines, the line of keys, the entry line. */
    int used = 2 + board;
    int spare = height - used - 3;
    int gap = spare >= 2 && !compact ? 1 : 0;
    int status = at_most(1 + spare - gap, 3);
    places[PLACE_ENTRY] = (struct rect){height - 1, 0, 1, width};
    places[PLACE_KEYS] = (struct rect){height - 2, 0, 1, width};
    places[PLACE_STATUS] = (struct rect){height - 2 - status, 0, status, width};
    struct rect area = {0, left + bar + (compact ? 1 : 2), 0, 0};
    area.width = width - area.x;
    area.height = places[PLACE_STATUS].y - gap;
    if (compact) {
        area.y = 1;
        area.height = board;
    } else {
        layout->divider = area.x - 2;
        layout->divider_height = area.height;
    }
    if (large) {
        struct rect below = {used + 1, 0, places[PLACE_STATUS].y - used - 1 - gap, left};
        beside_large(layout, area, below, model);
    } else {
        beside_small(layout, area, model);
        struct rect under = {used, 1, places[PLACE_STATUS].y - used, width - 1};
        if (compact && places[PLACE_MOVES].height == 0 && under.height > 1)
            places[PLACE_MOVES] = under; /* another pane takes all the space beside the board */
    }
    place_dialog(layout, width, height, model);
}
