/* Sets up a position. The FEN reader decides whether the position can be played. It ignores some
 * mistakes silently (castling without a rook, en passant without a pawn), so those are checked
 * afterwards. */
#include "src/game/setup.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "src/util/text.h"

enum { WORDS_MAX = 24, WORD_SIZE = 96 };

static const char piece_letters[] = "PNBRQKpnbrqk";

static const char *right_words(int right)
{
    static const char *const words[SETUP_RIGHTS] = {"white short", "white long", "black short",
                                                    "black long"};
    return words[right];
}

/* The index, in setup->rights, of the castling right that `letter` in the castling field of a FEN
 * means in this position. */
static int right_of(const struct position *position, char letter)
{
    int color = isupper((unsigned char)letter) ? WHITE : BLACK;
    char lower = (char)tolower((unsigned char)letter);
    bool is_long = lower == 'q';
    if (lower != 'k' && lower != 'q') {
        for (Square square = 0; square < SQUARE_COUNT; square++)
            if (position->board[square] == color * PIECE_TYPE_COUNT + KING)
                is_long = lower - 'a' < square_file(square);
    }
    return color * 2 + is_long;
}

void setup_from(struct setup *setup, const struct position *position)
{
    char fen[CHESS_FEN_MAX];
    *setup = (struct setup){.side = position->side, .en_passant = position->en_passant,
                            .halfmoves = position->halfmoves, .fullmove = position->fullmove,
                            .chess960 = position->chess960};
    memcpy(setup->board, position->board, sizeof setup->board);
    chess_to_fen(position, fen);
    const char *field = strchr(fen, ' ') + 3;
    for (; *field && *field != ' ' && *field != '-'; field++)
        setup->rights[right_of(position, *field)] = *field;
}

void setup_clear(struct setup *setup)
{
    *setup = (struct setup){.side = WHITE, .en_passant = NO_SQUARE, .fullmove = 1};
    memset(setup->board, NO_PIECE, sizeof setup->board);
}

void setup_put(struct setup *setup, int piece, Square square)
{
    setup->board[square] = (uint8_t)piece;
    setup->halfmoves = 0;
}

void setup_toggle_right(struct setup *setup, int right)
{
    setup->rights[right] = setup->rights[right] ? '\0' : "KQkq"[right];
}

static void write_fen(const struct setup *setup, char *fen, size_t size)
{
    size_t used = chess_write_board(setup->board, fen);
    char rights[SETUP_RIGHTS + 1] = "";
    size_t count = 0;
    for (int i = 0; i < SETUP_RIGHTS; i++)
        if (setup->rights[i])
            rights[count++] = setup->rights[i];
    rights[count] = '\0';
    snprintf(fen + used, size - used, " %c %s %s %d %d", setup->side == WHITE ? 'w' : 'b',
             count ? rights : "-",
             setup->en_passant == NO_SQUARE ? "-" : chess_square_name(setup->en_passant),
             setup->halfmoves, setup->fullmove);
}

static void fill_for_drawing(const struct setup *setup, struct position *position)
{
    memset(position, 0, sizeof *position);
    memcpy(position->board, setup->board, sizeof position->board);
    position->side = (uint8_t)setup->side;
    position->en_passant = position->passed = NO_SQUARE;
    position->fullmove = (uint16_t)setup->fullmove;
    for (Square square = 0; square < SQUARE_COUNT; square++) {
        int piece = setup->board[square];
        if (piece == NO_PIECE)
            continue;
        position->by_type[piece_type(piece)] |= (Bitboard)1 << square;
        position->by_color[piece_color(piece)] |= (Bitboard)1 << square;
    }
}

bool setup_position(const struct setup *setup, struct position *position, struct error *error)
{
    char fen[CHESS_FEN_MAX];
    write_fen(setup, fen, sizeof fen);
    bool good = chess_from_fen(position, fen, error);
    for (int i = 0; good && i < SETUP_RIGHTS; i++) {
        good = !setup->rights[i] || position->castling >> i & 1;
        if (!good)
            error_set(error, "%s cannot castle %s: the king or rook is not on its home square",
                      i < 2 ? "white" : "black", i % 2 ? "long" : "short");
    }
    if (good && setup->en_passant != NO_SQUARE && position->en_passant == NO_SQUARE)
        good = error_set(error, "no pawn can take en passant on %s",
                         chess_square_name(setup->en_passant));
    if (good)
        position->chess960 |= setup->chess960;
    else
        fill_for_drawing(setup, position);
    return good;
}

