/* The main loop. It waits in poll for a key, a search report, a signal or the next clock tick, then
 * collects what has changed, and draws the panes that show it with one doupdate. Changes after a
 * key are drawn at once, other changes at most 30 times a second, and search reports alone about 3
 * times a second, to spare slow connections. */
#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "src/util/text.h"
#include "src/session/result.h"
#include "src/tui/choice.h"
#include "src/tui/entry.h"
#include "src/tui/keys.h"
#include "src/tui/paint.h"
#include "src/tui/screen.h"
#include "src/tui/terminal.h"
#include "src/tui/watchdog.h"
#include "src/util/paths.h"

enum { TURN_TIME = 30 /* ms; keys that are not read by then wait for the next turn of the loop */ };
enum { FRAME_TIME = 33, REPORT_TIME = 300, EMPTY_READS_MAX = 64 };

struct tui {
    struct tui_options options;
    int wake_pipe[2], signal_fd;
    struct model model;
    struct screen screen;
    struct watchdog watchdog;
    WINDOW *keys;                 /* a pad, because reading from a pad does not refresh a window */
    unsigned dirty;               /* CHANGED_* flags of what has changed since the last frame */
    int64_t drawn;                /* when the last frame was drawn, by text_now */
    bool drew_reports;            /* the last frame showed only new reports */
    bool held;                    /* a frame is due, but the terminal does not accept output yet */
    bool more_keys;               /* the last turn of the loop ended before all keys were read */
    bool urgent;                  /* a key, signal or resize has not been drawn yet */
    int empty_reads;              /* consecutive reads without a key although poll reported one:
                                   * the terminal is gone */
    int ended_by;                 /* the signal that ended the loop */
    bool quit;
    bool warned;                  /* the user was warned about unsaved changes */

    /* What the previous frame showed, to notice what has changed since. */
    bool was_playing;             /* a game was going on */
    const struct pane *dialog;    /* the topmost dialog; NULL: none was open */
    const struct game *game;      /* the game shown; NULL: a card was shown */
    const struct game_node *live; /* the position after the latest move played in the game */
    const struct card *card;      /* the card to solve; NULL: none */

    int link_row;                 /* the line of the screen with a hyperlink; 0: none */
};

bool tui_possible(void)
{
    return terminal_usable();
}

int tui_colors(void)
{
    return terminal_colors();
}

struct tui *tui_create(const struct tui_options *options)
{
    struct tui *tui = calloc(1, sizeof *tui);
    if (!tui)
        return NULL;
    tui->options = *options;
    if (!paths_pipe(tui->wake_pipe)) {
        free(tui);
        return NULL;
    }
    for (int i = 0; i < 2; i++)
        fcntl(tui->wake_pipe[i], F_SETFL, O_NONBLOCK);
    return tui;
}

void tui_destroy(struct tui *tui)
{
    if (tui) {
        close(tui->wake_pipe[0]);
        close(tui->wake_pipe[1]);
        free(tui);
    }
}

void tui_wake(void *context)
{
    struct tui *tui = context;
    ssize_t wrote = write(tui->wake_pipe[1], "", 1);
    (void)wrote; /* a full pipe does not take the byte, but wakes up the loop anyway */
}

/* Ends the hyperlink when other text has replaced MODEL_LINK in the notice. Curses does not rewrite
 * cells that happen to be the same, so the whole line is written again. */
static void end_link(struct tui *tui)
{
    if (!tui->link_row || strstr(tui->model.notice, MODEL_LINK))
        return;
    wredrawln(stdscr, tui->link_row, 1);
    tui->link_row = 0;
}

/* Turns the text MODEL_LINK into a hyperlink, after curses has drawn it in the status pane. */
static void draw_link(struct tui *tui)
{
    struct model *model = &tui->model;
    const struct pane *status = pane_at(model, PLACE_STATUS);
    if (!model->link_due || !status || !status->window)
        return;
    model->link_due = false;
    for (int y = 0; y < status->rect.height; y++) {
        char line[512];
        const char *at = NULL;
        if (mvwinnstr(status->window, y, 0, line, sizeof line - 1) != ERR)
            at = strstr(line, MODEL_LINK);
        if (!at)
            continue;
        tui->link_row = status->rect.y + y;
        terminal_link(tui->link_row, status->rect.x + (int)(at - line), MODEL_LINK, model->link);
    }
}

