/* The main loop of the line mode. Input comes from readline's callback interface on a terminal,
 * otherwise from a pipe. From a pipe no line is read while the opponent thinks, so a script of
 * moves needs no pauses. */
#include "src/plain/plain_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <readline/history.h>
#include <readline/readline.h>

#include "src/plain/home.h"
#include "src/plain/say.h"
#include "src/util/paths.h"
#include "src/util/text.h"

enum { COMPLETIONS_MAX = 256 };

/* readline's callbacks have no context argument. */
static struct plain *current;

/* Input from a pipe or file that has not been used yet. It is not part of struct plain, because
 * home may follow an analysis with another struct plain, which reads on from here. */
static struct {
    char text[LINE_MAX_BYTES];
    size_t filled;
} input;

struct plain *plain_create(const struct plain_options *options)
{
    struct plain *plain = calloc(1, sizeof *plain);
    if (!plain)
        return NULL;
    plain->options = *options;
    if (options->games)
        plain->games = plain_games_create(options->games, options->openings);
    if ((options->games && !plain->games) || !paths_pipe(plain->wake)) {
        plain_games_destroy(plain->games);
        free(plain);
        return NULL;
    }
    for (int i = 0; i < 2; i++)
        fcntl(plain->wake[i], F_SETFL, O_NONBLOCK);
    return plain;
}

void plain_destroy(struct plain *plain)
{
    if (!plain)
        return;
    close(plain->wake[0]);
    close(plain->wake[1]);
    plain_games_destroy(plain->games);
    pgn_index_close(plain->loaded_games);
    free(plain);
}

void plain_wake(void *context)
{
    const struct plain *plain = context;
    /* If the pipe is full, the loop wakes up anyway. */
    if (write(plain->wake[1], "", 1) < 0)
        return;
}

/* Writes the prompt: the move's number, as in "1. > " or "1... > ". Writes only "> " if speech is
 * terse, while nothing is played, analysed or solved, and after mate or stalemate. */
static void write_prompt(const struct plain *plain, char *prompt, size_t size)
{
    struct session_view view;
    Move moves[CHESS_MOVES_MAX];
    session_view(plain->session, &view);
    const struct position *position = &view.shown->position;
    if (plain->home)
        snprintf(prompt, size, "home > ");
    else if (view.setting_up)
        snprintf(prompt, size, "edit > ");
    else if (plain->options.speech.length == SPEAK_TERSE)
        snprintf(prompt, size, "> ");
    else if ((!view.playing && !view.analyzing && !view.card) || chess_moves(position, moves) == 0)
        snprintf(prompt, size, "> ");
    else
        snprintf(prompt, size, "%d%s > ", position->fullmove,
                 position->side == WHITE ? "." : "...");
}

/* Input from a terminal */

static void on_line(char *line)
{
    rl_callback_handler_remove();
    current->prompted = false;
    if (!line) {
        say("\n");
        current->ended = true;
        return;
    }
    if (*line)
        add_history(line);
    plain_enter(current, line);
    free(line);
}

static char *next_completion(const char *text, int state)
{
    static char words[COMPLETIONS_MAX][32];
    static int count, at;
    (void)text;
    if (state == 0) {
        at = 0;
        count = session_complete(current->session, rl_line_buffer, words, COMPLETIONS_MAX);
    }
    return at < count ? strdup(words[at++]) : NULL;
}

static char **complete(const char *text, int start, int end)
{
    (void)start;
    (void)end;
    rl_attempted_completion_over = 1; /* do not go on to complete file names */
    return rl_completion_matches(text, next_completion);
}

static void read_terminal(struct plain *plain, const char *prompt)
{
    /* on_line removes the handler after each line. */
    rl_callback_handler_install(prompt, on_line);
    plain->prompted = true;
    while (!plain->ended && RL_ISSTATE(RL_STATE_CALLBACK)) {
        struct session_view before, after;
        session_view(plain->session, &before);
        if (plain_rest(plain, STDIN_FILENO, -1))
            rl_callback_read_char();
        if (plain->ended || !RL_ISSTATE(RL_STATE_CALLBACK))
            break;
        plain_tick(plain); /* needed after each key, because plain_rest has emptied the wake-up
                            * pipe */
        session_view(plain->session, &after);
        if (before.live != after.live) {
            char now[32];
            write_prompt(plain, now, sizeof now);
            rl_set_prompt(now);
        }
        if (before.playing && !after.playing) {
            rl_callback_handler_remove(); /* a player ran out of time: show a new prompt */
        } else if (!plain->prompted) { /* show again what has been typed, below what was printed */
            rl_on_new_line();
            rl_redisplay();
            plain->prompted = true;
        }
    }
    plain->prompted = false;
}

/* Input from a pipe or a file */

/* Returns true if the buffer holds a line. At the end of input, or if the buffer is full, the rest
 * counts as a line. */
static bool has_line(const struct plain *plain)
{
    return memchr(input.text, '\n', input.filled) || (plain->ended && input.filled > 0) ||
           input.filled == sizeof input.text - 1;
}

/* Takes a line out of the buffer. */
static bool take_line(const struct plain *plain, char line[LINE_MAX_BYTES])
{
    if (!has_line(plain))
        return false;
    const char *end = memchr(input.text, '\n', input.filled);
    size_t length = end ? (size_t)(end - input.text) : input.filled;
    memcpy(line, input.text, length);
    line[length] = '\0';
    size_t used = end ? length + 1 : length;
    memmove(input.text, input.text + used, input.filled - used);
    input.filled -= used;
    line[strcspn(line, "\r")] = '\0';
    text_sanitize(line);
    return true;
}