/* Commands */

struct words {
    char text[WORDS_MAX][WORD_SIZE];
    int count;
    const char *line; /* the text after the first word */
};

static bool split(const char *line, struct words *words)
{
    words->count = 0;
    words->line = "";
    for (const char *at = line + strspn(line, " \t"); *at; at += strspn(at, " \t")) {
        size_t length = strcspn(at, " \t");
        if (words->count == WORDS_MAX || length >= WORD_SIZE)
            return false;
        snprintf(words->text[words->count++], WORD_SIZE, "%.*s", (int)length, at);
        at += length;
        if (words->count == 1)
            words->line = at + strspn(at, " \t");
    }
    return words->count > 0;
}

static bool is(const char *word, const char *expected) { return strcasecmp(word, expected) == 0; }

static Square square_named(const char *word)
{
    int file = tolower((unsigned char)word[0]) - 'a';
    int rank = file >= 0 && file < 8 ? word[1] - '1' : -1;
    return rank >= 0 && rank < 8 && !word[2] ? rank * 8 + file : NO_SQUARE;
}

static int color_named(const char *word)
{
    return is(word, "white") ? WHITE : is(word, "black") ? BLACK : -1;
}

static int type_named(const char *word)
{
    for (int type = PAWN; type <= KING; type++) {
        size_t length = strlen(chess_piece_name(type));
        if (strncasecmp(word, chess_piece_name(type), length) == 0 &&
            (!word[length] || is(word + length, "s")))
            return type;
    }
    return -1;
}

/* Reads a FEN piece letter and a square: "Ng1", "qd8". */
static bool short_piece(const char *word, int *piece, Square *square)
{
    const char *letter = *word ? strchr(piece_letters, *word) : NULL;
    *square = letter ? square_named(word + 1) : NO_SQUARE;
    *piece = letter ? (int)(letter - piece_letters) : NO_PIECE;
    return *square != NO_SQUARE;
}

static enum setup_answer refuse(char *text, size_t size, const char *words)
{
    snprintf(text, size, "Expected: %s", words);
    return SETUP_REFUSED;
}

static enum setup_answer put_said(struct setup *setup, int piece, Square square, char *text,
                                  size_t size)
{
    setup_put(setup, piece, square);
    snprintf(text, size, "%s %s %s.", piece_color(piece) == WHITE ? "White" : "Black",
             chess_piece_name(piece_type(piece)), chess_square_name(square));
    return SETUP_DONE;
}

/* Carries out "[put] white knight [on] f3 [g1 ...]" or "[put] Nf3". words->text[first] is the first
 * word after "put". */
static enum setup_answer enter_put(struct setup *setup, const struct words *words, int first,
                                   char *text, size_t size)
{
    static const char expected[] = "put white knight f3";
    int piece;
    Square square;
    if (words->count == first + 1 && short_piece(words->text[first], &piece, &square))
        return put_said(setup, piece, square, text, size);
    int color = words->count > first ? color_named(words->text[first]) : -1;
    int type = words->count > first + 1 ? type_named(words->text[first + 1]) : -1;
    int at = first + 2;
    if (at < words->count && is(words->text[at], "on"))
        at++;
    if (color < 0 || type < 0 || at >= words->count)
        return refuse(text, size, expected);
    for (int i = at; i < words->count; i++)
        if (square_named(words->text[i]) == NO_SQUARE)
            return refuse(text, size, expected);
    for (int i = at; i < words->count; i++)
        (void)put_said(setup, color * PIECE_TYPE_COUNT + type, square_named(words->text[i]), text,
                       size);
    return SETUP_DONE;
}

static enum setup_answer enter_move(struct setup *setup, const struct words *words, char *text,
                                    size_t size)
{
    Square from = words->count > 1 ? square_named(words->text[1]) : NO_SQUARE;
    Square to = words->count > 2 ? square_named(words->text[words->count - 1]) : NO_SQUARE;
    if (from == NO_SQUARE || to == NO_SQUARE || setup->board[from] == NO_PIECE)
        return refuse(text, size, "move and two squares, with a piece on the first");
    int piece = setup->board[from];
    setup_put(setup, NO_PIECE, from);
    return put_said(setup, piece, to, text, size);
}

