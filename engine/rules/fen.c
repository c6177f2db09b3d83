/* Positions as text: reads FEN, X-FEN and Shredder-FEN, writes X-FEN, and sets up start positions.
 * It rejects positions that cannot be played, and ignores common mistakes: castling rights without
 * a rook and en passant squares without a capture. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "engine/rules/zobrist.h"

/* The text being read, and the index of the next character. */
struct cursor {
    const char *text;
    size_t at;
    struct error *error;
};

#define FAIL(cursor, ...) (error_set((cursor)->error, __VA_ARGS__), fail_here(cursor))

static bool fail_here(const struct cursor *cursor)
{
    cursor->error->column = (int)cursor->at + 1;
    return false;
}

static char peek(const struct cursor *cursor)
{
    return cursor->text[cursor->at];
}

static bool at_field_end(const struct cursor *cursor)
{
    return peek(cursor) == '\0' || isspace((unsigned char)peek(cursor));
}

static void skip_space(struct cursor *cursor)
{
    while (isspace((unsigned char)peek(cursor)))
        cursor->at++;
}

/* Returns the byte, or '?' if it cannot be shown in a message. */
static int shown(char byte)
{
    return byte >= ' ' && byte <= '~' ? byte : '?';
}

static void set_piece(struct position *position, int piece, Square square)
{
    position->board[square] = (uint8_t)piece;
    position->by_color[piece_color(piece)] |= square_bit(square);
    position->by_type[piece_type(piece)] |= square_bit(square);
}

static void clear_position(struct position *position)
{
    static const uint8_t homes[4] = {7, 0, 63, 56};
    memset(position, 0, sizeof *position);
    memset(position->board, NO_PIECE, sizeof position->board);
    memcpy(position->rook_home, homes, sizeof homes);
    position->en_passant = position->passed = NO_SQUARE;
    position->fullmove = 1;
}

static int piece_from_letter(char letter)
{
    static const char letters[] = "PNBRQKpnbrqk";
    const char *found = letter ? strchr(letters, letter) : NULL;
    return found ? (int)(found - letters) : NO_PIECE;
}

static bool read_board(struct cursor *cursor, struct position *position)
{
    for (int rank = 7; rank >= 0; rank--) {
        int file = 0;
        while (file < 8 && peek(cursor) != '/' && !at_field_end(cursor)) {
            char c = peek(cursor);
            int piece = piece_from_letter(c);
            if (c >= '1' && c <= '8') {
                file += c - '0';
                if (file > 8)
                    return FAIL(cursor, "rank %d has more than 8 squares", rank + 1);
            } else if (piece == NO_PIECE) {
                return FAIL(cursor, "'%c' is not a piece: expected one of PNBRQKpnbrqk or 1 to 8",
                            shown(c));
            } else {
                if (piece_type(piece) == PAWN && (rank == 0 || rank == 7))
                    return FAIL(cursor, "a pawn cannot stand on rank %d", rank + 1);
                set_piece(position, piece, rank * 8 + file);
                file++;
            }
            cursor->at++;
        }
        if (file < 8)
            return FAIL(cursor, "rank %d has only %d of 8 squares", rank + 1, file);
        if (rank > 0 && peek(cursor) != '/')
            return at_field_end(cursor) ? FAIL(cursor, "expected 8 ranks, found %d", 8 - rank)
                                        : FAIL(cursor, "rank %d has more than 8 squares", rank + 1);
        if (rank > 0)
            cursor->at++;
    }
    if (!at_field_end(cursor))
        return peek(cursor) == '/' ? FAIL(cursor, "more than 8 ranks")
                                   : FAIL(cursor, "rank 1 has more than 8 squares");
    return true;
}

/* Checks that the pieces of each side could occur in a game. This also limits how many moves a
 * position can have. */
