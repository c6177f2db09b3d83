/* PGN out: the export format of the PGN standard (Edwards 1994). Seven tags first, lines of at
 * most 79 characters, main line before its variations; read back, it gives the same tree. */
#include "src/game/pgn.h"

#include <stdlib.h>
#include <string.h>

enum { LINE_MAX_LENGTH = 79 };

struct writer {
    FILE *stream;
    int column;
    bool glue; /* the next word follows without a blank: after an opening bracket */
    bool untimed; /* as struct game */
};

/* Columns a word takes on the screen: the bytes of UTF-8 that begin a character. */
static int columns(const char *text, size_t length)
{
    int count = 0;
    for (size_t i = 0; i < length; i++)
        count += ((unsigned char)text[i] & 0xC0) != 0x80;
    return count;
}

static void put_bytes(struct writer *writer, const char *text, size_t length)
{
    int width = columns(text, length);
    bool space = writer->column > 0 && !writer->glue;
    if (writer->column + space + width > LINE_MAX_LENGTH && writer->column > 0) {
        fputc('\n', writer->stream);
        writer->column = 0;
        space = false;
    }
    if (space)
        fputc(' ', writer->stream);
    fwrite(text, 1, length, writer->stream);
    writer->column += width + space;
    writer->glue = false;
}

static void put(struct writer *writer, const char *word)
{
    put_bytes(writer, word, strlen(word));
}

/* A comment with its braces. Braces within would end it: they become round brackets. A word that
 * would begin a line with '%' hides behind a blank, or readers would skip the line. */
static void put_comment(struct writer *writer, const char *times, const char *text)
{
    size_t length = strlen(times) + (text ? strlen(text) : 0);
    char *all = malloc(length + 4);
    if (!all)
        return;
    sprintf(all, "{%s%s%s}", times, times[0] && text && *text ? " " : "", text ? text : "");
    size_t end = strlen(all) - 1;
    for (size_t i = 1; i < end; i++) {
        unsigned char c = (unsigned char)all[i];
        if (c == '{' || c == '}')
            all[i] = c == '{' ? '(' : ')';
        else if (c < 0x20 || c == 0x7F)
            all[i] = ' ';
    }
    for (const char *at = all; *at;) {
        size_t word = strcspn(at, " ");
        /* "[%eval 0.35]" on one line, for programs that look for it so. */
        if (strncmp(at + (*at == '{'), "[%", 2) == 0 && at[word] == ' ')
            word += 1 + strcspn(at + word + 1, " ");
        /* A '%' may not begin a line: keep it with the word before, however long. */
        while (at[word] == ' ' && at[word + 1 + strspn(at + word + 1, " ")] == '%')
            word += 1 + strcspn(at + word + 1, " ");
        if (word)
            put_bytes(writer, at, word);
        at += word + strspn(at + word, " ");
    }
    free(all);
}

static void format_time(int64_t milliseconds, const char *name, char *text, size_t size)
{
    long long total = milliseconds / 1000;
    int length = snprintf(text, size, "[%%%s %lld:%02lld:%02lld", name, total / 3600,
                          total / 60 % 60, total % 60);
    if (length > 0 && (size_t)length < size && milliseconds % 1000)
        length += snprintf(text + length, size - (size_t)length, ".%03lld",
                           (long long)(milliseconds % 1000));
    if (length > 0 && (size_t)length + 1 < size) {
        while (milliseconds % 1000 && text[length - 1] == '0')
            length--;
        text[length] = ']';
        text[length + 1] = '\0';
    }
}

/* A move with what belongs to it. head: it begins a line or goes on after a variation, so that it
 * needs its number, and a comment before the number can only mean this move. */
