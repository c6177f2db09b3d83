/* A record holds the set of occupied squares, then half a byte for the piece on each. Unpacking
 * builds a FEN, so a damaged record goes through the same checks as any other input. */
#include "src/lab/tune/tune_record.h"

#include <stdio.h>
#include <string.h>

#include "engine/hash.h"
#include "engine/random.h"

enum { CASTLING_ROOK = 12 }; /* the code of a white rook that may castle; 13: a black one */

static int piece_code(const struct position *position, Square square)
{
    for (int i = 0; i < 4; i++)
        if (position->castling & 1 << i && position->rook_home[i] == square)
            return CASTLING_ROOK + i / 2;
    return position->board[square];
}

bool record_pack(struct record *record, const struct position *position)
{
    int count = 0;
    memset(record, 0, sizeof *record);
    for (Square square = 0; square < SQUARE_COUNT; square++) {
        if (position->board[square] == NO_PIECE)
            continue;
        if (count == 32)
            return false;
        int code = piece_code(position, square);
        record->occupied |= 1ULL << square;
        record->pieces[count / 2] |= (uint8_t)(code << count % 2 * 4);
        count++;
    }
    record->score = RECORD_NO_SCORE;
    record->flags = (uint8_t)((position->side == BLACK ? RECORD_BLACK : 0) |
                              (position->chess960 ? RECORD_CHESS960 : 0));
    record->en_passant = position->en_passant;
    record->halfmoves = position->halfmoves;
    record->fullmove = position->fullmove;
    return true;
}

/* Writes the board field of the FEN. Also finds the kings and the rooks that may castle. */
static size_t write_board(const struct record *record, char *fen, uint64_t castling[2],
                          Square king[2])
{
    uint8_t board[SQUARE_COUNT];
    int count = 0;
    for (Square square = 0; square < SQUARE_COUNT; square++) {
        board[square] = NO_PIECE;
        if (!(record->occupied >> square & 1) || count == 32)
            continue;
        int code = record->pieces[count / 2] >> count % 2 * 4 & 15, color = code & 1;
        count++;
        if (code >= CASTLING_ROOK) {
            castling[color] |= 1ULL << square;
            code = color * PIECE_TYPE_COUNT + ROOK;
        }
        if (code % PIECE_TYPE_COUNT == KING)
            king[code / PIECE_TYPE_COUNT] = square;
        board[square] = (uint8_t)code;
    }
    size_t length = chess_write_board(board, fen);
    fen[length++] = ' ';
    return length;
}

static size_t write_castling(const struct record *record, char *fen, const uint64_t castling[2],
                             const Square king[2])
{
    size_t length = 0;
    for (int color = WHITE; color <= BLACK; color++)
        for (Square square = color == WHITE ? 7 : 63, end = square - 8; square > end; square--) {
            if (!(castling[color] >> square & 1))
                continue;
            char letter = square > king[color] ? 'K' : 'Q';
            if (record->flags & RECORD_CHESS960)
                letter = (char)('A' + square_file(square));
            fen[length++] = color == WHITE ? letter : (char)(letter - 'A' + 'a');
        }
    if (length == 0)
        fen[length++] = '-';
    fen[length] = '\0';
    return length;
}

bool record_unpack(const struct record *record, struct position *position)
{
    char fen[160];
    uint64_t castling[COLOR_COUNT] = {0};
    Square king[COLOR_COUNT] = {NO_SQUARE, NO_SQUARE};
    struct error error;
    size_t length = write_board(record, fen, castling, king);
    fen[length++] = record->flags & RECORD_BLACK ? 'b' : 'w';
    fen[length++] = ' ';
    length += write_castling(record, fen + length, castling, king);
    snprintf(fen + length, sizeof fen - length, " %s %d %d",
             record->en_passant < NO_SQUARE ? chess_square_name(record->en_passant) : "-",
             record->halfmoves, record->fullmove ? record->fullmove : 1);
    return chess_from_fen(position, fen, &error);
}

uint64_t record_key(const struct record *record)
{
    uint64_t words[3], key = HASH_BEGIN;
    memcpy(words, &record->occupied, sizeof words);
    for (int i = 0; i < 3; i++)
        key = hash_word(key, words[i]) ^ key >> 29;
    key ^= (uint64_t)(record->flags & RECORD_BLACK) << 8 | record->en_passant;
    key *= RANDOM_STEP;
    return key ^ key >> 32;
}
