/* Moves made on the board: pieces are selected and moved by mouse, by dragging, or with the
 * cursor. */
#include "src/tui/keys_internal.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "src/tui/choice.h"
#include "src/tui/notice.h"
#include "src/tui/panes/board.h"

static bool choose_promotion(struct model *model, int key);

static const struct question promotion = {
    .prompt = "Promote to: q queen, r rook, b bishop, n knight; Esc cancels the move",
    .needed = "Choose the piece first: q, r, b or n; Esc cancels the move",
    .of_choice = true,
    .choose = choose_promotion,
};

void keys_ask_promotion(struct model *model, Move move)
{
    model->asked = move;
    notice_ask(model, &promotion, "");
}

static bool choose_promotion(struct model *model, int key)
{
    static const char letters[] = "nbrq";
    const char *found = key > 0 && key < 128 ? strchr(letters, tolower(key)) : NULL;
    /* For a b-pawn, the key b may begin a typed move such as b8=q instead of naming the bishop, so
     * it goes to the entry line. */
    if (key == 'b' && square_file(move_from(model->asked)) == 1)
        return false;
    if (key == '\r')
        found = letters + 3;
    if (found) {
        Move move = move_make(move_from(model->asked), move_to(model->asked), MOVE_PROMOTION,
                              KNIGHT + (int)(found - letters));
        model->question = NULL;
        choice_play(model, move);
    } else if (key == 27) {
        choice_forget(model);
        notice_clear(model);
    }
    return found || key == 27;
}

/* Returns the legal move between two squares, or NO_MOVE. Castling is stored as "king takes rook";
 * the king's target square is accepted, too. */
static Move move_between(const struct position *position, Square from, Square to)
{
    Move moves[CHESS_MOVES_MAX];
    int count = chess_moves(position, moves);
    for (int i = 0; i < count; i++) {
        Square target = move_to(moves[i]);
        if (move_from(moves[i]) != from)
            continue;
        if (move_kind(moves[i]) == MOVE_CASTLING && !position->chess960)
            target = square_rank(from) * 8 + (target > from ? 6 : 2);
        if (target == to || move_to(moves[i]) == to)
            return moves[i];
    }
    return NO_MOVE;
}

static void choose_piece(struct model *model, Square square)
{
    const struct position *position = &model->view.shown->position;
    Move moves[CHESS_MOVES_MAX];
    int count = chess_moves(position, moves);
    int piece = position->board[square];
    choice_forget(model);
    if (piece == NO_PIECE || piece_color(piece) != position->side)
        return;
    model->selected = square;
    for (int to = 0; to < SQUARE_COUNT; to++) {
        Move move = move_between(position, square, to);
        bool by_rook = move != NO_MOVE && move_kind(move) == MOVE_CASTLING &&
                       !position->chess960 && move_to(move) == to;
        if (move != NO_MOVE && !by_rook)
            model->targets |= (Bitboard)1 << to;
    }
    if (!model->targets && count > 0) {
        notice_say(model, true,
                   chess_in_check(position) ? "That piece cannot move: your king is in check"
                                            : "That piece cannot move: it is blocked or pinned");
    }
}

/* Says why the move is illegal, in the words used for a typed move. */
static void say_why_illegal(struct model *model, Square from, Square to)
{
    char text[8];
    Move move;
    struct error error = {0};
    snprintf(text, sizeof text, "%.2s%.2s", chess_square_name(from), chess_square_name(to));
    if (!chess_read_move(&model->view.shown->position, text, &move, &error))
        notice_say(model, true, "%s", error.message);
}

