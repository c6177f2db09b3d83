/* Reads EPD as test suites contain it: four FEN fields, then opcodes that each end in a semicolon.
 * It accepts common mistakes (an extra semicolon, move counters, "Qd1 +"). A move that is not legal
 * is an error, because a suite with a wrong solution must not be scored. */
#include "src/game/epd.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/util/text.h"

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static const char *skip_blanks(const char *text)
{
    while (is_blank(*text))
        text++;
    return text;
}

static size_t word_length(const char *text)
{
    size_t length = 0;
    while (text[length] && !is_blank(text[length]) && text[length] != ';')
        length++;
    return length;
}

static bool is_number(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (text[i] < '0' || text[i] > '9')
            return false;
    }
    return length > 0;
}

/* Reads the position. Returns the start of the opcodes, or NULL on error. */
static const char *read_position(struct epd *epd, const char *line, struct error *error)
{
    const char *at = skip_blanks(line), *start = at;
    int fields = 0;
    while (fields < 4 && *at && *at != ';') {
        at = skip_blanks(at + word_length(at));
        fields++;
    }
    /* Move counters are part of FEN, not of EPD. Skip them, because many suites contain them. */
    while (fields >= 4 && fields < 6 && is_number(at, word_length(at))) {
        at = skip_blanks(at + word_length(at));
        fields++;
    }
    char fen[CHESS_FEN_MAX];
    size_t length = (size_t)(at - start);
    while (length > 0 && is_blank(start[length - 1]))
        length--;
    if (fields < 4 || length >= sizeof fen) {
        error_set(error, "expected a position: pieces, side to move, castling and en passant");
        error->column = 1;
        return NULL;
    }
    memcpy(fen, start, length);
    fen[length] = '\0';
    if (!chess_from_fen(&epd->position, fen, error)) {
        error->column += (int)(start - line) + (error->column == 0);
        return NULL;
    }
    return at;
}

/* Reads one opcode and advances *at. Returns false at the end of the line, and on error, where it
 * also sets *good to false. Text that is not an opcode is kept as an opcode without a name. But
 * right after the position (`first`), such text is an error, because the position is then probably
 * wrong. */
static bool read_opcode(struct epd_opcode *opcode, bool first, const char **at,
                        struct error *error, bool *good)
{
    const char *from = *at;
    while (is_blank(*from) || *from == ';')
        from++;
    *at = from;
    if (!*from)
        return false;
    size_t name = word_length(from);
    bool letter = (*from >= 'a' && *from <= 'z') || (*from >= 'A' && *from <= 'Z');
    bool nameless = !letter || name >= sizeof opcode->name;
    if (nameless && !first)
        name = 0;
    if (nameless && first) {
        error_set(error,
                  "expected an opcode (a name such as bm, at most %d characters), not '%.*s'",
                  (int)sizeof opcode->name - 1, (int)(name < 40 ? name : 40), from);
        *good = false;
        return false;
    }
    memcpy(opcode->name, from, name);
    opcode->name[name] = '\0';
    const char *value = skip_blanks(from + name), *end = value;
    for (bool quoted = false; *end && (quoted || *end != ';'); end++)
        quoted ^= *end == '"';
    if (!*end && strchr(value, ';')) {
        /* The quote is not closed, so the first semicolon ends the operand. */
        end = strchr(value, ';');
    }
    *at = *end ? end + 1 : end;
    while (end > value && is_blank(end[-1]))
        end--;
    bool one_string = end - value >= 2 && *value == '"' &&
                      memchr(value + 1, '"', (size_t)(end - value - 1)) == end - 1;
    value += one_string;
    end -= one_string;
    size_t length = (size_t)(end - value);
    if (length >= sizeof opcode->value) {
        error_set(error, "the value of %s is longer than %d characters", opcode->name,
                  (int)sizeof opcode->value - 1);
        *good = false;
        return false;
    }
    memcpy(opcode->value, value, length);
    opcode->value[length] = '\0';
    text_sanitize(opcode->value); /* because ids and comments are shown on the screen */
    return true;
}

