/* The home screen: a list of activities, each with its key and what it offers today. It covers the
 * board, and opens again when training that was started from it is over. */
#include "src/session/home.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "src/tui/dialogs/dialogs.h"
#include "src/tui/entry.h"
#include "src/tui/notice.h"
#include "src/tui/question.h"
#include "src/util/text.h"

enum { KEYS_AT = 2, NAMES_AT = 9, TEXTS_AT = 24, WIDTH_MOST = 100, POLL = 200 /* ms */ };

struct home_pane {
    struct home home;
    struct analyse_menu analyse;
    bool open;
    bool in_analyse; /* the menu of Analyse is shown */
    bool to_analyse; /* a row of Analyse was chosen: home closes when the analysis begins */
    bool analyzed;   /* when home was last polled, the game on the board was being analysed */
    const struct game *game; /* the game on the board when home opened; home closes when another
                                one begins or is analysed */
    char elsewhere[256]; /* the message about the game under home; home does not show it */
};

static bool is_over_a_game(const struct model *model)
{
    return model->view.playing || model->view.live->ply > 0;
}

static bool wants(const struct pane *pane, struct rect *rect)
{
    (void)pane;
    dialog_leave_entry(rect);
    rect->height++; /* the home screen also covers the status line, and shows the messages itself */
    return true;
}

static bool open_pane(struct pane *pane, const char *argument, struct error *error)
{
    struct home_pane *state = pane->state;
    struct model *model = pane->model;
    (void)argument;
    (void)error;
    session_read_home(model->session, &state->home);
    session_go_away(model->session, true);
    state->open = true;
    state->game = model->view.game;
    state->analyzed = model->view.analyzing;
    state->in_analyse = state->to_analyse = false;
    snprintf(state->elsewhere, sizeof state->elsewhere, "%s",
             model->left_home || !is_over_a_game(model) ? "" : model->view.message);
    model->left_home = model->left_to_analyse = model->analysis_paused = false;
    dialog_show(pane);
    return true;
}

static void leave(struct pane *pane)
{
    struct home_pane *state = pane->state;
    state->open = state->in_analyse = state->to_analyse = false;
    dialog_hide(pane);
    session_go_away(pane->model->session, false);
}

static bool close_pane(struct pane *pane)
{
    struct home_pane *state = pane->state;
    if (state->in_analyse || !is_over_a_game(pane->model))
        return false; /* home stays open without a game that the user can return to */
    state->open = false;
    session_go_away(pane->model->session, false);
    return true;
}

/* Leaves the home screen and enters `line`, which continues a game or begins an analysis. */
static void play(struct pane *pane, const char *line)
{
    struct model *model = pane->model;
    leave(pane);
    snprintf(model->line_due, sizeof model->line_due, "%s", line);
}

static void analyse(struct pane *pane, const struct home_row *row)
{
    struct home_pane *state = pane->state;
    struct model *model = pane->model;
    notice_clear(model);
    if (strcmp(row->line, "analyze") == 0 && model->view.analyzing) {
        leave(pane);
        model->left_to_analyse = !model->view.playing;
        return;
    }
    if (strcmp(row->line, "edit") == 0 || strcmp(row->line, "analyze") == 0) {
        model->left_to_analyse = !model->view.playing;
        play(pane, row->line);
        return;
    }
    if (row->line[strlen(row->line) - 1] == ' ') {
        entry_set(row->line);
        return;
    }
    state->to_analyse = true;
    snprintf(model->line_due, sizeof model->line_due, "%s", row->line);
}

/* Forgets the answer to the last key when home and Analyse change places, except the message about
 * the game under home. */
static void forget_answer(struct pane *pane)
{
    const struct home_pane *state = pane->state;
    struct model *model = pane->model;
    if (strcmp(model->view.message, state->elsewhere) != 0)
        notice_take_message(model);
    notice_clear(model);
}

/* Shows what can be analysed. If there is only one choice, analyses it at once. */
static void open_analyse(struct pane *pane)
{
    struct home_pane *state = pane->state;
    session_read_analyse(pane->model->session, &state->analyse);
    state->in_analyse = state->analyse.count > 1;
    if (state->in_analyse)
        forget_answer(pane);
    else
        analyse(pane, &state->analyse.rows[0]);
}

static void choose(struct pane *pane, enum home_row_id id)
{
    struct model *model = pane->model;
    const struct home_pane *state = pane->state;
    notice_clear(model);
    switch (id) {
    case HOME_CONTINUE:
        play(pane, state->home.rows[id].line);
        break;
    case HOME_OPPONENT:
        pane_open(pane_for_key(model, KEY_F(5)), "next");
        break;
    case HOME_ANALYSE:
        open_analyse(pane);
        break;
    default:
        snprintf(model->line_due, sizeof model->line_due, "%s", state->home.rows[id].line);
        if (id == HOME_OPENINGS && !state->home.rows[id].used)
            entry_set("repertoire white "); /* an opening or a file is still to be typed */
        break;
    }
}

