/* PGN in, leniently: the import format of the PGN standard (Edwards 1994) and what the world makes
 * of it. A token at a time, with the line and column of each, so that an error names its place. */
#include "src/game/pgn.h"

#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

#include "src/game/edit.h"

enum {
    VARIATION_DEPTH_MAX = 200,
    LINE_LENGTH_MAX = 1 << 24, /* bytes: no line of moves is longer, a wrong file may be */
    SYMBOL_MAX = 64,
};

enum token {
    TOKEN_END,      /* of the file */
    TOKEN_TAG,      /* '[': the tag is not read yet */
    TOKEN_SYMBOL,   /* a move, a move number, a result */
    TOKEN_COMMENT,
    TOKEN_NAG,
    TOKEN_OPEN,
    TOKEN_CLOSE,
    TOKEN_BAD,      /* see problem */
};

struct text {
    char *bytes; /* NUL-terminated once anything was added; owned */
    size_t length, room;
};

struct pgn_reader {
    FILE *stream;
    char file_name[256];
    char *line; /* the current one, owned */
    size_t line_room;
    size_t length, at;
    int line_number;
    bool started, ended, out_of_memory;

    enum token token; /* the one looked at */
    int token_line, token_column;
    char symbol[SYMBOL_MAX];
    int nag;
    const char *problem; /* of TOKEN_BAD: an error of the game that takes the token */
    struct text comment;

    /* While a game is read. */
    struct game *game;
    struct error *error;
    bool failed;          /* error holds the first thing that went wrong */
    struct text pending;  /* a comment that belongs before the next move */
};

struct pgn_reader *pgn_reader_create(FILE *stream, const char *file_name)
{
    struct pgn_reader *reader = calloc(1, sizeof *reader);
    if (!reader)
        return NULL;
    reader->stream = stream;
    snprintf(reader->file_name, sizeof reader->file_name, "%s", file_name ? file_name : "");
    return reader;
}

void pgn_reader_destroy(struct pgn_reader *reader)
{
    if (!reader)
        return;
    free(reader->line);
    free(reader->comment.bytes);
    free(reader->pending.bytes);
    free(reader);
}

static bool next_line(struct pgn_reader *reader)
{
    do {
        ssize_t length = reader->ended ? -1 : getline(&reader->line, &reader->line_room,
                                                      reader->stream);
        reader->at = 0;
        reader->length = 0;
        if (length < 0) {
            reader->ended = true;
            return false;
        }
        reader->length = (size_t)length;
        reader->line_number++;
        if (reader->line_number == 1 && length >= 3 && memcmp(reader->line, "\xEF\xBB\xBF", 3) == 0)
            reader->at = 3; /* byte order mark */
    } while (reader->line[reader->at] == '%'); /* the standard's escape: not for us */
    return true;
}

/* The next character without taking it; -1 at the end of the file, 0 only for a NUL in it. */
static int look(struct pgn_reader *reader)
{
    if (reader->at >= reader->length && !next_line(reader))
        return -1;
    return (unsigned char)reader->line[reader->at];
}

static bool is_space(int c)
{
    return c == 0 || c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f';
}

static bool text_add(struct text *text, const char *bytes, size_t length)
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

static void text_clear(struct text *text)
{
    text->length = 0;
    if (text->bytes)
        text->bytes[0] = '\0';
}

static void take_into(struct pgn_reader *reader, struct text *text, int c)
{
    char byte = (char)c;
    if (!text_add(text, &byte, 1))
        reader->out_of_memory = true;
}

/* The first error of a game is the one reported; its place is that of the token looked at. */
static void fail(struct pgn_reader *reader, const char *message)
{
    if (reader->failed)
        return;
    reader->failed = true;
    error_set(reader->error, "%s", message);
    snprintf(reader->error->file, sizeof reader->error->file, "%s", reader->file_name);
    reader->error->line = reader->token_line;
    reader->error->column = reader->token_column;
}

