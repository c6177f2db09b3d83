/* A key is offered, in this order, to the open question, the open dialog, the panes, the function
 * keys and, while the entry line is empty, the board's cursor and stepping through moves. A key
 * that none of them uses goes to readline as bytes. */
#include "src/tui/keys_internal.h"

#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "src/session/asks.h"
#include "src/session/result.h"
#include "src/tui/choice.h"
#include "src/tui/entry.h"
#include "src/tui/notice.h"
#include "src/tui/terminal.h"
#include "src/util/text.h"

static void refresh_view(struct model *model)
{
    session_view(model->session, &model->view);
}

static enum key_outcome feed(struct model *model, const char *bytes, size_t count)
{
    char line[ENTRY_LINE_MAX];
    bool end;
    *model->notice = '\0';
    if (model->refused && (unsigned char)bytes[0] > ' ' && bytes[0] != 127)
        entry_set(""); /* a typed character replaces the refused line; keys that move or delete edit
                        * it */
    model->refused = false;
    entry_feed(bytes, count);
    if (!entry_taken(line, sizeof line, &end))
        return KEY_HANDLED;
    if (end)
        return KEY_QUIT;
    size_t length = strlen(line);
    while (length > 0 && isspace((unsigned char)line[length - 1]))
        line[--length] = '\0';
    /* On screens where letters are keys, a typed line begins with ':'. */
    const char *entered = line + strspn(line, " \t:");
    const int named = model->question ? 0 : session_key_named(entered);
    if (named > 0) {
        ungetch(KEY_F(named)); /* read next, as if it were pressed */
        return KEY_HANDLED;
    }
    return *entered ? keys_enter_line(model, entered) : KEY_HANDLED;
}

static void drop_line(struct model *model)
{
    entry_set("");
    model->refused = false;
}

/* Runs the command of a key as if it were typed, but leaves the text in the entry line as it is. */
static enum key_outcome command(struct model *model, const char *line)
{
    char kept[1024];
    bool refused = model->refused; /* entering `line` clears the flag, but the refused line is put
                                    * back below */
    snprintf(kept, sizeof kept, "%s", entry_text());
    enum key_outcome outcome = keys_enter_line(model, line);
    entry_set(kept);
    model->refused = refused || (model->question && *kept);
    return outcome;
}

/* Translates a key for dialogs and panes: every Enter becomes '\r'. Characters with the same
 * numbers as curses' key codes become 0. */
static int plain_key(wint_t key, bool code)
{
    if (code ? key == KEY_ENTER : key == '\n')
        return '\r';
    return code || key < 128 ? (int)key : 0;
}

/* Offers the key to the panes in the order of their list. Returns true if one used it. */
static bool offer(struct model *model, int key)
{
    for (int i = 0; i < model->pane_count; i++) {
        struct pane *pane = &model->panes[i];
        enum place place = pane->ops->place;
        if (place != PLACE_DIALOG && pane->ops->key && pane_at(model, place) == pane &&
            pane->ops->key(pane, key))
            return true;
    }
    return false;
}

/* Handles a key while a position is set up; `code` is as in keys_press. Keys act on the cursor's
 * square, except in a line that begins with ':'. */
static enum key_outcome press_in_setup(struct model *model, wint_t key, bool code)
{
    int value = plain_key(key, code);
    *model->notice = '\0';
    if (keys_move_cursor(model, value))
        return KEY_HANDLED;
    switch (value) {
    case '\r': return command(model, "play");
    case KEY_F(6): return command(model, "analyze");
    case 27: return command(model, "cancel");
    case ':': model->typing = true; return KEY_HANDLED;
    case KEY_F(1):
        pane_open(pane_for_key(model, value), "");
        return KEY_HANDLED;
    case KEY_F(4): model->flipped = !model->flipped; return KEY_HANDLED;
    case KEY_F(10): return KEY_QUIT;
    default: break;
    }
    if (!offer(model, value))
        notice_say(model, true,
                   "Letters place pieces (capitals: White). Type : first to enter a command");
    return KEY_HANDLED;
}

