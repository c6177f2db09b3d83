/* Splits PGN into tokens, as leniently as needed for real files. Lines end in LF, CR LF or CR. */
#include "src/pgn/scan.h"

#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

#include "src/game/annotate.h"
#include "src/pgn/pgn.h"
#include "src/util/lines.h"
#include "src/util/text.h"

enum { BLOCK = 1 << 14 /* bytes read at once */, NULS_MOST = 4096 };

/* Classes of characters, as a set of bits. ENDS_SYMBOL is for characters that a symbol cannot
 * contain, NAME for those of a tag's name, ELLIPSIS for dots and the bytes of a UTF-8 ellipsis. */
enum { SPACE = 1, ENDS_SYMBOL = 2, NAME = 4, DIGIT = 8, ELLIPSIS = 16,
       BEGINS_RESULT = 32, LETTER = 64 };

#define SPACES SPACE | ENDS_SYMBOL
#define DIGITS NAME | DIGIT
#define WORD NAME | LETTER
#define BYTES_4(first, what) [first] = what, [first + 1] = what, [first + 2] = what, [first + 3] = what
#define LETTERS(a, y)                                                                         \
    BYTES_4(a, WORD), BYTES_4(a + 4, WORD), BYTES_4(a + 8, WORD), BYTES_4(a + 12, WORD),      \
        BYTES_4(a + 16, WORD), BYTES_4(a + 20, WORD), [y] = WORD, [y + 1] = WORD

static const unsigned char classes[256] = {
    [0] = SPACES, [' '] = SPACES, ['\t'] = SPACES, BYTES_4('\n', SPACES), /* LF, VT, FF, CR */
    ['{'] = ENDS_SYMBOL, ['}'] = ENDS_SYMBOL, ['('] = ENDS_SYMBOL, [')'] = ENDS_SYMBOL,
    ['['] = ENDS_SYMBOL, [']'] = ENDS_SYMBOL, ['<'] = ENDS_SYMBOL, ['>'] = ENDS_SYMBOL,
    [';'] = ENDS_SYMBOL, ['$'] = ENDS_SYMBOL,
    LETTERS('A', 'Y'), LETTERS('a', 'y'), ['_'] = WORD,
    ['0'] = DIGITS | BEGINS_RESULT, ['1'] = DIGITS | BEGINS_RESULT, ['*'] = BEGINS_RESULT,
    [0xC2] = BEGINS_RESULT, BYTES_4('2', DIGITS), BYTES_4('6', DIGITS),
    ['.'] = ELLIPSIS, [0xE2] = ELLIPSIS, [0x80] = ELLIPSIS, [0xA6] = ELLIPSIS,
};

static bool is(int c, int class)
{
    return classes[(unsigned char)c] & class;
}

bool pgn_text_add(struct pgn_text *text, const char *bytes, size_t length)
{
    if (text->length + length + 1 > text->capacity) {
        size_t capacity = (text->length + length + 1) * 2;
        char *grown = realloc(text->bytes, capacity);
        if (!grown)
            return false;
        text->bytes = grown;
        text->capacity = capacity;
    }
    memcpy(text->bytes + text->length, bytes, length);
    text->length += length;
    text->bytes[text->length] = '\0';
    return true;
}

/* Like pgn_text_add, but replaces NULs by blanks. */
static bool add_printable(struct pgn_text *text, const char *bytes, size_t length)
{
    if (!pgn_text_add(text, bytes, length))
        return false;
    for (char *byte = text->bytes + text->length - length; length > 0; byte++, length--)
        *byte = (char)(*byte ? *byte : ' ');
    return true;
}

void pgn_text_clear(struct pgn_text *text)
{
    text->length = 0;
    if (text->bytes)
        text->bytes[0] = '\0';
}

static void add_raw(struct pgn_scan *scan, const char *line, size_t from, size_t to)
{
    if (from < to && scan->detail == PGN_ALL &&
        !pgn_text_add(&scan->raw, line + from, to - from))
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
    while (length && is(text[length - 1], SPACE))
        length--;
    text[length] = '\0';
    return text;
}

void pgn_scan_clear(struct pgn_scan *scan)
{
    free(scan->held);
    free(scan->comment.bytes);
    free(scan->raw.bytes);
    free(scan->escapes.bytes);
}

