/* The table of commands: in which modes each is allowed, and the function that carries it out. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

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
                                        "fallible help lists them.");
    else if (strncmp(name, "uci", 3) == 0 && !isalnum((unsigned char)name[3]))
        reply_set(reply, REPLY_REFUSED, "fallible uci is for other programs: type quit, then start "
                                        "it in the shell, or name it to the program that plays.");
    else
        reply->kind = REPLY_SCREEN;
}

void session_carry_out(struct session *session, struct session_reply *reply)
{
    char words[sizeof reply->argument];
    snprintf(words, sizeof words, "%s", reply->argument);
    if (reply->command == COMMAND_REVIEW && words[0] && strcmp(words, "scores") != 0) {
        reply_set(reply, REPLY_REFUSED,
                  "review for a file needs the whole screen: type quit, then fallible review "
                  "%.200s",
                  words);
        return;
    }
    if (reply->command == COMMAND_STATS && words[0]) { /* stats FILE is the shell's command */
        reply->command = COMMAND_FALLIBLE;
        snprintf(reply->argument, sizeof reply->argument, "stats %.1000s", words);
    }
    if (reply->argument[0] && !*session_command_arguments(reply->command))
        reply_set(reply, REPLY_REFUSED, "Type only %s, with nothing after it.",
                  session_command_name(reply->command));
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

const char *session_asks_unrated(const struct session *session, const char *line)
{
    enum session_command command;
    bool kept = session->store || session->options.adaptive;
    bool counts = session->mode == MODE_PLAYING && !session->unrated[0] && !session->counts_already;
    if (!kept || !counts || !session_command_named(line, &command))
        return NULL;
    if (command == COMMAND_ANALYZE)
        return "If you analyse this game now, it does not count for your rating. Analyse it?";
    return command == COMMAND_HINT && session_your_turn(session)
               ? "After a hint this game does not count for your rating. Take one?"
               : NULL;
}

const char *session_asks(const struct session *session, const char *line)
{
    enum session_command command;
    const char *unrated = session_asks_unrated(session, line);
    size_t word = session_command_named(line, &command);
    bool file = !word && session_names_file(session, line);
    if (unrated || (!word && !file))
        return unrated;
    bool opens = file || command == COMMAND_LOAD || command == COMMAND_RECENT;
    bool places = !file && command == COMMAND_FEN && line[word + strspn(line + word, " \t")];
    bool begins = !file && (command == COMMAND_NEW || command == COMMAND_AGAIN);
    if (begins && session->have_stored && session->games == 0 && !session_is_study(session))
        return "You have an unfinished game. Leave it for later and start another?";
    if (!session_goes_on(session) || session->live->ply < 2)
        return NULL;
    if (opens)
        return "This game is not over. Leave it and open another?";
    if (begins || places)
        return "This game is not over. Leave it and start another?";
    if (command == COMMAND_DRAW && !session->draw_offered && !strpbrk(line, "12345678"))
        return "Offer a draw? If it is accepted, the game is over.";
    return command == COMMAND_RESIGN ? "Resign this game?" : NULL;
}
