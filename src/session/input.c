/* Reads what the user types: a move, a command, or a pasted position or game. A refusal says what
 * was expected. */
#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "src/game/annotate.h"
#include "src/session/asks.h"
#include "src/session/command_table.h"
#include "src/session/files.h"
#include "src/session/mode.h"
#include "src/session/playing/playing.h"
#include "src/session/result.h"
#include "src/session/setup.h"
#include "src/session/state.h"
#include "src/session/study/analyst.h"
#include "src/session/study/practice.h"
#include "src/session/study/suspend_analysis.h"
#include "src/util/text.h"

/* Returns true if a move may be made now; otherwise the reply says why not. */
static bool may_move(const struct session *session, struct session_reply *reply)
{
    if (session_card_is_over(session, reply))
        return false;
    if (session->mode == MODE_PRACTISING || session->mode == MODE_GUESSING ||
        session_explores(session))
        return true;
    if (!session_goes_on(session) && session->record.ending[0])
        reply_set(reply, REPLY_REFUSED, "The game is over. Type new for another game or review to "
                                        "look at this one.");
    else if (!session_goes_on(session))
        session_tell_away(session, reply);
    else if (!session_your_turn(session))
        reply_set(reply, REPLY_REFUSED, "It is your opponent's turn.");
    else
        return true;
    return false;
}

#define EARLIER "This is an earlier position. %s to go back to the game."

/* How to get back from an earlier position to the current one, as the beginning of a sentence. */
static const char *way_back(const struct session *session)
{
    return session->options.in_lines ? "Type end" : "Press End";
}

void session_play(struct session *session, Move move, struct session_reply *reply)
{
    *reply = (struct session_reply){.kind = REPLY_MOVED};
    const struct game_node *on = session_on_board(session);
    if (session_card_is_over(session, reply))
        return;
    if (!chess_is_legal(&on->position, move)) {
        if (session->shown == on)
            reply_set(reply, REPLY_REFUSED, "That move is illegal.");
        else
            reply_set(reply, REPLY_REFUSED, EARLIER, way_back(session));
    } else if (session->mode == MODE_PRACTISING) {
        session_try_move(session, move, reply);
    } else if (session->mode == MODE_GUESSING) {
        session_guess_move(session, move, reply);
    } else if (session_explores(session)) {
        int before = game_child_count(session->shown);
        struct game_node *node = game_add(session->shown, move);
        if (!node) {
            reply_set(reply, REPLY_REFUSED, "out of memory");
            return;
        }
        session->record.edited |= game_child_count(session->shown) > before;
        struct game_node *end = game_end_of_line(session->game->root);
        if (session_is_study(session) && end != session->live) { /* a new main line must be reviewed
                                                                  * again */
            session->live = end;
            session->record.reviewed = false;
        }
        session_show(session, node);
    } else if (session->shown != session->live && session_goes_on(session)) {
        /* The board shows an earlier position, and the user may have meant the move for that
         * one. */
        reply_set(reply, REPLY_REFUSED, EARLIER, way_back(session));
    } else if (may_move(session, reply)) {
        session->shown = session->live;
        session->message[0] = '\0';
        session->changed |= CHANGED_MESSAGE;
        if (!session_make(session, move, NULL))
            reply_set(reply, REPLY_REFUSED, "%s", session->message);
    }
}

/* If the move is legal in the earlier position that is shown, tells the user how to get back to the
 * game's current position. */
static void explain_shown(const struct session *session, const char *line,
                          struct session_reply *reply)
{
    const struct game_node *shown = session->shown;
    struct error ignored;
    Move move;
    if (shown != session_on_board(session) &&
        session_read_move(&shown->position, line, &move, &ignored))
        reply_set(reply, REPLY_REFUSED,
                  "This is an earlier position. In the game %.20s is illegal. %s to go back to "
                  "it.",
                  line, way_back(session));
}

static bool looks_like_castling(const char *line)
{
    return strspn(line, "Oo0-") >= 2;
}

/* The length of a move number with its dots, as in the "12..." of "12...Nf3". */
static size_t number_length(const char *line)
{
    size_t digits = strspn(line, "0123456789"), dots = strspn(line + digits, ".");
    size_t blanks = strspn(line + digits + dots, " ");
    return digits > 0 && dots > 0 && line[digits + dots + blanks] ? digits + dots + blanks : 0;
}

/* Returns true if the line is a move that may begin a new game: before the first game, or on the
 * home screen after a game. Never true in Chess960, where the start position is drawn only when the
 * game begins. */
static bool begins_game(const struct session *session, const char *line, Move *move)
{
    bool before = session->record.status == STATUS_NONE && session->mode == MODE_IDLE;
    bool between = session->mode == MODE_FINISHED && session->away;
    struct error ignored;
    return (before || between) && !session->left_count && !session->options.chess960 &&
           session_read_move(&session->options.start, line, move, &ignored);
}

