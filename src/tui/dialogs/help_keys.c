/* Which keys work on which screen. A row fits into 60 columns, and all rows of a screen fit into
 * the help of a terminal of 60x18, so that the user of a small terminal need not scroll. */
#include "src/tui/dialogs/help_keys.h"

#include "src/tui/dialogs/dialogs.h"

static const struct help_line home[] = {
    {"", "Home"},
    {"Enter", "go on with your game, or play"},
    {"n", "start a new game instead"},
    {"o  F5", "choose opponent, colour and clock"},
    {"d z e r", "deck, puzzles, endgames, openings"},
    {"E", "list the endgames, to choose one"},
    {"a", "analyse a game, file or position"},
    {"w  s", "test positions; your statistics"},
    {"t", "solve positions of your last game"},
    {"e4 Enter", "begin a game with this move"},
    {":", "begin a command, such as :load"},
    {"Esc  F10", "back to the board; quit"},
    {"", ""},
};

static const struct help_line game[] = {
    {"", "The game"},
    {"e4 Enter", "play a move; click and drag work"},
    {"← → Home End", "step through the game"},
    {"F2", "debug pane: how it chose its move"},
    {"F3", "a hint (the game is then unrated)"},
    {"F4", "turn the board around"},
    {"F5", "the opponent"},
    {"F6", "analyse (then unrated); and back"},
    {"F7", "a cursor on the board"},
    {"undo draw resign", "type these words"},
    {"Esc", "clear the line; take a premove back"},
    {"F9 F10", "another game; quit, the game is kept"},
    {"", ""},
};

static const struct help_line over[] = {
    {"", "After the game"},
    {"← → Home End", "step through the game"},
    {"F8", "review: accuracy and mistakes"},
    {"F6", "analyse it; press again to go back"},
    {"F9", "play again"},
    {"F5", "another opponent"},
    {"Esc", "how it ended, and what to do next"},
    {"F4 F10", "turn the board around; quit"},
    {"try home save", "type these words"},
    {"", ""},
};

static const struct help_line stats[] = {
    {"", "Your statistics"},
    {"↑ ↓ PgUp PgDn", "scroll"},
    {"p", "practise what the bottom line says"},
    {"Esc", "back"},
    {"", ""},
};

static const struct help_line endgames[] = {
    {"", "The endgames"},
    {"↑ ↓ PgUp PgDn", "choose an endgame"},
    {"Enter", "play it"},
    {"Esc", "back"},
    {"", ""},
};

static const struct help_line suite[] = {
    {"", "A test suite"},
    {"↑ ↓ PgUp PgDn", "choose a position"},
    {"Enter", "show it on a board; back to the list"},
    {"w", "see why the level missed the position"},
    {"Esc", "end the run"},
    {"", ""},
};

static const struct help_line review[] = {
    {"", "The review"},
    {"↑ ↓", "choose a gift or a mistake"},
    {"Enter", "show it on the board"},
    {"← → PgUp PgDn", "go along the graph, by 1 or 10"},
    {"Home End", "the beginning, the end"},
    {"t", "solve what you missed"},
    {"S", "save the game to a file"},
    {"q  Esc", "back"},
    {"", ""},
};

static const struct help_line analysis[] = {
    {"", "Analysis"},
    {"← → Home End", "step through the game"},
    {"↑ ↓", "other variations at this move"},
    {"Nf3 Enter", "try a move"},
    {"PgDn PgUp", "pages: lines, level, terms, tree"},
    {"F2", "what weakens the level here"},
    {"F3", "a hint"},
    {"F5", "the level: ← → change it"},
    {"F8", "review of a finished game"},
    {"F6", "back to the game or the file"},
    {"explain play", "type these words"},
    {"F4 F10", "turn the board around; quit"},
    {"", ""},
};

static const struct help_line debug[] = {
    {"", "What weakens the level"},
    {"↑ ↓", "choose a number or a group"},
    {"← →", "change it; else step through moves"},
    {"Space Enter", "switch a group on or off"},
    {"a click", "switches the group"},
    {"Esc", "stop choosing"},
    {"PgDn PgUp", "its moves, then what the search counted"},
    {"F2", "back to the lines"},
    {"F6", "back to the game or the file"},
    {"", ""},
};

static const struct help_line puzzle[] = {
    {"", "A position to solve"},
    {"Qg6 Enter", "play the move you found"},
    {"F3", "a hint; each further one says more"},
    {"skip", "type it to see the solution"},
    {"Enter", "when it is done: the next one"},
    {"← →", "when it is done: step through it"},
    {"F4", "turn the board around"},
    {"Esc", "end and go back; so does stop"},
    {"F10", "quit"},
    {"", ""},
};

static const struct help_line guessing[] = {
    {"", "Guessing moves"},
    {"Nf3 Enter", "the move that you expect"},
    {"skip", "type it to see the move"},
    {"stop", "type it to go back to the analysis"},
    {"F4 F10", "turn the board around; quit"},
    {"", ""},
};

static const struct help_line slider[] = {
    {"", "The opponent"},
    {"← →  PgUp PgDn", "the rating by 25, by 100"},
    {"1500", "type a rating; Home End: min, max"},
    {"p  s", "the next preset; another scale"},
    {"c  t", "your colour; the clock"},
    {"m  d", "the way of playing; a drill"},
    {"Tab", "the opponent's numbers, and back"},
    {"↑ ↓ ← →", "on that page: choose, change"},
    {"Space", "on that page: a group on or off"},
    {"Enter", "play, or use it in this game"},
    {"Esc", "back"},
    {"", ""},
};

static const struct help_line games[] = {
    {"", "Games of a file"},
    {"↑ ↓ PgUp PgDn", "choose a game"},
    {"Enter", "open it"},
    {"/", "search by names, year, opening ..."},
    {"p", "only those with the position shown"},
    {"r", "review all games of the list"},
    {"t", "the moves played in this position"},
    {"h", "home, if you came from there"},
    {"q or Esc", "back to the board"},
    {"", ""},
};

static const struct help_line setup[] = {
    {"", "Setting up a position"},
    {"← → ↑ ↓", "move the cursor"},
    {"N n", "put a white or a black knight; Q q ..."},
    {"Space", "empty the square"},
    {"Tab", "the other side to move"},
    {"1 2 3 4  e", "castling; en passant"},
    {":", "type clear, start, fen ..."},
    {"Enter", "play from it"},
    {"F6", "analyse it"},
    {"Esc", "cancel"},
    {"", ""},
};

#define ROWS(name) (*count = sizeof(name) / sizeof *(name), name)

const struct help_line *help_keys_here(const struct model *model, int *count)
{
    const struct session_view *view = &model->view;
    const struct pane_ops *dialog = model->dialog ? model->dialog->ops : NULL;
    if (dialog == &pane_home)
        return ROWS(home);
    if (dialog == &pane_slider)
        return ROWS(slider);
    if (dialog == &pane_review)
        return ROWS(review);
    if (dialog == &pane_games)
        return ROWS(games);
    if (dialog == &pane_endgames)
        return ROWS(endgames);
    if (dialog == &pane_stats)
        return ROWS(stats);
    if (dialog == &pane_suite)
        return ROWS(suite);
    if (view->setting_up)
        return ROWS(setup);
    if (view->card)
        return ROWS(puzzle);
    if (view->guessing)
        return ROWS(guessing);
    if (view->analyzing)
        return model->page >= ANALYSIS_DEBUG ? ROWS(debug) : ROWS(analysis);
    return view->playing ? ROWS(game) : ROWS(over);
}
