/* PGN as tokens: the lexical half of the import format, as lenient as the world is careless. */
#include "src/pgn/scan.h"

#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

#include "src/game/annotate.h"

bool pgn_is_space(int c)
{
    return c == 0 || c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f';
}

bool pgn_text_add(struct pgn_text *text, const char *bytes, size_t length)
{
    if (text->length + length + 1 > text->room) {
        size_t room = (text->length + length + 1) * 2;
        char *grown = realloc(text->bytes, room);
        if (!grown)
            return false;
        text->bytes = grown;
        text->room = room;
    }
    memcpy(text->bytes + text->length, bytes, length);
    text->length += length;
    text->bytes[text->length] = '\0';
    return true;
}

void pgn_text_clear(struct pgn_text *text)
{
    text->length = 0;
    if (text->bytes)
        text->bytes[0] = '\0';
}

void pgn_scan_take_into(struct pgn_scan *scan, struct pgn_text *text, int c)
{
    char byte = (char)c;
    if (!pgn_text_add(text, &byte, 1))
        scan->out_of_memory = true;
}

static void add_raw(struct pgn_scan *scan, const char *line, size_t from, size_t to)
{
    if (from < to && !pgn_text_add(&scan->raw, line + from, to - from))
        scan->out_of_memory = true;
}

size_t pgn_scan_raw_length(const struct pgn_scan *scan)
{
    return scan->raw.length + scan->at - scan->raw_from;
}

char *pgn_scan_raw(const struct pgn_scan *scan, size_t length)
{
    char *text = malloc(length + 1);
    if (!text)
        return NULL;
    size_t before = length < scan->raw.length ? length : scan->raw.length;
    if (before)
        memcpy(text, scan->raw.bytes, before);
    if (length > before)
        memcpy(text + before, scan->line + scan->raw_from, length - before);
    for (size_t i = 0; i < length; i++)
        text[i] = (char)(text[i] ? text[i] : ' ');
    while (length && pgn_is_space((unsigned char)text[length - 1]))
        length--;
    text[length] = '\0';
    return text;
}

void pgn_scan_clear(struct pgn_scan *scan)
{
    free(scan->line);
    free(scan->comment.bytes);
    free(scan->raw.bytes);
    free(scan->escapes.bytes);
}

/* The next line; "%" lines are the standard's escape and no part of the game, but kept. */
static bool next_line(struct pgn_scan *scan, bool in_comment)
{
    add_raw(scan, scan->line, scan->raw_from, scan->length);
    for (;;) {
        scan->line_place += (int64_t)scan->length;
        ssize_t length = scan->ended ? -1 : getline(&scan->line, &scan->line_room, scan->stream);
        scan->at = scan->length = scan->raw_from = 0;
        if (length < 0) {
            scan->out_of_memory |= !scan->ended && !feof(scan->stream) && !ferror(scan->stream);
            scan->ended = true;
            return false;
        }
        scan->length = (size_t)length;
        scan->line_number++;
        if (scan->line_number == 1 && length >= 3 && memcmp(scan->line, "\xEF\xBB\xBF", 3) == 0)
            scan->at = scan->raw_from = 3; /* byte order mark */
        if (in_comment || scan->line[scan->at] != '%')
            return true;
        for (size_t i = scan->at; i < scan->length; i++)
            scan->line[i] = (char)(scan->line[i] ? scan->line[i] : ' ');
        if (scan->keep_raw)
            add_raw(scan, scan->line, scan->at, scan->length);
        else if (!pgn_text_add(&scan->escapes, scan->line + scan->at, scan->length - scan->at))
            scan->out_of_memory = true;
    }
}

/* The next character without taking it; -1 at the end of the file, 0 only for a NUL in it. */
static int look(struct pgn_scan *scan)
{
    if (scan->at >= scan->length && !next_line(scan, false))
        return -1;
    return (unsigned char)scan->line[scan->at];
}

/* A comment as it stands, but for line breaks, which are blanks. */
static void read_brace_comment(struct pgn_scan *scan)
{
    scan->at++;
    for (;;) {
        /* A missing brace must not swallow the games that follow. */
        bool at_line_start = scan->at >= scan->length;
        bool more = !at_line_start || next_line(scan, true);
        const char *rest = scan->line + scan->at;
        size_t length = scan->length - scan->at;
        if (!more || (at_line_start && length > 7 && memcmp(rest, "[Event ", 7) == 0)) {
            scan->problem = "a comment begins here and is not closed: expected a '}'";
            scan->token = TOKEN_BAD;
            return;
        }
        char c = *rest;
        scan->at += c == '\r' && length > 1 && rest[1] == '\n' ? 2 : 1;
        if (c == '}')
            return;
        pgn_scan_take_into(scan, &scan->comment, c == '\r' || c == '\n' || !c ? ' ' : c);
    }
}

