/* The bottom of the screen: a line of hints and messages, the keys, and the entry line. */
#include <stdio.h>

#include "src/tui/entry.h"
#include "src/tui/panes/panes.h"
#include "src/tui/question.h"

static void ending_text(const struct model *model, char *text, size_t size)
{
    const struct session_view *view = &model->view;
    snprintf(text, size, "%s  %s%s%s%s%s", result_text(view->result), view->ending,
             *view->ending ? "  " : "", view->rated, *view->rated ? "  " : "",
             view->analyzing ? "F8 reviews the game" : "Type review or home");
}

/* The text before your first move. */
static void first_words(const struct session_view *view, char *text, size_t size)
{
    struct position start;
    chess_start(&start);
    bool black = view->you == BLACK, usual = view->game->root->position.key == start.key;
    snprintf(text, size, "You have %s. Type a move%s and press Enter, or click the piece",
             black ? "black" : "white",
             !usual  ? ""
             : black ? " (e6, Nf6)"
                     : " (e4, Nf3)");
}

static enum style status_of(const struct pane *pane, char *text, size_t size)
{
    text[0] = '\0';
    return pane && pane->ops->status ? pane->ops->status(pane, text, size) : STYLE_TEXT;
}

/* Returns whether a pane beside the board shows the hint, so that the status line need not. */
static bool hint_is_shown(const struct model *model)
{
    const struct pane *pane = pane_at(model, PLACE_HINT);
    return pane && pane->rect.height > 0;
}

/* Writes the most urgent message. */
static enum style status_text(const struct model *model, char *text, size_t size)
{
    const struct session_view *view = &model->view;
    if (model->question && *model->notice) { /* the notice says that an answer is needed first */
        snprintf(text, size, "%s", model->notice);
        return STYLE_BAD;
    }
    if (model->question) {
        snprintf(text, size, "%s%s", model->question_text, model->question->prompt);
        return STYLE_STRONG;
    }
    if (*model->notice) {
        snprintf(text, size, "%s", model->notice);
        return model->notice_bad ? STYLE_BAD : STYLE_TEXT;
    }
    if (*view->premove) {
        snprintf(text, size, "Premove %s: played after the opponent's move. Esc takes it back",
                 view->premove);
        return STYLE_STRONG;
    }
    enum style style = status_of(model->dialog, text, size);
    if (!*text)
        style = status_of(pane_wanting(model, PLACE_MOVES), text, size);
    if (*text)
        return style;
    if (view->card) {
        if (view->hint.pending && !hint_is_shown(model))
            snprintf(text, size, "Hint: thinking…");
        else
            snprintf(text, size, "%s", *view->message ? view->message : "Find the move.");
        return STYLE_STRONG;
    }
    bool over = !view->playing && view->result != RESULT_NONE && !view->guessing;
    bool hint_due = !hint_is_shown(model) && (!over || view->analyzing);
    if (view->hint.pending && hint_due) {
        snprintf(text, size, "Hint: thinking…");
        return STYLE_TEXT;
    }
    if (view->hint.rung > 0 && hint_due) {
        snprintf(text, size, "Hint %d/%d  %s%s", view->hint.rung, view->hint.rungs,
                 view->hint.text[view->hint.rung - 1],
                 view->hint.rung < view->hint.rungs ? "   F3 next hint" : "");
        return STYLE_TEXT;
    }
    text[0] = '\0';
    if (over || !*view->message)
        style = status_of(pane_wanting(model, PLACE_DEBUG), text, size);
    if (*text)
        return style;
    if (over && (!*view->message || (*view->ending && !view->no_game))) {
        ending_text(model, text, size);
        return STYLE_STRONG;
    }
    if (view->playing && view->shown != view->live) {
        snprintf(text, size, "This is an earlier position. Press End to go back to the game");
        return STYLE_DIM;
    }
    if (!*view->message && view->playing && view->your_turn && view->live->ply < 2) {
        first_words(view, text, size);
        return STYLE_DIM;
    }
    snprintf(text, size, "%s", view->message);
    return STYLE_TEXT;
}

static void draw_status(WINDOW *window, const struct pane *pane)
{
    const struct model *model = pane->model;
    char text[1024];
    enum style style = status_text(model, text, sizeof text);
    int height, width;
    getmaxyx(window, height, width);
    paint_parts(window, 0, 1, width - 2, height, style, text);
}

const struct pane_ops pane_status = {
    .place = PLACE_STATUS,
    .redraw = CHANGED_BOARD | CHANGED_HINT | CHANGED_MESSAGE | CHANGED_LOOK | CHANGED_THINKING,
    .draw = draw_status,
};

/* The pane's own keys, if it has any. */
static struct pane_keys keys_of(const struct pane *pane)
{
    return pane && pane->ops->keys ? pane->ops->keys(pane) : (struct pane_keys){{NULL}};
}