/* Keys */

/* Switches between analysis and the game. From a game of a file, opens the list of its games. */
static enum key_outcome analyze_or_back(struct model *model)
{
    model->page = 0;
    if (model->view.analyzing && model_has_games(model))
        pane_open(pane_for_command(model, COMMAND_GAMES), "");
    else if (session_asks_unrated(model->session, "analyze"))
        return command(model, "analyze");
    else
        session_analyze(model->session, !model->view.analyzing);
    return KEY_HANDLED;
}

static enum key_outcome press_function(struct model *model, int number)
{
    struct pane *pane = pane_for_key(model, KEY_F(number));
    if (pane)
        pane_open(pane, NULL);
    switch (number) {
    case 3: return command(model, "hint");
    case 4:
        model->flipped = !model->flipped;
        break;
    case 6: return analyze_or_back(model);
    case 7:
        model->cursor_on = !model->cursor_on;
        if (model->cursor_on)
            entry_set(""); /* with text in the entry line, the arrow keys would not move the cursor
                            * on the board */
        model->refused &= !model->cursor_on;
        break;
    case 9: return command(model, "new");
    case 10: return KEY_QUIT;
    default: break;
    }
    return KEY_HANDLED;
}

static bool press_step(struct model *model, wint_t key)
{
    enum step step;
    switch (key) {
    case KEY_UP:
    case KEY_DOWN: /* without another variation, the key is for readline, which recalls earlier
                    * lines */
        if (!model->view.analyzing ||
            !session_step_variation(model->session, key == KEY_UP ? -1 : 1))
            return false;
        choice_forget(model);
        *model->notice = '\0';
        return true;
    case KEY_LEFT: step = STEP_BACK; break;
    case KEY_RIGHT: step = STEP_FORWARD; break;
    case KEY_HOME: step = STEP_START; break;
    case KEY_END: step = STEP_END; break;
    default: return false;
    }
    if (!session_step(model->session, step))
        return true; /* the first or the last position is shown already */
    choice_forget(model);
    *model->notice = '\0';
    return true;
}

/* Passes a key that has a name in curses to readline, as the bytes that readline knows. */
static enum key_outcome feed_named(struct model *model, wint_t key)
{
    static const struct {
        int key;
        const char *bytes;
    } names[] = {
        {KEY_UP, "\033[A"}, {KEY_DOWN, "\033[B"}, {KEY_RIGHT, "\033[C"}, {KEY_LEFT, "\033[D"},
        {KEY_HOME, "\033[H"}, {KEY_END, "\033[F"}, {KEY_DC, "\033[3~"}, {KEY_BACKSPACE, "\177"},
        {KEY_ENTER, "\r"},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if ((wint_t)names[i].key == key)
            return feed(model, names[i].bytes, strlen(names[i].bytes));
    }
    if (key == KEY_PPAGE || key == KEY_NPAGE) /* readline would insert a stray ~ */
        return KEY_HANDLED;
    char *bytes = keybound((int)key, 0); /* the terminal's bytes for keys such as Ctrl-Left */
    enum key_outcome outcome = KEY_HANDLED;
    if (bytes) {
        outcome = feed(model, bytes, strlen(bytes));
        free(bytes);
    }
    return outcome;
}

static size_t to_utf8(wint_t key, char bytes[8])
{
    char piece[MB_LEN_MAX + 1];
    mbstate_t state;
    memset(&state, 0, sizeof state);
    size_t length = wcrtomb(piece, (wchar_t)key, &state);
    if (length == (size_t)-1 || length > 7)
        return 0;
    memcpy(bytes, piece, length);
    return length;
}

/* Opens the result panel again, which offers what to do after a game. Returns false if no finished
 * game is on the board. */
static bool show_end(struct model *model)
{
    bool shows = !model->view.analyzing && !model->view.card && session_has_ended(model->session);
    if (shows)
        pane_open(pane_for_command(model, COMMAND_RESULT), "");
    return shows;
}

