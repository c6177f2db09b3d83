/* The end of a game: shown at once over the board, and filled in while the game is analysed. A key
 * that the panel does not use closes it and goes to the board. */
#include "src/session/result.h"

#include <stdio.h>
#include <string.h>

#include "src/tui/dialogs/dialogs.h"
#include "src/util/text.h"
#include "src/tui/entry.h"

enum { WIDTH = 60, ROOMY = 100, NAMES_AT = 3, TEXTS_AT = 13, FIXED_LINES = 7 };

/* After puzzles that the panel started, the panel opens again. */
struct result_pane {
    bool to_puzzles, at_puzzles; /* to_puzzles: the user asked for puzzles; at_puzzles: puzzles are
                                  * on the board */
};

static int turn_lines(const struct game_end *end, int width)
{
    return *end->turn ? paint_lines(end->turn, width - NAMES_AT - 3) : 0;
}

static bool wants(const struct pane *pane, struct rect *rect)
{
    struct game_end end;
    dialog_leave_entry(rect);
    /* On a narrow screen the panel takes the whole width, because little of the board and the moves
     * would be visible beside it. */
    int width = rect->width < ROOMY ? rect->width : WIDTH;
    if (!session_read_end(pane->model->session, &end))
        end = (struct game_end){0};
    int lines = FIXED_LINES + (*end.rating ? paint_lines(end.rating, width - TEXTS_AT - 2) : 0) +
                (*end.gifts ? paint_lines(end.gifts, width - TEXTS_AT - 2) : 0) +
                turn_lines(&end, width);
    lines = lines < rect->height ? lines : rect->height;
    rect->x += (rect->width - width) / 2;
    rect->y += (rect->height - lines) / 2;
    rect->width = width;
    rect->height = lines;
    return true;
}

static bool open_pane(struct pane *pane, const char *argument, struct error *error)
{
    (void)argument;
    if (!session_has_ended(pane->model->session))
        return error_set(error,
                         "You have not finished a game in this session. Press F8 to review a game "
                         "from a file.");
    *(struct result_pane *)pane->state = (struct result_pane){0};
    dialog_show(pane);
    return true;
}

static void enter(struct pane *pane, const char *command, const char *argument)
{
    struct model *model = pane->model;
    snprintf(model->line_due, sizeof model->line_due, "%s%s%s", command, *argument ? " " : "",
             argument);
    dialog_hide(pane);
}

static bool key(struct pane *pane, int key)
{
    enum { TOGETHER = 500 /* ms; an Enter that follows the answer to a question within this time
                           * belongs to that answer */ };
    struct model *model = pane->model;
    struct result_pane *state = pane->state;
    struct game_end end;
    if (!entry_is_empty() || !session_read_end(model->session, &end))
        return false; /* the key belongs to the line that the user is typing */
    switch (key) {
    case '\r':
        /* Enter right after the y that answered "Resign this game?" belongs to that answer. */
        if (text_now() - model->answered > TOGETHER)
            enter(pane, "again", "");
        break;
    case 'r': enter(pane, "review", ""); break;
    case 'p':
        state->to_puzzles = true;
        enter(pane, "puzzles", motif_theme(end.motif));
        break;
    case 'h': enter(pane, "home", ""); break;
    case 27: dialog_hide(pane); break;
    default: return false;
    }
    return true;
}

static int draw_fact(WINDOW *window, int y, const char *name, const char *text)
{
    int width = getmaxx(window), height = getmaxy(window);
    if (!*text || y >= height - 1)
        return y;
    paint(window, y, NAMES_AT, TEXTS_AT - NAMES_AT, STYLE_DIM, name);
    return y + paint_wrapped(window, y, TEXTS_AT, width - TEXTS_AT - 2, height - 1 - y, STYLE_TEXT,
                             text);
}

static void draw_keys(WINDOW *window, const struct game_end *end)
{
    int height = getmaxy(window), width = getmaxx(window);
    char puzzles[64];
    char rematch[64];
    snprintf(rematch, sizeof rematch, "Enter rematch, %s", session_end_color(end));
    if (paint_cells(rematch) > width - NAMES_AT - 14)
        snprintf(rematch, sizeof rematch, "Enter rematch");
    paint(window, height - 3, NAMES_AT, width - NAMES_AT - 14, STYLE_STRONG, rematch);
    paint(window, height - 3, width - 13, 11, STYLE_STRONG, "r review");
    snprintf(puzzles, sizeof puzzles, "p puzzles%s%s", end->motif != MOTIF_NONE ? ": " : "",
             end->motif != MOTIF_NONE ? motif_name(end->motif) : "");
    paint(window, height - 2, NAMES_AT, width - NAMES_AT - 14, STYLE_STRONG, puzzles);
    paint(window, height - 2, width - 13, 11, STYLE_STRONG, "h home");
}

static void draw(WINDOW *window, const struct pane *pane)
{
    struct game_end end;
    int y = 2, width = getmaxx(window), height = getmaxy(window);
    char progress[64];
    if (!session_read_end(pane->model->session, &end))
        return;
    paint_frame(window, end.title);
    y = draw_fact(window, y, "rating", end.rating);
    snprintf(progress, sizeof progress, "analysing: %d of %d positions", end.scored,
             end.positions);
    bool known = *end.accuracy != '\0';
    y = draw_fact(window, y, "accuracy", known ? end.accuracy : progress);
    if (*end.turn && y < height - 4)
        y += paint_wrapped(window, y, NAMES_AT, width - NAMES_AT - 3, height - 4 - y, STYLE_TEXT,
                           end.turn);
    (void)draw_fact(window, y, "gifts", end.gifts);
    draw_keys(window, &end);
}

/* Opens the panel again after the puzzles that it started. Closes it when its game is no longer the
 * finished game on the board: a move was taken back, or another game began. */
static bool poll_pane(struct pane *pane)
{
    struct model *model = pane->model;
    struct result_pane *state = pane->state;
    state->at_puzzles = state->to_puzzles && (model->view.card || state->at_puzzles);
    if (state->at_puzzles && !model->view.card) {
        *state = (struct result_pane){0};
        if (!model->dialog && session_has_ended(model->session)) {
            dialog_show(pane);
            return true;
        }
    }
    if (model->dialog != pane || session_has_ended(model->session))
        return false;
    dialog_hide(pane);
    return true;
}

static struct pane_keys keys(const struct pane *pane)
{
    (void)pane;
    return (struct pane_keys){{"Enter rematch   r review   p puzzles   h home   Esc closes",
                               "Enter again  r review  p  h home  Esc"}};
}

const struct pane_ops pane_result = {
    .place = PLACE_DIALOG,
    .size = sizeof(struct result_pane),
    .command = "result",
    .yields = true,
    .wants = wants,
    .draw = draw,
    .key = key,
    .open = open_pane,
    .poll = poll_pane,
    .keys = keys,
};
