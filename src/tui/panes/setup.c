/* Sets up a position. Keys put pieces at the cursor; the mouse drags pieces, or puts down the piece
 * selected in the palette. The pane always says what is still missing. */
#include <stdio.h>
#include <string.h>

#include "src/tui/panes/panes.h"

enum { PALETTE_TOP = 3, PALETTE_LEFT = 8, PALETTE_STEP = 3, PALETTE_EMPTY = PIECE_TYPE_COUNT };

struct setting_up {
    int brush; /* the piece that a click places */
};

static const char letters[] = "PNBRQKpnbrqk";

static void put(struct model *model, Square square, int piece)
{
    struct setup *setup = session_setup(model->session);
    setup_put(setup, piece, square);
    session_setup_changed(model->session);
}

static void set_side(struct model *model)
{
    struct setup *setup = session_setup(model->session);
    setup->side = !setup->side;
    setup->en_passant = NO_SQUARE;
    session_setup_changed(model->session);
}

static bool key(struct pane *pane, int key)
{
    struct model *model = pane->model;
    struct setting_up *state = pane->state;
    if (model->typing)
        return false;
    struct setup *setup = session_setup(model->session);
    const char *letter = key > 0 && key < 128 ? strchr(letters, key) : NULL;
    if (letter) {
        state->brush = (int)(letter - letters);
        put(model, model->cursor, state->brush);
        return true;
    }
    switch (key) {
    case ' ':
    case '.':
    case 127:
    case KEY_BACKSPACE:
    case KEY_DC: put(model, model->cursor, NO_PIECE); return true;
    case '\t': set_side(model); return true;
    case '1':
    case '2':
    case '3':
    case '4': setup_toggle_right(setup, key - '1'); break;
    case 'e':
        setup->en_passant = setup->en_passant == model->cursor ? NO_SQUARE : model->cursor;
        break;
    default: return false;
    }
    session_setup_changed(model->session);
    return true;
}

/* Handles a click on the palette: later clicks on the board place the piece that was clicked. */
static void choose_brush(struct setting_up *state, int y, int x)
{
    int index = (x - PALETTE_LEFT) / PALETTE_STEP;
    if (x < PALETTE_LEFT || index > PALETTE_EMPTY || (y != PALETTE_TOP && y != PALETTE_TOP + 1))
        return;
    int color = y == PALETTE_TOP ? WHITE : BLACK;
    state->brush = index == PALETTE_EMPTY ? NO_PIECE : color * PIECE_TYPE_COUNT + index;
}

static void click(struct pane *pane, Square square, bool pressed, int y, int x)
{
    struct model *model = pane->model;
    struct setting_up *state = pane->state;
    const struct setup *setup = session_setup(model->session);
    Square from = model->selected;
    if (pressed && square == NO_SQUARE) {
        choose_brush(state, y, x);
    } else if (pressed) {
        model->cursor = square;
        model->selected = setup->board[square] != NO_PIECE ? square : NO_SQUARE;
        if (model->selected == NO_SQUARE || state->brush == NO_PIECE) {
            put(model, square, state->brush);
            model->selected = NO_SQUARE;
        }
    } else if (from != NO_SQUARE && square != from) {
        int piece = setup->board[from]; /* the piece was dragged; one dropped beside the board is
                                           removed */
        put(model, from, NO_PIECE);
        if (square != NO_SQUARE) {
            put(model, square, piece);
            model->cursor = square;
        }
        model->selected = NO_SQUARE;
    } else if (!pressed) {
        model->selected = NO_SQUARE;
    }
}

static void draw_palette(WINDOW *window, const struct setting_up *state)
{
    for (int color = WHITE; color <= BLACK; color++) {
        int y = PALETTE_TOP + color;
        paint(window, y, 1, PALETTE_LEFT - 2, STYLE_TEXT, chess_color_name(color));
        for (int type = PAWN; type <= PALETTE_EMPTY; type++) {
            int piece = type == PALETTE_EMPTY ? NO_PIECE : color * PIECE_TYPE_COUNT + type;
            bool brush = piece == state->brush;
            char text[8];
            snprintf(text, sizeof text, "%c%c", piece == NO_PIECE ? '.' : letters[piece],
                     brush ? '<' : ' ');
            paint(window, y, PALETTE_LEFT + type * PALETTE_STEP, PALETTE_STEP,
                  brush ? STYLE_MARKED : STYLE_STRONG, text);
        }
    }
}

