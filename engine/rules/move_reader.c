/* Reads moves that people or files give as text, and explains why a move cannot be played. It
 * parses the text into the wanted piece, origin, target and promotion, and compares these with the
 * legal moves. If no legal move fits, it finds out why. */
#include <assert.h>
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "engine/rules/position.h"

enum { TEXT_MAX = 24 }; /* bytes in a buffer for the text of a move; no notation needs more */

/* What the text specifies about a move; -1: not specified. */
struct wish {
    int type;
    int file, rank; /* file and rank of the origin square, 0 .. 7 */
    Square to;
    int promotion;
    bool capture;
};

static const char *name_at(const struct position *position, Square square)
{
    return chess_piece_name(piece_type(position->board[square]));
}

/* Copies `text` without surrounding white space and without trailing marks such as + or "e.p.".
 * Returns false if the length cannot be that of a move. */
static bool trim(const char *text, char out[TEXT_MAX])
{
    while (isspace((unsigned char)*text))
        text++;
    size_t length = strlen(text);
    for (;;) {
        while (length &&
               (isspace((unsigned char)text[length - 1]) || strchr("+#!?", text[length - 1])))
            length--;
        if (length > 4 && !strncmp(text + length - 4, "e.p.", 4))
            length -= 4;
        else if (length > 4 && !strncmp(text + length - 2, "ep", 2))
            length -= 2;
        else
            break;
    }
    if (length == 0 || length >= TEXT_MAX)
        return false;
    memcpy(out, text, length);
    out[length] = '\0';
    return true;
}

/* Returns 0 for short castling, 1 for long castling, -1 for other text. */
static int castling_side(const char *text)
{
    char plain[TEXT_MAX];
    size_t length = 0;
    for (; *text; text++)
        plain[length++] = strchr("Oo0", *text) ? 'O' : *text;
    plain[length] = '\0';
    if (!strcmp(plain, "O-O") || !strcmp(plain, "OO"))
        return 0;
    if (!strcmp(plain, "O-O-O") || !strcmp(plain, "OOO"))
        return 1;
    return -1;
}

static bool is_file(char c)
{
    return c >= 'a' && c <= 'h';
}

static bool is_rank(char c)
{
    return c >= '1' && c <= '8';
}

static int type_from_letter(char letter)
{
    static const char letters[] = "PNBRQK";
    const char *found = letter ? strchr(letters, letter) : NULL;
    return found ? (int)(found - letters) : -1;
}

/* Reads a promotion ("=Q", "(Q)", "/Q", "Q" or "q") after a square at the end of the text. Returns
 * the length of the text before it. */
static size_t take_promotion(const char *text, size_t length, struct wish *wish)
{
    size_t end = length;
    if (end > 3 && text[end - 1] == ')' && text[end - 3] == '(')
        end--;
    if (end < 3)
        return length;
    int type = type_from_letter((char)toupper((unsigned char)text[end - 1]));
    if (type < KNIGHT)
        return length;
    end--;
    if (text[end - 1] == '=' || text[end - 1] == '/' || text[end - 1] == '(')
        end--;
    if (end < 2 || !is_rank(text[end - 1]))
        return length;
    wish->promotion = type;
    return end;
}

/* Parses the text from its end. If `lower_bishop` is set, a leading b is read as a bishop, not as a
 * file. Returns false if the text is not a move in any notation. */
static bool parse(const char *text, bool lower_bishop, struct wish *wish)
{
    *wish = (struct wish){.type = -1, .file = -1, .rank = -1, .promotion = -1};
    size_t length = take_promotion(text, strlen(text), wish);
    if (length < 2 || !is_file(text[length - 2]) || !is_rank(text[length - 1]))
        return false;
    wish->to = (text[length - 1] - '1') * 8 + text[length - 2] - 'a';
    length -= 2;

    size_t at = 0;
    bool lower_piece = length && (strchr("pnrqk", text[0]) || (lower_bishop && text[0] == 'b'));
    int type = length
                   ? type_from_letter(lower_piece ? (char)toupper((unsigned char)text[0]) : text[0])
                   : -1;
    if (type >= 0) {
        wish->type = type;
        at++;
    }
    if (at < length && is_file(text[at]))
        wish->file = text[at++] - 'a';
    if (at < length && is_rank(text[at]))
        wish->rank = text[at++] - '1';
    if (at < length && strchr("x:-", text[at]))
        wish->capture = text[at++] != '-';
    if (at != length)
        return false;
    if (wish->type < 0 && (wish->file < 0 || wish->rank < 0))
        wish->type = PAWN;
    return true;
}

