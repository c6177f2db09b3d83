/* The line mode. One loop: on a terminal readline in its callback form, else lines read from the
 * pipe; no line is read while the opponent thinks, so that a script of moves needs no pauses. */
#include "src/plain/plain.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <readline/history.h>
#include <readline/readline.h>

#include "src/plain/analysis.h"
#include "src/plain/games.h"
#include "src/plain/question.h"
#include "src/plain/review.h"
#include "src/support/text.h"

enum {
    LINE_MAX_BYTES = 4096,
    ANALYSIS_MILLISECONDS = 1000,
    ANSWER_MILLISECONDS = 10000,
    LEVEL_MILLISECONDS = 60000,
    COMPLETIONS_MAX = 256,
    ANALYSIS_LINES = 3,
};

struct plain {
    struct plain_options options;
    int wake[2]; /* a byte here: poll the session */
    bool readline;
    bool echo;   /* input is no terminal: show what was read */
    bool quit, ended;
    bool warned; /* that a changed game is not saved */
    bool playing;            /* at the last look */
    const struct card *card; /* told of */
    const struct game_node *seen; /* the position last shown in training */
    const struct game_node *told; /* the position the listener knows of */
    char said[512];               /* the last reply, so that a message is not told twice */
    char buffer[LINE_MAX_BYTES];  /* of input that is no terminal */
    size_t filled;
    struct session *session;
    struct plain_games *games; /* NULL: no list */
};

/* readline's callbacks carry no context. */
static struct plain *current;

struct plain *plain_create(const struct plain_options *options)
{
    struct plain *plain = calloc(1, sizeof *plain);
    if (!plain)
        return NULL;
    plain->options = *options;
    if (options->games)
        plain->games = plain_games_create(options->games, options->openings);
    if ((options->games && !plain->games) || pipe(plain->wake) != 0) {
        plain_games_destroy(plain->games);
        free(plain);
        return NULL;
    }
    for (int i = 0; i < 2; i++) {
        fcntl(plain->wake[i], F_SETFL, O_NONBLOCK);
        fcntl(plain->wake[i], F_SETFD, FD_CLOEXEC);
    }
    return plain;
}

void plain_destroy(struct plain *plain)
{
    if (!plain)
        return;
    close(plain->wake[0]);
    close(plain->wake[1]);
    plain_games_destroy(plain->games);
    free(plain);
}

void plain_wake(void *context)
{
    const struct plain *plain = context;
    /* A full pipe wakes as well as one more byte would. */
    if (write(plain->wake[1], "", 1) < 0)
        return;
}

static void drain(const struct plain *plain)
{
    char bytes[64];
    while (read(plain->wake[0], bytes, sizeof bytes) > 0)
        continue;
}

/* ---- telling ---- */

static void say(struct plain *plain, const char *text)
{
    if (!*text)
        return;
    printf("%s\n", text);
    snprintf(plain->said, sizeof plain->said, "%s", text);
}

static void tell_move(const struct plain *plain, const struct game_node *node)
{
    struct session_view view;
    session_view(plain->session, &view);
    speech_tell_move(&plain->options.speech, &view, node);
}

static void tell_decision(const struct session_view *view)
{
    const struct decision *decision = view->decided ? &view->decided->decision : NULL;
    if (!decision || !decision->made || view->decided_node != view->live)
        return;
    const struct position *before = &view->live->parent->position;
    char best[CHESS_SAN_MAX], reason[128];
    chess_to_san(before, decision->best, best);
    decision_reason(before, decision, reason, sizeof reason);
    printf("By %s: %s; best %s, cost %d cp%s.\n", method_name(decision->method), reason, best,
           decision->cost, decision->deliberate ? ", on purpose" : "");
}