static bool only_reports(const struct tui *tui)
{
    return !tui->urgent && !(tui->dirty & ~(unsigned)(CHANGED_THINKING | CHANGED_ANALYSIS));
}

/* Returns when the next frame may be drawn: at once after a key, and otherwise FRAME_TIME after the
 * last frame. If both the last frame and the next one only show new search reports, they are
 * REPORT_TIME apart, because nobody can read faster. */
static int64_t frame_due(const struct tui *tui)
{
    if (tui->urgent)
        return 0;
    return tui->drawn + (tui->drew_reports && only_reports(tui) ? REPORT_TIME : FRAME_TIME);
}

/* Updates the model, opens the result panel if the game has just ended, and draws the panes that
 * have changed. doupdate then writes them to the terminal. */
static void compose(struct tui *tui)
{
    struct model *model = &tui->model;
    session_view(model->session, &model->view);
    if (tui->was_playing && !model->view.playing && !model->view.analyzing)
        *model->notice = '\0'; /* so that the status line shows the result */
    /* If a dialog has opened since the last frame, the user has already gone on, perhaps by a line
     * that arrived together with `resign`, so the result panel stays closed. */
    bool went_on = model->dialog && model->dialog != tui->dialog;
    if (tui->was_playing && !model->view.playing && !model->question && !went_on &&
        session_has_ended(model->session))
        pane_open(pane_for_command(model, COMMAND_RESULT), "");
    tui->was_playing = model->view.playing;
    tui->dialog = model->dialog;
    const struct game_node *live = model->view.live;
    if (live != tui->live && live->parent && live->parent == tui->live && tui->options.bell &&
        live->parent->position.side != model->view.you && model->view.you >= 0) {
        beep();
    }
    if (live != tui->live && live->parent && live->parent == tui->live && model->notice_bad)
        *model->notice = '\0'; /* a move was played, so the reason for the last refusal no longer
                                * applies */
    tui->live = live;
    if (model->view.game != tui->game && !model->view.card)
        model->flipped = model->view.your_side == BLACK;
    tui->game = model->view.card ? NULL : model->view.game;
    if (model->view.card && model->view.card != tui->card)
        model->flipped = model->view.card->position.side == BLACK;
    if (tui->card && !model->view.card)
        model->flipped = model->view.your_side == BLACK; /* the board may be turned from the card's
                                                          * side */
    tui->card = model->view.card;
    session_trace(model->session, false, &model->trace);
    screen_draw(&tui->screen, model, tui->dirty);
    WINDOW *entry = screen_entry(&tui->screen);
    bool takes_line = !model->dialog || (model->dialog->ops->takes_lines && !entry_is_empty());
    bool typing = takes_line && entry && (!model->question || !entry_is_empty());
    curs_set(typing);
    if (typing)
        wnoutrefresh(entry); /* last, so that the cursor stays in the entry line */
    tui->drew_reports = only_reports(tui);
    tui->dirty = 0;
    tui->urgent = false;
    tui->drawn = text_now();
}

static void redraw_all(struct tui *tui)
{
    clearok(curscr, TRUE);
    tui->screen.laid_out = false;
    tui->dirty = (unsigned)CHANGED_ALL;
    tui->urgent = true;
}

/* Events */

static void after(struct tui *tui, enum key_outcome outcome)
{
    struct model *model = &tui->model;
    tui->dirty = (unsigned)CHANGED_ALL; /* a key may have changed anything; drawing everything costs
                                         * only one frame */
    tui->urgent = true;
    tui->warned &= model->view.unsaved; /* later changes are warned about again */
    if (outcome == KEY_QUIT && model->view.unsaved && !tui->warned) {
        tui->warned = true;
        snprintf(
            model->notice, sizeof model->notice,
            "Your changes are not saved. Type save to save them, or quit again to discard them.");
        model->notice_bad = true;
    } else if (outcome == KEY_QUIT) {
        tui->quit = true;
    } else if (outcome == KEY_REDRAW) {
        redraw_all(tui);
    }
}

