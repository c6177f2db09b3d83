/* Entered lines. The session handles most commands, and this file handles those that concern the
 * screen. It also opens what the program starts with, possibly after a question. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/session/asks.h"
#include "src/tui/choice.h"
#include "src/tui/entry.h"
#include "src/tui/keys_internal.h"
#include "src/tui/notice.h"
#include "src/tui/terminal.h"
#include "src/tui/theme.h"

static void copy(struct model *model, const char *what)
{
    struct error error = {0};
    char *text = session_copy(model->session, what, &error);
    if (!text) {
        notice_say(model, true, "%s", error.message);
    } else if (!terminal_has_clipboard()) {
        notice_say(model, true,
                   "This terminal has no clipboard. Type fen to see the position, or save FILE "
                   "to save the game");
    } else if (!terminal_copy(text)) {
        notice_say(model, true,
                   "This is too long for the clipboard. Type save FILE to write it to a file");
    } else {
        model->link_due = strcmp(what, "link") == 0 && !model->options.no_links;
        if (model->link_due)
            snprintf(model->link, sizeof model->link, "%s", text);
        notice_say(model, false, "Copied to the clipboard of the terminal.%s",
                   model->link_due ? " Open it: " MODEL_LINK : "");
    }
    free(text);
}

static void peek(struct model *model)
{
    if (!model->view.blindfold) {
        notice_say(model, true, "This is not a blindfold game.");
        return;
    }
    notice_say(model, false, "Peek %d. Press any key to hide the pieces",
               session_peek(model->session));
    (void)session_tick(model->session); /* process the peek now: at the next tick its change would
                                           count as a new position and end the peek */
    model->peeking = true;
}

/* Saves the chosen theme or look of the pieces for the next start. */
static void keep_look(struct model *model, const char *setting, const char *value)
{
    struct error error = {0};
    if (model->options.keep_setting && !model->options.keep_setting(setting, value, &error))
        notice_error(model, &error);
}

static enum key_outcome choose_theme(struct model *model, const char *name)
{
    if (*name && theme_set(strcmp(name, "auto") == 0 ? NULL : name)) {
        keep_look(model, "theme", name);
        return KEY_REDRAW;
    }
    notice_say(model, *name != '\0', "Type theme and a name: %s auto (now: %s)", tui_themes(), theme_name());
    return KEY_HANDLED;
}

static enum key_outcome choose_pieces(struct model *model, const char *name)
{
    struct error error = {0};
    if (!*name) {
        notice_say(model, false, "Type pieces and a name: auto figures outline letters (now: %s)",
                   tui_piece_look(model->pieces));
        return KEY_HANDLED;
    }
    if (!tui_read_piece_look(name, &model->pieces, &error)) {
        notice_error(model, &error);
        return KEY_HANDLED;
    }
    model->letters = model->plain_glyphs || model->pieces == PIECES_LETTERS;
    if (model->plain_glyphs && model->pieces != PIECES_LETTERS)
        notice_say(model, true, "This terminal has no chess figures, so pieces stay letters.");
    keep_look(model, "pieces", name);
    return KEY_REDRAW;
}

/* Carries out a command that the session leaves to the screen. Most open a pane. */
static enum key_outcome carry_out(struct model *model, const struct session_reply *reply)
{
    struct pane *pane = pane_for_command(model, reply->command);
    const char *argument = reply->argument;
    if (pane)
        pane_open(pane, argument);
    switch (reply->command) {
    case COMMAND_FLIP:
        model->flipped = !model->flipped;
        break;
    case COMMAND_THEME:
        return choose_theme(model, argument);
    case COMMAND_PIECES:
        return choose_pieces(model, argument);
    case COMMAND_COPY:
        copy(model, argument);
        break;
    case COMMAND_PEEK:
        peek(model);
        break;
    case COMMAND_QUIT:
        return KEY_QUIT;
    default:
        break;
    }
    return KEY_HANDLED;
}

/* Asks for the piece if the line is a pawn's move to the last rank that does not name one, such as
 * "e8". Returns false if it is not such a move. */
static bool ask_promotion(struct model *model, const char *line)
{
    const struct session_view *view = &model->view;
    bool in_game = view->playing && !view->analyzing && !view->card && !view->guessing;
    const struct game_node *on = in_game ? view->live : view->shown;
    char whole[32];
    Move move;
    struct error error = {0};
    if (view->setting_up || (in_game && !view->your_turn))
        return false; /* a position being set up may have no king */
    int length = snprintf(whole, sizeof whole, "%sq", line);
    if (length >= (int)sizeof whole || !session_read_move(&on->position, whole, &move, &error) ||
        move_kind(move) != MOVE_PROMOTION) {
        return false;
    }
    keys_ask_promotion(model, move);
    return true;
}

/* Returns whether the user is solving positions that do not come from the review of a game. When
 * they are done, the board or home says how many were solved; otherwise the review does. */
static bool is_solving(const struct model *model)
{
    return model->view.card && !model->view.card_of_game;
}