/* Handles Esc. If another key arrived together with it, the two are Alt and that key, and readline
 * gets both. Esc alone cancels something, or ends what home started. */
static enum key_outcome press_escape(struct model *model, WINDOW *keys)
{
    wint_t next;
    char bytes[9] = "\033";
    int got = wget_wch(keys, &next);
    if (got == OK)
        return feed(model, bytes, 1 + to_utf8(next, bytes + 1));
    if (got == KEY_CODE_YES)
        ungetch((int)next);
    *model->notice = '\0';
    if (model->selected != NO_SQUARE)
        choice_forget(model);
    else if (entry_is_empty() && session_take_premove_back(model->session))
        notice_say(model, false, "The premove is taken back.");
    else if (model->cursor_on)
        model->cursor_on = false;
    else if (entry_is_vi())
        return feed(model, "\033", 1);
    else if (*entry_text() != '\0')
        drop_line(model);
    else if (model_shows_hint(model))
        model->hint_open = false;
    else if (model->view.card)
        return command(model, "stop");
    else if (model->view.analyzing && (model->left_to_analyse || model->view.playing))
        return analyze_or_back(model);
    else if (!show_end(model) && model->view.playing)
        notice_say(model, false, "Type home for the menu. The game is kept.");
    return KEY_HANDLED;
}

/* Collects a key that is missing in the terminal's description. It arrives as Esc, [, parameters
 * and a final byte (ECMA-48), perhaps not all at once. Its bytes must not be taken for typed
 * letters, but readline may know the whole sequence. Returns true if `key` is a byte of such a
 * sequence. */
static bool take_sequence(struct model *model, WINDOW *keys, wint_t key, bool code,
                          enum key_outcome *outcome)
{
    wint_t next;
    *outcome = KEY_HANDLED;
    if (model->sequence_length == 0) {
        int got = code || key != 27 ? ERR : wget_wch(keys, &next);
        if (got == OK && next == '[') {
            memcpy(model->sequence, "\033[", 2);
            model->sequence_length = 2;
            return true;
        }
        if (got == OK)
            unget_wch((wchar_t)next);
        else if (got == KEY_CODE_YES)
            ungetch((int)next);
        return false;
    }
    if (code || key < ' ' || key > '~') { /* not a sequence after all */
        model->sequence_length = 0;
        return false;
    }
    bool second = model->sequence_length == 2;
    if (model->sequence_length < sizeof model->sequence)
        model->sequence[model->sequence_length] = (char)key;
    model->sequence_length++;
    if (key < '@' || (second && key == '[')) /* not the last byte; a second [ is not either, because
                                              * the Linux console sends F1 as Esc [ [ A */
        return true;
    if (model->sequence_length < sizeof model->sequence && !model->question && !model->dialog &&
        !(model->view.setting_up && !model->typing))
        *outcome = feed(model, model->sequence, model->sequence_length);
    model->sequence_length = 0;
    return true;
}

/* Enters the line that a dialog has put into line_due. */
static enum key_outcome enter_due(struct model *model)
{
    char line[sizeof model->line_due];
    snprintf(line, sizeof line, "%s", model->line_due);
    model->line_due[0] = '\0';
    return *line ? command(model, line) : KEY_HANDLED;
}

/* Returns true if the key and the letters that arrived together with it, as when another program
 * types them, are the name of a command or, on home, of a file. Leaves the other letters to be
 * read. */
