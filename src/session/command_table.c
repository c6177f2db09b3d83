/* The table of commands: in which modes each is allowed, and the function that carries it out. */
#include "src/session/command_table.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "src/session/mode.h"
#include "src/session/state.h"

enum needs { NEEDS_NOTHING, NEEDS_GOING_ON, NEEDS_NOT_GOING_ON, NEEDS_AN_OPPONENT };
static const struct {
    unsigned modes;
    enum needs needs;
    void (*function)(struct session *session, struct session_reply *reply);
    const char *otherwise;
} commands[] = {
#define COMMAND(id, name, arguments, words, modes, needs, function, otherwise)                     \
    {modes, NEEDS_##needs, function, otherwise},
#include "src/session/commands.def"
#undef COMMAND
};

bool session_is_for_screen(const char *line)
{
    enum session_command command;
    return session_command_named(line, &command) &&
           (commands[command].function == session_command_screen ||
            commands[command].function == session_command_home);
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

void session_command_fallible(struct session *session, struct session_reply *reply)
{
    const char *name = reply->argument;
    (void)session;
    if (!*name || *name == '-')
        reply_set(reply, REPLY_REFUSED, "Type a command after fallible, as in fallible doctor. "
                                        "To list these commands, type fallible help.");
    else if (strncmp(name, "uci", 3) == 0 && !isalnum((unsigned char)name[3]))
        reply_set(reply, REPLY_REFUSED,
                  "fallible uci is for other chess programs: type quit, then "
                  "run it in the shell, or enter it as the engine's command "
                  "in that program.");
    else
        reply->kind = REPLY_SCREEN;
}

void session_tell_away(const struct session *session, struct session_reply *reply)
{
    reply_set(reply, REPLY_REFUSED, "%s",
              session_goes_on(session)
                  ? "You have left the board. Type continue to go on with your game."
                  : "No game is going on. Type play to go on with yours, or to start one.");
}

/* Whether the command must be refused because it acts on the board of a game that the home screen
 * hides. False if the game is finished: at home, too, the user may take back its moves. */
static bool acts_unseen(const struct session *session, enum session_command command)
{
    return commands[command].modes & AT_BOARD && session->away &&
           (session_goes_on(session) || session->mode == MODE_IDLE);
}

bool session_is_switch(enum session_command command)
{
    return strcmp(session_command_arguments(command), "[on|off]") == 0;
}

static bool is_on_or_off(const char *argument)
{
    return !*argument || strcmp(argument, "on") == 0 || strcmp(argument, "off") == 0;
}

void session_carry_out(struct session *session, struct session_reply *reply)
{
    char words[sizeof reply->argument];
    snprintf(words, sizeof words, "%s", reply->argument);
    if (reply->command == COMMAND_REVIEW && words[0] && strcmp(words, "scores") != 0 &&
        strcmp(words, "all") != 0) {
        reply_set(reply, REPLY_REFUSED,
                  "The review of a file needs the whole screen. Type quit, then fallible "
                  "review %.200s",
                  words);
        return;
    }
    if (reply->command == COMMAND_STATS && words[0]) { /* with an argument, `stats` is the command
                                                        * of the shell */
        reply->command = COMMAND_FALLIBLE;
        snprintf(reply->argument, sizeof reply->argument, "stats %.1000s", words);
    }
    const char *name = session_command_name(reply->command);
    if (reply->argument[0] && !*session_command_arguments(reply->command))
        reply_set(reply, REPLY_REFUSED, "Type only %s, with nothing after it.", name);
    else if (session_is_switch(reply->command) && !is_on_or_off(reply->argument))
        reply_set(reply, REPLY_REFUSED, "Type %s on or %s off, or %s alone.", name, name, name);
    else if (!is_allowed(session, reply->command))
        reply_set(reply, REPLY_REFUSED, "%s", commands[reply->command].otherwise);
    else if (acts_unseen(session, reply->command))
        session_tell_away(session, reply);
    else
        commands[reply->command].function(session, reply);
}

void session_command_screen(struct session *session, struct session_reply *reply)
{
    (void)session;
    reply->kind = REPLY_SCREEN;
}
