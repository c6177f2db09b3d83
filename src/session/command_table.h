/* Carrying out the commands of commands.def, and what can be asked about one before. */
#pragma once

#include <stdbool.h>

#include "src/session/command.h"

struct handicap;
struct session;

/* Declares the functions of the commands in commands.def. Each sets *reply. */
#define COMMAND(id, name, arguments, words, modes, needs, function, otherwise)                     \
    void function(struct session *session, struct session_reply *reply);
#include "src/session/commands.def"
#undef COMMAND

/* command_table.c */
/* Carries out reply->command with its argument, or says why it is not allowed now. */
void session_carry_out(struct session *session, struct session_reply *reply);
bool session_is_for_screen(const char *line); /* whether line is a command that the screen carries
                                                 out */
/* Whether the command's argument is "on", "off" or nothing. session_carry_out refuses any other
 * argument before it carries out such a command. */
bool session_is_switch(enum session_command command);
/* Sets *reply to say that commands do not act on the board while home covers it, and how to go on
 * with a game. */
void session_tell_away(const struct session *session, struct session_reply *reply);

/* commands.c */
/* Reads the command's argument into the settings that the opponent of the game would get. Returns
 * false if the command does not change them or would be refused. */
bool session_reads_opponent(const struct session *session, enum session_command command,
                            const char *argument, struct handicap *handicap);
/* Reads "white", "black" or "random" (-1), in capitals or not. Returns false if the text is none of
 * them. */
bool session_read_color(const char *text, int *color);

/* look.c */
/* Returns whether the command `bar` with this argument would show the evaluation bar. */
bool session_would_show_bar(const struct session *session, const char *argument);

/* command_names.c */
/* If `line` begins with a word for which this program uses another command or key, names that in
 * reply and returns true. Otherwise returns false. */
bool session_advise(const char *line, struct session_reply *reply);
/* Sets *reply to a refusal that says that `line` is not a command, and suggests a similar one. */
void session_no_command(const char *line, struct session_reply *reply);