static void begin_game(struct session *session, Move move, struct session_reply *reply)
{
    struct error error = {0};
    int side = session->options.start.side, color = session_next_color(session);
    if (color != side && !session_alternates(session)) {
        reply_set(reply, REPLY_REFUSED,
                  "In the next game you have %s. Type play to start it, or new %s.",
                  color < 0 ? "a random colour" : chess_color_name(color), chess_color_name(side));
        return;
    }
    session->options.color = side; /* without a chosen colour, you get the side that makes the
                                    * move */
    if (session_new(session, &error))
        session_play(session, move, reply);
    else
        reply_set(reply, REPLY_REFUSED, "%s", error.message);
}

/* Returns true if the line begins with a word of at least LEAST characters without a digit, such as
 * a mistyped command. */
static bool begins_with_word(const char *line)
{
    enum { LEAST = 3 };
    size_t length = strcspn(line, " ");
    return length >= LEAST && !looks_like_castling(line) && strcspn(line, "0123456789") >= length;
}

/* Whether the side to move has castled on the way to `node`. */
static bool has_castled(const struct game_node *node)
{
    int side = node->position.side;
    for (; node->parent; node = node->parent) {
        if (node->parent->position.side == side && move_kind(node->move) == MOVE_CASTLING)
            return true;
    }
    return false;
}

/* Sets the reply to a move that cannot be played. */
static void refuse_move(const struct session *session, const char *line, const struct error *error,
                        struct session_reply *reply)
{
    const struct game_node *on = session_on_board(session);
    if (!looks_like_castling(line) || !has_castled(on))
        reply_set(reply, REPLY_REFUSED, "%s", error->message);
    else if (session_goes_on(session))
        reply_set(reply, REPLY_REFUSED, "You have already castled.");
    else
        reply_set(reply, REPLY_REFUSED, "%s has already castled.",
                  on->position.side == WHITE ? "White" : "Black");
}

/* The move in a line such as "move e4" or "12...Nf3". */
static const char *move_in(const char *line)
{
    line += strncasecmp(line, "move ", 5) == 0 ? 5 : 0;
    return line + number_length(line);
}

static bool looks_like_move(const char *line)
{
    return !begins_with_word(line) && (strpbrk(line, "12345678") || looks_like_castling(line));
}

static void enter_move(struct session *session, const char *line, struct session_reply *reply)
{
    const struct game_node *on = session_on_board(session);
    struct error error = {0};
    Move move;
    line = move_in(line);
    if (session_advise(line, reply))
        return;
    if (!looks_like_move(line)) {
        session_no_command(line, reply);
    } else if (session_premoves(session)) {
        session_queue_premove(session, line, reply);
    } else if (begins_game(session, line, &move)) {
        begin_game(session, move, reply);
    } else if (session->away && session->options.in_lines && session_goes_on(session)) {
        session_tell_away(session, reply);
    } else if (!may_move(session, reply)) {
        return;
    } else if (!session_read_move(&on->position, line, &move, &error)) {
        refuse_move(session, line, &error, reply);
        explain_shown(session, line, reply);
    } else {
        session_play(session, move, reply);
    }
}

/* If the line is a command of the shell that needs the keyboard, such as "fallible puzzles",
 * returns it without "fallible ": the session has a command of the same name. Otherwise returns the
 * line unchanged. */
static const char *without_program(const char *line)
{
    static const char program[] = "fallible ";
    static const char *const names[] = {"play", "review", "puzzles", "drill", "repertoire",
                                        "analyze", "analyse"};
    const char *rest = line + sizeof program - 1;
    if (strncasecmp(line, program, sizeof program - 1) != 0)
        return line;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strcspn(rest, " \t") == strlen(names[i]) &&
            strncmp(rest, names[i], strlen(names[i])) == 0)
            return rest;
    }
    return line;
}

/* Translates words of other programs that mean one of our commands with an argument: white, black,
 * eval, which never leaves the analysis, and XBoard's "level MOVES MINUTES[:SECONDS] INCREMENT",
 * which sets the clock. */
static void translate(char *text, size_t size)
{
    bool white = strcasecmp(text, "white") == 0;
    if (white || strcasecmp(text, "black") == 0) {
        snprintf(text, size, "color %s", white ? "white" : "black");
        return;
    }
    if (strcasecmp(text, "eval") == 0)
        snprintf(text, size, "analyze on");
    if (strncasecmp(text, "level ", 6) != 0)
        return;
    int64_t moves = -1, minutes = -1, seconds = 0, increment = -1;
    const char *at = text_begins_number(text + 6, 0, INT_MAX, &moves);
    at = text_begins_number(at, 0, INT_MAX, &minutes);
    if (*at == ':')
        at = text_begins_number(at + 1, 0, 59, &seconds);
    at = text_begins_number(at, 0, INT_MAX, &increment);
    if (increment < 0 || *at)
        return;
    const struct time_control control = {.moves = (int)moves,
                                         .base = (minutes * 60 + seconds) * 1000,
                                         .increment = increment * 1000};
    char clock[64];
    time_control_write(&control, clock, sizeof clock);
    snprintf(text, size, "time %s", clock);
}