static bool from_fits(const struct wish *wish, Square from)
{
    return (wish->file < 0 || square_file(from) == wish->file) &&
           (wish->rank < 0 || square_rank(from) == wish->rank);
}

/* Returns whether the text means the castling move `move`, but writes it as a king move: to the
 * square where the king lands, or to the square of the rook. */
static bool castling_fits(const struct position *position, const struct wish *wish, Move move)
{
    Square from = move_from(move);
    if ((wish->type >= 0 && wish->type != KING) || wish->file < 0 || wish->rank < 0 ||
        !from_fits(wish, from) || wish->capture || wish->promotion >= 0)
        return false;
    Square castled = castling_king_to(castling_index(position, move));
    int distance = castled > from ? castled - from : from - castled;
    return wish->to == move_to(move) || (wish->to == castled && distance > 1);
}

static bool fits(const struct position *position, const struct wish *wish, Move move)
{
    if (move_kind(move) == MOVE_CASTLING)
        return castling_fits(position, wish, move);
    int type = piece_type(position->board[move_from(move)]);
    int promotion = move_kind(move) == MOVE_PROMOTION ? move_promotion(move) : -1;
    return move_to(move) == wish->to && (wish->type < 0 || wish->type == type) &&
           from_fits(wish, move_from(move)) &&
           (wish->promotion < 0 || wish->promotion == promotion) &&
           (!wish->capture || chess_is_capture(position, move));
}

/* Sets *error to "TEXT is illegal: REASON", where the format gives the reason. Returns false. */
PRINTF_LIKE(3, 4)
static bool refuse(struct error *error, const char *text, const char *format, ...)
{
    char reason[160];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reason, sizeof reason, format, arguments);
    va_end(arguments);
    return error_set(error, "%s is illegal: %s", text, reason);
}

/* Returns the square of an enemy piece that would attack our king on the square `king`, or
 * NO_SQUARE. `after` is the set of occupied squares to assume; enemy pieces on `gone` do not
 * count. */
static Square king_attacker(const struct position *position, Square king, Bitboard after,
                            Bitboard gone)
{
    Bitboard attackers =
        position_attackers(position, king, after) & position->by_color[!position->side] & ~gone;
    return attackers ? first_square(attackers) : NO_SQUARE;
}

static bool explain_castling(const struct position *position, int side, const char *text,
                             struct error *error)
{
    int us = position->side;
    int index = 2 * us + side;
    Square king = king_square(position, us);
    Square rook = position->rook_home[index];
    Square king_to = castling_king_to(index), rook_to = castling_rook_to(index);

    if (!(position->castling & 1 << index))
        return refuse(error, text,
                      "the right to castle %s is gone (the king or that rook has moved)",
                      side ? "long" : "short");
    if (position->checkers) {
        Square checker = first_square(position->checkers);
        return refuse(error, text, "the king is in check from the %s on %s",
                      name_at(position, checker), chess_square_name(checker));
    }
    Bitboard path = between_squares[king][king_to] | between_squares[rook][rook_to] |
                    between_squares[king][rook] | square_bit(king_to) | square_bit(rook_to);
    Bitboard blockers = path & occupied(position) & ~square_bit(king) & ~square_bit(rook);
    if (blockers) {
        Square blocker = first_square(blockers);
        return refuse(error, text, "the %s on %s is in the way", name_at(position, blocker),
                      chess_square_name(blocker));
    }
    Bitboard crossed = between_squares[king][king_to];
    Bitboard without_king = occupied(position) ^ square_bit(king);
    while (crossed) {
        Square square = pop_square(&crossed);
        Square attacker = king_attacker(position, square, without_king, 0);
        if (attacker != NO_SQUARE)
            return refuse(
                error, text,
                "castling through check: the king would cross %s, attacked by the %s on %s",
                chess_square_name(square), name_at(position, attacker),
                chess_square_name(attacker));
    }
    Bitboard after = (without_king & ~square_bit(rook)) | square_bit(king_to) | square_bit(rook_to);
    Square attacker = king_attacker(position, king_to, after, 0);
    if (attacker == NO_SQUARE)
        attacker = king_attacker(position, king_to, without_king, 0);
    if (attacker == NO_SQUARE)
        return refuse(error, text, "castling is not possible here");
    return refuse(error, text, "it leaves the king in check from the %s on %s",
                  name_at(position, attacker), chess_square_name(attacker));
}