/* Reads the next word of `text`. Skips a separate + or #, which belongs to the move before it.
 * Returns false at the end. */
static bool next_word(const char **text, char word[32])
{
    const char *at = skip_blanks(*text);
    while ((*at == '+' || *at == '#') && (is_blank(at[1]) || !at[1]))
        at = skip_blanks(at + 1);
    size_t length = 0;
    while (at[length] && !is_blank(at[length]) && at[length] != ',')
        length++;
    *text = at + length + (at[length] == ',');
    if (length == 0)
        return false;
    snprintf(word, 32, "%.*s", (int)(length < 31 ? length : 31), at);
    return true;
}

/* Adds to `moves` each move that the word can mean: "am Ne5" applies to both knights that can reach
 * e5. */
static bool every_meaning(const struct epd *epd, const char *word, Move moves[], int *count)
{
    Move legal[CHESS_MOVES_MAX];
    int legal_count = chess_moves(&epd->position, legal), before = *count;
    size_t length = strcspn(word, "+#!?");
    const char *target = length >= 3 ? word + length - 2 : "";
    for (int i = 0; i < legal_count && *count < EPD_MOVES_MAX; i++) {
        int piece = epd->position.board[move_from(legal[i])];
        char letter = "PNBRQK"[piece_type(piece)];
        if (letter == word[0] && move_kind(legal[i]) != MOVE_CASTLING &&
            strncmp(chess_square_name(move_to(legal[i])), target, 2) == 0)
            moves[(*count)++] = legal[i];
    }
    return *count > before;
}

static bool read_moves(const struct epd *epd, const struct epd_opcode *opcode, Move moves[],
                       int *count, struct error *error)
{
    char word[32];
    for (const char *at = opcode->value; next_word(&at, word);) {
        struct error why;
        Move move;
        if (*count == EPD_MOVES_MAX)
            return error_set(error, "%s: more than %d moves", opcode->name, EPD_MOVES_MAX);
        if (chess_read_move(&epd->position, word, &move, &why)) {
            moves[(*count)++] = move;
        } else if (strcmp(opcode->name, "am") != 0 || !strstr(why.message, "ambiguous") ||
                   !every_meaning(epd, word, moves, count)) {
            return error_set(error, "%s: %.200s", opcode->name, why.message);
        }
    }
    return true;
}

static bool read_number(const struct epd_opcode *opcode, int *number, struct error *error)
{
    char *end;
    long value = strtol(opcode->value, &end, 10);
    if (end == opcode->value || *skip_blanks(end) || value < -1000000 || value > 1000000)
        return error_set(error, "%s: expected a whole number, not '%.60s'", opcode->name,
                         opcode->value);
    *number = (int)value;
    return true;
}

/* Reads hmvc, the plies since the last capture or pawn move, or fmvn, the number of the move. A
 * number out of range counts as the nearest one. */
static bool read_counter(struct epd *epd, const struct epd_opcode *opcode, struct error *error)
{
    bool half = strcmp(opcode->name, "hmvc") == 0;
    int number = 0, least = half ? 0 : 1, most = half ? UINT8_MAX : UINT16_MAX;
    if (!read_number(opcode, &number, error))
        return false;
    number = number < least ? least : number > most ? most : number;
    if (half)
        epd->position.halfmoves = (uint8_t)number;
    else
        epd->position.fullmove = (uint16_t)number;
    return true;
}

/* Reads the points from the opcode c0: "f5=100, Bf2=46". Returns false if c0 is another kind of
 * comment. */