static bool check_material(struct cursor *cursor, const struct position *position)
{
    static const int initial[] = {8, 2, 2, 2, 1, 1};
    for (int color = WHITE; color <= BLACK; color++) {
        const char *name = chess_color_name(color);
        int kings = popcount(pieces(position, color, KING));
        int pawns = popcount(pieces(position, color, PAWN));
        int promoted = 0;
        for (int type = KNIGHT; type <= QUEEN; type++) {
            int extra = popcount(pieces(position, color, type)) - initial[type];
            promoted += extra > 0 ? extra : 0;
        }
        if (kings == 0)
            return FAIL(cursor, "%s has no king", name);
        if (kings > 1)
            return FAIL(cursor, "%s has %d kings", name, kings);
        if (pawns > 8)
            return FAIL(cursor, "%s has %d pawns, more than 8", name, pawns);
        if (pawns + promoted > 8)
            return FAIL(cursor, "%s has too many pieces: %d promoted piece%s and %d pawn%s", name,
                        promoted, promoted == 1 ? "" : "s", pawns, pawns == 1 ? "" : "s");
    }
    return true;
}

static bool read_side(struct cursor *cursor, struct position *position)
{
    skip_space(cursor);
    char c = peek(cursor);
    if (c != 'w' && c != 'b')
        return c ? FAIL(cursor, "expected the side to move, w or b, not '%c'", shown(c))
                 : FAIL(cursor, "the side to move, w or b, is missing");
    position->side = c == 'w' ? WHITE : BLACK;
    cursor->at++;
    if (!at_field_end(cursor))
        return FAIL(cursor, "expected only w or b as the side to move");
    return true;
}

/* The outermost rook of `color` on the short or the long side of its king, or NO_SQUARE. */
static Square outer_rook(const struct position *position, int color, bool short_side)
{
    Square king = king_square(position, color);
    int rook = color * PIECE_TYPE_COUNT + ROOK;
    Square corner = square_rank(king) * 8 + (short_side ? 7 : 0);
    for (Square square = corner; square != king; square += short_side ? -1 : 1)
        if (position->board[square] == rook)
            return square;
    return NO_SQUARE;
}

static void add_right(struct position *position, int color, Square rook)
{
    Square king = king_square(position, color);
    if (rook == NO_SQUARE || square_rank(king) != (color == WHITE ? 0 : 7) ||
        position->board[rook] != color * PIECE_TYPE_COUNT + ROOK)
        return; /* a castling right that cannot exist: ignore it */
    int index = 2 * color + (rook < king);
    position->castling = (uint8_t)(position->castling | 1 << index);
    position->rook_home[index] = (uint8_t)rook;
    if (square_file(king) != 4 || square_file(rook) != (rook < king ? 0 : 7))
        position->chess960 = true;
}

static bool read_castling(struct cursor *cursor, struct position *position)
{
    skip_space(cursor);
    if (!peek(cursor))
        return FAIL(cursor, "the castling field is missing: expected KQkq, rook files, or -");
    if (peek(cursor) == '-') {
        cursor->at++;
        return at_field_end(cursor) ||
               FAIL(cursor, "- means no castling rights: nothing may follow it");
    }
    for (; !at_field_end(cursor); cursor->at++) {
        char c = peek(cursor);
        int color = isupper((unsigned char)c) ? WHITE : BLACK;
        int lower = tolower((unsigned char)c);
        if (lower == 'k' || lower == 'q') {
            add_right(position, color, outer_rook(position, color, lower == 'k'));
        } else if (lower >= 'a' && lower <= 'h') {
            int before = position->castling;
            add_right(position, color, (color == WHITE ? 0 : 56) + lower - 'a');
            if (position->castling != before)
                position->chess960 = true;
        } else {
            return FAIL(cursor, "'%c' is not a castling right: expected KQkq, rook files, or -",
                        shown(c));
        }
    }
    return true;
}

/* Returns whether an enemy pawn may just have made a double step over `target`. */
static bool was_passed(const struct position *position, Square target)
{
    int us = position->side;
    if (square_rank(target) != (us == WHITE ? 5 : 2))
        return false;
    Square pawn = target ^ 8;
    Square origin = us == WHITE ? target + 8 : target - 8;
    return position->board[pawn] == !us * PIECE_TYPE_COUNT + PAWN &&
           position->board[target] == NO_PIECE && position->board[origin] == NO_PIECE;
}