/* Moves made since the last look, and the session's remark if it is news. */
static void tell_news(struct plain *plain, unsigned changed)
{
    struct session_view view;
    session_view(plain->session, &view);
    if (changed & CHANGED_BOARD && view.live != plain->told) {
        if (view.live->parent && view.live->parent == plain->told) {
            tell_move(plain, view.live);
            if (plain->options.bell && plain->readline)
                putchar('\a');
            if (plain->options.debug)
                tell_decision(&view);
        }
        plain->told = view.live;
    }
    if (changed & CHANGED_MESSAGE && view.message[0] && !strstr(plain->said, view.message))
        say(plain, view.message);
    if (view.card && view.card != plain->card)
        printf("Position %d of %d. %s %s to move.\n", view.card_number, view.card_count,
               view.card->why, view.you == WHITE ? "White" : "Black");
    if (plain->options.training && view.card &&
        (view.card != plain->card || view.shown != plain->seen) &&
        question_answer(plain->session, &plain->options.speech, "board"))
        plain->seen = view.shown;
    plain->card = view.card;
    if (plain->playing && !view.playing && !view.analyzing && view.result != RESULT_NONE)
        printf("Type review to look back on it.\n");
    plain->playing = view.playing;
}

static void tick(struct plain *plain)
{
    unsigned changed = session_tick(plain->session);
    tell_news(plain, changed);
}

/* Sleeps until the session has something to say; input, -1 or a descriptor, ends it too. True
 * when input can be read. */
static bool rest(const struct plain *plain, int input, int longest)
{
    int timeout = session_timeout(plain->session);
    if (longest >= 0 && (timeout < 0 || timeout > longest))
        timeout = longest;
    struct pollfd waits[] = {{.fd = plain->wake[0], .events = POLLIN},
                             {.fd = input, .events = POLLIN}};
    int ready = poll(waits, 2, timeout);
    drain(plain);
    return ready > 0 && waits[1].revents != 0;
}

/* ---- answers that take a moment ---- */

/* Rests until the session has something to say, hears it and looks again. False: it is past until
 * (by text_now; -1: never), or nobody listens any more. */
static bool go_on(struct plain *plain, int64_t until, struct session_view *view)
{
    int64_t left = until < 0 ? -1 : until - text_now();
    if ((until >= 0 && left <= 0) || ferror(stdout))
        return false;
    (void)rest(plain, -1, (int)left);
    tick(plain);
    session_view(plain->session, view);
    return true;
}

static void tell_hint(struct plain *plain)
{
    struct session_view view;
    session_view(plain->session, &view);
    while (view.hint.pending && go_on(plain, -1, &view))
        continue;
    int rung = view.hint.rung;
    if (rung > 0)
        printf("Hint %d of %d: %s\n", rung, HINT_RUNGS, view.hint.text[rung - 1]);
}

static void tell_analysis(struct plain *plain)
{
    struct session_view view;
    Move moves[CHESS_MOVES_MAX];
    int64_t until = text_now() + ANALYSIS_MILLISECONDS;
    session_view(plain->session, &view);
    if (!view.analyzing || chess_moves(&view.shown->position, moves) == 0)
        return;
    while (go_on(plain, until, &view))
        continue;
    analysis_tell_lines(&view, ANALYSIS_LINES);
}

static void tell_level(struct plain *plain, const char *argument)
{
    struct session_view view;
    struct session_reply reply;
    char line[64];
    memset(&reply, 0, sizeof reply);
    if (*argument) {
        snprintf(line, sizeof line, "elo %.32s", argument);
        session_enter(plain->session, line, &reply);
        if (reply.kind == REPLY_REFUSED) {
            say(plain, reply.text);
            return;
        }
    }
    session_view(plain->session, &view);
    if (!view.analyzing) {
        say(plain, "Type analyze first: a level is told of in analysis.");
        return;
    }
    int64_t until = text_now() + LEVEL_MILLISECONDS;
    while (view.analyzing && !analysis_level_known(&view) && go_on(plain, until, &view))
        continue;
    analysis_tell_level(plain->session, plain->options.strength);
    until = text_now() + LEVEL_MILLISECONDS;
    while (view.analyzing && !analysis_ladder_known(&view) && go_on(plain, until, &view))
        continue;
    analysis_tell_ladder(plain->session);
}