static bool begins_words(const struct model *model, WINDOW *keys, wint_t key, bool code)
{
    enum { MOST = 100 /* ncurses takes back at most 136 characters */ };
    wint_t next[MOST];
    char name[MOST + 2] = {(char)key};
    enum session_command command;
    size_t count = 0, length = 1, letters = 0;
    int got = ERR;
    if (code || key > 127 || !isalnum((int)key))
        return false;
    while (count < MOST && (got = wget_wch(keys, &next[count])) == OK) {
        wint_t character = next[count++];
        if (character > 127 || !isgraph((int)character))
            break;
        name[length++] = (char)character;
    }
    if (got == KEY_CODE_YES)
        ungetch((int)next[count]);
    while (count > 0)
        unget_wch((wchar_t)next[--count]);
    if (length > 1 && session_names_file(model->session, name))
        return true;
    while (isalpha((unsigned char)name[letters]))
        letters++;
    name[letters] = '\0';
    return letters > 1 && (session_command_named(name, &command) || session_is_for_shell(name));
}

/* Returns whether the key goes to the entry line although a dialog is open, because it continues a
 * line that is being typed or begins one. Enter and Esc also go to a refused line: Enter is refused
 * again rather than starting what the dialog offers. */
static bool belongs_to_line(const struct pane *dialog, WINDOW *keys, wint_t key, bool code)
{
    const struct pane_ops *ops = dialog->ops;
    if (ops->takes_lines && !entry_is_empty() &&
        (!dialog->model->refused || key == 27 || plain_key(key, code) == '\r'))
        return true;
    return (ops->takes_lines || ops->yields) && begins_words(dialog->model, keys, key, code);
}

/* Returns whether a key that the dialog does not use begins or edits a line. ':' always does; in a
 * dialog that takes lines, so does any other printable character. */
static bool begins_line(struct model *model, wint_t key, bool code)
{
    if (!code && key == ':' && !model->dialog->ops->takes_lines)
        dialog_close_all(model);
    if (!model->dialog)
        return true;
    bool function = code && key >= KEY_F(1) && key <= KEY_F(12);
    return model->dialog->ops->takes_lines &&
           ((!code && key > ' ' && key != 127) || (model->refused && !function));
}

/* Offers the key to the open dialog. Returns false if the key belongs to the entry line, or if the
 * dialog closes and leaves the key to the board. */
static bool press_in_dialog(struct model *model, WINDOW *keys, wint_t key, bool code,
                            enum key_outcome *outcome)
{
    struct pane *dialog = model->dialog;
    int value = plain_key(key, code);
    bool line = belongs_to_line(dialog, keys, key, code);
    if (line && dialog->ops->takes_lines)
        return false;
    char before[ENTRY_LINE_MAX];
    snprintf(before, sizeof before, "%s", entry_text());
    bool used = !line && dialog->ops->key && dialog->ops->key(dialog, value);
    if (!used && dialog->ops->yields) {
        dialog_hide(dialog);
        refresh_view(model);
        return false;
    }
    if (!used && begins_line(model, key, code)) {
        refresh_view(model);
        return false;
    }
    if (used && model->refused) { /* the refused line is no longer being edited */
        if (strcmp(before, entry_text()) == 0)
            entry_set("");
        model->refused = false; /* the key may have begun another line */
    }
    *outcome = KEY_HANDLED;
    if (!used && value >= KEY_F(1)) {
        struct pane *other = pane_for_key(model, value);
        if (value == KEY_F(10)) {
            *outcome = KEY_QUIT;
            return true;
        }
        if (other && other->ops->over_dialogs)
            pane_open(other, NULL);
    }
    *outcome = enter_due(model);
    refresh_view(model);
    return true;
}

/* Returns whether two letters begin a move, such as e4, dxe5, Nf3 or o-o. */
static bool begin_move(char first, wint_t second)
{
    char next = second < 128 ? (char)second : '\0';
    bool rank = next >= '1' && next <= '8';
    if (first == 'o')
        return next && strchr("o0-", next);
    if (first == 'n')
        return rank || next == 'x' || (next >= 'a' && next <= 'h');
    return (strchr("abcdefgh", first) && (rank || next == 'x')) ||
           (strchr("rkq", first) && next == 'x');
}

/* If home has acted on a letter that, with this key, begins a move, undoes that action and puts
 * both letters into home's entry line. A key that comes later than a person types a move belongs to
 * the new screen. Returns false if nothing was undone. */
