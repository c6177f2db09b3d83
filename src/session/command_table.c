/* The commands by name, the names other programs have for them, and what to say of a word that is
 * none. */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "src/util/text.h"
#include "src/session/state.h"

enum needs { NEEDS_NOTHING, NEEDS_GOING_ON, NEEDS_NOT_GOING_ON, NEEDS_AN_OPPONENT };
static const struct {
    const char *name, *arguments, *words;
    unsigned modes;
    enum needs needs;
    void (*function)(struct session *session, struct session_reply *reply);
    const char *otherwise;
} commands[] = {
#define COMMAND(id, name, arguments, words, modes, needs, function, otherwise)                     \
    {name, arguments, words, modes, NEEDS_##needs, function, otherwise},
#include "src/session/commands.def"
#undef COMMAND
};

const char *session_command_name(enum session_command command) { return commands[command].name; }
const char *session_command_arguments(enum session_command command)
{
    return commands[command].arguments;
}
const char *session_command_words(enum session_command command) { return commands[command].words; }

/* What other programs call them. */
static const struct {
    const char *name;
    enum session_command command;
} others[] = {
    {"new game", COMMAND_NEW},       {"newgame", COMMAND_NEW},    {"restart", COMMAND_NEW},
    {"rematch", COMMAND_NEW},        {"again", COMMAND_NEW},      {"take back", COMMAND_UNDO},
    {"takeback", COMMAND_UNDO},      {"retract", COMMAND_UNDO},   {"tip", COMMAND_HINT},
    {"offer draw", COMMAND_DRAW},    {"accept", COMMAND_DRAW},    {"claim", COMMAND_DRAW},
    {"give up", COMMAND_RESIGN},     {"clock", COMMAND_TIME},     {"strength", COMMAND_ELO},
    {"skill", COMMAND_ELO},          {"difficulty", COMMAND_ELO}, {"analyse", COMMAND_ANALYZE},
    {"analysis", COMMAND_ANALYZE},   {"eval", COMMAND_ANALYZE},   {"pgn", COMMAND_SAVE},
    {"pgnsave", COMMAND_SAVE},       {"write", COMMAND_SAVE},     {"export", COMMAND_SAVE},
    {"pgnload", COMMAND_LOAD},       {"open", COMMAND_LOAD},      {"import", COMMAND_LOAD},
    {"setup", COMMAND_EDIT},         {"set up", COMMAND_EDIT},    {"rotate", COMMAND_FLIP},
    {"colours", COMMAND_THEME},      {"colors", COMMAND_THEME},   {"help", COMMAND_HELP},
    {"commands", COMMAND_HELP},      {"exit", COMMAND_QUIT},      {"q", COMMAND_QUIT},
    {"bye", COMMAND_QUIT},           {"close", COMMAND_QUIT},
};
enum { OTHERS_COUNT = sizeof others / sizeof *others };

/* Words without a command here, and what does it. */
static const struct {
    const char *name, *advice;
} elsewhere[] = {
    {"move", "type the move itself, e4 or Nf3; go lets the opponent move for you"},
    {"now", "go shows the opponent's move at once; in your turn it moves for you"},
    {"white", "new white begins a game with white; go lets the opponent move for you"},
    {"black", "new black begins a game with black; go lets the opponent move for you"},
    {"switch", "new white, new black: your colour; go lets the opponent move for you"},
    {"swap", "new white, new black: your colour; go lets the opponent move for you"},
    {"moves", "Tab lists the legal moves that begin with what is typed: N, or e"},
    {"legal", "Tab lists the legal moves that begin with what is typed: N, or e"},
    {"back", "the arrow keys step through the game; undo takes your move back"},
    {"forward", "the arrow keys step through the game; redo plays what was taken back"},
    {"next", "the arrow keys step through the game, in plain mode back and forward"},
    {"rating", "elo N sets the opponent's; yours is told by fallible stats, outside the game"},
    {"stats", "outside the game: fallible stats"},
    {"puzzle", "outside the game: fallible puzzles"},
    {"puzzles", "outside the game: fallible puzzles"},
    {"pause", "quit leaves; the game is kept and offered again"},
    {"settings", "elo, method and time set the next game; outside it: fallible config"},
    {"options", "elo, method and time set the next game; outside it: fallible config"},
};

/* The length of name where line begins with it as a word, 0 where it does not. */
static size_t begins_with(const char *line, const char *name)
{
    size_t length = strlen(name);
    bool is = strncasecmp(line, name, length) == 0 && strchr(" \t", line[length]);
    return is ? length : 0;
}

size_t session_command_named(const char *line, enum session_command *command)
{
    size_t length;
    for (int i = 0; i < OTHERS_COUNT; i++) {
        if ((length = begins_with(line, others[i].name))) {
            *command = others[i].command;
            return length;
        }
    }
    for (int i = 0; i < COMMAND_COUNT; i++) {
        if ((length = begins_with(line, commands[i].name))) {
            *command = (enum session_command)i;
            return length;
        }
    }
    return 0;
}

const char *session_command_heading(enum session_command command)
{
    switch (command) {
    case COMMAND_NEW: return "The game";
    case COMMAND_ELO: return "The opponent";
    case COMMAND_REVIEW: return "After the game";
    case COMMAND_ANALYZE: return "Analysis";
    case COMMAND_SAVE: return "Files and positions";
    case COMMAND_FLIP: return "The screen";
    default: return "";
    }
}

bool session_is_for_screen(const char *line)
{
    enum session_command command;
    return session_command_named(line, &command) &&
           commands[command].function == session_command_screen;
}

static bool is_allowed(const struct session *session, enum session_command command)
{
    if (!(commands[command].modes >> session->mode & 1))
        return false;
    switch (commands[command].needs) {
    case NEEDS_GOING_ON: return session_goes_on(session);
    case NEEDS_NOT_GOING_ON: return !session_goes_on(session);
    case NEEDS_AN_OPPONENT: return !session_is_study(session);
    case NEEDS_NOTHING: break;
    }
    return true;
}

void session_carry_out(struct session *session, struct session_reply *reply)
{
    if (reply->argument[0] && !*commands[reply->command].arguments)
        reply_set(reply, REPLY_REFUSED, "Expected: %s alone", commands[reply->command].name);
    else if (!is_allowed(session, reply->command))
        reply_set(reply, REPLY_REFUSED, "%s", commands[reply->command].otherwise);
    else
        commands[reply->command].function(session, reply);
}

void session_command_screen(struct session *session, struct session_reply *reply)
{
    (void)session;
    reply->kind = REPLY_SCREEN;
}

const char *session_asks(const struct session *session, const char *line)
{
    enum session_command command;
    if (!session_goes_on(session) || session->live->ply < 2 || !session_command_named(line, &command))
        return NULL;
    switch (command) {
    case COMMAND_NEW: return "This game is not over. Leave it and begin another?";
    case COMMAND_RESIGN: return "Resign this game?";
    default: return NULL;
    }
}

void session_no_command(const char *line, struct session_reply *reply)
{
    char word[64];
    const char *near = NULL;
    snprintf(word, sizeof word, "%.*s", (int)strcspn(line, " \t"), line);
    for (int i = 0; i < COMMAND_COUNT; i++)
        near = text_nearer(word, near, commands[i].name);
    for (int i = 0; i < OTHERS_COUNT; i++)
        near = text_nearer(word, near, others[i].name);
    if (near)
        reply_set(reply, REPLY_REFUSED, "%.60s is no command; did you mean %s? (? lists them)",
                  word, near);
    else
        reply_set(reply, REPLY_REFUSED, "%.60s is neither a move nor a command (? lists them)",
                  line);
}

bool session_advise(const char *line, struct session_reply *reply)
{
    for (size_t i = 0; i < sizeof elsewhere / sizeof *elsewhere; i++) {
        if (begins_with(line, elsewhere[i].name)) {
            reply_set(reply, REPLY_REFUSED, "%s is no command; %s.", elsewhere[i].name,
                      elsewhere[i].advice);
            return true;
        }
    }
    return false;
}
