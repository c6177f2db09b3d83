/* Writes PGN in the export format of the PGN standard (Edwards 1994): seven tags first, lines of at
 * most 79 characters, the main line before its variations. Reading the output again gives the same
 * tree. */
#include "src/pgn/pgn.h"

#include <stdlib.h>
#include <string.h>

#include "src/game/annotate.h"
#include "src/util/text.h"

struct writer {
    FILE *stream;
    int column, width;
    bool glue;    /* write no blank before the next word, because an opening bracket precedes it */
    bool untimed; /* leave out how long the moves took: see `untimed` of struct game */
    bool failed;  /* memory ran out, or the stream could not be written */
};

/* A stream of open_memstream does not set its error flag when memory runs out. */
static void emit(struct writer *writer, const char *text, size_t length)
{
    if (!writer->failed && fwrite(text, 1, length, writer->stream) != length)
        writer->failed = true;
}

static void emit_text(struct writer *writer, const char *text)
{
    emit(writer, text, strlen(text));
}

/* Columns of a word on the screen: the number of bytes that start a UTF-8 character. */
static int columns(const char *text, size_t length)
{
    int count = 0;
    for (size_t i = 0; i < length; i++)
        count += ((unsigned char)text[i] & 0xC0) != 0x80;
    return count;
}

static void end_line(struct writer *writer)
{
    if (writer->column > 0)
        emit_text(writer, "\n");
    writer->column = 0;
    writer->glue = false;
}

static void put_bytes(struct writer *writer, const char *text, size_t length)
{
    int width = columns(text, length);
    bool space = writer->column > 0 && !writer->glue;
    if (writer->column + space + width > writer->width && writer->column > 0) {
        end_line(writer);
        space = false;
    }
    if (space)
        emit_text(writer, " ");
    emit(writer, text, length);
    writer->column += width + space;
    writer->glue = false;
}

static void put(struct writer *writer, const char *word)
{
    put_bytes(writer, word, strlen(word));
}

/* Returns whether the word must not be at the beginning of a line: readers skip a line that starts
 * with '%', and "[Event" at the beginning starts a new game, in our reader even inside a comment.
 * Such a word stays on the line of the previous word, however long the line gets. */
static bool begins_no_line(const char *word)
{
    return *word == '%' || strncmp(word, "[Event ", 7) == 0;
}

/* Writes text as words. A line break may replace a blank; further blanks stay with the previous
 * word. */
static void put_text(struct writer *writer, const char *text)
{
    for (const char *at = text; *at;) {
        size_t word = strcspn(at, " ");
        /* Keep a command such as "[%eval 0.35]" on one line, for programs that expect that. */
        if (strncmp(at + (*at == '{'), "[%", 2) == 0 && at[word] == ' ')
            word += 1 + strcspn(at + word + 1, " ");
        while (at[word] == ' ' && begins_no_line(at + word + strspn(at + word, " "))) {
            word += strspn(at + word, " ");
            word += strcspn(at + word, " ");
        }
        size_t blanks = strspn(at + word, " ");
        word += blanks > 0 ? blanks - 1 : 0;
        put_bytes(writer, at, word);
        at += word + (at[word] == ' ');
    }
}

/* Writes one comment of `length` bytes. If it contains a closing brace, writes it as a comment that
 * begins with ';' and extends to the end of the line. */
static void put_one_comment(struct writer *writer, const char *times, const char *text,
                            size_t length)
{
    size_t size = strlen(times) + length + 4;
    char *all = malloc(size);
    if (!all) {
        writer->failed = true;
        return;
    }
    if (memchr(text, '}', length)) {
        snprintf(all, size, ";%.*s", (int)length, text);
        if (times[0])
            put_one_comment(writer, times, "", 0);
        end_line(writer);
        emit_text(writer, all);
        writer->column = 1;
        end_line(writer);
    } else {
        snprintf(all, size, "{%s%s%.*s}", times, times[0] && length ? " " : "", (int)length, text);
        put_text(writer, all);
    }
    free(all);
}

/* Writes each line of `text` as one comment, the first with the times. */
static void put_comment(struct writer *writer, const char *times, const char *text)
{
    for (bool more = true; more; times = "") {
        size_t length = strcspn(text, "\n");
        put_one_comment(writer, times, text, length);
        more = text[length] != '\0';
        text += length + more;
    }
}