static bool is_printable(char character)
{
    return character >= ' ' && character <= '~';
}

/* Returns whether `text` starts with a UTF-16 byte order mark, or with two ASCII characters in
 * UTF-16. */
bool pgn_is_utf16(const char *text, size_t length)
{
    if (length >= 2 && (memcmp(text, "\xFF\xFE", 2) == 0 || memcmp(text, "\xFE\xFF", 2) == 0))
        return true;
    for (size_t low = 0; low < 2 && length >= 4; low++) {
        if (!text[1 - low] && !text[3 - low] && is_printable(text[low]) &&
            is_printable(text[low + 2]))
            return true;
    }
    return false;
}

/* Gives up reading the file because of the line after the first `lines` lines. */
static bool refuse(struct pgn_scan *scan, int lines, const char *why)
{
    scan->refused = why;
    scan->refused_line = lines + 1;
    scan->ended = true;
    scan->at = scan->length = scan->raw_from = scan->held_length = scan->held_at = 0;
    return false;
}

/* Reads more of the stream. Returns false at its end. */
static bool hold_more(struct pgn_scan *scan)
{
    size_t rest = scan->held_length - scan->held_at;
    scan->ended = scan->ended || !scan->stream;
    if (scan->ended)
        return false;
    if (rest >= LINE_MOST)
        return refuse(scan, scan->line_number,
                      "the line is longer than " LINE_MOST_TEXT "; expected a PGN file");
    if (scan->held_capacity < 2 * rest + BLOCK) {
        char *grown = realloc(scan->held, 2 * rest + BLOCK);
        if (!grown) {
            scan->out_of_memory = scan->ended = true;
            return false;
        }
        scan->held = grown;
        scan->held_capacity = 2 * rest + BLOCK;
    }
    memmove(scan->held, scan->held + scan->held_at, rest);
    scan->held_at = 0;
    size_t got = fread(scan->held + rest, 1, scan->held_capacity - rest, scan->stream);
    scan->held_length = rest + got;
    scan->ended = got == 0;
    return got > 0;
}

/* Returns the end of the first line of `text`, after its line break; NULL if more of the file must
 * be read first to find the end. `ended`: whether the file has ended. */
static const char *line_end(const char *text, size_t length, bool ended)
{
    const char *end = text + length;
    const char *feed = memchr(text, '\n', length);
    const char *stop = memchr(text, '\r', feed ? (size_t)(feed - text) : length);
    if (!stop)
        return feed ? feed + 1 : ended ? end : NULL;
    if (++stop == end && !ended)
        return NULL;
    return stop < end && *stop == '\n' ? stop + 1 : stop;
}

/* Makes the next line the current one. Returns false at the end. */
static bool cut_line(struct pgn_scan *scan)
{
    const char *stop;
    while (!(stop = scan->held_length > scan->held_at
                        ? line_end(scan->held + scan->held_at, scan->held_length - scan->held_at,
                                   scan->ended)
                        : NULL))
        if (!hold_more(scan) && scan->held_at == scan->held_length)
            return false;
    scan->line = scan->held + scan->held_at;
    scan->length = (size_t)(stop - scan->line);
    scan->held_at += scan->length;
    const char *nul = scan->line;
    while ((nul = memchr(nul, '\0', (size_t)(stop - nul)))) {
        nul++;
        if (++scan->nuls > NULS_MOST)
            return refuse(scan, scan->line_number,
                          "the file contains NUL bytes; expected a text file");
    }
    return true;
}

/* Returns whether the game is short enough. If it is not, gives up reading the file, because the
 * scanner keeps parts of a game in memory. */
static bool is_short_enough(struct pgn_scan *scan, bool in_comment)
{
    scan->game_length += (int64_t)scan->length;
    if (scan->game_length <= LINE_MOST)
        return true;
    return in_comment ? refuse(scan, scan->token_line - 1,
                               "the comment that begins here makes the game longer "
                               "than " LINE_MOST_TEXT)
                      : refuse(scan, scan->line_number, "the game is longer than " LINE_MOST_TEXT);
}

static void take_escape(struct pgn_scan *scan)
{
    size_t from = scan->at;
    if (scan->keep_raw)
        add_raw(scan, scan->line, from, scan->length);
    else if (scan->detail == PGN_ALL && !add_printable(&scan->escapes, scan->line + from,
                                            scan->length - from))
        scan->out_of_memory = true;
}

