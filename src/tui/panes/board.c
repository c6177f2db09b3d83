/* The board. Marks in the text make it readable without colour: ( ) the last move, [ ] the selected
 * piece and both squares of a premove, • where the piece can move, x x what it can capture, > < the
 * cursor, ! ! a king in check. In analysis { } mark the best move and ~ ~ the threat. On large
 * squares the pieces are drawn shapes, and arrows join the marked squares. */
#include <math.h>
#include <string.h>

#include "src/session/study/analysis_text.h"
#include "src/tui/panes/arrow.h"
#include "src/tui/panes/board.h"
#include "src/tui/panes/panes.h"
#include "src/tui/panes/shapes.h"

const char *board_piece(int piece, bool letters)
{
    static const char *const glyphs[NO_PIECE + 1] = {"♙", "♘", "♗", "♖", "♕", "♔", "♟",
                                                     "♞", "♝", "♜", "♛", "♚", " "};
    static const char *const ascii[NO_PIECE + 1] = {"P", "N", "B", "R", "Q", "K", "p",
                                                    "n", "b", "r", "q", "k", " "};
    return (letters ? ascii : glyphs)[piece];
}

struct marks {
    const char *left, *right, *middle; /* left and right: marks beside a piece; middle: mark in an
                                          empty square; NULL: no mark */
    enum square_kind kind;
};

static bool is_of(Move move, Square square)
{
    return move != NO_MOVE && (square == move_from(move) || square == move_to(move));
}

static struct marks marks_of(const struct board_look *look, Square square)
{
    const struct position *position = look->position;
    int piece = position->board[square];
    bool check = piece != NO_PIECE && piece_type(piece) == KING &&
                 piece_color(piece) == position->side && position->checkers;
    if (square == look->cursor)
        return (struct marks){">", "<", NULL, SQUARE_CHOSEN};
    if (square == look->selected || is_of(look->premove, square))
        return (struct marks){"[", "]", NULL, SQUARE_CHOSEN};
    if (look->targets >> square & 1) {
        return piece == NO_PIECE ? (struct marks){NULL, NULL, "•", SQUARE_PLAIN}
                                 : (struct marks){"x", "x", NULL, SQUARE_CHOSEN};
    }
    if (check)
        return (struct marks){"!", "!", NULL, SQUARE_CHECK};
    if (is_of(look->best, square))
        return (struct marks){"{", "}", NULL, SQUARE_BEST};
    if (is_of(look->threat, square))
        return (struct marks){"~", "~", NULL, SQUARE_THREAT};
    if (is_of(look->last, square))
        return (struct marks){"(", ")", NULL, SQUARE_LAST};
    return (struct marks){NULL, NULL, NULL, SQUARE_PLAIN};
}

static void put(WINDOW *window, int y, int x, attr_t attributes, short pair, const char *glyph)
{
    /* paint sets a text style, which the square's colour then replaces. */
    paint(window, y, x, 1, STYLE_TEXT, glyph);
    mvwchgat(window, y, x, 1, attributes, pair, NULL);
}

/* What is needed to draw one square. */
struct brush {
    WINDOW *window;
    const struct board_look *look;
    Square square;
    int y, x;        /* the square's upper left cell in the window */
    int row, column; /* the same cell, counted from the board's upper left corner */
    struct marks marks;
    bool dark;
};

static void put_ink(const struct brush *brush, int row, int column, enum square_ink ink,
                    const char *glyph)
{
    short pair;
    attr_t attributes = theme_square(brush->marks.kind, brush->dark, ink, &pair);
    put(brush->window, brush->y + row, brush->x + column, attributes, pair, glyph);
}

static bool draws_shapes(const struct board_look *look)
{
    return look->pieces == PIECES_AUTO && !look->letters && theme_tells_sides() &&
           shapes_exist(look->width, look->height);
}

/* Draws a cell that no piece covers: a part of an arrow, or the background. */
static void draw_ground(const struct brush *brush, int row, int column)
{
    const struct arrows *arrows = brush->look->arrows;
    unsigned best = arrows ? arrows->best[brush->row + row][brush->column + column] : 0;
    unsigned threat = arrows ? arrows->threat[brush->row + row][brush->column + column] : 0;
    if (best)
        put_ink(brush, row, column, INK_BEST, shape_glyph(best));
    else if (threat)
        put_ink(brush, row, column, INK_THREAT, shape_glyph(threat));
    else
        put_ink(brush, row, column, INK_MARK, brush->dark && !theme_has_colors() ? "░" : " ");
}

/* Draws a piece as a large shape. A cell has only two colours, so the cells of the piece get a
 * background that contrasts with the piece. If the square has a different background, a rim in the
 * piece's background colour surrounds the piece. */