static void answer_analysis(struct plain *plain, enum analysis_question question)
{
    struct session_view view;
    int64_t until = text_now() + ANSWER_MILLISECONDS;
    session_view(plain->session, &view);
    if (!view.analyzing) {
        say(plain, "Type analyze first.");
        return;
    }
    while (!analysis_answerable(&view, question) && go_on(plain, until, &view))
        continue;
    analysis_answer(plain->session, question);
}

/* Scoring a game takes a while where it was played faster than it can be scored. */
static void tell_review(struct plain *plain, const char *argument)
{
    const struct review *review = session_review(plain->session);
    struct session_view view;
    bool scores = strcmp(argument, "scores") == 0;
    if (*argument && !scores) {
        say(plain, "Expected: review, or review scores");
        return;
    }
    if (!review) {
        say(plain, "There is no game to review: it is for after the game.");
        return;
    }
    if (review->scored < review->positions)
        printf("Looking at the game: %d of %d positions.\n", review->scored, review->positions);
    fflush(stdout);
    while (!session_review_ready(plain->session) && go_on(plain, -1, &view)) {
        if (!session_review(plain->session))
            return;
    }
    review_tell(plain->session, scores);
}

/* The game replayed with one thing changed, decision after decision. */
static void tell_path(struct plain *plain)
{
    struct session_view view;
    session_view(plain->session, &view);
    while (view.path && view.path->done < view.path->decisions && go_on(plain, -1, &view))
        continue;
    path_tell(&view);
}

/* A move tried is looked at, then the next position or the verdict is told. */
static void wait_for_judgement(struct plain *plain)
{
    struct session_view view;
    tick(plain);
    session_view(plain->session, &view);
    while (view.judging && go_on(plain, -1, &view))
        continue;
}

/* ---- what is typed ---- */

/* Of a position being set up. */
static void tell_setup_help(void)
{
    printf("put white knight f3, or Nf3, nf6: a piece on a square.\n"
           "empty f3; move e2 e4: without rules.\n"
           "clear: the empty board. start; 960 518: whole positions. fen FEN: any.\n"
           "white, black: the side to move.\n"
           "castling KQkq, castling none: white short K, long Q; black k, q.\n"
           "en passant e6, en passant none.\n"
           "check: whether it can be played. fen: as FEN.\n"
           "play, play white, play black: a game from it. analyze. cancel: back to the game.\n");
    question_help();
}

static void tell_help(const struct plain *plain)
{
    printf("A move: e4, Nf3, O-O, e8=Q, g1f3.\n");
    for (int i = 0; i < COMMAND_COUNT; i++) {
        enum session_command command = (enum session_command)i;
        if (command == COMMAND_THEME || command == COMMAND_SUITE ||
            command == COMMAND_GAMES) /* told below, where there are some */
            continue;
        const char *heading = session_command_heading(command);
        if (*heading)
            printf("%s:\n", heading);
        printf("%s%s%s: %s.\n", session_command_name(command),
               *session_command_arguments(command) ? " " : "", session_command_arguments(command),
               session_command_words(command));
    }
    question_help();
    analysis_help();
    if (plain->games)
        plain_games_help();
    printf("words, words squares: moves in words, by their squares, or as usual (san).\n"
           "speech terse, normal, verbose: how much is said.\n"
           "back, forward, start, end: step through the game.\n"
           "resume: go on with the game left unfinished.\n");
}

static void leave(struct plain *plain)
{
    struct session_view view;
    session_view(plain->session, &view);
    plain->quit = !view.unsaved || plain->warned;
    plain->warned = true;
    if (!plain->quit)
        say(plain, "Not saved: save writes the game back into its file; quit again leaves it as "
                   "it was.");
}

/* Where the terminal's clipboard is out of reach, the text itself. */
static void tell_copy(struct plain *plain, const char *what)
{
    struct error error = {0};
    char *text = session_copy(plain->session, what, &error);
    say(plain, text ? text : error.message);
    free(text);
}

