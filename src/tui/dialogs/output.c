/* What a command of the shell writes, such as fallible levels or fallible match. The command runs
 * as a separate process, and its lines appear here as they come. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/player/subprocess.h"
#include "src/tui/dialogs/dialogs.h"
#include "src/util/text.h"

enum {
    TICK = 50,           /* ms between two reads of the command's output */
    LINES_PER_TICK = 500,
    LINES_MAX = 20000,   /* later lines are not kept */
    FOLLOW_AFTER = 2000, /* ms; if the command takes longer, the page scrolls with its output */
    SIDEWAYS = 8,        /* columns that an arrow key shifts a table by */
    PAGE = 10,           /* lines */
};

struct output {
    struct child *child; /* NULL: the command has ended */
    char title[80];
    char **lines;
    int count, room; /* number of lines kept; lines allocated */
    int top, left;   /* first line and column shown */
    int64_t started;
    bool scrolled;    /* the user has moved the page */
    bool interrupted; /* the user has asked the command to stop */
};

static void end_child(struct output *output)
{
    if (output->child)
        child_stop(output->child);
    free(output->child);
    output->child = NULL;
}

static void drop_output(struct pane *pane)
{
    struct output *output = pane->state;
    end_child(output);
    for (int i = 0; i < output->count; i++)
        free(output->lines[i]);
    free(output->lines);
    memset(output, 0, sizeof *output);
}

/* Adds a line. Returns false if out of memory. */
static bool add_line(struct output *output, const char *text)
{
    if (output->count == output->room) {
        int room = output->room ? 2 * output->room : 256;
        char **lines = room <= 2 * LINES_MAX ? realloc(output->lines, (size_t)room * sizeof *lines)
                                             : NULL;
        if (!lines)
            return false;
        output->lines = lines;
        output->room = room;
    }
    char *line = strdup(text);
    if (!line)
        return false;
    text_sanitize(line);
    output->lines[output->count++] = line;
    return true;
}

static bool open_pane(struct pane *pane, const char *argument, struct error *error)
{
    struct output *output = pane->state;
    if (!argument)
        return error_set(error, "no command was given");
    drop_output(pane);
    struct patience patience = patience_default();
    patience.farewell = 0; /* the screen does not wait for a command that it ends */
    output->child = malloc(sizeof *output->child);
    if (!output->child)
        return error_set(error, "out of memory");
    child_init(output->child, &patience);
    if (!child_start_self(output->child, argument, error)) {
        end_child(output);
        return false;
    }
    snprintf(output->title, sizeof output->title, "fallible %.60s", argument);
    output->started = text_now();
    dialog_show(pane);
    return true;
}

static bool poll_output(struct pane *pane)
{
    struct output *output = pane->state;
    if (!output->child)
        return false;
    enum reading reading = READ_LINE;
    for (int i = 0; i < LINES_PER_TICK && reading == READ_LINE; i++) {
        reading = child_read(output->child, child_now(output->child) + 1, false);
        if (reading == READ_LINE && output->count < LINES_MAX)
            (void)add_line(output, output->child->line);
    }
    if (reading != READ_LINE && reading != READ_TIMEOUT)
        end_child(output);
    return true; /* redraw even without a new line: the running time has changed */
}

static int next_poll(const struct pane *pane)
{
    const struct output *output = pane->state;
    return output->child ? TICK : -1;
}

static bool key(struct pane *pane, int key)
{
    struct output *output = pane->state;
    int last = output->count > 0 ? output->count - 1 : 0;
    if (list_key(key == ' ' ? KEY_NPAGE : key, PAGE, last, &output->top)) {
        output->scrolled = true;
    } else if (key == KEY_RIGHT || key == KEY_LEFT) {
        output->left += key == KEY_RIGHT ? SIDEWAYS : -SIDEWAYS;
        output->left = output->left < 0 ? 0 : output->left;
    } else if (key == 27 && output->child && !output->interrupted) {
        child_interrupt_program(output->child);
        output->interrupted = true;
    } else if (key == 27 || (!output->child && (key == 'q' || key == '\r'))) {
        dialog_hide(pane);
        drop_output(pane);
    } else {
        return false;
    }
    return true;
}

