/* The bottom of the screen: the line of hint or explanation, the keys, the entry line. */
#include <stdio.h>

#include "src/tui/entry.h"
#include "src/tui/model.h"
#include "src/tui/paint.h"

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
    if (model->question == ASK_RESUME) {
        snprintf(text, size, "%s  Resume? y/n", model->question_text);
        return STYLE_STRONG;
    }
    if (model->question != ASK_NOTHING) {
        snprintf(text, size, "%s",
                 model->question == ASK_NEW
                     ? "This game is not over. Leave it and begin another? y/n"
                     : "Promote to: q queen, r rook, b bishop, n knight; Esc: not at all");
        return STYLE_STRONG;
    }
    if (model->dialog == DIALOG_SLIDER && model->slider.use == SLIDER_FIRST && !*model->notice) {
        snprintf(text, size, "How strong is it to be? ← and → choose, Enter plays.");
        return STYLE_DIM;
    }
    if (*model->notice) {
        snprintf(text, size, "%s", model->notice);
        return model->notice_bad ? STYLE_BAD : STYLE_TEXT;
    }
    if (view->setup) {
        snprintf(text, size, "%s%s", *view->setup_trouble ? "Not to be played yet: " : "Ready to play",
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
    bool loaded = !*view->message && !view->analyzing && !view->guessing; /* without its ending */
    if (!view->playing && view->result != RESULT_NONE && (*view->ending || loaded)) {
        ending_text(model, text, size);
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

void pane_keys(WINDOW *window, const struct model *model)
{
    int width = getmaxx(window);
    const char *keys;
    if (model->dialog == DIALOG_SLIDER) {
        keys = "";
    } else if (model->dialog == DIALOG_SUITE) {
        keys = width >= 60 ? "↑ ↓ choose   Enter shows the position   Esc ends the run"
                           : "↑ ↓   Enter   Esc";
    } else if (width < 80 && model->view.setup) {
        keys = "P n ... put  Enter plays  Esc back";
    } else if (width < 80 && model->view.card) {
        keys = "F3 hint  skip  stop ends  F10 quit";
    } else if (width < 80 && model->view.guessing && !model->cursor_on) {
        keys = "type what was played  skip  stop";
    } else if (width < 80 && model->view.analyzing && !model->cursor_on) {
        keys = !model->view.no_game      ? "← → step  F5 level  F6 back  F10 quit"
               : games_pane_worth(model) ? "← → step  F5 level  F6 games  F10 quit"
                                         : "← → step  F5 level  F10 quit";
    } else if (width < 80 && !model->view.playing && model->view.result != RESULT_NONE) {
        keys = "F5 Elo  F8 review  F9 again  F10 quit";
    } else if (width < 80) {
        keys = width >= 60 ? "F1 help F2 debug F3 hint F4 flip F5 Elo F6 analyse"
                           : "F1 help F3 hint F5 Elo F10 quit";
    } else if (model->view.setup) {
        keys = "arrows move  P n ... put  Space empties  Enter plays  F6 analyses  Esc back";
    } else if (model->view.card) {
        keys = "type the move  F3 hint  F4 flip  skip: the solution  stop ends  F10 quit";
    } else if (model->view.guessing && !model->cursor_on) {
        keys = "type the move that was played   F4 flip   skip: show it   stop: to the analysis";
    } else if (model->view.analyzing && !model->cursor_on) {
        keys = tree_pane_shown(model)
                   ? "↑ ↓ choose   Enter plays   ← → step   PgUp back   F1 help   F10 quit"
               : model->sliding ? "← → 25   PgUp PgDn 100   Home End   m method   p preset   Esc"
               : !model->view.no_game
                   ? "F1 help  F3 hint  F4 flip  F5 level  F6 back  PgDn more  F10 quit"
               : games_pane_worth(model)
                   ? "F1 help  F3 hint  F4 flip  F5 level  F6 games  PgDn more  F10 quit"
                   : "F1 help  F3 hint  F4 flip  F5 level  PgDn more  F10 quit";
    } else if (!model->view.playing && model->view.result == RESULT_NONE && !model->cursor_on) {
        keys = "F1 help  F4 flip  F5 Elo  F6 analyse  F9 play a game  F10 quit";
    } else if (!model->view.playing && !model->cursor_on) {
        keys = "F1 help  F2 debug  F4 flip  F5 Elo  F6 analyse  F8 review  F9 again  F10 quit";
    } else if (model->cursor_on) {
        keys = "← → ↑ ↓ move the cursor   Enter chooses and plays   Esc ends   F1 help";
    } else {
        keys = "F1 help  F2 debug  F3 hint  F4 flip  F5 Elo  F6 analyse  F7 cursor  F10 quit";
    }
    paint(window, 0, 1, width - 1, STYLE_DIM, keys);
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