/* The line of keys while a question is open. Of the function keys it lists only F10, because the
 * others only ask for the answer. */
static struct pane_keys keys_of_question(const struct question *question)
{
    const char *text = question->choose   ? "Enter queen   Esc cancel   F10 quit"
                       : question->forced ? "y or Enter yes   n no   F10 quit"
                                          : "y yes   n or Esc no   F10 quit";
    return (struct pane_keys){{text}};
}

static struct pane_keys keys_now(const struct model *model)
{
    const struct session_view *view = &model->view;
    if (model->question)
        return keys_of_question(model->question);
    struct pane_keys keys = keys_of(model->dialog);
    if (!keys.texts[0])
        keys = keys_of(pane_wanting(model, PLACE_MOVES));
    if (keys.texts[0])
        return keys;
    if (view->card_over && view->card_last)
        return (struct pane_keys){
            {"Enter goes back   ← → step through it   F4 flip   Esc ends   F10 quit",
             "Enter goes back  ← → step  Esc ends  F10 quit", "Enter goes back  ← → step"}};
    if (view->card_over)
        return (struct pane_keys){
            {"Enter next one   ← → step through it   F4 flip   Esc ends   F10 quit",
             "Enter next one  ← → step  Esc ends  F10 quit", "Enter next one  ← → step  Esc ends"}};
    if (view->card)
        return (struct pane_keys){
            {"type the move  F3 hint  F4 flip  skip: solution  Esc ends  F10 quit",
             "F3 hint  skip: show  Esc ends  F10 quit"}};
    if (model->cursor_on)
        return (struct pane_keys){
            {"← → ↑ ↓ move the cursor   Enter chooses and plays   Esc cursor off   F1 help",
             "Enter chooses and plays  Esc cursor off  F10 quit"}};
    if (view->guessing)
        return (struct pane_keys){
            {"guess the move played   F4 flip   skip: show it   stop: back to analysis",
             "guess  skip: show  stop: end  F10 quit"}};
    keys = keys_of(pane_wanting(model, PLACE_DEBUG));
    if (keys.texts[0])
        return keys;
    if (!view->playing && view->result == RESULT_NONE)
        return (struct pane_keys){
            {"F1 help  F4 flip  F5 opponent  F6 analyse  F9 play a game  F10 quit",
             "F5 opponent  F9 play a game  F10 quit"}};
    if (!view->playing)
        return (struct pane_keys){
            {"F1 help  F4 flip  F5 opponent  F6 analyse  F8 review  F9 again  Esc more  F10 quit",
             "F1 help F4 flip F5 opponent F6 analyse F8 review F9 again Esc more F10 quit",
             "F5 opponent F8 review F9 again Esc more F10 quit"}};
    return (struct pane_keys){
        {"F1 help  F2 debug  F3 hint  F4 flip  F5 opponent  F6 analyse  F7 cursor  F10 quit",
         "F1 help F2 debug F3 hint F4 flip F5 opponent F6 analyse F7 cursor F10 quit",
         "F1 help F2 debug F3 hint F5 opponent F6 analyse F10 quit",
         "F1 help F2 debug F3 hint F5 opponent"}};
}

static void draw_keys(WINDOW *window, const struct pane *pane)
{
    const struct model *model = pane->model;
    const struct pane_keys keys = keys_now(model);
    pane_draw_keys(window, 0, &keys);
}

const struct pane_ops pane_keys = {
    .place = PLACE_KEYS,
    .redraw = CHANGED_LOOK,
    .draw = draw_keys,
};

/* Draws the entry line, scrolled so that the cursor is visible, and puts the cursor there. */
static void draw_entry(WINDOW *window, const struct pane *pane)
{
    const struct model *model = pane->model;
    char text[1024];
    size_t cursor;
    int width = getmaxx(window) - 2;
    entry_look(text, sizeof text, &cursor);
    char before[1024];
    snprintf(before, sizeof before, "%.*s", (int)cursor, text);
    int at = paint_cells(before);
    const char *from = text;
    int skipped = 0;
    while (at - skipped >= width && *from) {
        const char *next = from;
        paint_decode(&next);
        char glyph[8];
        snprintf(glyph, sizeof glyph, "%.*s", (int)(next - from), from);
        skipped += paint_cells(glyph);
        from = next;
    }
    paint(window, 0, 1, width, model->refused ? STYLE_BAD : STYLE_TEXT, from);
    wmove(window, 0, 1 + at - skipped);
}

const struct pane_ops pane_entry = {
    .place = PLACE_ENTRY,
    .redraw = CHANGED_INPUT | CHANGED_LOOK,
    .draw = draw_entry,
};