static void read_pipe(struct plain *plain, const char *prompt)
{
    char line[LINE_MAX_BYTES];
    printf("%s", prompt);
    fflush(stdout);
    while (!take_line(plain, line)) {
        if (plain->ended) {
            say("\n");
            return;
        }
        if (plain_rest(plain, STDIN_FILENO, -1)) {
            ssize_t got = read(STDIN_FILENO, input.text + input.filled,
                               sizeof input.text - 1 - input.filled);
            if (got > 0)
                input.filled += (size_t)got;
            else if (got == 0 || errno != EINTR)
                plain->ended = true;
        }
        if (!has_line(plain)) {
            plain_tick(plain); /* needed here, because plain_rest may have emptied the wake-up
                                * pipe */
            fflush(stdout);
        }
    }
    if (plain->echo)
        say("%s\n", line);
    plain_enter(plain, line);
}

/* The loop */

/* Returns true while no line should be read, because the opponent thinks or, for a script, because
 * an external analyst is not ready yet. */
static bool is_waiting(const struct plain *plain, const struct session_view *view)
{
    return !plain->quit && ((view->awaiting_move && !view->analyzing) ||
                            (view->analyst_starts && !plain->readline));
}

/* Waits while the opponent thinks. On a terminal a line may be typed meanwhile: a premove, or a
 * command. */
static void read_early(struct plain *plain)
{
    if (plain_rest(plain, STDIN_FILENO, -1))
        read_terminal(plain, "(the opponent is thinking) > ");
    plain_tick(plain);
}

static void wait_for_engines(struct plain *plain)
{
    struct session_view view;
    plain_tick(plain);
    fflush(stdout);
    session_view(plain->session, &view);
    while (is_waiting(plain, &view) && !plain->ended && !ferror(stdout)) {
        if (plain->readline && view.awaiting_move)
            read_early(plain);
        else if (!plain_go_on(plain, -1, &view))
            return;
        session_view(plain->session, &view);
        fflush(stdout);
    }
}

static void tell_game(struct plain *plain, const struct session_view *view)
{
    const char *white = game_tag(view->game, "White"), *black = game_tag(view->game, "Black");
    char names[256];
    snprintf(names, sizeof names, "%.100s - %.100s", white ? white : "", black ? black : "");
    text_sanitize(names);
    if (white && black)
        say("%s, %s. ", names, result_text(view->game->result));
    if (plain->games)
        say("The file has %d game%s. Type games to list %s.\n",
            pgn_index_count(plain->options.games),
            text_plural(pgn_index_count(plain->options.games)),
            pgn_index_count(plain->options.games) == 1 ? "it" : "them");
    say("Type forward, a move, level%s or ? for help.\n",
        view->live->ply > 0 ? ", review of the game," : ",");
    if (plain->games)
        plain_ask_name(plain, plain->options.games);
}

static bool begin(struct plain *plain, struct error *error)
{
    char unfinished[128];
    struct session_view view;
    if (plain->options.training) {
        say("Type a move, hint, skip, stop or ? for help.\n");
        return true;
    }
    if (plain->options.home) {
        session_view(plain->session, &view);
        plain->told = view.live;
        plain->seen_game = view.game;
        home_show(plain);
        return true;
    }
    if (plain->options.analysis) {
        session_analyze(plain->session, true);
        session_view(plain->session, &view);
        plain->told = view.live;
        tell_game(plain, &view);
        return true;
    }
    if (session_unfinished(plain->session, unfinished, sizeof unfinished))
        say("Unfinished game: %s. Type continue to go on with it.\n", unfinished);
    if (!session_new(plain->session, error))
        return false;
    session_view(plain->session, &view);
    plain->told = view.live;
    if (view.you == WHITE || view.you == BLACK)
        say("%s has %s. You have %s. Type ? for help.\n", view.opponent,
            chess_color_name(!view.you), chess_color_name(view.you));
    else
        say("Analysis. Type ? for help.\n");
    return true;
}

static bool solving(const struct plain *plain)
{
    struct session_view view;
    session_view(plain->session, &view);
    return view.card != NULL;
}

int plain_play(struct plain *plain, struct session *session, struct error *error)
{
    enum { EXIT_OK = 0, EXIT_USAGE = 2 };
    plain->session = session;
    current = plain;
    plain->readline = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    plain->echo = !isatty(STDIN_FILENO);
    rl_readline_name = "fallible";
    rl_variable_bind("enable-bracketed-paste", "off"); /* bracketed paste would print escape
                                                        * sequences */
    rl_attempted_completion_function = complete;
    rl_sort_completion_matches = 0; /* they are in order already: best first */
    if (!begin(plain, error))
        return EXIT_USAGE;
    while (!plain->quit && !plain->ended && !ferror(stdout)) {
        wait_for_engines(plain);
        if (plain->quit || (plain->options.training && !solving(plain)))
            break;
        char prompt[32];
        write_prompt(plain, prompt, sizeof prompt);
        if (plain->readline)
            read_terminal(plain, prompt);
        else
            read_pipe(plain, prompt);
    }
    /* When a script ends, the opponent's answer to its last move must still be printed. */
    if (!plain->quit)
        wait_for_engines(plain);
    fflush(stdout);
    return EXIT_OK;
}
