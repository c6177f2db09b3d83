/* The questions to ask before a typed line or pasted text is carried out, because it would end,
 * replace or unrate the game that is going on. */
#include "src/session/asks.h"

#include <stdio.h>
#include <string.h>

#include "src/game/handicap_item.h"
#include "src/session/command_table.h"
#include "src/session/files.h"
#include "src/session/mode.h"
#include "src/session/playing/playing.h"
#include "src/session/playing/rating.h"
#include "src/session/state.h"
#include "src/session/study/study.h"

#define UNRATED "this game does not count for your rating"

/* Returns whether a game is going on that still counts for the user's rating. */
static bool may_lose_rating(const struct session *session)
{
    bool kept = session->store || session->options.adaptive;
    return kept && session->mode == MODE_PLAYING && session_counts(session);
}

const char *session_asks_opponent(const struct session *session, const struct handicap *handicap)
{
    bool same = !session->guest && same_handicap(handicap, &session->handicap);
    return may_lose_rating(session) && session->live->ply > 0 && !same
               ? "If you change the opponent now, " UNRATED ". Change it?"
               : NULL;
}

const char *session_asks_unrated(const struct session *session, const char *line)
{
    enum session_command command;
    struct handicap handicap;
    size_t word = session_command_named(line, &command);
    const char *argument = line + word + strspn(line + word, " \t");
    if (!word || !may_lose_rating(session))
        return NULL;
    if (session_reads_opponent(session, command, argument, &handicap))
        return session_asks_opponent(session, &handicap);
    switch (command) {
    case COMMAND_ANALYZE:
        return strcmp(argument, "off") == 0 ? NULL
                                            : "If you analyse this game now, it does not count for "
                                              "your rating. Analyse it?";
    case COMMAND_BAR:
        return !session->options.in_lines && session_would_show_bar(session, argument)
                   ? "With the evaluation bar " UNRATED ". Show it?"
                   : NULL;
    case COMMAND_HINT:
        return session_your_turn(session)
                   ? "After a hint " UNRATED ". Take one?"
                   : NULL;
    case COMMAND_GO:
        return session_your_turn(session)
                   ? "If the opponent moves for you, " UNRATED ". Let it move?"
                   : NULL;
    case COMMAND_UNDO:
        return session_can_take_back(session) && !session->premove[0]
                   ? "After a takeback " UNRATED ". Take your move back?"
                   : NULL;
    default: return NULL;
    }
}

static const char *asks_to_open(const struct session *session)
{
    return session->record.stored_id
               ? "This game is not over. Leave it for later and open another?"
               : "This game is not over. Give it up and open another?";
}

static const char *asks_to_start(const struct session *session)
{
    return session->record.stored_id
               ? "This game is not over. Leave it for later and start another?"
               : "This game is not over. Give it up and start another?";
}

static bool is_fen(const char *text)
{
    struct position ignored_position;
    struct error ignored;
    return strcmp(text, "start") == 0 || chess_from_fen(&ignored_position, text, &ignored);
}

/* Whether the command will be refused because its argument is not valid. */
static bool is_mistyped(const struct session *session, enum session_command command,
                        const char *argument)
{
    int color;
    switch (command) {
    case COMMAND_LOAD: return !session_can_load(session, argument);
    case COMMAND_RECENT: return !session_has_recent(session, argument);
    case COMMAND_FEN: return !is_fen(argument);
    case COMMAND_NEW: return *argument && !session_read_color(argument, &color);
    default:
        return *argument && (!*session_command_arguments(command) ||
                             (session_is_switch(command) && strcmp(argument, "on") != 0));
    }
}

static const char *asks_before(const struct session *session, enum session_command command,
                               const char *argument)
{
    bool opens = command == COMMAND_LOAD || command == COMMAND_RECENT;
    bool begins = command == COMMAND_NEW || command == COMMAND_AGAIN;
    bool places = command == COMMAND_FEN && *argument;
    if (begins && session->left_count > 0 && session->games == 0 && !session_is_study(session))
        return "You have an unfinished game. Leave it for later and start another?";
    if (command == COMMAND_RESIGN)
        return session_goes_on(session) ? "Resign this game?" : NULL;
    if (!session_has_game_to_lose(session))
        return NULL;
    if (opens || begins || places)
        return opens ? asks_to_open(session) : asks_to_start(session);
    return command == COMMAND_DRAW && !session->concessions.draw_offered &&
                   !strpbrk(argument, "12345678")
               ? "Offer a draw? If it is accepted, the game is over."
               : NULL;
}

const char *session_asks(const struct session *session, const char *line)
{
    enum session_command command = COMMAND_LOAD; /* a line without a command names a file */
    size_t word = session_command_named(line, &command);
    const char *argument = line + word + strspn(line + word, " \t");
    if (session_pasted(line) != PASTED_OTHER)
        return session_asks_paste(session, line);
    if (session->mode == MODE_SETTING_UP || (!word && !session_names_file(session, line)))
        return NULL;
    const char *question = session_asks_unrated(session, line);
    if (!question)
        question = asks_before(session, command, argument);
    return question && !is_mistyped(session, command, argument) ? question : NULL;
}

const char *session_asks_paste(const struct session *session, const char *text)
{
    char fen[CHESS_FEN_MAX];
    if (!session_has_game_to_lose(session))
        return NULL;
    text += strspn(text, " \t\r\n");
    switch (session_pasted(text)) {
    case PASTED_POSITION:
        snprintf(fen, sizeof fen, "%.*s", (int)strcspn(text, "\r\n"), text);
        return session->mode != MODE_SETTING_UP && is_fen(fen) ? asks_to_start(session) : NULL;
    case PASTED_GAME: return session_can_load_text(text) ? asks_to_open(session) : NULL;
    case PASTED_OTHER: break;
    }
    return NULL;
}