static void draw_shape(const struct brush *brush, int piece)
{
    const struct board_look *look = brush->look;
    bool white = piece_color(piece) == WHITE, suits = white == brush->dark;
    for (int row = 0; row < look->height; row++) {
        for (int column = 0; column < look->width; column++) {
            struct shape_cell cell =
                shape_cell(piece_type(piece), look->width, look->height, row, column);
            if (cell.filled)
                put_ink(brush, row, column, white ? INK_WHITE : INK_BLACK,
                        shape_glyph(cell.filled));
            else if (cell.rim && !suits)
                put_ink(brush, row, column, INK_RIM, shape_glyph(cell.rim));
        }
    }
}

/* Draws the marks of a square with a large shape: in its lower corners, which every shape leaves
 * free. */
static void draw_corner_marks(const struct brush *brush)
{
    const struct board_look *look = brush->look;
    if (brush->marks.left) {
        put_ink(brush, look->height - 1, 0, INK_MARK, brush->marks.left);
        put_ink(brush, look->height - 1, look->width - 1, INK_MARK, brush->marks.right);
    }
}

static void draw_figure(const struct brush *brush, int piece)
{
    const struct board_look *look = brush->look;
    const struct marks *marks = &brush->marks;
    int row = (look->height - 1) / 2, column = (look->width - 1) / 2;
    if (look->width == 2)
        column = 0;
    else if (marks->left)
        put_ink(brush, row, column - 1, INK_MARK, marks->left);
    if (marks->right)
        put_ink(brush, row, column + 1, INK_MARK, marks->right);
    if (piece != NO_PIECE) {
        bool outline = theme_has_chips();
        bool filled = theme_tells_sides() && look->pieces != PIECES_OUTLINE;
        int drawn = look->letters || (!outline && !filled) ? piece
                    : outline                              ? piece_type(piece)
                                                           : piece_type(piece) + KING + 1;
        put_ink(brush, row, column, piece_color(piece) == WHITE ? INK_WHITE : INK_BLACK,
                board_piece(drawn, look->letters));
    } else if (marks->middle) {
        put_ink(brush, row, column, INK_MARK, marks->middle);
    } else if (marks->left && look->width == 2) {
        put_ink(brush, row, column, INK_MARK, marks->left);
    }
}

static void draw_square(const struct brush *brush)
{
    const struct board_look *look = brush->look;
    int piece = look->position->board[brush->square];
    for (int row = 0; row < look->height; row++) {
        for (int column = 0; column < look->width; column++)
            draw_ground(brush, row, column);
    }
    bool shapes = draws_shapes(look);
    if (shapes && piece != NO_PIECE)
        draw_shape(brush, piece);
    if (shapes && brush->marks.left)
        draw_corner_marks(brush);
    else if (!shapes || piece == NO_PIECE)
        draw_figure(brush, piece);
}

void board_draw(WINDOW *window, int y, const struct board_look *look)
{
    for (int row = 0; row < 8; row++) {
        int rank = look->flipped ? row : 7 - row;
        int top = y + row * look->height;
        paintf(window, top + (look->height - 1) / 2, 1, 1, STYLE_DIM, "%d", rank + 1);
        for (int column = 0; column < 8; column++) {
            int file = look->flipped ? 7 - column : column;
            Square square = rank * 8 + file;
            draw_square(&(struct brush){
                .window = window,
                .look = look,
                .square = square,
                .y = top,
                .x = 3 + column * look->width,
                .row = row * look->height,
                .column = column * look->width,
                .marks = marks_of(look, square),
                .dark = (file + rank) % 2 == 0,
            });
        }
    }
    for (int column = 0; column < 8; column++) {
        int file = look->flipped ? 7 - column : column;
        paintf(window, y + 8 * look->height, 3 + column * look->width + (look->width - 1) / 2, 1,
               STYLE_DIM, "%c", 'a' + file);
    }
}

Square board_square_at(int y, int x, int width, int height, bool flipped)
{
    if (width < 1 || height < 1)
        return NO_SQUARE; /* the board is not shown */
    int column = (x - 3) / width, row = y / height;
    if (x < 3 || column > 7 || y < 0 || row > 7)
        return NO_SQUARE;
    return flipped ? row * 8 + 7 - column : (7 - row) * 8 + column;
}

/* Returns the move with the squares to mark. Castling is stored as "king takes rook"; its target
 * becomes the square where the king ends up. */
static Move as_marked(Move move)
{
    if (move == NO_MOVE || move_kind(move) != MOVE_CASTLING)
        return move;
    Square from = move_from(move);
    int file = move_to(move) > from ? 6 : 2;
    return move_make(from, square_rank(from) * 8 + file, MOVE_NORMAL, 0);
}