/* Returns whether the piece can move from `from` to `to`, ignoring the safety of its king. */
static bool reaches(const struct position *position, Square from, Square to)
{
    int us = position->side;
    int type = piece_type(position->board[from]);
    Bitboard all = occupied(position);
    if (position->by_color[us] & square_bit(to))
        return false;
    if (type != PAWN)
        return piece_attacks(type, from, all) & square_bit(to);
    int forward = us == WHITE ? 8 : -8;
    if (pawn_attacks[us][from] & square_bit(to))
        return (all & square_bit(to)) || to == position->en_passant;
    if (all & square_bit(to))
        return false;
    return to == from + forward ||
           (to == from + 2 * forward && square_rank(from) == (us == WHITE ? 1 : 6) &&
            !(all & square_bit(from + forward)));
}

/* For a move that the piece could make if it did not leave its king in check: sets *error to the
 * reason for the check. Returns false. */
static bool explain_exposed(const struct position *position, Square from, Square to,
                            const char *text, struct error *error)
{
    int us = position->side;
    int type = piece_type(position->board[from]);
    Bitboard after = (occupied(position) & ~square_bit(from)) | square_bit(to);
    Bitboard gone = square_bit(to);
    Square king = type == KING ? to : king_square(position, us);

    if (type == PAWN && to == position->en_passant && square_file(from) != square_file(to)) {
        after &= ~square_bit(to ^ 8);
        gone |= square_bit(to ^ 8);
    }
    Square attacker = king_attacker(position, king, after, gone);
    if (attacker == NO_SQUARE)
        return refuse(error, text, "the rules do not allow it here");
    const char *name = name_at(position, attacker), *square = chess_square_name(attacker);
    if (type == KING && piece_type(position->board[attacker]) == KING)
        return refuse(error, text, "it puts the king next to the enemy king on %s", square);
    bool was_checking = position->checkers & square_bit(attacker);
    if (!was_checking && type != KING && (position_pinned(position, us) & square_bit(from)))
        return refuse(error, text,
                      "the %s on %s is pinned: it leaves the king in check from the %s on %s",
                      chess_piece_name(type), chess_square_name(from), name, square);
    return refuse(error, text, "it leaves the king in check from the %s on %s", name, square);
}

/* Returns the square of the enemy piece that would attack our king if the pawn on `from` captured
 * en passant on `to`; NO_SQUARE if there is no such piece or no enemy pawn can have passed `to`.
 * struct position does not store an en passant square on which no capture is legal, so this looks
 * at the board. */
static Square en_passant_exposes(const struct position *position, Square from, Square to)
{
    int us = position->side;
    Square pawn = to ^ 8;
    Square origin = us == WHITE ? to + 8 : to - 8;
    if (square_rank(to) != (us == WHITE ? 5 : 2) ||
        position->board[pawn] != !us * PIECE_TYPE_COUNT + PAWN ||
        position->board[origin] != NO_PIECE)
        return NO_SQUARE;
    Bitboard after = (occupied(position) & ~square_bit(from) & ~square_bit(pawn)) | square_bit(to);
    return king_attacker(position, king_square(position, us), after, square_bit(pawn));
}

/* Explains why the piece on `from` cannot go to the target square. */
static bool explain_route(const struct position *position, Square from, Square to, const char *text,
                          struct error *error)
{
    int us = position->side;
    int type = piece_type(position->board[from]);
    const char *name = chess_piece_name(type);
    const char *origin = chess_square_name(from), *target = chess_square_name(to);
    Bitboard blockers = between_squares[from][to] & occupied(position);

    if (type == PAWN) {
        int forward = us == WHITE ? 8 : -8;
        if (pawn_attacks[us][from] & square_bit(to)) {
            Square attacker = en_passant_exposes(position, from, to);
            if (attacker != NO_SQUARE)
                return refuse(error, text, "en passant leaves the king in check from the %s on %s",
                              name_at(position, attacker), chess_square_name(attacker));
            return refuse(error, text, "the pawn on %s has nothing to capture on %s", origin,
                          target);
        }
        bool twice = to == from + 2 * forward && square_rank(from) == (us == WHITE ? 1 : 6);
        if (to != from + forward && !twice)
            return refuse(error, text, "the pawn on %s does not move to %s like that", origin,
                          target);
        blockers |= occupied(position) & square_bit(to);
    } else if (!(piece_attacks(type, from, 0) & square_bit(to))) {
        return refuse(error, text, "a %s does not move from %s to %s", name, origin, target);
    }
    if (!blockers)
        return refuse(error, text, "the %s on %s cannot reach %s", name, origin, target);
    Square blocker = first_square(blockers);
    return refuse(error, text, "the path of the %s on %s is blocked by the %s on %s", name, origin,
                  name_at(position, blocker), chess_square_name(blocker));
}

