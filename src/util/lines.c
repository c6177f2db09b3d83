/* Reads byte by byte instead of calling getline, because getline has no limit of length. */
#include "src/util/lines.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "src/util/array.h"

static bool fail_at(struct lines *lines, int column, const char *why, struct error *error)
{
    error_set(error, "%s", why);
    error->line = lines->number;
    error->column = column;
    lines->failed = true;
    return false;
}

enum line_status line_read(FILE *file, char **text, int *capacity, int *length)
{
    int byte = 0, count = 0;
    while (byte != '\n' && (byte = getc_unlocked(file)) != EOF) {
        if (count == LINE_MOST)
            return LINE_TOO_LONG;
        if (!ARRAY_RESERVE(*text, count + 1, capacity))
            return LINE_OUT_OF_MEMORY;
        (*text)[count++] = (char)byte;
    }
    *length = count;
    if (count > 0)
        (*text)[count] = '\0';
    return count > 0 ? LINE_READ : LINE_END;
}

/* Reads a line without its line end. Returns false at the end of the file and on an error; an error
 * also sets lines->failed. */
static bool read_line(struct lines *lines, struct error *error)
{
    int length = 0;
    lines->number++;
    switch (line_read(lines->file, &lines->text, &lines->capacity, &length)) {
    case LINE_TOO_LONG:
        return fail_at(lines, 0, "the line is longer than " LINE_MOST_TEXT "; expected a text file",
                       error);
    case LINE_OUT_OF_MEMORY: return fail_at(lines, 0, "out of memory", error);
    case LINE_END: break;
    case LINE_READ: {
        const char *nul = memchr(lines->text, '\0', (size_t)length);
        if (nul)
            return fail_at(lines, (int)(nul - lines->text) + 1,
                           "the file contains a NUL byte; expected a text file", error);
        lines->text[strcspn(lines->text, "\n")] = '\0';
        break;
    }
    }
    if (ferror(lines->file)) {
        error_set(error, "the file cannot be read: %s", strerror(errno));
        lines->failed = true;
        return false;
    }
    return length > 0;
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