static void on_screen_command(struct plain *plain, const struct session_reply *reply)
{
    struct session_view view;
    session_view(plain->session, &view);
    switch (reply->command) {
    case COMMAND_QUIT: leave(plain); break;
    case COMMAND_HELP:
        if (view.setup)
            tell_setup_help();
        else
            tell_help(plain);
        break;
    case COMMAND_LEVEL: tell_level(plain, reply->argument); break;
    case COMMAND_COPY: tell_copy(plain, reply->argument); break;
    case COMMAND_PEEK:
        if (!view.blindfold ||
            !question_answer(plain->session, &plain->options.speech, "board"))
            say(plain, "You are not blindfolded.");
        break;
    case COMMAND_REVIEW: tell_review(plain, reply->argument); break;
    case COMMAND_GAMES:
        if (plain->games)
            plain_games_list(plain->games, reply->argument, &view.shown->position);
        else
            say(plain, "There is no list of games: fallible analyze --plain FILE.pgn opens one.");
        break;
    case COMMAND_DEBUG:
        plain->options.debug = !plain->options.debug;
        say(plain, plain->options.debug ? "Decisions are told." : "Decisions are not told.");
        break;
    case COMMAND_FLIP:
        plain->options.speech.flipped = !plain->options.speech.flipped;
        if (question_answer(plain->session, &plain->options.speech, "board diagram"))
            plain->seen = view.shown;
        break;
    case COMMAND_SUITE:
        printf("fallible suite %s runs it in lines of text.\n",
               *reply->argument ? reply->argument : "NAME");
        break;
    default: say(plain, "Lines of text have no colours."); break;
    }
}

static bool step_named(const char *word, enum step *step)
{
    static const char *const names[] = {"back", "forward", "start", "end"};
    for (int i = 0; i < 4; i++) {
        if (strcmp(names[i], word) == 0) {
            *step = (enum step)i;
            return true;
        }
    }
    return false;
}

/* The position shown is another one. */
static void tell_shown(struct plain *plain)
{
    struct session_view view;
    session_view(plain->session, &view);
    if (view.shown->parent)
        tell_move(plain, view.shown);
    else
        say(plain, "The start of the game.");
    if (view.analyzing)
        analysis_tell_notes(&view);
    tell_analysis(plain);
}

static void step_to(struct plain *plain, enum step step)
{
    if (session_step(plain->session, step))
        tell_shown(plain);
    else
        say(plain, "The game goes no further.");
}

static void step_aside(struct plain *plain, int by)
{
    if (session_step_aside(plain->session, by))
        tell_shown(plain);
    else
        say(plain, "There is no other line here.");
}

/* "open 12" and "more", of the list of games; false: it is neither. */
static bool enter_games(struct plain *plain, const char *line)
{
    if (!plain->games)
        return false;
    if (strcmp(line, "more") == 0) {
        plain_games_more(plain->games);
    } else if (strcmp(line, "open") == 0 || strncmp(line, "open ", 5) == 0) {
        struct session_view view;
        session_view(plain->session, &view);
        if (view.unsaved && !plain->warned) {
            say(plain, "Not saved: save writes the game back into its file; open again leaves it "
                       "as it was.");
            plain->warned = true;
        } else if (plain_games_open(plain->games, plain->session,
                                    line + 4 + strspn(line + 4, " "))) {
            session_view(plain->session, &view);
            plain->told = view.live;
            plain->warned = false;
            session_analyze(plain->session, true);
        }
    } else {
        return false;
    }
    return true;
}

static void resume(struct plain *plain)
{
    struct error error = {0};
    struct session_view view;
    if (!session_resume(plain->session, &error)) {
        say(plain, error.message);
        return;
    }
    session_view(plain->session, &view);
    plain->told = view.live;
    printf("%s. You have %s.\n", view.opponent, view.you == WHITE ? "white" : "black");
    if (view.live->parent)
        tell_move(plain, view.live);
}

