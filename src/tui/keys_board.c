/* The board under the hand: pieces chosen, moved and dragged by mouse and by the cursor. */
#include "src/tui/keys_internal.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "src/tui/notice.h"

static bool choose_promotion(struct model *model, int key);

static const struct question promotion = {
    .prompt = "Promote to: q queen, r rook, b bishop, n knight; Esc: not at all",
    .needed = "Choose the piece first: q, r, b or n; Esc takes the move back",
    .choose = choose_promotion,
};

void keys_ask_promotion(struct model *model, Move move)
{
    model->asked = move;
    keys_ask(model, &promotion, "");
}

void keys_forget_choice(struct model *model)
{
    model->selected = NO_SQUARE;
    model->targets = 0;
    if (model->question == &promotion)
        model->question = NULL;
}

void keys_play(struct model *model, Move move)
{
    struct session_reply reply;
    memset(&reply, 0, sizeof reply);
    session_play(model->session, move, &reply);
    keys_forget_choice(model);
    notice_reply(model, &reply);
}

static bool choose_promotion(struct model *model, int key)
{
    static const char letters[] = "nbrq";
    const char *found = key > 0 && key < 128 ? strchr(letters, tolower(key)) : NULL;
    if (key == '\r')
        found = letters + 3;
    if (found) {
        Move move = move_make(move_from(model->asked), move_to(model->asked), MOVE_PROMOTION,
                              KNIGHT + (int)(found - letters));
        model->question = NULL;
        keys_play(model, move);
    } else if (key == 27) {
        keys_forget_choice(model);
    }
    return found || key == 27;
}

/* The legal move from selected to square; castling also by the king's own target. */
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
    keys_forget_choice(model);
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
                   chess_in_check(position)
                       ? "Any move of that piece is illegal: the king stays in check"
                       : "Any move of that piece is illegal: it is blocked or pinned");
    }
}

/* The same words as for a move that was typed. */
static void say_why_illegal(struct model *model, Square from, Square to)
{
    char text[8];
    Move move;
    struct error error = {0};
    snprintf(text, sizeof text, "%.2s%.2s", chess_square_name(from), chess_square_name(to));
    if (!chess_read_move(&model->view.shown->position, text, &move, &error))
        notice_say(model, true, "%s", error.message);
}

/* A square was clicked, or chosen by the cursor. */
static void choose(struct model *model, Square square)
{
    const struct position *position = &model->view.shown->position;
    *model->notice = '\0';
    if (model->view.blindfold && !model->peeking) {
        notice_say(model, true, "Blindfold: type the move; peek shows the board");
        return;
    }
    if (model->selected == NO_SQUARE || square == model->selected) {
        bool same = square == model->selected;
        keys_forget_choice(model);
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
        keys_play(model, move);
    }
}

static void act_on_mouse(struct model *model, const struct layout *layout, const MEVENT *event)
{
    if (model->dialog != DIALOG_NONE || model->question)
        return;
    if (event->bstate & (BUTTON4_PRESSED | BUTTON5_PRESSED)) {
        session_step(model->session, event->bstate & BUTTON4_PRESSED ? STEP_BACK : STEP_FORWARD);
        keys_forget_choice(model);
        return;
    }
    const struct rect *board = &layout->panes[PANE_BOARD], *beside = &layout->panes[PANE_MOVES];
    Square square = board_square_at(event->y - board->y, event->x - board->x, layout->square_width,
                                    layout->square_height, model->flipped);
    if (model->view.setup && (event->bstate & (BUTTON1_PRESSED | BUTTON1_RELEASED))) {
        setup_pane_click(model, square, event->bstate & BUTTON1_PRESSED, event->y - beside->y,
                         event->x - beside->x);
        return;
    }
    if (square == NO_SQUARE)
        return;
    /* The chosen piece is let go where it is released again: it may be dragged as well. */
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

/* Curses tells once of what came in one go, as a press and its release do over a network, and then
 * gives the last first. */
void keys_press_mouse(struct model *model, const struct layout *layout)
{
    enum { EVENTS_MOST = 8 }; /* as many as curses keeps */
    MEVENT events[EVENTS_MOST];
    int count = 0;
    while (count < EVENTS_MOST && getmouse(&events[count]) == OK)
        count++;
    while (count > 0) {
        act_on_mouse(model, layout, &events[--count]);
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