int pgn_scan_columns(const struct pgn_scan *scan)
{
    size_t length = scan->length;
    int columns = 0;
    while (length && is(scan->line[length - 1], SPACE))
        length--;
    for (size_t i = 0; i < length; i++)
        columns += ((unsigned char)scan->line[i] & 0xC0) != 0x80;
    return columns;
}

static void note_comment_line(struct pgn_scan *scan)
{
    int columns = scan->length <= (size_t)4 * PGN_WIDTH ? pgn_scan_columns(scan) : 0;
    if (columns <= PGN_WIDTH && columns > scan->comment_columns)
        scan->comment_columns = columns;
}

/* Moves to the next line. Lines that start with "%" are escapes: kept, but not part of the game. */
static bool next_line(struct pgn_scan *scan, bool in_comment)
{
    add_raw(scan, scan->line, scan->raw_from, scan->length);
    if (in_comment && scan->detail == PGN_ALL)
        note_comment_line(scan);
    for (;;) {
        scan->line_place += (int64_t)scan->length;
        scan->at = scan->length = scan->raw_from = 0;
        if (!cut_line(scan) || (scan->detail == PGN_ALL && !is_short_enough(scan, in_comment)))
            return false;
        scan->line_number++;
        if (scan->line_place == 0 && scan->line_number == 1) {
            if (pgn_is_utf16(scan->line, scan->length))
                return refuse(scan, 0, "the file is UTF-16; expected UTF-8 or Latin-1: convert it "
                                    "with iconv -f UTF-16 -t UTF-8");
            if (scan->length >= 3 && memcmp(scan->line, "\xEF\xBB\xBF", 3) == 0)
                scan->at = scan->raw_from = 3; /* byte order mark */
        }
        bool escape = !in_comment && !scan->mid_line && scan->at < scan->length &&
                      scan->line[scan->at] == '%';
        scan->mid_line = false;
        if (!escape)
            return true;
        take_escape(scan);
    }
}

/* Appends the part of a comment that is on one line. A line break becomes a blank. */
static void add_to_comment(struct pgn_scan *scan, const char *bytes, size_t length)
{
    if (scan->detail != PGN_ALL)
        return;
    bool breaks = length > 0 && (bytes[length - 1] == '\n' || bytes[length - 1] == '\r');
    if (length > 1 && bytes[length - 1] == '\n' && bytes[length - 2] == '\r')
        length--;
    if (!add_printable(&scan->comment, bytes, length))
        scan->out_of_memory = true;
    else if (breaks)
        scan->comment.bytes[scan->comment.length - 1] = ' ';
}

static void read_brace_comment(struct pgn_scan *scan)
{
    scan->at++;
    for (;;) {
        /* The tag Event at the start of a line also ends the comment. Without this rule, a missing
         * closing brace would make the following games part of the comment. */
        bool at_line_start = scan->at >= scan->length;
        bool more = !at_line_start || next_line(scan, true);
        const char *rest = scan->line + scan->at;
        size_t length = scan->length - scan->at;
        if (!more || (at_line_start && length > 7 && memcmp(rest, "[Event ", 7) == 0)) {
            scan->problem = "the comment that begins here is never closed; expected a '}'";
            scan->token = TOKEN_BAD;
            return;
        }
        const char *close = memchr(rest, '}', length);
        add_to_comment(scan, rest, close ? (size_t)(close - rest) : length);
        scan->at += close ? (size_t)(close - rest) + 1 : length;
        if (close)
            return;
    }
}

static void read_line_comment(struct pgn_scan *scan)
{
    size_t from = scan->at + 1, to = scan->length;
    while (from < to && is(scan->line[from], SPACE))
        from++;
    while (to > from && is(scan->line[to - 1], SPACE))
        to--;
    add_to_comment(scan, scan->line + from, to - from);
    scan->at = scan->length;
}

/* The text must be NUL-terminated. */
static bool is_utf8(const char *text, size_t length)
{
    uint32_t point;
    size_t at = 0;
    while (at < length) {
        int bytes = text_point(text + at, &point);
        if (bytes == 0)
            return false;
        at += (size_t)bytes;
    }
    return at == length;
}