/* Remembers the row's key in case it turns out to begin a move (see home_letter). Forgets it if the
 * next key may be meant for what the row has opened: a list whose rows are chosen by digits, or an
 * entry line for the name of a file. */
static void remember_letter(const struct pane *pane, enum home_row_id id)
{
    const struct home_pane *state = pane->state;
    bool numbers = state->in_analyse &&
                   isdigit((unsigned char)state->analyse.rows[state->analyse.count - 1].key);
    pane->model->home_letter_at = text_now();
    pane->model->home_letter = numbers || !entry_is_empty() ? '\0' : state->home.rows[id].key;
}

/* Carries out a key of the menu of Analyse; Esc goes back to home. Returns false if no row has the
 * key. */
static bool key_in_analyse(struct pane *pane, int key)
{
    struct home_pane *state = pane->state;
    if (key == 27) {
        state->in_analyse = state->to_analyse = false;
        forget_answer(pane);
        return true;
    }
    for (int i = 0; i < state->analyse.count; i++) {
        if (key == state->analyse.rows[i].key) {
            analyse(pane, &state->analyse.rows[i]);
            return true;
        }
    }
    return false;
}

static bool key(struct pane *pane, int key)
{
    struct model *model = pane->model;
    const struct home_pane *state = pane->state;
    if (state->in_analyse)
        return key_in_analyse(pane, key);
    if (key == '\r' && session_is_preparing(model->session))
        return true; /* ignore Enter: the positions that the last key asked for are being read */
    for (int i = 0; i < HOME_COUNT; i++) {
        if (state->home.rows[i].shown && key == state->home.rows[i].key) {
            choose(pane, (enum home_row_id)i);
            remember_letter(pane, (enum home_row_id)i);
            return true;
        }
    }
    if (key == HOME_ENDGAME_KEY) {
        notice_clear(model);
        snprintf(model->line_due, sizeof model->line_due, "%s", HOME_ENDGAME_LINE);
    } else if (key == KEY_F(5)) {
        choose(pane, HOME_OPPONENT);
    } else if (key == 27 && is_over_a_game(model)) {
        notice_clear(model);
        leave(pane);
    } else {
        return false;
    }
    return true;
}

/* Closes home when a new game, a position to solve or an analysis that was started from it is on
 * the board. Home opens again after positions to solve and after an analysis. */
static bool poll_pane(struct pane *pane)
{
    struct home_pane *state = pane->state;
    struct model *model = pane->model;
    bool begun = model->view.analyzing && !state->analyzed;
    if (!state->open)
        return false;
    state->analyzed = model->view.analyzing;
    if (model->view.card) {
        leave(pane);
        model->left_home = true;
        return true;
    }
    if (model->view.analyzing &&
        (begun || state->to_analyse || state->game != model->view.game)) {
        leave(pane);
        model->left_to_analyse = true;
        return true;
    }
    if (model->view.playing && state->game != model->view.game) {
        leave(pane);
        return true;
    }
    if (!session_home_changed(model->session))
        return false;
    session_read_home(model->session, &state->home);
    return true;
}

static int next_poll(const struct pane *pane)
{
    const struct home_pane *state = pane->state;
    return state->open ? POLL : -1;
}

/* Draws a row in at most `lines` lines, without the last parts of its text if they do not fit, or
 * with its brief text if not even the first part does. Returns the number of lines used. */
static int draw_row(WINDOW *window, int y, int x, int width, const struct home_row *row, int lines)
{
    enum { ROOMY = 70, NARROW = 50 };
    char key[8], first[sizeof row->text + 1];
    snprintf(key, sizeof key, "%c", row->key);
    x -= width < NARROW ? 1 : 0; /* leaves one more column for the rows' texts */
    int names = width < NARROW ? NAMES_AT - 1 : NAMES_AT;
    int texts = width >= ROOMY ? TEXTS_AT : width < NARROW ? TEXTS_AT - 4 : TEXTS_AT - 3;
    int room = width - texts - (width < NARROW ? 0 : 1);
    snprintf(first, sizeof first, "%.*s%s", (int)strcspn(row->text, ";"), row->text,
             strchr(row->text, ';') ? "." : "");
    bool fits = paint_lines(first, room) <= lines || !*row->brief;
    paint(window, y, x + KEYS_AT, names - KEYS_AT - 1, STYLE_STRONG,
          row->key == '\r' ? "Enter" : key);
    paint(window, y, x + names, texts - names, row->used ? STYLE_TEXT : STYLE_DIM, row->name);
    return paint_parts(window, y, x + texts, room, lines, row->used ? STYLE_TEXT : STYLE_DIM,
                       fits ? row->text : row->brief);
}