/* Writes text that could not be read, as it was in the file. */
static void put_unread(struct writer *writer, const char *text)
{
    put(writer, text);
    const char *last = strrchr(text, '\n');
    if (last)
        writer->column = columns(last + 1, strlen(last + 1));
    if (strchr(last ? last : text, ';'))
        end_line(writer); /* the text may end in a comment that extends to the end of the line */
}

/* Writes the comment after a move, with its times unless the comment contains them. Returns whether
 * anything was written. */
static bool put_comment_after(struct writer *writer, const struct game_node *node)
{
    char times[COMMENT_TIMES_MAX], value[2];
    bool clock = !comment_command(node->comment, "clk", value, sizeof value);
    bool elapsed = !writer->untimed && !node->by_clock &&
                   !comment_command(node->comment, "emt", value, sizeof value);
    comment_format_times(clock ? node->clock : -1, elapsed ? node->elapsed : -1, times);
    if (node->comment)
        put_comment(writer, times, node->comment);
    else if (times[0])
        put_one_comment(writer, times, "", 0);
    return node->comment || times[0];
}

static void put_nags(struct writer *writer, const struct game_node *node)
{
    char word[32];
    for (int i = 0; i < node->nag_count; i++) {
        snprintf(word, sizeof word, "$%lld", (long long)node->nags[i]);
        put(writer, word);
    }
}

/* Writes a move with its comments and glyphs. `head`: the move starts a variation or follows one.
 * Then its number is written, and the comment before the move precedes the number. In other moves
 * that comment stands between number and move, because before the number it would belong to the
 * previous move. */
static bool put_move(struct writer *writer, const struct game_node *node, bool number, bool head)
{
    const struct position *before = &node->parent->position;
    bool white = before->side == WHITE;
    char word[32], san[CHESS_SAN_MAX];
    if (node->comment_before && head)
        put_comment(writer, "", node->comment_before);
    if (white || number || head || node->comment_before) {
        snprintf(word, sizeof word, "%d%s", before->fullmove, white ? "." : "...");
        put(writer, word);
    }
    if (node->comment_before && !head)
        put_comment(writer, "", node->comment_before);
    chess_to_san(before, node->move, san);
    put(writer, san);
    put_nags(writer, node);
    return put_comment_after(writer, node);
}

static void open_variation(struct writer *writer)
{
    put(writer, "(");
    writer->glue = true;
}

static void close_variation(struct writer *writer)
{
    writer->glue = writer->column > 0;
    put(writer, ")");
}

/* Writes a line from `node` on, with the variations after each move. It recurses for nested
 * variations, whose depth the reader limits. */
static void put_line(struct writer *writer, const struct game_node *node)
{
    bool number = true, head = node && node->parent->child != node;
    for (; node; node = node->child) {
        number = put_move(writer, node, number, head);
        head = false;
        /* Variations are written after the main move. After a move that itself begins a variation,
         * its alternatives are therefore not written again. */
        bool main = node->parent->child == node;
        for (const struct game_node *other = main ? node->sibling : NULL; other;
             other = other->sibling) {
            open_variation(writer);
            put_line(writer, other);
            close_variation(writer);
            head = true;
        }
        /* The unreadable text after the previous move becomes a variation, because moves have been
         * added after that move. */
        if (main && node->parent->unread) {
            open_variation(writer);
            put_unread(writer, node->parent->unread);
            close_variation(writer);
            head = true;
        }
        if (node->comment_last)
            put_comment(writer, "", node->comment_last);
        if (node->unread && !node->child)
            put_unread(writer, node->unread);
    }
}

static void put_tag(struct writer *writer, const char *name, const char *value)
{
    if (!*name) {
        emit_text(writer, value);
        emit_text(writer, "\n");
        return;
    }
    emit_text(writer, "[");
    emit_text(writer, name);
    emit_text(writer, " \"");
    for (; *value; value++) {
        if (*value == '"' || *value == '\\')
            emit_text(writer, "\\");
        emit(writer, *value == '\n' ? " " : value, 1);
    }
    emit_text(writer, "\"]\n");
}

static const char *const roster[][2] = {
    {"Event", "?"}, {"Site", "?"},  {"Date", "????.??.??"}, {"Round", "?"},
    {"White", "?"}, {"Black", "?"}, {"Result", NULL},
};
enum { ROSTER = sizeof roster / sizeof *roster };

/* The tag Result and the result after the moves must agree, unless they already differed in the
 * file from which the game was read. */
static const char *result_tag(const struct game *game)
{
    const char *value = game_tag(game, "Result");
    return value && game->result == game->read_result ? value : result_text(game->result);
}