bool pgn_text_to_utf8(struct pgn_text *text, enum pgn_encoding *encoding)
{
    size_t high = 0;
    for (size_t i = 0; i < text->length; i++)
        high += (unsigned char)text->bytes[i] >= 0x80;
    bool latin_1 = high && !is_utf8(text->bytes, text->length);
    *encoding = latin_1 ? PGN_LATIN_1 : high ? PGN_UTF_8 : PGN_ASCII;
    if (!latin_1)
        return true;
    struct pgn_text converted = {.capacity = text->length + high + 1};
    converted.bytes = malloc(converted.capacity);
    if (!converted.bytes)
        return false;
    for (size_t i = 0; i < text->length; i++) {
        int byte = (unsigned char)text->bytes[i];
        if (byte >= 0x80) {
            converted.bytes[converted.length++] = (char)(0xC0 | byte >> 6);
            byte = 0x80 | (byte & 0x3F);
        }
        converted.bytes[converted.length++] = (char)byte;
    }
    converted.bytes[converted.length] = '\0';
    free(text->bytes);
    *text = converted;
    return true;
}

static void read_nag(struct pgn_scan *scan)
{
    bool fits = true;
    scan->at++;
    scan->nag = 0;
    for (; scan->at < scan->length && is(scan->line[scan->at], DIGIT); scan->at++)
        fits = fits && !__builtin_mul_overflow(scan->nag, 10, &scan->nag) &&
               !__builtin_add_overflow(scan->nag, scan->line[scan->at] - '0', &scan->nag);
    scan->token = fits ? TOKEN_NAG : TOKEN_BAD;
    if (!fits)
        scan->problem = "the number after this '$' is too large";
}

/* Returns whether the quote at `at` closes the value, because only the bracket follows. Some
 * programs do not escape quotes inside a value. */
static bool closes_value(const char *line, size_t at, size_t end)
{
    do
        at++;
    while (at < end && is(line[at], SPACE));
    return at >= end || line[at] == ']';
}

static bool ends_line(int c)
{
    return c == '\n' || c == '\r';
}

/* Reads the name of the current tag. *at moves from the bracket to just after the name. */
static void read_tag_name(struct pgn_scan *scan, size_t *at)
{
    const char *line = scan->line;
    size_t end = scan->length, length = 0;
    while (++*at < end && is(line[*at], SPACE))
        ;
    const char *name = line + *at;
    while (*at < end && is(line[*at], NAME) && length + 1 < sizeof scan->tag_name) {
        length++;
        ++*at;
    }
    memcpy(scan->tag_name, name, length);
    scan->tag_name[length] = '\0';
    while (*at < end && is(line[*at], SPACE))
        ++*at;
}

/* Reads "value"], which starts at `at`, on one line, with \" and \\ inside the value. A missing end
 * is tolerated. */
static void read_tag_value(struct pgn_scan *scan, size_t at)
{
    const char *line = scan->line;
    size_t from = ++at, end = scan->length;
    for (; at < end && !ends_line(line[at]); at++) {
        if (line[at] == '"' && closes_value(line, at, end))
            break;
        if (line[at] == '\\' && at + 1 < end && (line[at + 1] == '"' || line[at + 1] == '\\'))
            at++;
    }
    scan->tag_value = line + from;
    scan->tag_length = at - from;
    /* A line may contain several tags. */
    while (at < end && line[at] != ']' && line[at] != '\n')
        at++;
    scan->at = at < end ? at + 1 : end;
}

/* Keeps the complete line as a tag without a name. */
static void take_malformed_tag(struct pgn_scan *scan)
{
    size_t to = scan->length;
    while (to > scan->at && ends_line(scan->line[to - 1]))
        to--;
    scan->tag_name[0] = '\0';
    scan->tag_value = scan->line + scan->at;
    scan->tag_length = to - scan->at;
    scan->at = scan->length;
}

bool pgn_scan_add_value(const struct pgn_scan *scan, struct pgn_text *text)
{
    const char *value = scan->tag_value;
    size_t length = scan->tag_length;
    if (!scan->tag_name[0])
        return add_printable(text, value, length);
    for (size_t from = 0, at = 0; from < length; from = ++at) {
        while (at < length && value[at] && value[at] != '\\')
            at++;
        bool escapes = at + 1 < length && value[at] == '\\' &&
                       (value[at + 1] == '"' || value[at + 1] == '\\');
        bool kept = at < length && value[at] && !escapes;
        if (!pgn_text_add(text, value + from, at - from + kept) ||
            (escapes && !pgn_text_add(text, value + ++at, 1)))
            return false;
    }
    return true;
}

