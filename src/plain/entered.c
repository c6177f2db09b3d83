/* Handles an input line: an answer to a question, a command that only the line mode has, or a line
 * for the session, whose reply is printed. */
#include "src/plain/plain_internal.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "src/plain/analysis.h"
#include "src/plain/home.h"
#include "src/plain/question.h"
#include "src/plain/say.h"
#include "src/session/asks.h"
#include "src/session/home.h"
#include "src/util/text.h"

/* Handles "open 12" and "more" for the list of games. Returns false for any other line. */
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
            plain_say(plain, "Your changes are not saved. Type save to write them to the file, "
                             "or open again to discard them.");
            plain->warned = true;
        } else if (plain_games_open(plain->games, plain->session,
                                    line + 4 + strspn(line + 4, " "))) {
            session_view(plain->session, &view);
            plain->told = view.live;
            plain->warned = false;
            session_analyze(plain->session, true);
            (void)session_step(plain->session, STEP_START);
        }
    } else {
        return false;
    }
    return true;
}

/* Prints which game is being continued. */
static void tell_continued(struct plain *plain)
{
    struct session_view view;
    session_view(plain->session, &view);
    plain->told = view.live;
    plain->went_on = true;
    say("%s. You have %s.\n", view.opponent, chess_color_name(view.you));
    if (view.live->parent)
        plain_tell_move(plain, view.live, true);
}

/* Handles "words", "words squares", "announce squares" and "speech terse". Returns false for any
 * other line. */
static bool set_speech(struct plain *plain, const char *line)
{
    struct speech *speech = &plain->options.speech;
    struct error error = {0};
    size_t word = strcspn(line, " ");
    const char *argument = line + word + strspn(line + word, " ");
    static const char *const lengths[] = {SPEECH_LENGTHS(NAME_OF_ROW)};
    if (strcmp(line, "words") == 0 || strcmp(line, "announce") == 0) {
        speech->moves = speech->moves == SPEAK_SAN ? SPEAK_PIECE : SPEAK_SAN;
    } else if ((word == 5 && strncmp(line, "words", 5) == 0) ||
               (word == 8 && strncmp(line, "announce", 8) == 0)) { /* `announce`, the name of the
                                                                      option, does the same as
                                                                      `words` */
        if (!speech_read_moves("words", argument, &speech->moves, &error))
            plain_say(plain, error.message);
    } else if (word == 6 && strncmp(line, "speech", 6) == 0) {
        if (*argument && !speech_read_length("speech", argument, &speech->length, &error))
            plain_say(plain, error.message);
        else
            say("Speech: %s.%s\n", lengths[speech->length],
                *argument ? "" : " Type speech normal, speech terse or speech verbose.");
        return true;
    } else {
        return false;
    }
    if (!error.message[0])
        plain_say(plain, speech->moves == SPEAK_SAN ? "Moves in standard notation."
                         : speech->moves == SPEAK_PIECE
                             ? "Moves in words."
                             : "Moves in words that begin with the squares.");
    return true;
}

/* Handles the commands that only the line mode has. Returns false for any other line. */
static bool enter_own(struct plain *plain, const char *line)
{
    enum analysis_question question;
    if (set_speech(plain, line) || enter_games(plain, line) || plain_step(plain, line))
        return true;
    if (session_asks_why(plain->session, line) || !analysis_question_named(line, &question))
        return question_answer(plain->session, &plain->options.speech, line);
    plain_answer_analysis(plain, question);
    return true;
}

/* Before a line that would end a game or make it unrated, asks for confirmation and returns true. A
 * script is not asked. */
static bool ask_about(struct plain *plain, const char *line)
{
    const char *question = plain->readline ? session_asks(plain->session, line) : NULL;
    if (!question)
        return false;
    snprintf(plain->asked, sizeof plain->asked, "%s", line);
    say("%s y/n\n", question);
    return true;
}

static bool is_yes(const char *line)
{
    return strcasecmp(line, "y") == 0 || strcasecmp(line, "yes") == 0;
}

static bool is_no(const char *line)
{
    return strcasecmp(line, "n") == 0 || strcasecmp(line, "no") == 0;
}

static bool names(const char *line, enum session_command wanted)
{
    enum session_command command;
    return session_command_named(line, &command) && command == wanted;
}

/* Whether the line is a key of home, or is handled by enter_own and is not a question of
 * question.h. */
static bool is_own(const struct plain *plain, const char *line)
{
    enum analysis_question question;
    const size_t word = strcspn(line, " ");
    static const char *const words[] = {"words", "announce", "speech", "open", "more"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i]) == word && strncmp(line, words[i], word) == 0)
            return true;
    return (plain->home && word == 1) || session_key_named(line) > 0 || plain_is_step(line) ||
           analysis_question_named(line, &question);
}

/* Handles a line that does not answer the open question. If the line only asks about the position,
 * as `board` does, answers it at once, and does not read the open question aloud again. Any other
 * line that can be carried out waits until the question is answered. */
