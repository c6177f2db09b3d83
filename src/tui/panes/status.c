/* The bottom of the screen: the line of hint or explanation, the keys, the entry line. */
#include <stdio.h>

#include "src/tui/entry.h"
#include "src/tui/model.h"
#include "src/tui/paint.h"
#include "src/tui/question.h"

static void ending_text(const struct model *model, char *text, size_t size)
{
    const struct session_view *view = &model->view;
    snprintf(text, size, "%s  %s%s%s%sF8 reviews it", result_text(view->result),
             view->ending, *view->ending ? "  " : "", view->rated, *view->rated ? "  " : "");
}

/* Before your first move. */
static void first_words(const struct session_view *view, char *text, size_t size)
{
    struct position start;
    chess_start(&start);
    bool black = view->you == BLACK, usual = view->game->root->position.key == start.key;
    snprintf(text, size, "You have %s: type a move%s and Enter, or click it",
             black ? "black" : "white",
             !usual  ? ""
             : black ? " (e6, Nf6)"
                     : " (e4, Nf3)");
}

/* What the line says, most urgent first. */
static enum style status_text(const struct model *model, char *text, size_t size)
{
    const struct session_view *view = &model->view;
    if (model->question && *model->notice) { /* an answer is needed first */
        snprintf(text, size, "%s", model->notice);
        return STYLE_BAD;
    }
    if (model->question) {
        snprintf(text, size, "%s%s", model->question_text, model->question->prompt);
        return STYLE_STRONG;
    }
    if (model->dialog == DIALOG_SLIDER && model->slider.use == SLIDER_FIRST && !*model->notice) {
        snprintf(text, size, "How strong is it to be? ← and → or a number choose, Enter plays.");
        return STYLE_DIM;
    }
    if (*model->notice) {
        snprintf(text, size, "%s", model->notice);
        return model->notice_bad ? STYLE_BAD : STYLE_TEXT;
    }
    if (view->setup) {
        snprintf(text, size, "%s%s",
                 *view->setup_trouble ? "Not to be played yet: " : "Ready to play",
                 view->setup_trouble);
        return *view->setup_trouble ? STYLE_BAD : STYLE_GOOD;
    }
    if (view->card) {
        if (view->hint.pending && !model->hint_shown)
            snprintf(text, size, "Hint: thinking…");
        else
            snprintf(text, size, "%s", *view->message ? view->message : "Find the move.");
        return STYLE_STRONG;
    }
    if (view->hint.pending && !model->hint_shown) {
        snprintf(text, size, "Hint: thinking…");
        return STYLE_TEXT;
    }
    if (view->hint.rung > 0 && !model->hint_shown) {
        snprintf(text, size, "Hint %d/%d  %s%s", view->hint.rung, HINT_RUNGS,
                 view->hint.text[view->hint.rung - 1],
                 view->hint.rung < HINT_RUNGS ? "   F3 next hint" : "");
        return STYLE_TEXT;
    }
    bool over = !view->playing && view->result != RESULT_NONE && !view->guessing;
    if (over && (!*view->message || (*view->ending && !view->no_game))) {
        ending_text(model, text, size);
        return STYLE_STRONG;
    }
    if (view->playing && view->shown != view->live) {
        snprintf(text, size, "Looking back; End returns to the game");
        return STYLE_DIM;
    }
    if (!*view->message && view->playing && view->your_turn && view->live->ply < 2) {
        first_words(view, text, size);
        return STYLE_DIM;
    }
    snprintf(text, size, "%s", view->message);
    return STYLE_TEXT;
}

void pane_status(WINDOW *window, const struct model *model)
{
    char text[1024];
    enum style style = status_text(model, text, sizeof text);
    int height, width;
    getmaxyx(window, height, width);
    paint_parts(window, 0, 1, width - 2, height, style, text);
}

/* The keys there are, at length and shorter: the first that fits is shown. */
enum { LENGTHS = 3 };
struct keys {
    const char *texts[LENGTHS];
};