/* Returns whether the origin square in the text holds a piece of the side to move that fits the
 * text. If not, sets *error. */
static bool origin_is_ours(const struct position *position, const struct wish *wish,
                           const char *text, struct error *error)
{
    Square from = wish->rank * 8 + wish->file;
    int piece = position->board[from];
    if (piece == NO_PIECE)
        return refuse(error, text, "no piece stands on %s", chess_square_name(from));
    if (piece_color(piece) != position->side)
        return refuse(error, text, "the %s on %s is not yours", name_at(position, from),
                      chess_square_name(from));
    if (wish->type >= 0 && wish->type != piece_type(piece))
        return refuse(error, text, "expected a %s on %s, found a %s", chess_piece_name(wish->type),
                      chess_square_name(from), name_at(position, from));
    return true;
}

static Bitboard candidates(const struct position *position, const struct wish *wish)
{
    Bitboard own = position->by_color[position->side];
    if (wish->type >= 0)
        own &= position->by_type[wish->type];
    Bitboard result = 0;
    while (own) {
        Square from = pop_square(&own);
        if (from_fits(wish, from))
            result |= square_bit(from);
    }
    return result;
}

/* Explains why no pawn can go to the target square: it is blocked, or there is nothing to
 * capture. */
static bool explain_no_pawn(const struct position *position, const struct wish *wish,
                            Bitboard pawns, const char *text, struct error *error)
{
    int forward = position->side == WHITE ? 8 : -8;
    const char *target = chess_square_name(wish->to);
    while (pawns) {
        Square from = pop_square(&pawns);
        bool twice = square_rank(from) == (position->side == WHITE ? 1 : 6);
        if (wish->capture ? (pawn_attacks[position->side][from] & square_bit(wish->to)) != 0
                          : wish->to == from + forward || (twice && wish->to == from + 2 * forward))
            return explain_route(position, from, wish->to, text, error);
    }
    return refuse(error, text, "no pawn can %s %s", wish->capture ? "capture on" : "reach", target);
}

static bool explain(const struct position *position, const struct wish *wish, const char *text,
                    struct error *error)
{
    int us = position->side;
    assert(us == WHITE || us == BLACK);
    const char *target = chess_square_name(wish->to);
    bool whole_origin = wish->file >= 0 && wish->rank >= 0;
    if (whole_origin && !origin_is_ours(position, wish, text, error))
        return false;

    Bitboard able = candidates(position, wish);
    const char *name = wish->type >= 0 ? chess_piece_name(wish->type) : "piece";
    if (whole_origin && (able & position->by_type[KING])) { /* castling written as a king move */
        Square from = first_square(able);
        for (int side = 0; side < 2; side++) {
            int index = 2 * us + side;
            Square castled = castling_king_to(index);
            bool onto_rook =
                position->castling & 1 << index && wish->to == position->rook_home[index];
            bool jumps = wish->to == castled && (from == 4 || from == 60);
            if (onto_rook || jumps)
                return explain_castling(position, side, text, error);
        }
    }
    if (position->by_color[us] & square_bit(wish->to))
        return refuse(error, text, "%s is occupied by your own %s", target,
                      name_at(position, wish->to));
    if (!(pieces(position, us, wish->type >= 0 ? wish->type : KING)))
        return refuse(error, text, "you have no %s", name);
    if (!able)
        return refuse(error, text, "no %s of yours stands on that %s", name,
                      wish->file >= 0 ? "file" : "rank");

    Square exposed = NO_SQUARE, alone = first_square(able);
    bool single = !(able & (able - 1));
    Bitboard left = able;
    while (left) {
        Square from = pop_square(&left);
        if (reaches(position, from, wish->to))
            exposed = from;
    }
    if (exposed != NO_SQUARE) {
        int rank = square_rank(wish->to);
        bool promotes = piece_type(position->board[exposed]) == PAWN && (rank == 0 || rank == 7);
        if (wish->promotion >= 0 && !promotes)
            return refuse(error, text, "that move to %s is not a promotion", target);
        if (wish->promotion == KING)
            return refuse(error, text, "a pawn cannot become a king");
        if (wish->capture && position->board[wish->to] == NO_PIECE &&
            wish->to != position->en_passant)
            return refuse(error, text, "there is nothing to capture on %s", target);
        return explain_exposed(position, exposed, wish->to, text, error);
    }
    if (whole_origin || (single && wish->type != PAWN && wish->type != KING &&
                         (between_squares[alone][wish->to] & occupied(position)) &&
                         (piece_attacks(wish->type, alone, 0) & square_bit(wish->to))))
        return explain_route(position, alone, wish->to, text, error);
    if (wish->type == PAWN)
        return explain_no_pawn(position, wish, able, text, error);
    if (wish->type == KING)
        return refuse(error, text, "the king on %s cannot reach %s", chess_square_name(alone),
                      target);
    return refuse(error, text, "no %s can reach %s", name, target);
}