/* Keeps the dialog open while the command runs: only Esc may end a running command. */
static bool close_pane(struct pane *pane)
{
    const struct output *output = pane->state;
    if (output->child)
        return false;
    drop_output(pane);
    dialog_hide(pane);
    return true;
}

/* The text without its first `cells` characters. */
static const char *from_cell(const char *text, int cells)
{
    while (cells-- > 0 && *text)
        (void)paint_decode(&text);
    return text;
}

/* How a line of output is laid out. A row of a table stays on one line, and the arrow keys shift it
 * sideways. Other lines are wrapped. In "name text" only the text is wrapped, and all its lines
 * begin in the same column. */
struct layout {
    bool table;
    int indent;       /* cells before the text */
    const char *text; /* the part of the line that is wrapped */
};

static struct layout lay_out(const char *line)
{
    struct layout layout = {.text = line + strspn(line, " ")};
    const char *gap = strstr(layout.text, "  ");
    const char *second = gap ? gap + strspn(gap, " ") : layout.text;
    layout.table = strstr(second, "  ") != NULL;
    layout.text = second;
    for (const char *at = line; at < second; layout.indent++)
        (void)paint_decode(&at);
    return layout;
}

static int rows_of(const char *line, int width)
{
    struct layout layout = lay_out(line);
    return *line && !layout.table ? paint_lines(layout.text, width - layout.indent) : 1;
}

/* The first line of the last page. */
static int last_top(const struct output *output, int rows, int width)
{
    int top = output->count;
    for (; top > 0; top--) {
        rows -= rows_of(output->lines[top - 1], width);
        if (rows < 0)
            break;
    }
    return top;
}

static void draw(WINDOW *window, const struct pane *pane)
{
    struct output *output = pane->state;
    int height = getmaxy(window), width = getmaxx(window) - 2, y = 1, widest = 0;
    paint_frame(window, output->title);
    bool follows = output->child && !output->scrolled &&
                   text_now() - output->started > FOLLOW_AFTER;
    int last = last_top(output, height - 2, width);
    output->top = follows || output->top > last ? last : output->top;
    for (int i = output->top; i < output->count && y < height - 1; i++) {
        const char *line = output->lines[i];
        struct layout layout = lay_out(line);
        if (layout.table) {
            int cells = paint_cells(line);
            widest = cells > widest ? cells : widest;
            paint(window, y++, 1, width, STYLE_TEXT, from_cell(line, output->left));
        } else {
            paint(window, y, 1, layout.indent, STYLE_TEXT, line);
            int used = paint_wrapped(window, y, 1 + layout.indent, width - layout.indent,
                                     height - 1 - y, STYLE_TEXT, layout.text);
            y += used > 0 ? used : 1;
        }
    }
    if (output->count == 0 && !output->child)
        paint(window, 1, 1, width, STYLE_DIM, "The command printed nothing.");
    const char *escape = !output->child        ? "Esc back"
                         : output->interrupted ? "Esc end it at once"
                                               : "Esc stop";
    char running[32] = "";
    if (output->child)
        snprintf(running, sizeof running, "running %d s   ",
                 (int)((text_now() - output->started) / 1000));
    paintf(window, height - 1, 3, width - 4, STYLE_DIM, " %s%s%s%s ", running,
           last > 0 ? "↑ ↓ PgUp PgDn scroll   " : "",
           widest > width || output->left ? "← → sideways   " : "", escape);
}

static struct pane_keys keys(const struct pane *pane)
{
    (void)pane;
    return (struct pane_keys){{"F1 help   F10 quit"}};
}

const struct pane_ops pane_output = {
    .place = PLACE_DIALOG,
    .size = sizeof(struct output),
    .command = "fallible",
    .wants = dialog_wants_all,
    .draw = draw,
    .key = key,
    .open = open_pane,
    .close = close_pane,
    .poll = poll_output,
    .next_poll = next_poll,
    .keys = keys,
    .finish = drop_output,
};