static bool points_from_pairs(struct epd *epd, const char *text)
{
    int count = 0;
    while (*(text = skip_blanks(text))) {
        char word[32];
        size_t length = 0;
        /* In "e8=Q=30" the last '=' separates the move from the points. */
        while (text[length] && !is_blank(text[length]) && text[length] != ',')
            length++;
        size_t equals = length;
        while (equals > 0 && text[equals - 1] != '=')
            equals--;
        if (equals < 2 || equals > sizeof word || !is_number(text + equals, length - equals) ||
            length - equals > 6 || count == EPD_MOVES_MAX)
            return false;
        memcpy(word, text, equals - 1);
        word[equals - 1] = '\0';
        struct error ignored;
        if (!chess_read_move(&epd->position, word, &epd->point_moves[count], &ignored))
            return false;
        epd->points[count++] = (int)strtol(text + equals, NULL, 10);
        text += length + (text[length] == ',');
    }
    epd->point_count = count;
    return count > 0;
}

/* Reads the points from the opcode c8, "10 5 3", for the moves of the opcode c9, in the same
 * order. */
static bool points_from_lists(struct epd *epd, const char *points, const char *moves)
{
    struct epd_opcode opcode = {.name = "c9"};
    snprintf(opcode.value, sizeof opcode.value, "%s", moves);
    struct error ignored;
    int count = 0, given = 0;
    if (!read_moves(epd, &opcode, epd->point_moves, &count, &ignored))
        return false;
    while (*(points = skip_blanks(points))) {
        size_t length = word_length(points);
        if (!is_number(points, length) || length > 6 || given == count)
            return false;
        epd->points[given++] = (int)strtol(points, NULL, 10);
        points += length;
    }
    if (given != count || count == 0)
        return false;
    epd->point_count = count;
    return true;
}

static bool understand(struct epd *epd, const struct epd_opcode *opcode, struct error *error)
{
    const char *name = opcode->name;
    if (strcmp(name, "id") == 0) {
        snprintf(epd->id, sizeof epd->id, "%.*s", (int)sizeof epd->id - 1, opcode->value);
    } else if (strcmp(name, "bm") == 0) {
        return read_moves(epd, opcode, epd->best, &epd->best_count, error);
    } else if (strcmp(name, "am") == 0) {
        return read_moves(epd, opcode, epd->avoid, &epd->avoid_count, error);
    } else if (strcmp(name, "dm") == 0) {
        epd->has_mate = true;
        return read_number(opcode, &epd->mate, error);
    } else if (strcmp(name, "hmvc") == 0 || strcmp(name, "fmvn") == 0) {
        return read_counter(epd, opcode, error);
    }
    return true;
}

void epd_write(const struct position *position, char text[CHESS_FEN_MAX])
{
    chess_to_fen(position, text);
    for (int counter = 0; counter < 2; counter++)
        *strrchr(text, ' ') = '\0';
}

bool epd_read(struct epd *epd, const char *line, struct error *error)
{
    memset(epd, 0, sizeof *epd);
    const char *at = read_position(epd, line, error);
    if (!at)
        return false;
    bool good = true;
    struct epd_opcode opcode;
    for (;;) {
        const char *from = at;
        bool got = read_opcode(&opcode, epd->opcode_count == 0, &at, error, &good);
        if (got && epd->opcode_count == EPD_OPCODES_MAX) {
            good = error_set(error, "more than %d opcodes", EPD_OPCODES_MAX);
        } else if (got) {
            epd->opcodes[epd->opcode_count++] = opcode;
            good = understand(epd, &opcode, error);
        }
        if (!good) {
            while (is_blank(*from) || *from == ';')
                from++;
            error->column = (int)(from - line) + 1;
            return false;
        }
        if (!got)
            break;
    }
    const char *pairs = epd_value(epd, "c0"), *points = epd_value(epd, "c8"),
               *moves = epd_value(epd, "c9");
    if (!(points && moves && points_from_lists(epd, points, moves)) && pairs)
        (void)points_from_pairs(epd, pairs);
    return true;
}

const char *epd_value(const struct epd *epd, const char *opcode)
{
    for (int i = 0; i < epd->opcode_count; i++) {
        if (strcmp(epd->opcodes[i].name, opcode) == 0)
            return epd->opcodes[i].value;
    }
    return NULL;
}