static void keep_waiting(struct plain *plain, const char *line, const char *question)
{
    bool again = !*line || strcmp(line, plain->asked) == 0; /* the question is about this line */
    bool replaces = plain->waiting[0] && strcmp(line, plain->waiting) != 0;
    if (names(line, COMMAND_HELP)) {
        say("y means yes, n and stop mean no. You can still type l, c, p n, material and board "
            "before you answer.\n");
    } else if (!again && question_answer(plain->session, &plain->options.speech, line)) {
        say("Please answer y or n.\n");
        return;
    } else if (!again && !is_own(plain, line) && !session_understands(plain->session, line)) {
        say("%s is not an answer. Please answer y or n.\n", line);
        return;
    } else if (!again) {
        say("%s waits until you answer%s%s. ", line, replaces ? ", instead of " : "",
            replaces ? plain->waiting : "");
        snprintf(plain->waiting, sizeof plain->waiting, "%s", line);
    }
    say("%s Please answer y or n.\n", question);
}

/* Handles a line while the question about plain->asked is open. `stop` and `home` withdraw the line
 * that was asked about. Returns true if a line is to be carried out now, and copies that line to
 * `wanted`. It is plain->asked after the answer yes, or `line` if it is `home` or if the question
 * no longer matters, for example because the game has ended meanwhile. */
static bool take_answer(struct plain *plain, const char *line, char wanted[LINE_MAX_BYTES])
{
    const char *question = session_asks(plain->session, plain->asked);
    bool yes = is_yes(line), no = is_no(line) || names(line, COMMAND_STOP);
    if (question && !yes && !no && !names(line, COMMAND_HOME)) {
        keep_waiting(plain, line, question);
        return false;
    }
    if (!yes)
        say("Not done: %s.\n", plain->asked);
    snprintf(wanted, LINE_MAX_BYTES, "%s", yes ? plain->asked : line);
    plain->asked[0] = '\0';
    return !no;
}

/* A line waited until the question was answered. If the user now types Enter alone, that line is
 * entered; any other line replaces it. Returns the line to enter. */
static char *take_waiting(struct plain *plain, char *line, char waited[LINE_MAX_BYTES])
{
    memcpy(waited, plain->waiting, LINE_MAX_BYTES);
    plain->waiting[0] = '\0';
    if (!*waited || !*line)
        return *waited ? waited : line;
    if (strcmp(line, waited) != 0)
        say("%s is no longer waiting.\n", waited);
    return line;
}

static bool is_training(enum session_command command)
{
    return command == COMMAND_DECK || command == COMMAND_PUZZLES || command == COMMAND_ENDGAMES ||
           command == COMMAND_REPERTOIRE || command == COMMAND_LESSON;
}

/* Waits until the positions to solve are read. */
static void wait_for_training(struct plain *plain)
{
    struct session_view view;
    while (session_is_preparing(plain->session) && plain_go_on(plain, -1, &view))
        continue;
}

void plain_ask_name(struct plain *plain, const struct pgn_index *index)
{
    char text[256];
    plain->asked_name = session_name_question(plain->session, index, text, sizeof text);
    if (plain->asked_name)
        say("%s y/n\n", text);
}

/* Takes the line y or n as the answer to plain_ask_name. Returns false for any other line, which
 * the caller then handles as usual; unless it asks for help, it also ends the question. */
static bool answer_name(struct plain *plain, const char *line)
{
    struct session_reply reply;
    enum session_command command;
    bool asked = plain->asked_name;
    bool yes = is_yes(line), no = is_no(line);
    bool help = session_command_named(line, &command) && command == COMMAND_HELP;
    plain->asked_name = asked && help;
    if (!asked || !(yes || no))
        return false;
    session_answer_name(plain->session, yes, &reply);
    plain_say(plain, reply.text);
    return true;
}

/* If a file was loaded, makes its games the list of games. */
static void take_games(struct plain *plain)
{
    bool choose;
    struct pgn_index *index = session_take_games(plain->session, &choose);
    struct plain_games *games = index ? plain_games_create(index, plain->options.openings) : NULL;
    if (!games) {
        pgn_index_close(index);
        return;
    }
    plain_games_destroy(plain->games);
    pgn_index_close(plain->loaded_games);
    plain->games = games;
    plain->loaded_games = index;
    plain_ask_name(plain, index);
}

/* Waits until the file is read or the user types a line; reading then continues in the
 * background. */
static void wait_for_file(struct plain *plain)
{
    enum { SOON = 1000 };
    struct session_view view;
    int64_t until = text_now() + SOON;
    session_view(plain->session, &view);
    while (view.loading && plain_go_on_unless_typed(plain, until, &view))
        continue;
    if (view.loading && !plain->interrupted && plain->readline)
        say("The file is being read. Type stop to end that, or anything else meanwhile.\n");
    fflush(stdout);
    while (view.loading && plain_go_on_unless_typed(plain, -1, &view))
        continue;
}