/* Returns whether the row is the first of a group. If the window has enough lines, a blank line is
 * drawn before each group. */
static bool begins_group(enum home_row_id id)
{
    return id == HOME_DECK || id == HOME_ANALYSE || id == HOME_LESSON;
}

/* Draws the last two lines: an open question, the answer to the last key, or what is going on.
 * While a line is being typed, all keys go there, so these lines say how to end it. */
static void draw_message(WINDOW *window, int y, int x, int width, const struct pane *pane)
{
    const struct home_pane *state = pane->state;
    const struct model *model = pane->model;
    bool typing = !entry_is_empty() && !model->refused;
    bool news = !model->view.card && strcmp(model->view.message, state->elsewhere) != 0;
    char asked[sizeof model->question_text + 16];
    if (model->question)
        snprintf(asked, sizeof asked, "%s%s", model->question_text, model->question->prompt);
    const char *text = *model->notice                         ? model->notice
                       : model->question                      ? asked
                       : typing                               ? "You are typing a line: Enter runs "
                                                                "it, Esc clears it."
                       : session_is_preparing(model->session) ? "One moment: the positions are "
                                                                "being read."
                       : *state->home.trouble                 ? state->home.trouble
                       : news                                 ? model->view.message
                                                              : "";
    bool bad = text == model->notice ? model->notice_bad : text == state->home.trouble;
    paint_parts(window, y, x + 1, width - 2, 2, bad ? STYLE_BAD : STYLE_STRONG, text);
}

static void draw(WINDOW *window, const struct pane *pane)
{
    const struct home_pane *state = pane->state;
    const struct home *home = &state->home;
    int height, full, rows = 0, y = 2;
    getmaxyx(window, height, full);
    int width = full < WIDTH_MOST ? full : WIDTH_MOST, x = (full - width) / 2;
    paint(window, 0, x + 1, width - 2, STYLE_STRONG, state->in_analyse ? "Analyse" : "Fallible");
    char rating[sizeof home->rating];
    snprintf(rating, sizeof rating, "%s", home->rating);
    if (paint_cells(rating) > width - 13)
        rating[strcspn(rating, "(")] = '\0'; /* leave out "(+31 in 4 weeks)" */
    paint_right(window, 0, x + 12, width - 13, STYLE_TEXT, rating);
    paint_fill(window, 1, x + 1, width - 2, STYLE_RULE, "─");
    if (state->in_analyse) {
        for (int i = 0, left = state->analyse.count; left > 0 && y < height - 2; i++, left--)
            y += draw_row(window, y, x, width, &state->analyse.rows[i],
                          height - 2 - y - left > 0 ? height - 1 - y - left : 1);
        draw_message(window, height - 2, x, width, pane);
        return;
    }
    for (int i = 0; i < HOME_COUNT; i++)
        rows += home->rows[i].shown;
    int spare = height - 4 - rows; /* lines left over for blank lines and longer texts */
    bool roomy = spare >= 5, top = spare >= 6;
    spare -= 3 * roomy + top;
    y += top;
    for (int i = 0; i < HOME_COUNT && y < height - 1; i++) {
        struct home_row row = home->rows[i];
        if (!row.shown)
            continue;
        if (i == HOME_ENDGAMES)
            text_add(row.text, sizeof row.text, "; %c lists them", HOME_ENDGAME_KEY);
        y += roomy && begins_group((enum home_row_id)i);
        /* Keep one line for the lesson. */
        int more = spare - (i < HOME_LESSON && home->rows[HOME_LESSON].shown);
        int used = draw_row(window, y, x, width, &row, 1 + (more > 0 ? more : 0));
        spare -= used - 1;
        y += used;
    }
    draw_message(window, height - 2, x, width, pane);
}

static struct pane_keys keys(const struct pane *pane)
{
    const struct home_pane *state = pane->state;
    if (state->in_analyse)
        return (struct pane_keys){{"F1 help   : command   Esc back to home   F10 quit",
                                   "F1 help  : command  Esc back  F10 quit"}};
    if (is_over_a_game(pane->model))
        return (struct pane_keys){{"F1 help   : command   Esc back to the board   F10 quit",
                                   "F1 help  : command  Esc board  F10"}};
    return (struct pane_keys){
        {"F1 help   : command   F5 opponent   F10 quit", "F1 help : command F5 opponent F10 quit"}};
}

const struct pane_ops pane_home = {
    .place = PLACE_DIALOG,
    .size = sizeof(struct home_pane),
    .command = "home",
    .takes_lines = true,
    .wants = wants,
    .draw = draw,
    .key = key,
    .open = open_pane,
    .close = close_pane,
    .poll = poll_pane,
    .next_poll = next_poll,
    .keys = keys,
};