/* A comment is text: runs of white space become one blank, none at the ends. */
static void read_brace_comment(struct pgn_reader *reader)
{
    reader->at++;
    for (;;) {
        /* A missing brace must not swallow the games that follow. */
        bool at_line_start = reader->at >= reader->length;
        int c = look(reader);
        bool next_game = at_line_start && c == '[' && reader->length - reader->at > 7 &&
                         memcmp(reader->line + reader->at, "[Event ", 7) == 0;
        if (c < 0 || next_game) {
            reader->problem = "a comment begins here and is not closed: expected a '}'";
            reader->token = TOKEN_BAD;
            return;
        }
        reader->at++;
        if (c == '}')
            break;
        if (!is_space(c))
            take_into(reader, &reader->comment, c);
        else if (reader->comment.length && reader->comment.bytes[reader->comment.length - 1] != ' ')
            take_into(reader, &reader->comment, ' ');
    }
    while (reader->comment.length && reader->comment.bytes[reader->comment.length - 1] == ' ')
        reader->comment.bytes[--reader->comment.length] = '\0';
}

static void read_line_comment(struct pgn_reader *reader)
{
    size_t from = reader->at + 1, to = reader->length;
    while (from < to && is_space((unsigned char)reader->line[from]))
        from++;
    while (to > from && is_space((unsigned char)reader->line[to - 1]))
        to--;
    for (size_t i = from; i < to; i++)
        take_into(reader, &reader->comment, reader->line[i] ? reader->line[i] : ' ');
    reader->at = reader->length;
}

static bool is_digit(int c)
{
    return c >= '0' && c <= '9';
}

static void read_nag(struct pgn_reader *reader)
{
    reader->at++;
    reader->nag = 0;
    while (reader->at < reader->length && is_digit((unsigned char)reader->line[reader->at])) {
        if (reader->nag < 1000)
            reader->nag = reader->nag * 10 + (reader->line[reader->at] - '0');
        reader->at++;
    }
}

static bool ends_symbol(int c)
{
    return is_space(c) || strchr("{}()[]<>;$", c) != NULL;
}

/* A run of characters, except that the dots of "1.e4" end the number before the move. */
static void read_symbol(struct pgn_reader *reader)
{
    size_t length = 0;
    bool number = true;
    while (reader->at < reader->length) {
        int c = (unsigned char)reader->line[reader->at];
        if (ends_symbol(c) || (number && length && reader->symbol[length - 1] == '.' && c != '.'))
            break;
        number = number && (is_digit(c) || c == '.');
        reader->at++;
        if (length + 1 < sizeof reader->symbol)
            reader->symbol[length++] = (char)c;
    }
    reader->symbol[length] = '\0';
    reader->nag = nag_from_text(reader->symbol);
    if (reader->nag)
        reader->token = TOKEN_NAG;
}

static void next_token(struct pgn_reader *reader)
{
    int c;
    while ((c = look(reader)) >= 0 && is_space(c))
        reader->at++;
    reader->token_line = reader->line_number;
    reader->token_column = (int)reader->at + 1;
    text_clear(&reader->comment);
    switch (c) {
    case -1:
        reader->token = TOKEN_END;
        return;
    case '[':
        reader->token = TOKEN_TAG;
        return;
    case '{':
        reader->token = TOKEN_COMMENT;
        read_brace_comment(reader);
        return;
    case ';':
        reader->token = TOKEN_COMMENT;
        read_line_comment(reader);
        return;
    case '$':
        reader->token = TOKEN_NAG;
        read_nag(reader);
        return;
    case '(':
    case ')':
        reader->token = c == '(' ? TOKEN_OPEN : TOKEN_CLOSE;
        reader->at++;
        return;
    case '}':
    case ']':
    case '<':
    case '>':
        reader->at++;
        reader->token = TOKEN_BAD;
        reader->problem = c == '}' ? "a '}' without its '{' (comments cannot be nested)"
                                   : "expected a move, a comment or the result";
        return;
    default:
        reader->token = TOKEN_SYMBOL;
        read_symbol(reader);
    }
}