static bool is_event(const struct pgn_scan *scan)
{
    return scan->token == TOKEN_TAG && scan->tag_name[0] == 'E' &&
           strcmp(scan->tag_name, "Event") == 0;
}

/* Among moves, a '[' starts the tags of the next game only at the start of its line, or with the
 * tag Event. Elsewhere it is a stray character. */
static void read_bracket(struct pgn_scan *scan, bool begins_line)
{
    size_t at = scan->at;
    scan->token = TOKEN_TAG;
    read_tag_name(scan, &at);
    if (scan->in_moves && !begins_line && !is_event(scan)) {
        scan->at++;
        scan->token = TOKEN_BAD;
        scan->problem = "expected a move, a comment or the result";
    } else if (scan->tag_name[0] && at < scan->length && scan->line[at] == '"') {
        read_tag_value(scan, at);
    } else {
        take_malformed_tag(scan);
    }
}

/* Returns whether the text is a move number or the dots after one: "1", "1.", "...", an
 * ellipsis. */
static bool is_number(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (!is(text[i], DIGIT | ELLIPSIS))
            return false;
    return true;
}

bool pgn_read_result(const char *text, enum result *result)
{
    static const struct {
        const char *text;
        enum result result;
    } results[] = {
        {"1-0", RESULT_WHITE}, {"0-1", RESULT_BLACK}, {"1/2-1/2", RESULT_DRAW},
        {"1/2", RESULT_DRAW},  {"*", RESULT_NONE},    {"\xC2\xBD-\xC2\xBD", RESULT_DRAW},
    };
    for (size_t i = 0; i < sizeof results / sizeof *results; i++) {
        if (strcmp(text, results[i].text) == 0) {
            *result = results[i].result;
            return true;
        }
    }
    return false;
}

static void take_symbol(struct pgn_scan *scan, const char *text, size_t length)
{
    length = length < sizeof scan->symbol ? length : sizeof scan->symbol - 1;
    memcpy(scan->symbol, text, length);
    scan->symbol[length] = '\0';
}

/* Reads a move, a move number, a result or a glyph such as "!?". The dots in "1.e4" end the number
 * before the move. */
static void read_symbol(struct pgn_scan *scan)
{
    const char *text = scan->line + scan->at, *end = scan->line + scan->length, *next = text;
    int number = 0;
    for (; next < end && is(*next, DIGIT); next++)
        number = number < 1000 ? 10 * number + (*next - '0') : number;
    bool dots = next < end && *next == '.';
    while (next < end && *next == '.')
        next++;
    while (!dots && next < end && !is(*next, ENDS_SYMBOL))
        next++;
    size_t length = (size_t)(next - text);
    scan->at += length;
    scan->number = is_number(text, length) ? number : -1;
    bool may_end_game = scan->depth == 0 && scan->number < 0 && is(*text, BEGINS_RESULT);
    if (scan->detail != PGN_OUTLINE || may_end_game)
        take_symbol(scan, text, length);
    scan->ended_game = may_end_game && pgn_read_result(scan->symbol, &scan->result);
    bool may_be_nag = scan->detail != PGN_OUTLINE && (length == 1 || !is(*text, LETTER | DIGIT));
    scan->nag = may_be_nag ? nag_from_text(scan->symbol) : 0;
    if (scan->nag)
        scan->token = TOKEN_NAG;
}

/* Reads the token that starts with `c`, which is -1 at the end of the file. */
static void read_token(struct pgn_scan *scan, int c, bool begins_line)
{
    scan->number = -1;
    switch (c) {
    case -1:
        scan->token = TOKEN_END;
        return;
    case '[': read_bracket(scan, begins_line); return;
    case '{':
        scan->token = TOKEN_COMMENT;
        read_brace_comment(scan);
        return;
    case ';':
        scan->token = TOKEN_COMMENT;
        read_line_comment(scan);
        return;
    case '$':
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
        scan->problem = c == '}' ? "this '}' has no matching '{' (comments cannot be nested)"
                                 : "expected a move, a comment or the result";
        return;
    default:
        scan->token = TOKEN_SYMBOL;
        read_symbol(scan);
    }
}