/* Sets *error for a text that matches several legal moves: lists them, or asks for the promotion
 * piece. Returns false. */
static bool ambiguous(const struct position *position, const Move moves[], int count,
                      const char *text, struct error *error)
{
    bool promotion = true;
    for (int i = 0; i < count; i++)
        promotion = promotion && move_kind(moves[i]) == MOVE_PROMOTION &&
                    move_from(moves[i]) == move_from(moves[0]);
    char list[160];
    size_t length = 0;
    for (int i = 0; i < count && length + 20 < sizeof list; i++) {
        char san[CHESS_SAN_MAX];
        chess_to_san(position, moves[i], san);
        const char *joint = i == 0 ? "" : i + 1 == count ? " or " : ", ";
        length += (size_t)snprintf(list + length, sizeof list - length, "%s%s", joint, san);
    }
    return error_set(
        error, promotion ? "%s is ambiguous: say what the pawn becomes: %s" : "%s is ambiguous: %s",
        text, list);
}

static int matches(const struct position *position, const struct wish *wish,
                   Move found[CHESS_MOVES_MAX])
{
    Move moves[CHESS_MOVES_MAX];
    int count = chess_moves(position, moves), kept = 0;
    for (int i = 0; i < count; i++)
        if (fits(position, wish, moves[i]))
            found[kept++] = moves[i];
    return kept;
}

/* Copies text for a message, with '?' for bytes that cannot be shown. */
static void printable(const char *text, char out[TEXT_MAX])
{
    size_t length = 0;
    while (isspace((unsigned char)*text))
        text++;
    for (; *text && length + 4 < TEXT_MAX; text++)
        out[length++] = *text >= ' ' && *text <= '~' ? *text : '?';
    snprintf(out + length, TEXT_MAX - length, "%s", *text ? "..." : "");
}

bool chess_read_move(const struct position *position, const char *text, Move *move,
                     struct error *error)
{
    char input[TEXT_MAX], shown[TEXT_MAX];
    struct wish wish;
    Move found[CHESS_MOVES_MAX];

    printable(text, shown);
    if (!trim(text, input))
        return refuse(error, *shown ? shown : "nothing", "it is not a move in any notation");
    int side = castling_side(input);
    if (side >= 0) {
        int index = 2 * position->side + side;
        if (!position_can_castle(position, index))
            return explain_castling(position, side, shown, error);
        *move = move_make(king_square(position, position->side), position->rook_home[index],
                          MOVE_CASTLING, 0);
        return true;
    }
    if (!parse(input, false, &wish) && !parse(input, true, &wish))
        return refuse(error, shown, "it is not a move in any notation");
    int count = matches(position, &wish, found);
    if (count == 0 && input[0] == 'b') {
        struct wish bishop;
        if (parse(input, true, &bishop)) {
            count = matches(position, &bishop, found);
            if (count)
                wish = bishop;
        }
    }
    if (count == 0)
        return explain(position, &wish, shown, error);
    if (count > 1)
        return ambiguous(position, found, count, shown, error);
    *move = found[0];
    return true;
}

bool chess_from_uci(const struct position *position, const char *uci, Move *move)
{
    size_t length = strlen(uci);
    if (length < 4 || length > 5 || !is_file(uci[0]) || !is_rank(uci[1]) || !is_file(uci[2]) ||
        !is_rank(uci[3]))
        return false;
    Square from = (uci[1] - '1') * 8 + uci[0] - 'a';
    Square to = (uci[3] - '1') * 8 + uci[2] - 'a';
    int promotion = -1;
    if (length == 5) {
        static const char letters[] = "nbrq";
        const char *found = strchr(letters, uci[4]);
        if (!found)
            return false;
        promotion = KNIGHT + (int)(found - letters);
    }
    struct wish wish = {.type = -1,
                        .file = square_file(from),
                        .rank = square_rank(from),
                        .to = to,
                        .promotion = promotion};
    Move moves[CHESS_MOVES_MAX];
    int count = matches(position, &wish, moves);
    if (count != 1)
        return false;
    *move = moves[0];
    return true;
}
