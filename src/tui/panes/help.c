/* Help: the keys, then the commands of the session. The text scrolls. */
#include <stdio.h>

#include "src/tui/panes/panes.h"

/* Key and description. Rows with an empty key are headings or blank lines. */
#define HELP_KEYS(X)                                                                               \
    X("", "Moves")                                                                                 \
    X("e4 Nf3 g1f3", "type a move and press Enter: SAN, long algebraic or UCI")                    \
    X("e8=Q e7e8q", "promotion by suffix; by mouse or cursor a prompt asks")                       \
    X("Tab", "completes moves and commands; the choices show above")                               \
    X("mouse", "click a piece, then one of its squares; or drag it; the wheel steps")              \
    X("F7", "a cursor on the board: arrows move it, Enter chooses and plays, Esc ends")            \
    X("", "")                                                                                      \
    X("", "Keys")                                                                                  \
    X("← → Home End", "step through the game while the line is empty")                             \
    X("↑ ↓", "earlier lines")                                                                      \
    X("F1", "this help")                                                                           \
    X("F2", "the debug pane: what the opponent knows, why it played its move")                     \
    X("PgDn PgUp", "its second page, the evaluation by term, and back")                            \
    X("PgDn PgUp", "while analysing its pages: lines, level, evaluation, tree")                    \
    X("↑ ↓ Enter", "in the tree: choose one of the moves that were played here, and play it")      \
    X("↑ ↓", "while analysing another variation, where there is one")                              \
    X("F3", "one more hint: the kind of move, the piece, the move, why")                           \
    X("F4", "turn the board round")                                                                \
    X("F5", "the opponent's Elo: arrows or a number; while analysing it slides at once")           \
    X("F6", "analyse, and back to the game, or to the list of a file's games")                     \
    X("F8", "the review of a game that is over, or is analysed: graph, accuracy, mistakes")        \
    X("F9", "another game at the same level and clock")                                            \
    X("F10", "leave; a game going on is kept")                                                     \
    X("Esc", "clears the line and the choice, closes the hints")                                   \
    X("Ctrl-C", "clears the line; twice on an empty line leaves")                                  \
    X("", "")                                                                                      \
    X("", "Marks on the board")                                                                    \
    X("( )", "the last move")                                                                      \
    X("[ ]  •  x x", "the chosen piece, where it may go, what it may take")                        \
    X("> <  ! !", "the cursor, a king in check")                                                   \
    X("", "")

struct help_line {
    const char *key, *words;
};
static const struct help_line lines[] = {
#define X(key, words) {key, words},
    HELP_KEYS(X)
#undef X
};
enum { KEY_LINES = sizeof lines / sizeof *lines, LINES_COUNT = KEY_LINES + COMMAND_COUNT };

struct help {
    int top; /* first visible line */
};

static bool wants(const struct pane *pane, struct rect *rect)
{
    (void)pane;
    dialog_leave_entry(rect);
    dialog_limit_width(rect);
    return true;
}

/* The key opens it at the keys, the command at the commands. */
static bool open_pane(struct pane *pane, const char *argument, struct error *error)
{
    struct help *help = pane->state;
    (void)error;
    help->top = argument ? KEY_LINES : 0;
    dialog_show(pane);
    return true;
}

static bool key(struct pane *pane, int key)
{
    struct help *help = pane->state;
    if (list_key(key == ' ' ? KEY_NPAGE : key, 10, LINES_COUNT - 5, &help->top))
        return true;
    if (key != 27 && key != 'q' && key != '\r' && key != KEY_F(1))
        return false;
    dialog_hide(pane);
    return true;
}

/* Draws what to type or press and its description, wrapped. Returns the number of lines. */
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
        used += y > 1; /* a blank line between them */
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
    for (int i = help->top; i < LINES_COUNT && y < height - 1; i++) {
        y += i < KEY_LINES ? draw_line(window, y, &lines[i])
                           : draw_command(window, y, (enum session_command)(i - KEY_LINES));
    }
    paint(window, height - 1, 3, width - 6, STYLE_DIM, " ↑ ↓ PgUp PgDn scroll   Esc back ");
}

const struct pane_ops pane_help = {
    .place = PLACE_DIALOG,
    .size = sizeof(struct help),
    .command = "?",
    .function_key = KEY_F(1),
    .over_dialogs = true,
    .wants = wants,
    .draw = draw,
    .key = key,
    .open = open_pane,
};
