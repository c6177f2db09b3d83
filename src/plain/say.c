/* Collects the parts of a line until it is complete, because only a complete line can be broken
 * well. */
#include "src/plain/say.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "src/util/text.h"

/* A FEN is copied by the user, so it stays whole: its first word has all eight ranks. */
static bool is_fen(const char *line)
{
    int slashes = 0;
    for (; *line && *line != ' '; line++)
        slashes += *line == '/';
    return slashes == 7;
}

static void end_line(const char *line)
{
    const int columns = text_columns(stdout);
    if (columns > 0 && text_width(line) > columns && !is_fen(line))
        text_say(stdout, line);
    else
        printf("%s\n", line);
}

void say(const char *format, ...)
{
    static char line[16384]; /* the line so far; needs no lock, because only one thread prints */
    size_t length = strlen(line);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line + length, sizeof line - length, format, arguments);
    va_end(arguments);
    char *from = line;
    for (char *end; (end = strchr(from, '\n')); from = end + 1) {
        *end = '\0';
        end_line(from);
    }
    memmove(line, from, strlen(from) + 1);
}