static void read_paste(struct tui *tui, int64_t now)
{
    keys_read_paste(&tui->model, now);
    if (!tui->model.paste.going)
        after(tui, KEY_HANDLED);
    watchdog_stage(&tui->watchdog, "a paste");
}

static void read_keys(struct tui *tui)
{
    wint_t key;
    int got;
    bool any = false;
    int64_t until = text_now() + TURN_TIME;
    tui->more_keys = false;
    while (!tui->quit && !tui->model.paste.going && (got = wget_wch(tui->keys, &key)) != ERR) {
        any = true;
        bool code = got == KEY_CODE_YES;
        if (code && key == KEY_RESIZE)
            continue; /* the loop resizes the screen when SIGWINCH arrives */
        session_view(tui->model.session, &tui->model.view);
        after(tui, keys_press(&tui->model, tui->keys, key, code));
        const char *name = code ? keyname((int)key) : key_name((wchar_t)key);
        watchdog_stage(&tui->watchdog, "the key %s", name ? name : "without a name");
        if (text_now() > until) {
            tui->more_keys = true; /* curses may have buffered keys that poll does not see */
            break;
        }
    }
    tui->empty_reads = any ? 0 : tui->empty_reads + 1;
    if (tui->empty_reads > EMPTY_READS_MAX) {
        tui->ended_by = SIGHUP;
        tui->quit = true;
    }
}

static void read_signals(struct tui *tui)
{
    int number;
    while (!tui->quit && (number = terminal_signal()) != 0) {
        switch (number) {
        case SIGWINCH:
            terminal_resize();
            redraw_all(tui);
            break;
        case SIGINT: after(tui, keys_interrupt(&tui->model)); break;
        case SIGTSTP:
            terminal_suspend();
            watchdog_begin(&tui->watchdog); /* the time while the program was stopped does not
                                               count */
            redraw_all(tui);
            break;
        case SIGCONT:
            terminal_resume();
            redraw_all(tui);
            break;
        default:
            tui->ended_by = number;
            tui->quit = true;
        }
        watchdog_stage(&tui->watchdog, "signal %d", number);
    }
}

static int earlier(int timeout, int64_t other)
{
    other = other < 0 ? 0 : other;
    return timeout < 0 || other < timeout ? (int)other : timeout;
}

static int next_timeout(const struct tui *tui)
{
    int timeout = session_timeout(tui->model.session);
    int paste = keys_paste_timeout(&tui->model, text_now());
    if (tui->more_keys || tui->model.paste.entering)
        return 0;
    if (paste >= 0)
        timeout = earlier(timeout, paste);
    for (int i = 0; i < tui->model.pane_count; i++) {
        const struct pane *pane = &tui->model.panes[i];
        int due = pane->ops->next_poll ? pane->ops->next_poll(pane) : -1;
        if (due >= 0)
            timeout = earlier(timeout, due);
    }
    if (tui->dirty && !tui->held)
        timeout = earlier(timeout, frame_due(tui) - text_now());
    return timeout;
}

/* Enters as many of the pasted lines as fit into one turn. */
static void enter_pasted(struct tui *tui)
{
    int64_t until = text_now() + TURN_TIME;
    while (tui->model.paste.entering && !tui->quit && text_now() < until) {
        session_view(tui->model.session, &tui->model.view);
        after(tui, keys_enter_pasted(&tui->model));
        watchdog_stage(&tui->watchdog, "a pasted line");
    }
}

