#include "src/support/lines.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "src/support/room.h"

enum { LINE_MOST = 16 << 20 };

static bool fail_at(struct lines *lines, int column, const char *why, struct error *error)
{
    error_set(error, "%s", why);
    error->line = lines->number;
    error->column = column;
    return !(lines->failed = true);
}

static bool put(struct lines *lines, int at, char byte)
{
    if (!ROOM_FOR(lines->text, at, &lines->room))
        return false;
    lines->text[at] = byte;
    return true;
}

/* A line as it is, without its end. False: there is none, or failed. */
static bool read_line(struct lines *lines, struct error *error)
{
    int length = 0, byte;
    lines->number++;
    while ((byte = getc_unlocked(lines->file)) != EOF && byte != '\n') {
        if (byte == '\0')
            return fail_at(lines, length + 1, "a NUL byte: this is not a text file", error);
        if (length == LINE_MOST)
            return fail_at(lines, 0, "a line of more than 16 MB: this is not a text file", error);
        if (!put(lines, length++, (char)byte))
            return fail_at(lines, 0, "out of memory", error);
    }
    if (ferror(lines->file)) {
        error_set(error, "cannot be read: %s", strerror(errno));
        return !(lines->failed = true);
    }
    if (!put(lines, length, '\0'))
        return fail_at(lines, 0, "out of memory", error);
    return byte == '\n' || length > 0;
}

char *lines_next(struct lines *lines, struct error *error)
{
    while (read_line(lines, error)) {
        char *text = lines->text;
        if (lines->number == 1 && strncmp(text, "\xEF\xBB\xBF", 3) == 0)
            text += 3;
        text[strcspn(text, "\r")] = '\0';
        const char *first = text + strspn(text, " \t\f");
        if (*first && *first != '#')
            return text;
    }
    return NULL;
}

void lines_free(struct lines *lines)
{
    free(lines->text);
}

bool lines_end(struct lines *lines, bool good, struct error *error)
{
    if (!good)
        error->line = lines->number;
    lines_free(lines);
    return good && !lines->failed;
}