static void read_line_comment(struct pgn_scan *scan)
{
    size_t from = scan->at + 1, to = scan->length;
    while (from < to && pgn_is_space((unsigned char)scan->line[from]))
        from++;
    while (to > from && pgn_is_space((unsigned char)scan->line[to - 1]))
        to--;
    for (size_t i = from; i < to; i++)
        pgn_scan_take_into(scan, &scan->comment,
                           scan->line[i] && scan->line[i] != '\r' ? scan->line[i] : ' ');
    scan->at = scan->length;
}

static bool is_digit(int c)
{
    return c >= '0' && c <= '9';
}

bool pgn_is_name(int c)
{
    return is_digit(c) || c == '_' || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

bool pgn_is_utf8(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)text[i];
        int more = c < 0x80 ? 0 : c < 0xC2 ? -1 : c < 0xE0 ? 1 : c < 0xF0 ? 2 : c < 0xF5 ? 3 : -1;
        if (more < 0)
            return false;
        for (; more > 0; more--) {
            if (++i >= length || ((unsigned char)text[i] & 0xC0) != 0x80)
                return false;
        }
    }
    return true;
}

bool pgn_is_event(const char *text, const char *end)
{
    if (text >= end || *text++ != '[')
        return false;
    while (text < end && pgn_is_space((unsigned char)*text))
        text++;
    return end - text > 5 && memcmp(text, "Event", 5) == 0 &&
           (pgn_is_space((unsigned char)text[5]) || text[5] == '"');
}

static void read_nag(struct pgn_scan *scan)
{
    scan->at++;
    scan->nag = 0;
    while (scan->at < scan->length && is_digit((unsigned char)scan->line[scan->at])) {
        if (scan->nag < 10000)
            scan->nag = scan->nag * 10 + (scan->line[scan->at] - '0');
        scan->at++;
    }
}

bool pgn_is_move_number(const char *text)
{
    return text[strspn(text, "0123456789.\xE2\x80\xA6")] ==
           '\0'; /* "1", "1.", "...", an ellipsis */
}

static bool ends_symbol(int c)
{
    return pgn_is_space(c) || strchr("{}()[]<>;$", c) != NULL;
}

/* A run of characters, except that the dots of "1.e4" end the number before the move. */
static void read_symbol(struct pgn_scan *scan)
{
    size_t length = 0;
    bool number = true;
    while (scan->at < scan->length) {
        int c = (unsigned char)scan->line[scan->at];
        if (ends_symbol(c) || (number && length && scan->symbol[length - 1] == '.' && c != '.'))
            break;
        number = number && (is_digit(c) || c == '.');
        scan->at++;
        if (length + 1 < sizeof scan->symbol)
            scan->symbol[length++] = (char)c;
    }
    scan->symbol[length] = '\0';
    scan->nag = nag_from_text(scan->symbol);
    if (scan->nag)
        scan->token = TOKEN_NAG;
}

void pgn_scan_next(struct pgn_scan *scan)
{
    int c;
    bool number = scan->token == TOKEN_SYMBOL && pgn_is_move_number(scan->symbol);
    while ((c = look(scan)) >= 0 && pgn_is_space(c))
        scan->at++;
    /* What cannot be read is kept with the number of its move. */
    if (!scan->keep_raw && !number) {
        pgn_text_clear(&scan->raw);
        scan->raw_from = scan->at;
    }
    scan->token_place = scan->line_place + (int64_t)scan->at;
    scan->token_line = scan->line_number;
    scan->token_column = (int)scan->at + 1;
    pgn_text_clear(&scan->comment);
    switch (c) {
    case -1:
        scan->token = TOKEN_END;
        return;
    case '[':
        scan->token = TOKEN_TAG;
        return;
    case '{':
        scan->token = TOKEN_COMMENT;
        read_brace_comment(scan);
        return;
    case ';':
        scan->token = TOKEN_COMMENT;
        read_line_comment(scan);
        return;
    case '$':
        scan->token = TOKEN_NAG;
        read_nag(scan);
        return;
    case '(':
    case ')':
        scan->token = c == '(' ? TOKEN_OPEN : TOKEN_CLOSE;
        scan->at++;
        return;
    case '}':
    case ']':
    case '<':
    case '>':
        scan->at++;
        scan->token = TOKEN_BAD;
        scan->problem = c == '}' ? "a '}' without its '{' (comments cannot be nested)"
                                   : "expected a move, a comment or the result";
        return;
    default:
        scan->token = TOKEN_SYMBOL;
        read_symbol(scan);
    }
}
