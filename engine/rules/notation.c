/* Writes moves as text: SAN, UCI, words. Reading is in move_reader.c. */
#include <stdio.h>
#include <string.h>

#include "engine/rules/position.h"

const char *chess_square_name(Square square)
{
    static const char names[65][3] = {
        "a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1", "a2", "b2", "c2", "d2", "e2",
        "f2", "g2", "h2", "a3", "b3", "c3", "d3", "e3", "f3", "g3", "h3", "a4", "b4",
        "c4", "d4", "e4", "f4", "g4", "h4", "a5", "b5", "c5", "d5", "e5", "f5", "g5",
        "h5", "a6", "b6", "c6", "d6", "e6", "f6", "g6", "h6", "a7", "b7", "c7", "d7",
        "e7", "f7", "g7", "h7", "a8", "b8", "c8", "d8", "e8", "f8", "g8", "h8", "-",
    };
    return names[square];
}

const char *chess_color_name(int color)
{
    return color == WHITE ? "white" : "black";
}

const char *chess_piece_name(int type)
{
    static const char *const names[] = {"pawn",  "knight", "bishop", "rook",
                                        "queen", "king",   "piece"};
    return names[type];
}

char chess_piece_letter(int piece)
{
    return "PNBRQKpnbrqk."[piece];
}

/* Appends what SAN needs to tell the moving piece from others of its type that can go to the same
 * square: the file of its origin if that is enough, otherwise the rank, otherwise both. */
static char *write_origin(const struct position *position, Move move, char *out)
{
    Square from = move_from(move), to = move_to(move);
    int type = piece_type(position->board[from]);
    Bitboard twins = piece_attacks(type, to, occupied(position)) &
                     pieces(position, position->side, type) & ~square_bit(from);
    bool same_file = false, same_rank = false, any = false;
    while (twins) {
        Square twin = pop_square(&twins);
        if (!chess_is_legal(position, move_make(twin, to, MOVE_NORMAL, 0)))
            continue;
        any = true;
        same_file |= square_file(twin) == square_file(from);
        same_rank |= square_rank(twin) == square_rank(from);
    }
    if (any && (!same_file || same_rank))
        *out++ = (char)('a' + square_file(from));
    if (same_file)
        *out++ = (char)('1' + square_rank(from));
    return out;
}

static char *write_square(Square square, char *out)
{
    *out++ = (char)('a' + square_file(square));
    *out++ = (char)('1' + square_rank(square));
    return out;
}

/* Returns '+' for check, '#' for mate, 0 for neither. */
static char check_mark(const struct position *position, Move move)
{
    if (!position_gives_check(position, move))
        return '\0';
    struct position next;
    position_play(position, move, &next);
    return position_count_moves(&next) ? '+' : '#';
}

void chess_to_san(const struct position *position, Move move, char san[CHESS_SAN_MAX])
{
    Square from = move_from(move), to = move_to(move);
    char *out = san;

    if (move_kind(move) == MOVE_CASTLING) {
        const char *castling = to > from ? "O-O" : "O-O-O";
        out = san + snprintf(san, CHESS_SAN_MAX, "%s", castling);
    } else {
        int type = piece_type(position->board[from]);
        bool capture = chess_is_capture(position, move);
        if (type == PAWN && capture)
            *out++ = (char)('a' + square_file(from));
        if (type != PAWN)
            *out++ = chess_piece_letter(type);
        if (type != PAWN && type != KING)
            out = write_origin(position, move, out);
        if (capture)
            *out++ = 'x';
        out = write_square(to, out);
        if (move_kind(move) == MOVE_PROMOTION) {
            *out++ = '=';
            *out++ = chess_piece_letter(move_promotion(move));
        }
    }
    *out++ = check_mark(position, move);
    *out = '\0';
}

void chess_to_uci(const struct position *position, Move move, char uci[CHESS_UCI_MAX])
{
    if (move == NO_MOVE || move == NULL_MOVE) {
        snprintf(uci, CHESS_UCI_MAX, "0000");
        return;
    }
    Square to = move_to(move);
    if (move_kind(move) == MOVE_CASTLING && !position->chess960)
        to = castling_king_to(castling_index(position, move));
    char *out = write_square(to, write_square(move_from(move), uci));
    if (move_kind(move) == MOVE_PROMOTION)
        *out++ = chess_piece_letter(BLACK * PIECE_TYPE_COUNT + move_promotion(move));
    *out = '\0';
}

void chess_to_words(const struct position *position, Move move, char words[CHESS_WORDS_MAX])
{
    Square from = move_from(move), to = move_to(move);
    char check = check_mark(position, move);
    const char *ending = check == '#' ? ", checkmate" : check == '+' ? ", check" : "";

    if (move_kind(move) == MOVE_CASTLING) {
        snprintf(words, CHESS_WORDS_MAX, "castles %s%s", to > from ? "short" : "long", ending);
        return;
    }
    char action[40] = "to";
    if (move_kind(move) == MOVE_EN_PASSANT)
        snprintf(action, sizeof action, "takes pawn en passant on");
    else if (chess_is_capture(position, move))
        snprintf(action, sizeof action, "takes %s on",
                 chess_piece_name(piece_type(position->board[to])));
    char promotion[32] = "";
    if (move_kind(move) == MOVE_PROMOTION)
        snprintf(promotion, sizeof promotion, ", promotes to %s",
                 chess_piece_name(move_promotion(move)));
    snprintf(words, CHESS_WORDS_MAX, "%s %s %s %s%s%s",
             chess_piece_name(piece_type(position->board[from])), chess_square_name(from), action,
             chess_square_name(to), promotion, ending);
}