static void cursor_words(const struct setup *setup, Square square, char *text, size_t size)
{
    int piece = setup->board[square];
    if (piece == NO_PIECE) {
        snprintf(text, size, "%s is empty", chess_square_name(square));
    } else {
        snprintf(text, size, "%s: %s %s", chess_square_name(square),
                 chess_color_name(piece_color(piece)), chess_piece_name(piece_type(piece)));
    }
}

static bool wants(const struct pane *pane, struct rect *rect)
{
    (void)rect;
    return pane->model->view.setting_up;
}

static enum style status(const struct pane *pane, char *text, size_t size)
{
    const struct session_view *view = &pane->model->view;
    if (!view->setting_up)
        return STYLE_TEXT;
    snprintf(text, size, "%s%s",
             *view->setup_trouble ? "Cannot be played yet: "
                                  : "This position can be "
                                    "played",
             view->setup_trouble);
    return *view->setup_trouble ? STYLE_BAD : STYLE_GOOD;
}

static struct pane_keys keys(const struct pane *pane)
{
    (void)pane;
    return (struct pane_keys){
        {"arrows move  letter puts piece  Space empty  Enter play  F6 analyse  Esc back",
         "letter puts piece  Enter play  Esc back  F10 quit"}};
}

static void draw(WINDOW *window, const struct pane *pane)
{
    const struct model *model = pane->model;
    static const struct {
        const char *key, *words;
    } rows[] = {
        {"letter", "place that piece; Space: clear"},
        {"mouse", "drag a piece; click: put <"},
        {"Tab", "change the side to move"},
        {"1 2 3 4", "change who may castle"},
        {"e", "en passant on this square"},
        {":", "type: clear, start, fen ..."},
        {"Enter", "play from this position"},
        {"F6", "analyse this position"},
        {"Esc", "cancel, and keep the game"},
    };
    const struct setup *setup = &model->view.setup;
    int height, width;
    char text[128];
    getmaxyx(window, height, width);
    paint(window, 0, 1, width - 2, STYLE_STRONG, "Set up a position");
    cursor_words(setup, model->cursor, text, sizeof text);
    paint(window, 1, 1, width - 2, STYLE_TEXT, text);
    draw_palette(window, pane->state);
    int y = PALETTE_TOP + 3;
    paintf(window, y++, 1, width - 2, STYLE_TEXT, "%s to move",
           setup->side == WHITE ? "White" : "Black");
    for (int color = WHITE; color <= BLACK; color++) {
        const char *rights = setup->rights + 2 * color;
        paintf(window, y++, 1, width - 2, STYLE_TEXT, "%s castles %d short: %s, %d long: %s",
               chess_color_name(color), 2 * color + 1, rights[0] ? "yes" : "no",
               2 * color + 2, rights[1] ? "yes" : "no");
    }
    paintf(window, y++, 1, width - 2, STYLE_TEXT, "en passant: %s",
           setup->en_passant == NO_SQUARE ? "none" : chess_square_name(setup->en_passant));
    for (size_t i = 0; i < sizeof rows / sizeof *rows && y < height; i++, y++) {
        paint(window, y, 1, 8, STYLE_TEXT, rows[i].key);
        paint(window, y, 9, width - 10, STYLE_DIM, rows[i].words);
    }
}

const struct pane_ops pane_setup = {
    .place = PLACE_MOVES,
    .size = sizeof(struct setting_up),
    .redraw = CHANGED_BOARD | CHANGED_LOOK,
    .alone = true,
    .wants = wants,
    .draw = draw,
    .key = key,
    .click = click,
    .keys = keys,
    .status = status,
};