/* "words", "words squares", "speech terse", "board ranks" for good; false: it is none of them. */
static bool set_speech(struct plain *plain, const char *line)
{
    struct speech *speech = &plain->options.speech;
    struct error error = {0};
    size_t word = strcspn(line, " ");
    const char *argument = line + word + strspn(line + word, " ");
    if (strcmp(line, "words") == 0) {
        speech->moves = speech->moves == SPEAK_SAN ? SPEAK_PIECE : SPEAK_SAN;
    } else if (word == 5 && strncmp(line, "words", 5) == 0) {
        if (!speech_read_moves("words", argument, &speech->moves, &error))
            say(plain, error.message);
    } else if (word == 6 && strncmp(line, "speech", 6) == 0) {
        if (!speech_read_length("speech", argument, &speech->length, &error))
            say(plain, error.message);
        else
            say(plain, "So be it.");
        return true;
    } else {
        return false;
    }
    if (!error.message[0])
        say(plain, speech->moves == SPEAK_SAN     ? "Moves as usual."
                   : speech->moves == SPEAK_PIECE ? "Moves in words."
                                                  : "Moves by their squares.");
    return true;
}

static void enter(struct plain *plain, char *line)
{
    struct session_reply reply;
    struct session_view view;
    enum step step;
    /* Completion leaves a blank behind. */
    for (size_t end = strlen(line); end > 0 && strchr(" \t", line[end - 1]); end--)
        line[end - 1] = '\0';
    line += strspn(line, " \t");
    plain->said[0] = '\0';
    session_view(plain->session, &view);
    if (set_speech(plain, line))
        return;
    if (strcmp(line, "resume") == 0) {
        resume(plain);
        return;
    }
    if (step_named(line, &step)) {
        step_to(plain, step);
        return;
    }
    if (enter_games(plain, line))
        return;
    enum analysis_question question;
    if (strcmp(line, "up") == 0 || strcmp(line, "down") == 0) {
        step_aside(plain, line[0] == 'u' ? -1 : 1);
        return;
    }
    if (analysis_question_named(line, &question)) {
        answer_analysis(plain, question);
        return;
    }
    if (question_answer(plain->session, &plain->options.speech, line))
        return;
    const struct game_node *shown = view.shown;
    session_enter(plain->session, line, &reply);
    session_view(plain->session, &view);
    say(plain, reply.text);
    if (reply.kind == REPLY_SCREEN) {
        on_screen_command(plain, &reply);
        return;
    }
    if (view.card || view.judging)
        wait_for_judgement(plain);
    if (reply.command == COMMAND_LINE && view.shown != shown && reply.kind == REPLY_DONE) {
        plain->told = view.live;
        tell_shown(plain);
        return;
    }
    if (reply.kind == REPLY_MOVED && plain->options.speech.moves != SPEAK_SAN && view.shown->parent)
        tell_move(plain, view.shown);
    plain->told = view.live;
    if (reply.kind == REPLY_MOVED || reply.command == COMMAND_ANALYZE)
        tell_analysis(plain);
    else if (reply.kind == REPLY_DONE && reply.command == COMMAND_HINT && *line)
        tell_hint(plain);
    else if (reply.kind == REPLY_DONE && reply.command == COMMAND_WHATIF)
        tell_path(plain);
}

/* "1. > " and "1... > "; "> " when no move is awaited. */
static void write_prompt(const struct plain *plain, char *prompt, size_t size)
{
    struct session_view view;
    session_view(plain->session, &view);
    const struct position *position = &view.shown->position;
    if (view.setup)
        snprintf(prompt, size, "edit > ");
    else if (plain->options.speech.length == SPEAK_TERSE)
        snprintf(prompt, size, "> ");
    else if (!view.playing && !view.analyzing && !view.card)
        snprintf(prompt, size, "> ");
    else
        snprintf(prompt, size, "%d%s > ", position->fullmove,
                 position->side == WHITE ? "." : "...");
}

/* ---- a terminal ---- */

static void on_line(char *line)
{
    rl_callback_handler_remove();
    if (!line) {
        putchar('\n');
        current->ended = true;
        return;
    }
    if (*line)
        add_history(line);
    enter(current, line);
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
    rl_attempted_completion_over = 1; /* never file names */
    return rl_completion_matches(text, next_completion);
}

static void read_terminal(struct plain *plain, const char *prompt)
{
    /* The handler removes itself when it has a line. */
    rl_callback_handler_install(prompt, on_line);
    while (!plain->ended && RL_ISSTATE(RL_STATE_CALLBACK)) {
        struct session_view before, after;
        session_view(plain->session, &before);
        if (rest(plain, STDIN_FILENO, -1)) {
            rl_callback_read_char();
            continue;
        }
        tick(plain);
        session_view(plain->session, &after);
        if (before.playing && !after.playing)
            rl_callback_handler_remove(); /* the flag fell: another prompt */
    }
}