static void wait_and_read(struct tui *tui)
{
    struct pollfd sources[] = {
        {.fd = STDIN_FILENO, .events = POLLIN},
        {.fd = tui->wake_pipe[0], .events = POLLIN},
        {.fd = tui->signal_fd, .events = POLLIN},
        {.fd = tui->held ? STDOUT_FILENO : -1, .events = POLLOUT},
    };
    int ready = poll(sources, sizeof sources / sizeof *sources, next_timeout(tui));
    watchdog_begin(&tui->watchdog);
    if (ready > 0 && (sources[0].revents & (POLLHUP | POLLERR | POLLNVAL))) {
        tui->ended_by = SIGHUP;
        tui->quit = true;
        return;
    }
    if (ready < 0) {
        read_signals(tui); /* a signal may have interrupted poll */
        return;
    }
    if (sources[2].revents)
        read_signals(tui);
    if (sources[1].revents) {
        char bytes[256];
        while (read(tui->wake_pipe[0], bytes, sizeof bytes) > 0) {
        } /* the pipe is emptied before the session is polled, so that no later wake-up is lost */
    }
    if (tui->model.paste.going && !tui->quit)
        read_paste(tui, text_now());
    else if ((sources[0].revents || tui->more_keys) && !tui->quit)
        read_keys(tui);
    if (tui->model.paste.entering && !tui->quit)
        enter_pasted(tui);
}

/* Opens home again when the training or analysis that the user started from home has ended, or when
 * the board shows nothing. */
static void come_back_home(struct tui *tui)
{
    struct model *model = &tui->model;
    bool nothing = (model->options.begin == TUI_BEGIN_HOME ||
                    model->options.begin == TUI_BEGIN_TRAINING) &&
                   !model->view.playing && model->view.live->ply == 0 && !model->view.setting_up &&
                   !model->view.analyzing && !model->question && !model->dialog;
    bool analysed = model->left_to_analyse && !model->view.analyzing &&
                    !model->view.setting_up && !model->view.playing && !model->question &&
                    !model->dialog;
    model->analysis_paused |=
        model->left_to_analyse &&
        (model->view.card || model->dialog == pane_for_command(model, COMMAND_REVIEW));
    if (!(model->left_home || analysed || nothing) || model->view.card)
        return;
    if (analysed && model->analysis_paused) {
        model->analysis_paused = false;
        session_analyze(model->session, true);
        return;
    }
    model->left_home = model->left_to_analyse = model->analysis_paused = false;
    if (!model->dialog)
        pane_open(pane_for_command(model, COMMAND_HOME), "");
    tui->dirty = (unsigned)CHANGED_ALL;
}

static void tick(struct tui *tui)
{
    unsigned changed = session_tick(tui->model.session);
    if (changed & CHANGED_BOARD) {
        choice_forget(&tui->model);
        tui->model.peeking = false;
        changed |= CHANGED_LOOK;
    }
    session_view(tui->model.session, &tui->model.view);
    for (int i = 0; i < tui->model.pane_count; i++) {
        struct pane *pane = &tui->model.panes[i];
        if (pane->ops->poll && pane->ops->poll(pane))
            changed |= CHANGED_LOOK;
    }
    come_back_home(tui);
    tui->dirty |= changed;
}

/* Setting up */

/* A list of completions. */
struct words {
    char (*words)[32];
    int count, max;
};

/* Adds to the list the words of `choices` (separated by spaces) that begin with `prefix`. */
static void add_words(struct words *words, const char *choices, const char *prefix)
{
    for (const char *at = choices; *at && words->count < words->max; at += strspn(at, " ")) {
        size_t length = strcspn(at, " ");
        if (strncmp(at, prefix, strlen(prefix)) == 0)
            snprintf(words->words[words->count++], sizeof *words->words, "%.*s", (int)length, at);
        at += length;
    }
}

static bool begins_with_word(const char *typed, const char *name)
{
    size_t word = strcspn(typed, " ");
    return typed[word] == ' ' && strlen(name) == word && strncmp(name, typed, word) == 0;
}

/* Completes the arguments of a command that the screen carries out and src/plain lacks. Returns the
 * number of completions. */
static int complete_own(const struct model *model, const char *typed, char words[][32], int max)
{
    struct words found = {words, 0, max};
    size_t word = strcspn(typed, " ");
    const char *prefix = typed + word + strspn(typed + word, " ");
    if (begins_with_word(typed, session_command_name(COMMAND_THEME))) {
        add_words(&found, tui_themes(), prefix);
        add_words(&found, "auto", prefix);
    }
    if (begins_with_word(typed, session_command_name(COMMAND_PIECES)))
        add_words(&found, "auto figures outline letters", prefix);
    for (int i = 0; i < model->pane_count; i++) {
        const struct pane_ops *ops = model->panes[i].ops;
        if (ops->choices && ops->command && begins_with_word(typed, ops->command))
            add_words(&found, ops->choices(), prefix);
    }
    return found.count;
}

