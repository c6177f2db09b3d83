/* Splitting command lines into words. */
#include "src/uci/internal.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/util/text.h"

enum command uci_command(const char *word)
{
#define COMMAND_NAME(id, name, arguments, words) name,
    static const char *const names[] = {COMMANDS(COMMAND_NAME)};
    int command = 0;
    while (command < COMMAND_UNKNOWN && strcmp(word, names[command]) != 0)
        command++;
    return (enum command)command;
}

char *uci_next_word(char **rest)
{
    char *word = *rest + strspn(*rest, " \t");
    if (*word == '\0')
        return NULL;
    size_t length = strcspn(word, " \t");
    *rest = word + length;
    if (**rest)
        *(*rest)++ = '\0';
    return word;
}

bool uci_same_word(const char *a, const char *b)
{
    while (*a && tolower((unsigned char)*a) == tolower((unsigned char)*b))
        a++, b++;
    return tolower((unsigned char)*a) == tolower((unsigned char)*b);
}

struct excerpt uci_excerpt(const char *text)
{
    struct excerpt excerpt;
    snprintf(excerpt.text, sizeof excerpt.text, "%s", text);
    text_sanitize(excerpt.text);
    return excerpt;
}

bool uci_read_whole(const char *text, int64_t *number)
{
    char *end;
    *number = strtoll(text, &end, 10);
    return end != text && *end == '\0';
}

char *uci_find_word(char *text, const char *word)
{
    size_t length = strlen(word);
    for (char *found = text; (found = strstr(found, word)); found += length)
        if ((found == text || isblank((unsigned char)found[-1])) &&
            (found[length] == '\0' || isblank((unsigned char)found[length])))
            return found;
    return NULL;
}

char *uci_trim(char *text)
{
    text += strspn(text, " \t");
    size_t length = strlen(text);
    while (length > 0 && isblank((unsigned char)text[length - 1]))
        text[--length] = '\0';
    return text;
}