/* By where F6 leads, and whether there is a game to review. */
static struct keys analysis_keys(const struct model *model)
{
#define ANALYSIS_KEYS(back, review)                                                                \
    {{"F1 help  F3 hint  F4 flip  F5 level" back review "  PgDn more  F10 quit",                   \
      "← → step  F5 level" back review "  F10 quit", "← → step  F5 level" back "  F10 quit"}}
    static const struct keys keys[][2] = {
        {ANALYSIS_KEYS("", ""), ANALYSIS_KEYS("", "  F8 review")},
        {ANALYSIS_KEYS("  F6 back", ""), ANALYSIS_KEYS("  F6 back", "  F8 review")},
        {ANALYSIS_KEYS("  F6 games", ""), ANALYSIS_KEYS("  F6 games", "  F8 review")},
    };
#undef ANALYSIS_KEYS
    if (tree_pane_shown(model))
        return (struct keys){
            {"↑ ↓ choose   Enter plays   ← → step   PgUp back   F1 help   F10 quit",
             "↑ ↓ choose  Enter plays  PgUp back"}};
    if (model->sliding)
        return (struct keys){{"← → 25   PgUp PgDn 100   Home End   m method   p preset   Esc",
                              "← → 25  PgUp PgDn 100  Esc"}};
    int back = !model->view.no_game ? 1 : games_pane_worth(model) ? 2 : 0;
    return keys[back][!model->view.playing && model->view.live->ply > 0];
}

static struct keys keys_now(const struct model *model)
{
    const struct session_view *view = &model->view;
    if (model->dialog == DIALOG_SLIDER)
        return (struct keys){{""}};
    if (model->dialog == DIALOG_SUITE)
        return (struct keys){
            {"↑ ↓ choose   Enter shows the position   Esc ends the run", "↑ ↓   Enter   Esc"}};
    if (view->setup)
        return (struct keys){
            {"arrows move  P n ... put  Space empties  Enter plays  F6 analyses  Esc back",
             "P n ... put  Enter plays  Esc back"}};
    if (view->card_over)
        return (struct keys){
            {"Enter goes on   ← → step through it   F4 flip   stop ends   F10 quit",
             "Enter goes on  ← → step  stop ends"}};
    if (view->card)
        return (struct keys){
            {"type the move  F3 hint  F4 flip  skip: the solution  stop ends  F10 quit",
             "F3 hint  skip  stop ends  F10 quit"}};
    if (model->cursor_on)
        return (struct keys){
            {"← → ↑ ↓ move the cursor   Enter chooses and plays   Esc ends   F1 help",
             "Enter chooses and plays  Esc ends"}};
    if (view->guessing)
        return (struct keys){
            {"type the move that was played   F4 flip   skip: show it   stop: to the analysis",
             "type what was played  skip  stop"}};
    if (view->analyzing)
        return analysis_keys(model);
    if (!view->playing && view->result == RESULT_NONE)
        return (struct keys){{"F1 help  F4 flip  F5 Elo  F6 analyse  F9 play a game  F10 quit",
                              "F5 Elo  F9 play a game  F10 quit"}};
    if (!view->playing)
        return (struct keys){
            {"F1 help  F2 debug  F4 flip  F5 Elo  F6 analyse  F8 review  F9 again  F10 quit",
             "F5 Elo  F8 review  F9 again  F10 quit"}};
    return (struct keys){
        {"F1 help  F2 debug  F3 hint  F4 flip  F5 Elo  F6 analyse  F7 cursor  F10 quit",
         "F1 help F2 debug F3 hint F4 flip F5 Elo F6 analyse", "F1 help F3 hint F5 Elo F10 quit"}};
}

void pane_keys(WINDOW *window, const struct model *model)
{
    int width = getmaxx(window) - 1, at = 0;
    const struct keys keys = keys_now(model);
    while (at + 1 < LENGTHS && keys.texts[at + 1] && paint_cells(keys.texts[at]) > width)
        at++;
    paint(window, 0, 1, width, STYLE_DIM, keys.texts[at]);
}

/* The line, scrolled so that the cursor is in sight; leaves the window's cursor there. */
void pane_entry(WINDOW *window, const struct model *model)
{
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