bool session_understands(const struct session *session, const char *line)
{
    char text[1024];
    enum session_command command;
    snprintf(text, sizeof text, "%s", without_program(line));
    if (session_pasted(text) != PASTED_OTHER || session_asks_why(session, text))
        return true;
    (void)session_move_from_words(text, text, sizeof text);
    translate(text, sizeof text);
    return session_command_named(text, &command) || session_names_file(session, text) ||
           session_is_for_shell(text) || nag_from_text(text) > 0 || looks_like_move(move_in(text));
}

/* Tells the user of `export`, which here means `save`, that the shell's command of that name writes
 * all games. */
static void tell_other_export(const char *line, struct session_reply *reply)
{
    if (reply->kind == REPLY_DONE && strncasecmp(line, "export", strlen("export")) == 0)
        text_add(reply->text, sizeof reply->text,
                 " fallible export -o FILE writes all your games.");
}

void session_enter(struct session *session, const char *line, struct session_reply *reply)
{
    *reply = (struct session_reply){.kind = REPLY_DONE};
    char text[sizeof reply->argument];
    while (isspace((unsigned char)*line))
        line++;
    int length = snprintf(text, sizeof text, "%s", without_program(line));
    if (length >= (int)sizeof text) {
        reply_set(reply, REPLY_REFUSED,
                  "This line is too long: at most %zu characters are "
                  "allowed.",
                  sizeof text - 1);
        return;
    }
    while (length > 0 && isspace((unsigned char)text[length - 1]))
        text[--length] = '\0';
    text_sanitize(text);
    if (!*text)
        return;
    if (session->mode == MODE_SETTING_UP && !session_is_for_screen(text)) {
        session_enter_setup(session, text, reply);
        return;
    }
    if (session_paste(session, text, reply))
        return;
    if (session_asks_why(session, text)) {
        session_tell_why(session, reply);
        return;
    }
    (void)session_move_from_words(text, text, sizeof text);
    translate(text, sizeof text);
    size_t word = session_command_named(text, &reply->command);
    if (!word && session_names_file(session, text)) {
        reply->command = COMMAND_LOAD;
    } else if (!word && session_is_for_shell(text)) {
        reply->command = COMMAND_FALLIBLE;
    } else if (!word) {
        if (session_explores(session) && nag_from_text(text) > 0) { /* "!?" is a mark */
            reply->command = COMMAND_MARK;
            snprintf(reply->argument, sizeof reply->argument, "%s", text);
            session_command_mark(session, reply);
        } else {
            enter_move(session, text, reply);
        }
        return;
    }
    const char *argument = text + word;
    while (isspace((unsigned char)*argument))
        argument++;
    snprintf(reply->argument, sizeof reply->argument, "%s", argument);
    session_carry_out(session, reply);
    tell_other_export(text, reply);
}

void session_enter_level(struct session *session, const char *elo, struct session_reply *reply)
{
    char line[64];
    *reply = (struct session_reply){.kind = REPLY_DONE};
    snprintf(line, sizeof line, "elo %.32s", elo);
    if (*elo)
        session_enter(session, line, reply);
}

/* Recognises a FEN: eight ranks separated by seven slashes, then a side to move. */
static bool looks_like_fen(const char *text)
{
    int slashes = 0;
    const char *at = text;
    for (; *at && !isspace((unsigned char)*at); at++)
        slashes += *at == '/';
    at += strspn(at, " \t");
    return slashes == 7 && (*at == 'w' || *at == 'b');
}

/* Recognises a PGN: tags, or numbered moves such as "1. e4 e5 2. Nf3". */
static bool looks_like_pgn(const char *text)
{
    if (*text == '[')
        return strchr(text, '"') != NULL;
    return strncmp(text, "1.", 2) == 0 && strstr(text, " 2.") != NULL;
}

enum pasted session_pasted(const char *text)
{
    text += strspn(text, " \t\r\n");
    return looks_like_fen(text)   ? PASTED_POSITION
           : looks_like_pgn(text) ? PASTED_GAME
                                  : PASTED_OTHER;
}

bool session_paste(struct session *session, const char *text, struct session_reply *reply)
{
    const enum pasted pasted = session_pasted(text);
    text += strspn(text, " \t\r\n");
    if (pasted == PASTED_POSITION) {
        char line[CHESS_FEN_MAX + 8];
        int length = (int)strcspn(text, "\r\n");
        snprintf(line, sizeof line, "fen %.*s", length, text);
        session_enter(session, line, reply);
        return true;
    }
    if (pasted == PASTED_OTHER)
        return false;
    session_load_text(session, text, reply);
    return true;
}