/* Returns whether the file's own tags give the start position. */
static bool start_is_told(const struct game *game)
{
    struct position told;
    struct error error;
    char fen[CHESS_FEN_MAX], start[CHESS_FEN_MAX];
    const char *tag = game_tag(game, "FEN");
    chess_to_fen(&game->root->position, start);
    if (!tag)
        return strcmp(start, CHESS_START_FEN) == 0;
    if (!chess_from_fen(&told, tag, &error))
        return game->root->unread != NULL;
    told.chess960 = game->root->position.chess960;
    chess_to_fen(&told, fen);
    return strcmp(fen, start) == 0;
}

static void put_start(struct writer *writer, const struct game *game)
{
    char fen[CHESS_FEN_MAX];
    chess_to_fen(&game->root->position, fen);
    put_tag(writer, "SetUp", "1");
    put_tag(writer, "FEN", fen);
}

/* Writes the tags: in the order of the file if the game was read from one, otherwise the seven
 * required tags first. */
static void put_tags(struct writer *writer, const struct game *game)
{
    bool told = start_is_told(game), complete = game->read;
    const char *result = game_tag(game, "Result");
    for (int i = 0; i < ROSTER && !complete; i++) {
        const char *value = roster[i][1] ? game_tag(game, roster[i][0]) : result_tag(game);
        put_tag(writer, roster[i][0], value ? value : roster[i][1]);
    }
    for (int i = 0; i < game->tag_count; i++) {
        const char *name = game->tags[i].name, *value = game->tags[i].value;
        bool done = !told && (strcmp(name, "FEN") == 0 || strcmp(name, "SetUp") == 0);
        for (int j = 0; j < ROSTER && !complete; j++)
            done = done || (strcmp(name, roster[j][0]) == 0 && game_tag(game, name) == value);
        if (value == result)
            value = result_tag(game);
        if (!done)
            put_tag(writer, name, value);
    }
    if (!told)
        put_start(writer, game);
    if (game->root->position.chess960 && !game_tag(game, "Variant"))
        put_tag(writer, "Variant", "Chess960");
    if (game->termination[0] && !game_tag(game, "Termination"))
        put_tag(writer, "Termination", game->termination);
}

/* Writes the game. Returns false if anything could not be written. */
static bool put_game(const struct game *game, FILE *stream)
{
    struct writer writer = {
        .stream = stream, .width = game->width ? game->width : PGN_WIDTH, .untimed = game->untimed};
    const struct game_node *root = game->root;
    put_tags(&writer, game);
    if (!game->read || game->tag_count > 0)
        emit_text(&writer, "\n");
    if (game->escapes)
        emit_text(&writer, game->escapes);
    if (root->comment)
        put_comment(&writer, "", root->comment);
    put_nags(&writer, root);
    put_line(&writer, root->child);
    const struct game_node *end = root;
    while (end->child)
        end = end->child;
    if (!root->child && root->unread)
        put_unread(&writer, root->unread);
    if (!end->unread) /* if there is unread text, it contains the result */
        put(&writer, result_text(game->result));
    emit_text(&writer, "\n\n");
    return !writer.failed;
}

/* Converts UTF-8 to Latin-1, in place. Returns false and changes nothing if that is impossible. */
static bool make_latin_1(char *text)
{
    for (const unsigned char *at = (unsigned char *)text; *at; at++) {
        if (*at > 0xC3 || (*at >= 0xC0 && *at < 0xC2))
            return false;
    }
    char *to = text;
    for (const unsigned char *at = (unsigned char *)text; *at; at++) {
        if (*at >= 0xC2 && at[1]) {
            *to++ = (char)((*at & 3) << 6 | (at[1] & 0x3F));
            at++;
        } else {
            *to++ = (char)*at;
        }
    }
    *to = '\0';
    return true;
}

bool pgn_write(const struct game *game, FILE *stream)
{
    if (!game->latin_1)
        return put_game(game, stream) && !ferror(stream);
    char *text = NULL;
    size_t size;
    FILE *memory = open_memstream(&text, &size);
    bool good = memory && put_game(game, memory);
    good = text_close(memory, &text) && good;
    if (good) {
        make_latin_1(text);
        good = fputs(text, stream) != EOF;
    }
    free(text);
    return good && !ferror(stream);
}

char *pgn_text(const struct game *game, size_t *size)
{
    char *text = NULL;
    FILE *memory = open_memstream(&text, size);
    bool good = memory && pgn_write(game, memory);
    good = text_close(memory, &text) && good;
    if (!good) {
        free(text);
        return NULL;
    }
    return text;
}