/* ---- a pipe or a file ---- */

/* Takes a whole line out of the buffer; at the end of input the rest counts as one. */
static bool take_line(struct plain *plain, char line[LINE_MAX_BYTES])
{
    char *end = memchr(plain->buffer, '\n', plain->filled);
    if (!end && !(plain->ended && plain->filled > 0) && plain->filled < sizeof plain->buffer - 1)
        return false;
    size_t length = end ? (size_t)(end - plain->buffer) : plain->filled;
    memcpy(line, plain->buffer, length);
    line[length] = '\0';
    size_t used = end ? length + 1 : length;
    memmove(plain->buffer, plain->buffer + used, plain->filled - used);
    plain->filled -= used;
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
            putchar('\n');
            return;
        }
        if (!rest(plain, STDIN_FILENO, -1)) {
            tick(plain);
            continue;
        }
        ssize_t got = read(STDIN_FILENO, plain->buffer + plain->filled,
                           sizeof plain->buffer - 1 - plain->filled);
        if (got > 0)
            plain->filled += (size_t)got;
        else if (got == 0 || errno != EINTR)
            plain->ended = true;
    }
    if (plain->echo)
        printf("%s\n", line);
    enter(plain, line);
}

/* ---- the whole ---- */

static void wait_for_opponent(struct plain *plain)
{
    struct session_view view;
    tick(plain);
    fflush(stdout);
    session_view(plain->session, &view);
    while (view.awaiting_move && !view.analyzing && !plain->quit && go_on(plain, -1, &view))
        fflush(stdout);
}

static void tell_game(const struct plain *plain, const struct session_view *view)
{
    const char *white = game_tag(view->game, "White"), *black = game_tag(view->game, "Black");
    char names[256];
    snprintf(names, sizeof names, "%.100s - %.100s", white ? white : "", black ? black : "");
    text_sanitize(names);
    if (white && black)
        printf("%s, %s. ", names, result_text(view->game->result));
    if (plain->games)
        printf("One of %d games: games lists them.\n", pgn_index_count(plain->options.games));
    printf("Type forward, a move, level, or ? for help.\n");
}

static bool begin(struct plain *plain, struct error *error)
{
    char unfinished[128];
    struct session_view view;
    if (plain->options.training) {
        printf("Type a move, hint, skip, stop or ? for help.\n");
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
        printf("Unfinished: %s. Type resume to go on with it.\n", unfinished);
    if (!session_new(plain->session, error))
        return false;
    session_view(plain->session, &view);
    plain->told = view.live;
    if (view.you == WHITE || view.you == BLACK)
        printf("%s has %s. You have %s. Type ? for help.\n", view.opponent,
               view.you == WHITE ? "black" : "white", view.you == WHITE ? "white" : "black");
    else
        printf("Analysis. Type ? for help.\n");
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
    enum { DONE = 0, BAD = 2 };
    plain->session = session;
    current = plain;
    plain->readline = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    plain->echo = !isatty(STDIN_FILENO);
    rl_readline_name = "fallible";
    rl_variable_bind("enable-bracketed-paste", "off"); /* it would write escape sequences */
    rl_attempted_completion_function = complete;
    rl_sort_completion_matches = 0; /* they come best first */
    if (!begin(plain, error))
        return BAD;
    while (!plain->quit && !plain->ended && !ferror(stdout)) {
        wait_for_opponent(plain);
        if (plain->quit || (plain->options.training && !solving(plain)))
            break;
        char prompt[32];
        write_prompt(plain, prompt, sizeof prompt);
        if (plain->readline)
            read_terminal(plain, prompt);
        else
            read_pipe(plain, prompt);
    }
    /* The answer to the last move of a script is still told. */
    if (!plain->quit)
        wait_for_opponent(plain);
    fflush(stdout);
    return DONE;
}