static bool read_en_passant(struct cursor *cursor, struct position *position)
{
    skip_space(cursor);
    if (!peek(cursor))
        return FAIL(cursor, "the en passant field is missing: expected a square or -");
    if (peek(cursor) == '-') {
        cursor->at++;
        return at_field_end(cursor) ||
               FAIL(cursor, "- means no en passant square: nothing may follow it");
    }
    char file = peek(cursor);
    char rank = file ? cursor->text[cursor->at + 1] : '\0';
    if (file < 'a' || file > 'h' || rank < '1' || rank > '8')
        return FAIL(cursor, "expected an en passant square (like e3) or -");
    Square target = (rank - '1') * 8 + file - 'a';
    if (was_passed(position, target)) {
        position->passed = (uint8_t)target;
        if (position_can_en_passant(position, target))
            position->en_passant = (uint8_t)target;
    }
    cursor->at += 2;
    return at_field_end(cursor) || FAIL(cursor, "expected nothing after the en passant square");
}

static bool read_counter(struct cursor *cursor, const char *name, int *value)
{
    skip_space(cursor);
    if (!peek(cursor))
        return FAIL(cursor, "the %s is missing", name);
    size_t start = cursor->at;
    int number = 0;
    for (; !at_field_end(cursor); cursor->at++) {
        char c = peek(cursor);
        if (c < '0' || c > '9') {
            cursor->at = start;
            return FAIL(cursor, "the %s is not a number", name);
        }
        number = number * 10 + (c - '0');
        if (number > UINT16_MAX) {
            cursor->at = start;
            return FAIL(cursor, "the %s is more than %d", name, UINT16_MAX);
        }
    }
    *value = number;
    return true;
}

static bool read_counters(struct cursor *cursor, struct position *position)
{
    skip_space(cursor);
    if (!peek(cursor))
        return true; /* the two counters may be missing */
    int halfmoves, fullmove;
    if (!read_counter(cursor, "halfmove clock", &halfmoves) ||
        !read_counter(cursor, "move number", &fullmove))
        return false;
    position->halfmoves = (uint8_t)(halfmoves > UINT8_MAX ? UINT8_MAX : halfmoves);
    position->fullmove = (uint16_t)(fullmove > 0 ? fullmove : 1); /* files often have 0, which is
                                                                   * harmless */
    skip_space(cursor);
    return !peek(cursor) || FAIL(cursor, "expected nothing after the move number");
}

/* Computes the fields that follow from the others: checkers and keys. */
static void complete(struct position *position)
{
    int us = position->side;
    position->checkers =
        chess_attackers(position, king_square(position, us)) & position->by_color[!us];
    position_set_keys(position);
}

static bool check_turn(struct cursor *cursor, const struct position *position)
{
    int us = position->side;
    Bitboard attackers = chess_attackers(position, king_square(position, !us));
    if (!(attackers & position->by_color[us]))
        return true;
    return FAIL(cursor, "%s is in check, but it is %s's turn", chess_color_name(!us),
                chess_color_name(us));
}

bool chess_from_fen(struct position *position, const char *fen, struct error *error)
{
    struct position read;
    struct cursor cursor = {.text = fen, .error = error};

    clear_position(&read);
    skip_space(&cursor);
    size_t board_at = cursor.at;
    if (!peek(&cursor))
        return FAIL(&cursor, "the FEN is empty");
    if (!read_board(&cursor, &read))
        return false;
    size_t after_board = cursor.at;
    cursor.at = board_at;
    if (!check_material(&cursor, &read))
        return false;
    cursor.at = after_board;
    if (!read_side(&cursor, &read))
        return false;
    size_t side_at = cursor.at - 1;
    if (!read_castling(&cursor, &read) || !read_en_passant(&cursor, &read) ||
        !read_counters(&cursor, &read))
        return false;
    cursor.at = side_at;
    if (!check_turn(&cursor, &read))
        return false;
    complete(&read);
    *position = read;
    return true;
}

