/* Moves as people type them. A move in words, such as "knight f3", "e2 to e4", "bishop takes c5",
 * "pawn e8 queen" or "castle", is only translated to notation; chess_read_move then finds out
 * whether it is legal. A move in notation may have letters in the wrong case, as phones write
 * them. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "src/session/playing/playing.h"

/* Words of spoken moves, and the notation for each. */
static const struct {
    const char *word, *notation;
} words[] = {
    {"king", "K"},     {"queen", "Q"},    {"rook", "R"},    {"bishop", "B"},   {"knight", "N"},
    {"horse", "N"},    {"pawn", "P"},     {"k", "K"},       {"q", "Q"},        {"r", "R"},
    {"n", "N"},        {"p", "P"},        {"takes", "x"},   {"take", "x"},     {"captures", "x"},
    {"x", "x"},        {"to", ""},        {"on", ""},       {"from", ""},      {"-", ""},
    {"the", ""},       {"en", ""},        {"passant", ""},  {"ep", ""},        {"e.p.", ""},
    {"move", ""},      {"check", ""},     {"mate", ""},      {"checkmate", ""}, {"promotes", ""}, {"equals", ""},
    {"castle", "O-O"}, {"castles", "O-O"}, {"castling", "O-O"},
    {"short", ""},     {"kingside", ""},  {"long", "-O"},   {"queenside", "-O"},
};

static const char *notation_of(const char *word, size_t length)
{
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strncasecmp(word, words[i].word, length) == 0 && !words[i].word[length])
            return words[i].notation;
    }
    return NULL;
}

static bool is_file_letter(char letter)
{
    return tolower((unsigned char)letter) >= 'a' && tolower((unsigned char)letter) <= 'h';
}

/* Whether the word is two squares or a capture, such as the e2-e4 of "pawn e2-e4" or the exd5 of
 * "pawn exd5". */
static bool is_route(const char *word, size_t length)
{
    return length >= 4 && length <= 5 && strspn(word, "abcdefghABCDEFGH12345678xX-") >= length;
}

/* Whether the word is the name of a file, a rank or a square. */
static bool is_place(const char *word, size_t length)
{
    return length == 1 ? is_file_letter(*word) || (*word >= '1' && *word <= '8')
                       : length == 2 && is_file_letter(word[0]) && word[1] >= '1' && word[1] <= '8';
}

/* Appends the notation for a word to `text`. Returns false if the word cannot come next in a
 * move. */
static bool add_word(const char *word, size_t length, char *text, size_t size)
{
    size_t used = strlen(text);
    const char *known = notation_of(word, length);
    bool piece = known && strlen(known) == 1 && isupper((unsigned char)*known);
    bool after_piece = used == 1 && isupper((unsigned char)*text);
    if (used + length + 4 >= size ||
        (!known && !is_place(word, length) && !(after_piece && is_route(word, length))))
        return false;
    if (piece && used > 0 && isdigit((unsigned char)text[used - 1]) && *known != 'P')
        text[used++] = '='; /* a piece after a rank is a promotion */
    else if (piece && used > 0)
        return false; /* a sentence such as "rook takes queen" names no square */
    size_t kept = known ? strlen(known) : length;
    for (size_t i = 0; i < kept; i++)
        text[used + i] = known ? known[i] : (char)tolower((unsigned char)word[i]);
    text[used + kept] = '\0';
    return true;
}

bool session_move_from_words(const char *line, char *move, size_t size)
{
    char text[24] = "";
    int count = 0;
    size_t length;
    for (; *(line += strspn(line, " \t")); line += length) {
        length = strcspn(line, " \t");
        if (!add_word(line, length, text, sizeof text))
            return false;
        count++;
    }
    if (strcmp(text, "-OO-O") == 0) /* "long castling": "-O" for "long", then "O-O" */
        snprintf(text, sizeof text, "O-O-O");
    bool castles = strncmp(text, "O-O", 3) == 0 && !strpbrk(text, "12345678");
    if (strlen(text) >= size || (!castles && (count < 2 || !strpbrk(text, "12345678"))))
        return false;
    snprintf(move, size, "%s", text);
    return true;
}

bool session_read_move(const struct position *position, const char *text, Move *move,
                       struct error *error)
{
    char lower[24], first[CHESS_SAN_MAX], second[CHESS_SAN_MAX];
    struct error why = {0}, ignored = {0};
    Move bishop;
    size_t length = strlen(text);
    if (chess_read_move(position, text, move, error))
        return true;
    if (length == 0 || length >= sizeof lower)
        return false;
    for (size_t i = 0; i <= length; i++)
        lower[i] = (char)tolower((unsigned char)text[i]);
    bool found = chess_read_move(position, lower, move, &why);
    if (found && *lower == 'b') { /* `move` is a pawn's move from the b-file, but "b" may also mean
                                   * a bishop */
        *lower = 'B';
        if (chess_read_move(position, lower, &bishop, &ignored) && bishop != *move) {
            chess_to_san(position, *move, first);
            chess_to_san(position, bishop, second);
            return error_set(error, "%s is ambiguous: %s or %s", text, first, second);
        }
    }
    bool piece = strchr("PNBRQK", *text) != NULL;
    if (!found && strcmp(text + piece, lower + piece) != 0)
        *error = why; /* the capitals are wrong, so the error for the lower-case text says more */
    if (!found && strncmp(error->message, lower, length) == 0)
        memcpy(error->message, text, length); /* the message must quote the text as it was typed */
    return found;
}