static int complete(void *context, const char *typed, char words[][32], int max, bool *space)
{
    struct model *model = context;
    int count = complete_own(model, typed, words, max);
    count = count > 0 ? count : session_complete(model->session, typed, words, max);
    *space = false;
    for (int id = 0; id < COMMAND_COUNT && count == 1; id++) {
        enum session_command command = (enum session_command)id;
        if (strcmp(session_command_name(command), words[0]) == 0)
            *space = *session_command_arguments(command) != '\0';
    }
    return count;
}

static void show_choices(void *context, const char *text)
{
    struct model *model = context;
    if (model->question) /* on the status line, completions would cover the question */
        return;
    snprintf(model->notice, sizeof model->notice, "%s",
             *text ? text
                   : "no move or command "
                     "begins like that");
    model->notice_bad = false;
}

static void choose_looks(struct tui *tui)
{
    const char *term = getenv("TERM");
    bool unicode = strcmp(nl_langinfo(CODESET), "UTF-8") == 0 && !tui->options.ascii;
    /* The Linux console has only 512 glyphs: line drawing, but no chess pieces. */
    bool console = term && strncmp(term, "linux", 5) == 0;
    paint_init(unicode);
    tui->model.plain_glyphs = !unicode || console;
    tui->model.pieces = tui->options.pieces;
    tui->model.letters = tui->model.plain_glyphs || tui->model.pieces == PIECES_LETTERS;
    if (!theme_set(tui->options.theme))
        theme_set(NULL);
}

static bool set_up(struct tui *tui, struct session *session, struct error *error)
{
    struct model *model = &tui->model;
    memset(model, 0, sizeof *model);
    model->session = session;
    model->wake = tui_wake;
    model->wake_context = tui;
    model->options = tui->options;
    model->debug_open = tui->options.debug;
    model->selected = NO_SQUARE;
    model->cursor = 12; /* e2 */
    setlocale(LC_CTYPE, "");
    if (!panes_create(model))
        return error_set(error, "out of memory");
    if (!terminal_take(&tui->keys, &tui->signal_fd, error)) {
        panes_destroy(model);
        return false;
    }
    struct entry_hooks hooks = {model, complete, show_choices};
    if (!entry_open(&hooks)) {
        terminal_give_back(tui->keys);
        panes_destroy(model);
        return error_set(error, "cannot open /dev/null: %s", strerror(errno));
    }
    choose_looks(tui);
    session_view(session, &model->view);
    if (!keys_begin(model, error)) {
        entry_close();
        terminal_give_back(tui->keys);
        panes_destroy(model);
        return false;
    }
    session_view(session, &model->view);
    model->flipped = model->view.your_side == BLACK;
    return true;
}

int tui_run(struct tui *tui, struct session *session, struct error *error)
{
    if (!set_up(tui, session, error))
        return 2;
    redraw_all(tui);
    watchdog_open(&tui->watchdog);
    bool in_time = true;
    while (!tui->quit && in_time) {
        tick(tui);
        watchdog_stage(&tui->watchdog, "the session's work");
        bool frame = tui->dirty && text_now() >= frame_due(tui);
        tui->held = frame && !terminal_takes_output();
        frame &= !tui->held;
        if (frame)
            compose(tui);
        watchdog_stage(&tui->watchdog, "drawing");
        in_time = watchdog_end(&tui->watchdog, error);
        if (frame) { /* the terminal's speed must not count as a slow turn of the loop */
            end_link(tui);
            doupdate();
            draw_link(tui);
        }
        if (in_time)
            wait_and_read(tui);
    }
    watchdog_close(&tui->watchdog);
    screen_close(&tui->model);
    panes_destroy(&tui->model);
    entry_close();
    terminal_give_back(tui->keys);
    if (!in_time)
        return 2;
    return tui->ended_by ? 128 + tui->ended_by : 0;
}