static enum setup_answer enter_castling(struct setup *setup, const struct words *words, char *text,
                                        size_t size)
{
    char rights[SETUP_RIGHTS] = {0};
    const char *field = words->count == 2 ? words->text[1] : "";
    bool none = is(field, "none") || is(field, "-");
    for (const char *at = none ? "" : field; *at; at++) {
        const char *found = strchr("KQkq", *at);
        if (!found)
            return refuse(text, size, "castling and letters of KQkq (white short K, long Q; black "
                                      "k, q), or castling none");
        rights[found - "KQkq"] = *at;
    }
    if (!*field)
        return refuse(text, size, "castling and one or more of the letters KQkq, or castling none");
    memcpy(setup->rights, rights, sizeof rights);
    snprintf(text, size, "Castling: ");
    for (int i = 0, said = 0; i < SETUP_RIGHTS; i++)
        if (rights[i])
            text_add(text, size, "%s%s", said++ ? ", " : "", right_words(i));
    text_add(text, size, "%s.", none ? "none" : "");
    return SETUP_DONE;
}

static enum setup_answer enter_en_passant(struct setup *setup, const struct words *words,
                                          char *text, size_t size)
{
    const char *word = words->text[words->count - 1];
    Square square = square_named(word);
    bool none = is(word, "none") || is(word, "-");
    if (!none && (square == NO_SQUARE || (square_rank(square) != 2 && square_rank(square) != 5)))
        return refuse(text, size, "en passant and a square of rank 3 or 6, or en passant none");
    setup->en_passant = none ? NO_SQUARE : square;
    snprintf(text, size, "En passant: %s.", none ? "none" : chess_square_name(square));
    return SETUP_DONE;
}

static enum setup_answer enter_empty(struct setup *setup, const struct words *words, char *text,
                                     size_t size)
{
    if (words->count < 2)
        return refuse(text, size, "empty and a square, as in empty f3");
    for (int i = 1; i < words->count; i++)
        if (square_named(words->text[i]) == NO_SQUARE)
            return refuse(text, size, "empty and a square, as in empty f3");
    for (int i = 1; i < words->count; i++)
        setup_put(setup, NO_PIECE, square_named(words->text[i]));
    snprintf(text, size, "%s is empty.", words->text[words->count - 1]);
    return SETUP_DONE;
}

/* Carries out a command that sets up a whole position: "start", "960 518", "fen FEN". */
static enum setup_answer enter_position(struct setup *setup, const struct words *words, char *text,
                                        size_t size)
{
    struct position position;
    struct error error = {0};
    if (is(words->text[0], "start")) {
        chess_start(&position);
    } else if (is(words->text[0], "960")) {
        char *end;
        long number = strtol(words->line, &end, 10);
        if (end == words->line || *end || number < 0 || number > 959)
            return refuse(text, size, "960 and a number from 0 to 959");
        chess_start_960(&position, (int)number);
    } else if (!chess_from_fen(&position, words->line, &error)) {
        text_sentence(error.message, text, size);
        return SETUP_REFUSED;
    }
    setup_from(setup, &position);
    snprintf(text, size, "Set up. %s to move.", position.side == WHITE ? "White" : "Black");
    return SETUP_DONE;
}

enum setup_answer setup_enter(struct setup *setup, const char *line, char *text, size_t size)
{
    struct words words;
    int piece;
    Square square;
    if (!split(line, &words))
        return SETUP_UNKNOWN;
    const char *first = words.text[0];
    if (is(first, "put"))
        return enter_put(setup, &words, 1, text, size);
    if (short_piece(first, &piece, &square) && words.count == 1)
        return put_said(setup, piece, square, text, size);
    if (is(first, "clear")) {
        setup_clear(setup);
        snprintf(text, size, "The board is empty.");
        return SETUP_DONE;
    }
    if (is(first, "empty"))
        return enter_empty(setup, &words, text, size);
    if (is(first, "move"))
        return enter_move(setup, &words, text, size);
    if (is(first, "castling"))
        return enter_castling(setup, &words, text, size);
    if (is(first, "en") || is(first, "passant"))
        return enter_en_passant(setup, &words, text, size);
    if (is(first, "start") || is(first, "960") || (is(first, "fen") && *words.line))
        return enter_position(setup, &words, text, size);
    int color = color_named(first);
    if (color >= 0 && (words.count == 1 || is(words.text[1], "to"))) {
        if (color != setup->side)
            setup->en_passant = NO_SQUARE;
        setup->side = color;
        snprintf(text, size, "%s to move.", color == WHITE ? "White" : "Black");
        return SETUP_DONE;
    }
    return color >= 0 ? enter_put(setup, &words, 0, text, size) : SETUP_UNKNOWN;
}
