/* The text of names is short, so it is searched directly instead of being split into a list
 * first. */
#include "src/game/names.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "src/util/text.h"

static const char BLANKS[] = " \t";

enum name_owner names_owner(const char *names, const char *name)
{
    size_t wanted = strlen(name);
    if (strcmp(name, "You") == 0)
        return NAME_YOURS;
    while (*names) {
        names += strspn(names, BLANKS);
        bool yours = *names != '-';
        names += yours ? 0 : 1 + strspn(names + 1, BLANKS);
        size_t whole = strcspn(names, ";"), length = whole;
        while (length > 0 && strchr(BLANKS, names[length - 1]))
            length--;
        if (length == wanted && length > 0 && strncasecmp(names, name, length) == 0)
            return yours ? NAME_YOURS : NAME_NOT_YOURS;
        names += whole + (names[whole] == ';');
    }
    return NAME_UNKNOWN;
}

int names_side(const char *names, const char *white, const char *black)
{
    bool is_white = white && names_owner(names, white) == NAME_YOURS;
    bool is_black = black && names_owner(names, black) == NAME_YOURS;
    return is_white == is_black ? -1 : is_white ? WHITE : BLACK;
}

bool names_add(char names[NAMES_MAX], const char *name, bool yours)
{
    char longer[NAMES_MAX];
    if (!*name || strchr("-? \t", *name) || strchr(name, ';'))
        return false;
    int length = snprintf(longer, sizeof longer, "%s%s%s%s", names, *names ? "; " : "",
                          yours ? "" : "-", name);
    if (length >= NAMES_MAX)
        return false;
    memcpy(names, longer, (size_t)length + 1);
    return true;
}

void names_against(const char *opponent, const char *date, char *text, size_t size)
{
    int year, month, day;
    text[0] = '\0';
    if (!opponent || !*opponent || *opponent == '?')
        return;
    snprintf(text, size, "against %.40s", opponent);
    text_sanitize(text);
    if (date && sscanf(date, "%4d.%2d.%2d", &year, &month, &day) == 3)
        text_add(text, size, " on %04d-%02d-%02d", year, month, day);
}