/* Marks the best move and the threat, once the search is deep enough that they seldom change. */
static void mark_analysis(const struct session_view *view, struct board_look *look)
{
    const struct report *analysis = view_analysis(view);
    if (!view->analyzing || view->guessing || !analysis_is_deep(view) ||
        analysis->line_count == 0 || analysis->lines[0].length == 0)
        return;
    look->best = as_marked(analysis->lines[0].moves[0]);
    look->threat = as_marked(analysis_threat_move(view));
}

static void draw_arrow(unsigned char cells[ARROW_ROWS_MAX][ARROW_COLUMNS_MAX],
                       const struct board_look *look, Move move, bool dashed)
{
    if (move == NO_MOVE)
        return;
    Square from = move_from(move), to = move_to(move);
    arrow_draw(cells, &(struct arrow){
                          .from_row = look->flipped ? square_rank(from) : 7 - square_rank(from),
                          .from_column = look->flipped ? 7 - square_file(from) : square_file(from),
                          .to_row = look->flipped ? square_rank(to) : 7 - square_rank(to),
                          .to_column = look->flipped ? 7 - square_file(to) : square_file(to),
                          .occupied = look->position->board[to] != NO_PIECE,
                          .dashed = dashed,
                          .width = look->width,
                          .height = look->height,
                      });
}

static void draw_board(WINDOW *window, const struct pane *pane)
{
    const struct model *model = pane->model;
    const struct game_node *shown = model->view.shown;
    struct position hidden = shown->position;
    bool hides = model->view.blindfold && !model->peeking;
    if (hides) {
        memset(hidden.board, NO_PIECE, sizeof hidden.board);
        hidden.checkers = 0;
    }
    struct board_look look = {
        .position = hides ? &hidden : &shown->position,
        .last = as_marked(model->view.last),
        .premove = shown == model->view.live ? as_marked(model->view.premoved) : NO_MOVE,
        .best = NO_MOVE,
        .threat = NO_MOVE,
        .cursor = model->cursor_on || model->view.setting_up ? model->cursor : NO_SQUARE,
        .selected = model->selected,
        .targets = model->targets,
        .flipped = model->flipped,
        .letters = model->letters,
        .pieces = model->pieces,
        .width = model->square_width,
        .height = model->square_height,
    };
    if (!hides)
        mark_analysis(&model->view, &look);
    struct arrows arrows = {0};
    if (draws_shapes(&look) && !model->options.no_arrows) {
        draw_arrow(arrows.best, &look, look.best, false);
        draw_arrow(arrows.threat, &look, look.threat, true);
        look.arrows = &arrows;
    }
    board_draw(window, 0, &look);
}

const struct pane_ops pane_board = {
    .place = PLACE_BOARD,
    .redraw = CHANGED_BOARD | CHANGED_LOOK | CHANGED_ANALYSIS,
    .draw = draw_board,
};

/* White's winning chances, from 0 to 1: by the result if the position shown ends the game, else by
 * the analysis or the static evaluation. */
static double white_share(const struct model *model)
{
    const struct game_node *shown = model->view.shown;
    enum result result = game_result_at(shown);
    if (result != RESULT_NONE)
        return result == RESULT_WHITE ? 1 : result == RESULT_BLACK ? 0 : 0.5;
    const struct report *analysis = view_analysis(&model->view);
    struct trace full; /* the evaluation with full knowledge; model->trace has the opponent's, which
                          may misjudge the position */
    session_trace(model->session, true, &full);
    int score = score_common(full.score);
    if (analysis && analysis->line_count > 0) {
        score = analysis->lines[0].score;
        score = shown->position.side == WHITE ? score : -score;
    }
    return 1.0 / (1.0 + pow(10.0, -score / 400.0));
}

/* Draws the evaluation bar. */
static void draw_bar(WINDOW *window, const struct pane *pane)
{
    const struct model *model = pane->model;
    int height, width;
    getmaxyx(window, height, width);
    if (!model_shows_bar(model))
        return;
    int white = (int)lround(white_share(model) * height);
    for (int y = 0; y < height; y++) {
        int from_white = model->flipped ? y : height - 1 - y;
        bool bright = from_white < white;
        paint_fill(window, y, 0, width, bright ? STYLE_BAR_WHITE : STYLE_BAR_BLACK,
                   theme_has_colors() ? " "
                   : bright           ? "█"
                                      : "░");
    }
}

const struct pane_ops pane_bar = {
    .place = PLACE_BAR,
    .redraw = CHANGED_BOARD | CHANGED_ANALYSIS | CHANGED_LOOK,
    .draw = draw_bar,
};