static bool take_letter_back(struct model *model, wint_t key, bool code, enum key_outcome *outcome)
{
    enum { TYPED_WITHIN = 500 /* ms */ };
    char typed[3] = {model->home_letter, (char)key};
    struct session_reply reply;
    /* The key n asks a question, so its action can be undone only while that question is open. The
     * other keys ask nothing. */
    bool begins_game = typed[0] == 'n';
    model->home_letter = '\0';
    if (text_now() - model->home_letter_at > TYPED_WITHIN)
        return false;
    if (!typed[0] || code || !begin_move(typed[0], key) || begins_game != (model->question != NULL))
        return false;
    model->question = NULL;
    if (model->view.card || session_is_preparing(model->session))
        session_enter(model->session, "stop", &reply);
    else if (model->view.playing && model->view.analyzing)
        session_analyze(model->session, false);
    refresh_view(model); /* before home looks at the game, which "stop" may have freed */
    dialog_close_all(model);
    pane_open(pane_for_command(model, COMMAND_HOME), "");
    *outcome = feed(model, typed, 2);
    return true;
}

/* Handles a key while no question is open, if a pane, the function keys or the board use it.
 * Returns false if the key belongs to the entry line. */
static bool press_on_board(struct model *model, wint_t key, bool code, enum key_outcome *outcome)
{
    bool function = code && key >= KEY_F(1) && key <= KEY_F(12);
    *outcome = KEY_HANDLED;
    if (model->view.setting_up && (!model->typing || function)) {
        *outcome = press_in_setup(model, key, code);
        return true;
    }
    if (offer(model, plain_key(key, code)))
        return true;
    if (function) {
        *model->notice = '\0';
        *outcome = press_function(model, (int)key - KEY_F(0));
        return true;
    }
    if ((entry_is_empty() || model->refused) && plain_key(key, code) == '\r' &&
        keys_next_card(model)) {
        drop_line(model);
        return true;
    }
    return entry_is_empty() && ((model->cursor_on && keys_press_cursor(model, key, code)) ||
                                (code && press_step(model, key)));
}

enum key_outcome keys_press(struct model *model, WINDOW *keys, wint_t key, bool code)
{
    enum key_outcome outcome;
    model->peeking = false;
    model->paste.entering = false; /* any key stops entering the pasted lines */
    if (take_sequence(model, keys, key, code, &outcome))
        return outcome;
    if (take_letter_back(model, key, code, &outcome))
        return outcome;
    if (code && key == TERMINAL_PASTE_BEGIN) {
        keys_begin_paste(model);
        return KEY_HANDLED;
    }
    if (!code && key == 12) { /* Ctrl-L */
        return KEY_REDRAW;
    }
    if (code && key == KEY_MOUSE) {
        keys_press_mouse(model);
        return KEY_HANDLED;
    }
    if (model->question && keys_answer(model, plain_key(key, code), &outcome))
        return outcome;
    if (!model->question && model->dialog && press_in_dialog(model, keys, key, code, &outcome))
        return outcome;
    if (!model->question && (code || !model->dialog) &&
        press_on_board(model, key, code, &outcome))
        return outcome;
    char bytes[8];
    size_t length;
    if (code)
        outcome = feed_named(model, key);
    else if (key == 27)
        outcome = press_escape(model, keys);
    else if ((length = to_utf8(key, bytes)) > 0)
        outcome = feed(model, bytes, length);
    model->typing &= !entry_is_empty();
    return outcome;
}

enum key_outcome keys_interrupt(struct model *model)
{
    static const char again[] = "Press Ctrl-C again to quit. An unfinished game is kept";
    if (entry_is_empty() && strcmp(model->notice, again) == 0)
        return KEY_QUIT;
    bool empty = entry_is_empty();
    model->paste.entering = false;
    entry_set("");
    dialog_close_all(model);
    choice_forget(model);
    notice_say(model, false, "%s", empty ? again : "");
    return KEY_HANDLED;
}