bool pgn_scan_seek(struct pgn_scan *scan, int64_t place, int line)
{
    scan->line_place = place;
    scan->line_number = line - 1;
    if (place == 0)
        return fseeko(scan->stream, 0, SEEK_SET) == 0;
    if (fseeko(scan->stream, (off_t)place - 1, SEEK_SET) != 0)
        return false;
    int before = getc(scan->stream);
    scan->mid_line = before != '\n' && before != '\r';
    return before != EOF;
}

char *pgn_scan_hold(struct pgn_scan *scan, size_t length)
{
    const struct pgn_scan old = *scan;
    *scan = (struct pgn_scan){.held = old.held,
                              .held_capacity = old.held_capacity,
                              .held_length = length,
                              .detail = old.detail,
                              .comment = old.comment,
                              .raw = old.raw,
                              .escapes = old.escapes};
    if (length + 1 > scan->held_capacity) {
        char *grown = realloc(scan->held, length + 1);
        if (!grown)
            return NULL;
        scan->held = grown;
        scan->held_capacity = length + 1;
    }
    scan->held[length] = '\0';
    return scan->held;
}

/* The boundaries of games */

void pgn_scan_begin_game(struct pgn_scan *scan)
{
    scan->over = scan->token == TOKEN_END;
    scan->game_length = 0;
}

static void leave_game(struct pgn_scan *scan)
{
    scan->over = true;
    scan->ended_game = scan->has_tags = scan->has_event = scan->in_moves = false;
    scan->depth = 0;
}

/* A game consists of comments, tags and moves, in this order. It ends with its result, before a tag
 * that follows moves, or, if it has neither moves nor a result, before a second tag Event. */
static void place_token(struct pgn_scan *scan)
{
    bool event = is_event(scan);
    if (scan->token == TOKEN_TAG && (scan->in_moves || (event && scan->has_event)))
        leave_game(scan);
    switch (scan->token) {
    case TOKEN_END: scan->over = true; return;
    case TOKEN_TAG:
        scan->has_tags = true;
        scan->has_event = scan->has_event || event;
        return;
    case TOKEN_OPEN: scan->depth++; break;
    case TOKEN_CLOSE: scan->depth -= scan->depth > 0; break;
    case TOKEN_COMMENT:
        if (!scan->has_tags)
            return;
        break;
    default: break;
    }
    scan->in_moves = true;
}

/* Moves to the start of the next token. Returns the token's first character, or -1 at the end of
 * the file. Sets *begins_line to whether only white space precedes the token on its line. */
static int find_token(struct pgn_scan *scan, bool *begins_line)
{
    for (*begins_line = false;; *begins_line = true) {
        size_t at = scan->at, length = scan->length;
        for (const char *line = scan->line; at < length; at++) {
            if (is(line[at], SPACE))
                continue;
            /* In the outline, skip words among the moves that begin with a letter, because no
             * result, number or tag does. */
            if (scan->detail != PGN_OUTLINE || !scan->in_moves || !is(line[at], LETTER))
                break;
            *begins_line = false;
            while (at + 1 < length && !is(line[at + 1], ENDS_SYMBOL))
                at++;
        }
        scan->at = at;
        if (at < length)
            return (unsigned char)scan->line[at];
        if (!next_line(scan, false))
            return -1;
    }
}

void pgn_scan_next(struct pgn_scan *scan)
{
    bool number = scan->token == TOKEN_SYMBOL && scan->number >= 0, begins_line;
    if (scan->ended_game)
        leave_game(scan);
    int c = find_token(scan, &begins_line);
    /* A move number begins the text that is kept, because a move that cannot be read is kept with
     * its number. */
    if (!scan->keep_raw && !number) {
        pgn_text_clear(&scan->raw);
        scan->raw_from = scan->at;
    }
    scan->token_place = scan->line_place + (int64_t)scan->at;
    scan->token_line = scan->line_number;
    scan->token_column = (int)scan->at + 1;
    pgn_text_clear(&scan->comment);
    scan->comment_columns = 0;
    read_token(scan, c, begins_line);
    place_token(scan);
}
