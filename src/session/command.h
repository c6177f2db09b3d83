/* The commands that can be typed, by name, and the reply to a typed line. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* The commands that can be typed besides moves; each has a row in commands.def. */
enum session_command {
#define COMMAND(id, ...) COMMAND_##id,
#include "src/session/commands.def"
#undef COMMAND
    COMMAND_COUNT
};
const char *session_command_name(enum session_command command);
/* Finds the command at the start of `line`, by its name or an alias. Returns the length of that
 * name, or 0 if `line` is not a command. */
size_t session_command_named(const char *line, enum session_command *command);
/* Returns true if `line` is a command of the shell that can be typed here without "fallible" before
 * it, such as "doctor" or "levels 1400". */
bool session_is_for_shell(const char *line);
/* If the line is the name of a function key, such as "F3", returns its number; otherwise 0. In
 * lower case, f3 is a pawn's move. */
int session_key_named(const char *line);
const char *session_command_arguments(enum session_command command);
const char *session_command_words(enum session_command command);
/* The heading above this command in the help; "" if the previous heading still applies. */
const char *session_command_heading(enum session_command command);

/* What was done with a line that the user typed, which is a move or a command. */
enum reply_kind {
    REPLY_MOVED,   /* the move was played */
    REPLY_DONE,    /* the command was carried out; text may hold a message */
    REPLY_REFUSED, /* text says why: "illegal", "ambiguous", or what was expected */
    REPLY_SCREEN,  /* the caller must carry out the members `command` and `argument` */
};
struct session_reply {
    enum reply_kind kind;
    enum session_command command;
    char argument[1024];
    char text[512];
};