bool keys_next_card(struct model *model)
{
    bool solving = is_solving(model);
    if (!session_next_card(model->session))
        return false;
    notice_clear(model);
    session_view(model->session, &model->view);
    if (solving && !model->view.card)
        notice_take_message(model);
    return true;
}

/* Leaves the refused line in the entry line for editing. */
static void keep_refused(struct model *model, const char *line)
{
    entry_set(line);
    model->refused = true;
}

static enum key_outcome enter_now(struct model *model, const char *line)
{
    struct session_reply reply;
    memset(&reply, 0, sizeof reply);
    int you = model->view.you;
    bool played = model->view.playing, solving = is_solving(model);
    session_enter(model->session, line, &reply);
    notice_reply(model, &reply);
    if (reply.kind == REPLY_REFUSED && ask_promotion(model, line))
        return KEY_HANDLED;
    if (reply.kind == REPLY_REFUSED) {
        keep_refused(model, line);
        return KEY_HANDLED;
    }
    entry_remember(line);
    choice_forget(model);
    session_view(model->session, &model->view);
    if (solving && !model->view.card && !*model->notice)
        notice_take_message(model);
    if (model->view.you != you || (!played && model->view.playing))
        model->flipped = model->view.you == BLACK;
    if (reply.kind == REPLY_MOVED ||
        (reply.command == COMMAND_CONTINUE && reply.kind == REPLY_DONE))
        dialog_close_all(model); /* home may still cover the board */
    if (reply.command == COMMAND_EXPLAIN && reply.kind == REPLY_DONE)
        model->page = ANALYSIS_LINES; /* the page with space for the full explanation */
    if (reply.command == COMMAND_HINT && reply.kind == REPLY_DONE) {
        model->hint_open = true;
        *model->notice = '\0';
    }
    if (reply.kind != REPLY_SCREEN)
        return KEY_HANDLED;
    enum key_outcome outcome = carry_out(model, &reply);
    if (*model->notice && model->notice_bad)
        keep_refused(model, line);
    return outcome;
}

static void enter_asked_line(struct model *model, bool yes)
{
    if (yes)
        (void)enter_now(model, model->asked_line); /* the outcome is not needed: no line that asks
                                                    * first quits the program */
}

/* Asks `question`, and carries out the line if the answer is yes. Carries it out at once if
 * `question` is NULL. */
static enum key_outcome enter_after(struct model *model, const char *line, const char *question)
{
    static const struct question line_question = {
        .prompt = " y/n",
        .needed = "Please answer y or n",
        .repeated = true,
        .of_line = true,
        .decide = enter_asked_line,
    };
    if (!question)
        return enter_now(model, line);
    snprintf(model->asked_line, sizeof model->asked_line, "%s", line);
    notice_ask(model, &line_question, question);
    return KEY_HANDLED;
}

enum key_outcome keys_enter_line(struct model *model, const char *line)
{
    if (!model->question && keys_ends_answer(model, line))
        return KEY_HANDLED;
    return model->question ? keys_answer_line(model, line)
                           : enter_after(model, line, session_asks(model->session, line));
}

/* Starting the program */

static bool begin_analysis(struct model *model, struct error *error)
{
    struct pane *list = pane_for_command(model, COMMAND_GAMES);
    session_analyze(model->session, true);
    return !model->options.find || list->ops->open(list, model->options.find, error);
}

/* Opens what the options say. The question about an unfinished game comes before this. */
static bool begin_play(struct model *model, struct error *error)
{
    struct pane *slider, *home;
    switch (model->options.begin) {
    case TUI_BEGIN_HOME:
        home = pane_for_command(model, COMMAND_HOME);
        return home->ops->open(home, "", error);
    case TUI_BEGIN_SLIDER:
        slider = pane_for_key(model, KEY_F(5));
        return slider->ops->open(slider, "first", error);
    case TUI_BEGIN_TRAINING:
        return true;
    case TUI_BEGIN_ANALYSIS:
        return begin_analysis(model, error);
    default:
        return session_new(model->session, error);
    }
}

static void resume(struct model *model, bool yes)
{
    struct error error = {0};
    bool good = yes ? session_resume(model->session, &error) : begin_play(model, &error);
    session_view(model->session, &model->view);
    model->flipped = model->view.you == BLACK;
    if (!good)
        notice_error(model, &error);
}

bool keys_begin(struct model *model, struct error *error)
{
    static const struct question resume_question = {
        .prompt = "  Go on? y/n",
        .needed = "Please answer: y continues the unfinished game, n keeps it for later",
        .forced = true,
        .decide = resume,
    };
    enum tui_begin begin = model->options.begin;
    char text[sizeof model->question_text];
    if (begin != TUI_BEGIN_ANALYSIS && begin != TUI_BEGIN_TRAINING && begin != TUI_BEGIN_HOME &&
        session_left_last(model->session) &&
        session_unfinished(model->session, text, sizeof text)) {
        notice_ask(model, &resume_question, text);
        return true;
    }
    return begin_play(model, error);
}