/* The standard says Latin-1, the world says UTF-8: what is no UTF-8 is taken as Latin-1. */
static bool is_utf8(const char *text)
{
    for (const unsigned char *at = (const unsigned char *)text; *at;) {
        int more = *at < 0x80   ? 0
                   : *at < 0xC2 ? -1
                   : *at < 0xE0 ? 1
                   : *at < 0xF0 ? 2
                   : *at < 0xF5 ? 3
                                : -1;
        if (more < 0)
            return false;
        for (at++; more > 0; more--, at++) {
            if ((*at & 0xC0) != 0x80)
                return false;
        }
    }
    return true;
}

static void make_utf8(struct pgn_reader *reader, struct text *text)
{
    if (!text->length || is_utf8(text->bytes))
        return;
    struct text converted = {0};
    for (size_t i = 0; i < text->length; i++) {
        int byte = (unsigned char)text->bytes[i];
        if (byte >= 0x80) {
            take_into(reader, &converted, 0xC0 | byte >> 6);
            byte = 0x80 | (byte & 0x3F);
        }
        take_into(reader, &converted, byte);
    }
    free(text->bytes);
    *text = converted;
}

static bool is_name(int c)
{
    return is_digit(c) || c == '_' || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

/* [Name "value"] on one line; \" and \\ in the value. What is missing at the end of the line is
 * forgiven, a tag without a name or a value is not. */
static void read_tag(struct pgn_reader *reader)
{
    char name[SYMBOL_MAX];
    size_t length = 0;
    const char *line = reader->line;
    size_t at = reader->at + 1, end = reader->length;
    while (at < end && is_space((unsigned char)line[at]))
        at++;
    while (at < end && is_name((unsigned char)line[at])) {
        if (length + 1 < sizeof name)
            name[length++] = line[at];
        at++;
    }
    name[length] = '\0';
    while (at < end && is_space((unsigned char)line[at]))
        at++;
    reader->at = end;
    if (!length || at >= end || line[at] != '"') {
        fail(reader, "expected a tag: [Name \"value\"]");
        return;
    }
    struct text value = {0};
    for (at++; at < end && line[at] != '"' && line[at] != '\n' && line[at] != '\r'; at++) {
        if (line[at] == '\\' && at + 1 < end && (line[at + 1] == '"' || line[at + 1] == '\\'))
            at++;
        if (line[at])
            take_into(reader, &value, line[at]);
    }
    make_utf8(reader, &value);
    /* Several tags may share a line. */
    while (at < end && line[at] != ']' && line[at] != '\n')
        at++;
    reader->at = at < end ? at + 1 : end;
    if (!game_set_tag(reader->game, name, value.bytes ? value.bytes : ""))
        reader->out_of_memory = true;
    free(value.bytes);
}

static bool same_word(const char *a, const char *b)
{
    for (; *a && *b; b++) {
        if (*a == ' ' || *a == '-') {
            a++;
            b--;
            continue;
        }
        if ((*a | 0x20) != (*b | 0x20))
            return false;
        a++;
    }
    return !*a && !*b;
}

/* Sets the start position from the tags FEN and Variant. */
static void set_start(struct pgn_reader *reader)
{
    const char *fen = game_tag(reader->game, "FEN");
    const char *variant = game_tag(reader->game, "Variant");
    struct position *position = &reader->game->root->position;
    static const char *const standard[] = {"standard", "chess", "normal", "fromposition", "?", ""};
    static const char *const fischer[] = {"chess960", "fischerandom", "fischerrandom", "freestyle",
                                          "frc", "fischerrandomchess"};
    bool known = !variant, chess960 = false;
    for (size_t i = 0; variant && i < sizeof standard / sizeof *standard; i++)
        known = known || same_word(variant, standard[i]);
    for (size_t i = 0; variant && i < sizeof fischer / sizeof *fischer; i++)
        chess960 = chess960 || same_word(variant, fischer[i]);
    if (!known && !chess960) {
        char message[160];
        snprintf(message, sizeof message, "the variant \"%.60s\" is not chess or Chess960",
                 variant);
        fail(reader, message);
        return;
    }
    struct error error;
    if (fen && !chess_from_fen(position, fen, &error)) {
        char message[sizeof error.message];
        snprintf(message, sizeof message, "the FEN tag is wrong: %.200s", error.message);
        fail(reader, message);
        chess_start(position);
        return;
    }
    if (chess960)
        position->chess960 = true;
}

/* "h:mm:ss.t", "m:ss" or "s" in milliseconds; -1 when it is none. */
static int64_t read_time(const char *text, const char *end)
{
    int64_t total = 0, field = 0, thousandths = 0, scale = 1000;
    bool any = false, fraction = false;
    for (; text < end && *text != ' '; text++) {
        if (is_digit((unsigned char)*text) && fraction) {
            scale /= 10;
            thousandths += scale * (*text - '0');
        } else if (is_digit((unsigned char)*text)) {
            any = true;
            field = field * 10 + (*text - '0');
            if (field > 100000000)
                return -1;
        } else if (*text == ':' && !fraction) {
            total = (total + field) * 60;
            field = 0;
            if (total > 100000000)
                return -1;
        } else if (*text == '.' && !fraction) {
            fraction = true;
        } else {
            return -1;
        }
    }
    return any ? (total + field) * 1000 + thousandths : -1;
}

/* Takes "[%name value]" out of text and returns its value in milliseconds; -1 when absent. */
static int64_t take_time(char *text, const char *command)
{
    char *from = strstr(text, command);
    char *to = from ? strchr(from, ']') : NULL;
    if (!to)
        return -1;
    const char *value = from + strlen(command);
    while (*value == ' ')
        value++;
    int64_t time = read_time(value, to);
    if (time < 0)
        return -1;
    to++;
    while (*to == ' ' && (from == text || from[-1] == ' '))
        to++;
    memmove(from, to, strlen(to) + 1);
    size_t length = strlen(text);
    while (length && text[length - 1] == ' ')
        text[--length] = '\0';
    return time;
}

/* Adds the comment looked at to *owned, after a blank when there is one already. */
static void append_comment(struct pgn_reader *reader, char **owned, const char *text)
{
    if (!*text)
        return;
    size_t old = *owned ? strlen(*owned) : 0, more = strlen(text);
    char *joined = realloc(*owned, old + more + 2);
    if (!joined) {
        reader->out_of_memory = true;
        return;
    }
    if (old)
        joined[old++] = ' ';
    memcpy(joined + old, text, more + 1);
    *owned = joined;
}

static void take_comment(struct pgn_reader *reader, struct game_node *node, bool after_move)
{
    make_utf8(reader, &reader->comment);
    char *text = reader->comment.length ? reader->comment.bytes : NULL;
    if (!text)
        return;
    if (node->parent && after_move) {
        int64_t clock = take_time(text, "[%clk ");
        int64_t elapsed = take_time(text, "[%emt ");
        node->clock = clock >= 0 ? clock : node->clock;
        node->elapsed = elapsed >= 0 ? elapsed : node->elapsed;
        append_comment(reader, &node->comment, text);
    } else if (!node->parent && after_move) {
        append_comment(reader, &node->comment_before, text);
    } else {
        if (reader->pending.length)
            take_into(reader, &reader->pending, ' ');
        if (!text_add(&reader->pending, text, strlen(text)))
            reader->out_of_memory = true;
    }
}

/* A comment meant to stand before a move that never came belongs to the move before. */
static void settle_pending(struct pgn_reader *reader, struct game_node *node)
{
    if (reader->pending.length)
        append_comment(reader, node->parent ? &node->comment : &node->comment_before,
                       reader->pending.bytes);
    text_clear(&reader->pending);
}

static bool read_result(const char *text, enum result *result)
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

static bool is_move_number(const char *text)
{
    return text[strspn(text, "0123456789.\xE2\x80\xA6")] == '\0'; /* "1", "1.", "...", an ellipsis */
}

static bool is_null_move(const char *text)
{
    return strcmp(text, "--") == 0 || strcmp(text, "Z0") == 0 || strcmp(text, "0000") == 0 ||
           strcmp(text, "null") == 0 || strcmp(text, "@@@@") == 0 || strcmp(text, "<>") == 0;
}

/* Cuts ! and ? off the end of a move; returns their NAG. */
static int cut_suffix(char *text)
{
    size_t length = strlen(text), from = length;
    while (from > 0 && (text[from - 1] == '!' || text[from - 1] == '?'))
        from--;
    int nag = from && from < length ? nag_from_text(text + from) : 0;
    if (from)
        text[from] = '\0';
    return nag;
}

/* Plays the move looked at after node. Returns the new node, or NULL (error set). */
static struct game_node *read_move(struct pgn_reader *reader, struct game_node *node)
{
    char message[256];
    if (is_null_move(reader->symbol)) {
        snprintf(message, sizeof message, "\"%s\" is a null move: illegal, a side must move",
                 reader->symbol);
        fail(reader, message);
        return NULL;
    }
    int nag = cut_suffix(reader->symbol);
    struct error error;
    Move move = NO_MOVE;
    if (!chess_read_move(&node->position, reader->symbol, &move, &error)) {
        snprintf(message, sizeof message, "move %d%s %.200s", node->position.fullmove,
                 node->position.side == WHITE ? "." : "...", error.message);
        fail(reader, message);
        return NULL;
    }
    struct game_node *added = game_add(reader->game, node, move);
    if (!added) {
        reader->out_of_memory = true;
        return NULL;
    }
    game_add_nag(added, nag);
    if (reader->pending.length)
        append_comment(reader, &added->comment_before, reader->pending.bytes);
    text_clear(&reader->pending);
    return added;
}

/* Passes over the rest of a variation that could not be read. */
static void skip_variation(struct pgn_reader *reader)
{
    for (int depth = 1; depth > 0;) {
        next_token(reader);
        if (reader->token == TOKEN_END || reader->token == TOKEN_TAG)
            return;
        depth += (reader->token == TOKEN_OPEN) - (reader->token == TOKEN_CLOSE);
    }
    next_token(reader);
}

/* Passes over the rest of a game that could not be read: to its result, or the next tags. */
static void skip_game(struct pgn_reader *reader)
{
    enum result result;
    for (;;) {
        if (reader->token == TOKEN_END || reader->out_of_memory)
            return;
        if (reader->token == TOKEN_TAG) {
            if (reader->token_column <= 4)
                return;
            reader->at = reader->length;
        }
        if (reader->token == TOKEN_SYMBOL && read_result(reader->symbol, &result)) {
            next_token(reader);
            return;
        }
        next_token(reader);
    }
}

/* The moves up to the result, the next tags or the end of the file. */
static void read_moves(struct pgn_reader *reader, bool *has_result)
{
    struct {
        struct game_node *node; /* the move varied */
        int line, column;       /* of the '(' */
    } stack[VARIATION_DEPTH_MAX];
    struct game_node *node = reader->game->root;
    int depth = 0;
    bool after_move = true; /* a comment here belongs to node */
    text_clear(&reader->pending);
    while (reader->token != TOKEN_END && reader->token != TOKEN_TAG && !reader->out_of_memory) {
        bool skip = reader->token == TOKEN_BAD;
        if (skip) {
            fail(reader, reader->problem);
        } else if (reader->token == TOKEN_COMMENT) {
            take_comment(reader, node, after_move);
        } else if (reader->token == TOKEN_NAG) {
            game_add_nag(node, node->parent ? reader->nag : 0);
        } else if (reader->token == TOKEN_OPEN) {
            skip = depth == VARIATION_DEPTH_MAX || !node->parent;
            settle_pending(reader, node);
            if (skip) {
                fail(reader, node->parent ? "variations are nested too deeply"
                                          : "a variation begins before there is a move to vary");
                skip_variation(reader);
                continue;
            }
            stack[depth].node = node;
            stack[depth].line = reader->token_line;
            stack[depth++].column = reader->token_column;
            node = node->parent;
            after_move = false;
        } else if (reader->token == TOKEN_CLOSE) {
            settle_pending(reader, node);
            if (depth > 0)
                node = stack[--depth].node;
            else
                fail(reader, "a ')' without its '('");
            after_move = false;
        } else if (reader->token == TOKEN_SYMBOL) {
            bool over = read_result(reader->symbol, &reader->game->result);
            if (over && depth == 0) {
                *has_result = true;
                next_token(reader);
                break;
            }
            if (!over && is_move_number(reader->symbol)) {
                after_move = false;
            } else if (!over && strcmp(reader->symbol, "e.p.") != 0 &&
                       strcmp(reader->symbol, "+") != 0 && strcmp(reader->symbol, "#") != 0) {
                struct game_node *next = read_move(reader, node);
                skip = !next;
                node = next ? next : node;
                after_move = true;
            }
        }
        if (!skip) {
            next_token(reader);
        } else if (depth > 0) {
            skip_variation(reader);
            node = stack[--depth].node;
            after_move = false;
        } else {
            break;
        }
    }
    settle_pending(reader, node);
    if (depth > 0 && !reader->failed) {
        fail(reader, "a variation begins here and is not closed: expected a ')'");
        reader->error->line = stack[depth - 1].line;
        reader->error->column = stack[depth - 1].column;
    }
}

/* Comments before the first tag are about the game to come. */
static void read_head(struct pgn_reader *reader, bool *tags)
{
    while (!reader->out_of_memory) {
        if (reader->token == TOKEN_TAG) {
            /* Games without moves or result: the second Event is the next game's. */
            if (strncmp(reader->line + reader->at, "[Event ", 7) == 0 &&
                game_tag(reader->game, "Event"))
                return;
            read_tag(reader);
            *tags = true;
        } else if (reader->token == TOKEN_COMMENT && !*tags) {
            take_comment(reader, reader->game->root, true);
        } else {
            return;
        }
        next_token(reader);
    }
}

enum pgn_status pgn_read(struct pgn_reader *reader, struct game **game, struct error *error)
{
    *game = NULL;
    reader->error = error;
    reader->failed = false;
    memset(error, 0, sizeof *error);
    if (!reader->started)
        next_token(reader);
    reader->started = true;
    reader->game = game_create(NULL);
    bool tags = false, has_result = false;
    reader->out_of_memory = !reader->game;
    if (reader->game) {
        read_head(reader, &tags);
        if (!tags && reader->token == TOKEN_END && !reader->failed && !reader->out_of_memory) {
            game_destroy(reader->game);
            return PGN_END;
        }
        set_start(reader);
        if (!reader->failed)
            read_moves(reader, &has_result);
    }
    if (reader->out_of_memory) {
        reader->failed = false;
        fail(reader, "out of memory");
        reader->ended = true;
        reader->length = reader->at = 0;
        reader->token = TOKEN_END;
    }
    if (!has_result && reader->game) {
        const char *tag = game_tag(reader->game, "Result");
        if (!tag || !read_result(tag, &reader->game->result))
            reader->game->result = RESULT_NONE;
    }
    *game = reader->game;
    if (!reader->failed)
        return PGN_GAME;
    if (!has_result)
        skip_game(reader);
    return PGN_BAD;
}
