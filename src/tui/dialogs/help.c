/* Help: the keys of this screen, all keys, then the commands of the session. The text scrolls. */
#include <stdio.h>

#include "src/tui/dialogs/dialogs.h"
#include "src/tui/dialogs/help_keys.h"

#define HELP_KEYS(X)                                                                               \
    X("", "Moves")                                                                                 \
    X("e4 Nf3 g1f3", "type a move like this, or in words such as knight f3, and press Enter")      \
    X("e8=Q e7e8q", "add the piece when you promote; with the mouse you are asked")                \
    X("Tab", "completes what you typed; the choices appear above the line")                        \
    X(":", "where letters are keys, as on home: begins a command, such as :flip")                  \
    X("mouse", "click a piece and a square, or drag it; the wheel steps through the game")         \
    X("F7", "board cursor: arrows move it, Enter picks and plays, Esc ends")                       \
    X("", "")                                                                                      \
    X("", "Keys")                                                                                  \
    X("← → Home End", "step through the game when nothing is typed")                               \
    X("↑ ↓", "recall what you typed before")                                                       \
    X("F1", "show this help")                                                                      \
    X("F2", "debug pane: what the opponent knows and why it played its move")                      \
    X("PgDn PgUp", "in the debug pane: its other pages, such as the evaluation")                   \
    X("PgDn PgUp", "in analysis: change the page (lines, level, evaluation, tree)")                \
    X("↑ ↓ Enter", "in the tree page: choose a move and play it")                                  \
    X("↑ ↓", "in analysis: go to another variation")                                               \
    X("F3", "a hint; press again for more: what to look for, where, the move, why")                \
    X("F4", "turn the board around")                                                               \
    X("F5", "set the opponent's rating with the arrows or a number")                               \
    X("F6", "analyse the game; press again to go back")                                            \
    X("F8", "review a finished game: graph, accuracy, mistakes")                                   \
    X("F9", "start another game: same opponent and clock, the other colour")                        \
    X("F10", "quit; an unfinished game is kept")                                                   \
    X("Esc", "clears the line and the chosen piece, closes the hints")                             \
    X("Ctrl-C", "clears the line; twice on an empty line quits")                                   \
    X("", "")                                                                                      \
    X("", "Marks on the board")                                                                    \
    X("( )", "the last move")                                                                      \
    X("[ ]  •  x x", "the chosen piece, where it can go, what it can take")                        \
    X("{ }  ~ ~", "in analysis: the best move; what the opponent threatens")                       \
    X("> <  ! !", "the cursor; a king in check")

static const struct help_line lines[] = {
#define X(key, words) {key, words},
    HELP_KEYS(X)
#undef X
};
enum { KEY_LINES = sizeof lines / sizeof *lines, LINES_COUNT = KEY_LINES + COMMAND_COUNT };

struct help {
    int top;                      /* first visible line */
    const struct help_line *here; /* the keys of the dialog or screen that the help covers */
    int here_count;
};

static bool open_pane(struct pane *pane, const char *argument, struct error *error)
{
    struct help *help = pane->state;
    (void)argument;
    (void)error;
    help->top = 0;
    if (pane->model->dialog != pane)
        help->here = help_keys_here(pane->model, &help->here_count);
    dialog_show(pane);
    return true;
}

static bool key(struct pane *pane, int key)
{
    struct help *help = pane->state;
    /* Fewer rows than the pane has lines, because rows wrap, above all in a narrow pane. */
    const int page = getmaxx(stdscr) >= 100 ? getmaxy(stdscr) - 14 : 10;
    if (list_key(key == ' ' ? KEY_NPAGE : key, page > 10 ? page : 10, help->here_count + LINES_COUNT - 5, &help->top))
        return true;
    if (key != 27 && key != 'q' && key != '\r' && key != KEY_F(1))
        return false;
    dialog_hide(pane);
    return true;
}

/* Draws what to type or press in `keys` columns, and beside it the description, wrapped. If the
 * first text is wider, the description is below it. Returns the number of lines. */
static int draw_row(WINDOW *window, int y, int keys, const char *left, const char *words)
{
    int height, width;
    getmaxyx(window, height, width);
    int below = height - 1 - y, used = 1;
    if (paint_cells(left) < keys) {
        paint(window, y, 3, keys, STYLE_TEXT, left);
    } else {
        used = paint_wrapped(window, y, 3, width - 5, below, STYLE_TEXT, left);
        y += used;
        below -= used;
        used++;
    }
    int more = paint_wrapped(window, y, 3 + keys, width - keys - 5, below, STYLE_DIM, words);
    return used + (more > 1 ? more - 1 : 0);
}

static int draw_command(WINDOW *window, int y, enum session_command command)
{
    int height, width, used = 0;
    getmaxyx(window, height, width);
    char left[64];
    const char *heading = session_command_heading(command);
    if (*heading) {
        used += y > 1; /* a blank line above the heading */
        if (y + used < height - 1)
            paint(window, y + used, 2, width - 4, STYLE_STRONG, heading);
        used++;
    }
    if (y + used >= height - 1)
        return used;
    snprintf(left, sizeof left, "%s %s", session_command_name(command),
             session_command_arguments(command));
    return used + draw_row(window, y + used, width >= 60 ? 28 : 15, left,
                           session_command_words(command));
}

static int draw_line(WINDOW *window, int y, const struct help_line *line)
{
    int width = getmaxx(window);
    if (*line->key)
        return draw_row(window, y, width >= 60 ? 19 : 15, line->key, line->words);
    paint(window, y, 2, width - 4, STYLE_STRONG, line->words);
    return 1;
}

static void draw(WINDOW *window, const struct pane *pane)
{
    const struct help *help = pane->state;
    int height, width;
    getmaxyx(window, height, width);
    paint_frame(window, "Help");
    int y = 1;
    for (int line = help->top; line < help->here_count + LINES_COUNT && y < height - 1; line++) {
        int i = line - help->here_count;
        y += i < 0           ? draw_line(window, y, &help->here[line])
             : i < KEY_LINES ? draw_line(window, y, &lines[i])
                             : draw_command(window, y, (enum session_command)(i - KEY_LINES));
    }
    paint(window, height - 1, 3, width - 6, STYLE_DIM, " ↑ ↓ PgUp PgDn scroll   Esc back ");
}

static struct pane_keys keys(const struct pane *pane)
{
    (void)pane;
    return (struct pane_keys){{"F1 back   : command   F10 quit"}};
}

const struct pane_ops pane_help = {
    .place = PLACE_DIALOG,
    .size = sizeof(struct help),
    .command = "?",
    .function_key = KEY_F(1),
    .over_dialogs = true,
    .wants = dialog_wants_page,
    .draw = draw,
    .key = key,
    .open = open_pane,
    .keys = keys,
};