static void enter_line(struct plain *plain, char *line)
{
    struct session_reply reply;
    struct session_view view;
    session_view(plain->session, &view);
    const struct game_node *shown = view.shown;
    bool solving = view.card; /* so that the verdict on a move names the move */
    if (session_asks_why(plain->session, line) && !plain_wait_for_scores(plain, "why"))
        return;
    session_enter(plain->session, line, &reply);
    session_settle(plain->session, KEPT_WITHIN);
    session_view(plain->session, &view);
    plain_say(plain, reply.text);
    if (reply.command == COMMAND_LOAD)
        wait_for_file(plain);
    take_games(plain);
    session_view(plain->session, &view);
    if (reply.kind == REPLY_SCREEN) {
        plain_answer(plain, &reply);
        return;
    }
    if (is_training(reply.command))
        wait_for_training(plain);
    if (view.premove[0] && !*reply.text)
        say("Premove %s: played after the opponent's move. Type undo to take it back.\n",
            view.premove);
    if (view.card || view.judging) {
        plain_wait_for_judgement(plain);
        session_view(plain->session, &view);
    }
    if (reply.command == COMMAND_LINE && view.shown != shown && reply.kind == REPLY_DONE) {
        plain->told = view.live;
        plain_tell_shown(plain);
        return;
    }
    if (reply.command == COMMAND_CONTINUE && reply.kind == REPLY_DONE) {
        tell_continued(plain);
        return;
    }
    if (reply.kind == REPLY_MOVED && plain->options.speech.moves != SPEAK_SAN && !solving &&
        view.shown->parent)
        plain_tell_move(plain, view.shown, !view.analyzing);
    plain->told = view.live;
    if (reply.kind == REPLY_MOVED || reply.command == COMMAND_ANALYZE)
        plain_tell_analysis(plain);
    else if (reply.kind == REPLY_DONE && reply.command == COMMAND_HINT && *line)
        plain_tell_hint(plain);
    else if (reply.kind == REPLY_DONE && reply.command == COMMAND_WHATIF)
        plain_tell_path(plain);
}

static void enter_typed(struct plain *plain, char *line)
{
    char text[LINE_MAX_BYTES];
    if (answer_name(plain, line))
        return;
    bool ask_name_again = plain->asked_name;
    take_games(plain); /* If a file was read in the background, this may ask a question, which is
                        * answered by the next line and not by this one. */
    if (plain->asked[0]) {
        bool yes = is_yes(line);
        if (!take_answer(plain, line, text) || (!yes && ask_about(plain, text)))
            return;
        line = text;
    } else if (plain->home && home_key(plain, line, text, sizeof text)) {
        if (*text)
            enter_line(plain, text);
        return;
    } else if (ask_about(plain, line)) {
        return;
    }
    if (!enter_own(plain, line))
        enter_line(plain, line);
    if (ask_name_again)
        plain_ask_name(plain, plain->loaded_games ? plain->loaded_games : plain->options.games);
}

/* Handles the name of a function key such as F1, which the user may know from the screen: enters
 * the command that does the same, or says what to type. */
static void enter_key(struct plain *plain, int key)
{
    static const struct {
        const char *line, *words;
    } keys[] = {
        {"help", ""},
        {"debug", ""},
        {"hint", ""},
        {"flip", ""},
        {"", "To choose the opponent, type elo and a rating, or method; for the clock, type time."},
        {"analyze", ""},
        {"", "There is no cursor in plain mode. Type the move, such as e4 or e2e4."},
        {"review", ""},
        {"new", ""},
        {"quit", ""},
    };
    char line[16];
    snprintf(line, sizeof line, "%s", keys[key - 1].line);
    if (*line)
        enter_typed(plain, line);
    else
        plain_say(plain, keys[key - 1].words);
}

void plain_enter(struct plain *plain, char *line)
{
    /* Readline's completion leaves a blank at the end. */
    for (size_t end = strlen(line); end > 0 && strchr(" \t", line[end - 1]); end--)
        line[end - 1] = '\0';
    line += strspn(line, " \t");
    plain->said[0] = '\0';
    struct session_view view;
    session_view(plain->session, &view);
    plain->warned &= view.unsaved; /* later changes are warned about again */
    bool stopped = plain->interrupted && strcmp(line, "stop") == 0 &&
                   !view.loading; /* if this `stop` has ended a wait, it must not end anything
                                   * else */
    plain->interrupted = false;
    char waited[LINE_MAX_BYTES];
    if (!plain->asked[0])
        line = take_waiting(plain, line, waited);
    const int key = session_key_named(line);
    if (key > 0)
        enter_key(plain, key);
    else if (!stopped)
        enter_typed(plain, line);
    if (plain->waiting[0] && !plain->asked[0])
        say("%s is still waiting: press Enter to enter it.\n", plain->waiting);
    home_follow(plain);
}