static bool put_move(struct writer *writer, const struct game_node *node, bool number, bool head)
{
    const struct position *before = &node->parent->position;
    bool white = before->side == WHITE;
    bool text_before = node->comment_before && node->comment_before[0];
    char word[32];
    if (text_before && head)
        put_comment(writer, "", node->comment_before);
    if (white || number || head || text_before) {
        snprintf(word, sizeof word, "%d%s", before->fullmove, white ? "." : "...");
        put(writer, word);
    }
    if (text_before && !head)
        put_comment(writer, "", node->comment_before);
    char san[CHESS_SAN_MAX];
    chess_to_san(before, node->move, san);
    put(writer, san);
    for (int i = 0; i < node->nag_count; i++) {
        snprintf(word, sizeof word, "$%d", node->nags[i]);
        put(writer, word);
    }
    char clock[40] = "", elapsed[40] = "", times[84];
    if (node->clock >= 0)
        format_time(node->clock, "clk", clock, sizeof clock);
    if (node->elapsed >= 0 && !writer->untimed)
        format_time(node->elapsed, "emt", elapsed, sizeof elapsed);
    snprintf(times, sizeof times, "%s%s%s", clock, clock[0] && elapsed[0] ? " " : "", elapsed);
    bool text_after = times[0] || (node->comment && node->comment[0]);
    if (text_after)
        put_comment(writer, times, node->comment);
    return text_after;
}

/* A line from node on, and after each of its moves the variations to it. As deep as variations
 * are nested, which the reader bounds. */
static void put_line(struct writer *writer, const struct game_node *node)
{
    bool number = true, head = node && node->parent->child != node;
    for (; node; node = node->child) {
        number = put_move(writer, node, number, head);
        head = false;
        if (node->parent->child != node)
            continue; /* the head of a variation: its siblings are its parent's to write */
        for (const struct game_node *other = node->sibling; other; other = other->sibling) {
            put(writer, "(");
            writer->glue = true;
            put_line(writer, other);
            writer->glue = true;
            put(writer, ")");
            head = true;
        }
    }
}

static void put_tag(FILE *stream, const char *name, const char *value)
{
    fprintf(stream, "[%s \"", name);
    for (; *value; value++) {
        if (*value == '"' || *value == '\\')
            fputc('\\', stream);
        fputc((unsigned char)*value < 0x20 || *value == 0x7F ? ' ' : *value, stream);
    }
    fputs("\"]\n", stream);
}

static void put_tags(const struct game *game, FILE *stream)
{
    static const char *const roster[][2] = {
        {"Event", "?"}, {"Site", "?"},  {"Date", "????.??.??"}, {"Round", "?"},
        {"White", "?"}, {"Black", "?"}, {"Result", NULL},
    };
    enum { ROSTER = sizeof roster / sizeof *roster };
    for (int i = 0; i < ROSTER; i++) {
        const char *value = game_tag(game, roster[i][0]);
        if (!roster[i][1]) /* the tag and the end of the moves must agree */
            value = result_text(game->result);
        put_tag(stream, roster[i][0], value ? value : roster[i][1]);
    }
    for (int i = 0; i < game->tag_count; i++) {
        const char *name = game->tags[i].name;
        bool done = strcmp(name, "FEN") == 0 || strcmp(name, "SetUp") == 0;
        for (int j = 0; j < ROSTER; j++)
            done = done || strcmp(name, roster[j][0]) == 0;
        if (!done)
            put_tag(stream, name, game->tags[i].value);
    }
    char fen[CHESS_FEN_MAX];
    chess_to_fen(&game->root->position, fen);
    if (strcmp(fen, CHESS_START_FEN) != 0) {
        put_tag(stream, "SetUp", "1");
        put_tag(stream, "FEN", fen);
    }
    if (game->root->position.chess960 && !game_tag(game, "Variant"))
        put_tag(stream, "Variant", "Chess960");
    if (game->termination[0] && !game_tag(game, "Termination"))
        put_tag(stream, "Termination", game->termination);
}

bool pgn_write(const struct game *game, FILE *stream)
{
    struct writer writer = {.stream = stream, .untimed = game->untimed};
    put_tags(game, stream);
    fputc('\n', stream);
    const struct game_node *root = game->root;
    if (root->comment_before && root->comment_before[0])
        put_comment(&writer, "", root->comment_before);
    if (root->comment && root->comment[0])
        put_comment(&writer, "", root->comment);
    put_line(&writer, root->child);
    put(&writer, result_text(game->result));
    fputs("\n\n", stream);
    return !ferror(stream);
}
