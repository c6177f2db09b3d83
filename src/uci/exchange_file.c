/* Files of static exchanges with known values. */
#include "src/uci/exchange_file.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/engine.h"
#include "src/util/lines.h"
#include "src/util/paths.h"
#include "src/util/text.h"

enum { NESTED_MOST = 8 };

/* Reads a sum of pieces, such as "N - (R + P)", up to the end or a closing bracket. Returns false
 * if it is malformed. */
static bool read_pieces(const char **text, int depth, int *sum)
{
    static const char letters[] = "PNBRQ";
    int sign = 1;
    *sum = 0;
    for (; **text && **text != ')'; ++*text) {
        const char c = **text;
        const char *piece = strchr(letters, c);
        int part;
        if (c == '+' || c == '-') {
            sign = c == '-' ? -1 : 1;
        } else if (c == '(') {
            ++*text;
            if (depth == NESTED_MOST || !read_pieces(text, depth + 1, &part) || **text != ')')
                return false;
            *sum += sign * part;
        } else if (piece) {
            *sum += sign * engine_exchange_value((int)(piece - letters));
        } else if (c != '0' && !isspace((unsigned char)c)) {
            return false;
        }
    }
    return **text == '\0' || depth > 0;
}

static bool read_value(const char *text, int *value)
{
    char *end;
    const long number = strtol(text, &end, 10);
    if (end != text && end[strspn(end, " \t")] == '\0') {
        *value = (int)number;
        return number >= -100000 && number <= 100000;
    }
    return *text && read_pieces(&text, 0, value);
}

/* Returns the text before the next ';' without blanks at both ends, and moves *rest after the
 * ';'. */
static char *next_field(char **rest)
{
    char *field = *rest + strspn(*rest, " \t");
    *rest = field + strcspn(field, ";");
    char *end = *rest;
    if (**rest)
        *(*rest)++ = '\0';
    while (end > field && isspace((unsigned char)end[-1]))
        *--end = '\0';
    return field;
}

/* Returns whether the note of a line is a sum of pieces that equals our result, `found`. If the
 * centipawns of the line come from a program with other piece values, only the note shows whether
 * our result is right. */
static bool note_agrees(const char *note, int found)
{
    int value;
    return *note && read_pieces(&note, 0, &value) && value == found;
}

/* Checks one line, or writes to *error why it cannot be read. */
static bool read_case(char *line, struct exchange_summary *summary, char *text, size_t size,
                      struct error *error)
{
    char *rest = line, *fen = next_field(&rest), *move_text = next_field(&rest);
    char *value_text = next_field(&rest), *note = next_field(&rest);
    struct position position;
    Move move;
    int value;
    *text = '\0';
    if (!chess_from_fen(&position, fen, error) ||
        !chess_read_move(&position, move_text, &move, error))
        return false;
    if (!read_value(value_text, &value))
        return error_set(error, "expected a value in centipawns, or in pieces as N - P");
    const int found = engine_exchange(&position, move);
    summary->cases++;
    if (found == value || note_agrees(note, found))
        return true;
    summary->wrong++;
    text_add(text, size, "%s gains %d, not %d", move_text, found, value);
    if (*note)
        text_add(text, size, " (%s)", note);
    return true;
}

bool exchange_file(const char *path, void (*tell)(void *context, const char *line), void *context,
                   struct exchange_summary *summary, struct error *error)
{
    struct lines lines = {.file = paths_open_regular(path, error)};
    char *line;
    *summary = (struct exchange_summary){0};
    if (!lines.file)
        return false;
    *error = (struct error){0};
    while ((line = lines_next(&lines, error))) {
        struct error why;
        char text[512], told[600];
        if (!read_case(line, summary, text, sizeof text, &why)) {
            summary->unreadable++;
            snprintf(text, sizeof text, "%s", why.message);
        }
        if (!*text)
            continue;
        snprintf(told, sizeof told, "line %d: %s", lines.number, text);
        text_sanitize(told);
        tell(context, told);
    }
    const bool good = lines_end(&lines, true, error);
    fclose(lines.file);
    if (!good)
        snprintf(error->file, sizeof error->file, "%s", path);
    return good;
}