/* Handles a square that was clicked or chosen with the cursor. */
static void choose(struct model *model, Square square)
{
    const struct position *position = &model->view.shown->position;
    *model->notice = '\0';
    if (model->view.blindfold && !model->peeking) {
        notice_say(model, true, "Blindfold game: type your move. Type peek to see the board");
        return;
    }
    if (model->selected == NO_SQUARE || square == model->selected) {
        bool same = square == model->selected;
        choice_forget(model);
        if (!same)
            choose_piece(model, square);
        return;
    }
    Move move = move_between(position, model->selected, square);
    if (move == NO_MOVE) {
        Square from = model->selected;
        choose_piece(model, square);
        if (model->selected == NO_SQUARE)
            say_why_illegal(model, from, square);
    } else if (move_kind(move) == MOVE_PROMOTION) {
        keys_ask_promotion(model, move);
    } else {
        choice_play(model, move);
    }
}

static void act_on_mouse(struct model *model, const MEVENT *event)
{
    if (model->dialog || model->question)
        return;
    if (event->bstate & (BUTTON4_PRESSED | BUTTON5_PRESSED)) {
        session_step(model->session, event->bstate & BUTTON4_PRESSED ? STEP_BACK : STEP_FORWARD);
        choice_forget(model);
        return;
    }
    const struct rect *board = &pane_at(model, PLACE_BOARD)->rect;
    Square square = board_square_at(event->y - board->y, event->x - board->x, model->square_width,
                                    model->square_height, model->flipped);
    struct pane *beside = pane_wanting(model, PLACE_MOVES);
    if (beside && beside->ops->click && (event->bstate & (BUTTON1_PRESSED | BUTTON1_RELEASED))) {
        beside->ops->click(beside, square, event->bstate & BUTTON1_PRESSED,
                           event->y - beside->rect.y, event->x - beside->rect.x);
        return;
    }
    struct pane *under = pane_wanting(model, PLACE_DEBUG);
    if (square == NO_SQUARE && under && under->ops->click &&
        (event->bstate & (BUTTON1_PRESSED | BUTTON1_RELEASED)))
        under->ops->click(under, square, event->bstate & BUTTON1_PRESSED,
                          event->y - under->rect.y, event->x - under->rect.x);
    if (square == NO_SQUARE)
        return;
    /* A click on the selected piece deselects it, but only when the button is released, because the
     * press may begin a drag. */
    bool chosen = square == model->selected;
    if (event->bstate & BUTTON1_PRESSED) {
        model->pressed_again = chosen;
        if (!chosen)
            choose(model, square);
    } else if ((event->bstate & BUTTON1_RELEASED) && model->selected != NO_SQUARE &&
               (chosen ? model->pressed_again : model->targets >> square & 1)) {
        choose(model, square);
    }
}

/* Handles all waiting mouse events. Over a network, a press and its release may arrive together.
 * Curses then returns the later one first. */
void keys_press_mouse(struct model *model)
{
    enum { EVENTS_MOST = 8 }; /* the size of curses' queue */
    MEVENT events[EVENTS_MOST];
    int count = 0;
    while (count < EVENTS_MOST && getmouse(&events[count]) == OK)
        count++;
    while (count > 0) {
        act_on_mouse(model, &events[--count]);
        session_view(model->session, &model->view);
    }
}

static void move_cursor(struct model *model, int files, int ranks)
{
    int sign = model->flipped ? -1 : 1;
    int file = square_file(model->cursor) + sign * files;
    int rank = square_rank(model->cursor) + sign * ranks;
    if (file >= 0 && file < 8 && rank >= 0 && rank < 8)
        model->cursor = rank * 8 + file;
}

bool keys_move_cursor(struct model *model, int key)
{
    switch (key) {
    case KEY_LEFT: move_cursor(model, -1, 0); return true;
    case KEY_RIGHT: move_cursor(model, 1, 0); return true;
    case KEY_UP: move_cursor(model, 0, 1); return true;
    case KEY_DOWN: move_cursor(model, 0, -1); return true;
    default: return false;
    }
}

bool keys_press_cursor(struct model *model, wint_t key, bool code)
{
    if (code && keys_move_cursor(model, (int)key))
        return true;
    bool chosen = code ? key == KEY_ENTER : key == '\r' || key == '\n' || key == ' ';
    if (chosen)
        choose(model, model->cursor);
    return chosen;
}