size_t chess_write_board(const uint8_t board[SQUARE_COUNT], char *fen)
{
    size_t length = 0;
    for (int rank = 7; rank >= 0; rank--) {
        int empty = 0;
        for (int file = 0; file < 8; file++) {
            int piece = board[rank * 8 + file];
            if (piece == NO_PIECE) {
                empty++;
                continue;
            }
            if (empty)
                fen[length++] = (char)('0' + empty);
            empty = 0;
            fen[length++] = chess_piece_letter(piece);
        }
        if (empty)
            fen[length++] = (char)('0' + empty);
        if (rank)
            fen[length++] = '/';
    }
    return length;
}

/* Writes castling rights as in X-FEN: K or Q for the outermost rook, otherwise the letter of the
 * rook's file. */
static size_t write_castling(const struct position *position, char *out)
{
    size_t length = 0;
    for (int index = 0; index < 4; index++) {
        if (!(position->castling & 1 << index))
            continue;
        int color = index / 2;
        Square rook = position->rook_home[index];
        bool outer = outer_rook(position, color, !(index & 1)) == rook;
        char letter = outer ? (index & 1 ? 'q' : 'k') : (char)('a' + square_file(rook));
        out[length++] = color == WHITE ? (char)toupper((unsigned char)letter) : letter;
    }
    if (!length)
        out[length++] = '-';
    return length;
}

void chess_to_fen(const struct position *position, char fen[CHESS_FEN_MAX])
{
    size_t length = chess_write_board(position->board, fen);
    fen[length++] = ' ';
    fen[length++] = position->side == WHITE ? 'w' : 'b';
    fen[length++] = ' ';
    length += write_castling(position, fen + length);
    const char *target =
        position->en_passant == NO_SQUARE ? "-" : chess_square_name(position->en_passant);
    snprintf(fen + length, CHESS_FEN_MAX - length, " %s %d %d", target, position->halfmoves,
             position->fullmove);
}

/* The n-th empty square of the first rank, counted from 0. */
static Square nth_empty(const struct position *position, int n)
{
    for (Square square = 0;; square++)
        if (position->board[square] == NO_PIECE && n-- == 0)
            return square;
}

void chess_start_960(struct position *position, int index)
{
    static const int knight_pairs[10][2] = {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2},
                                            {1, 3}, {1, 4}, {2, 3}, {2, 4}, {3, 4}};
    index = ((index % 960) + 960) % 960;
    clear_position(position);
    set_piece(position, BISHOP, index % 4 * 2 + 1);
    index /= 4;
    set_piece(position, BISHOP, index % 4 * 2);
    index /= 4;
    set_piece(position, QUEEN, nth_empty(position, index % 6));
    index /= 6;
    Square first = nth_empty(position, knight_pairs[index][0]);
    Square second = nth_empty(position, knight_pairs[index][1]);
    set_piece(position, KNIGHT, first);
    set_piece(position, KNIGHT, second);
    set_piece(position, ROOK, nth_empty(position, 0));
    set_piece(position, KING, nth_empty(position, 0));
    set_piece(position, ROOK, nth_empty(position, 0));
    for (int file = 0; file < 8; file++) {
        set_piece(position, PAWN, 8 + file);
        set_piece(position, PIECE_TYPE_COUNT + PAWN, 48 + file);
        set_piece(position, PIECE_TYPE_COUNT + position->board[file], 56 + file);
    }
    for (int color = WHITE; color <= BLACK; color++) {
        add_right(position, color, outer_rook(position, color, true));
        add_right(position, color, outer_rook(position, color, false));
    }
    position->chess960 = true;
    complete(position);
}

void chess_start(struct position *position)
{
    chess_start_960(position, 518);
    position->chess960 = false;
}
