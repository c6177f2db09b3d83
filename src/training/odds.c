/* Changes the start position according to the odds. The changed board is written as a FEN and read
 * back, which checks that everything is consistent. */
#include "src/training/odds.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "src/util/text.h"

enum { TIME_SHARE = 5 };

static const char *const names[] = {
#define X(id, name, words) name,
    ODDS(X)
#undef X
};

const char *odds_name(enum odds odds)
{
    return names[odds];
}

bool odds_read(const char *text, unsigned *odds, struct error *error)
{
    *odds = 0;
    for (const char *at = text;; at++) {
        size_t length = strcspn(at, ",");
        int found = -1;
        for (int i = 0; i < ODDS_COUNT; i++)
            if (strlen(names[i]) == length && strncmp(names[i], at, length) == 0)
                found = i;
        if (found < 0)
            return error_set(
                error,
                "expected odds: pawn, knight, rook, queen, time or moves, or several of "
                "them separated by commas, not \"%.40s\"",
                text);
        *odds |= 1u << found;
        at += length;
        if (!*at)
            return true;
    }
}

void odds_write(unsigned odds, char *text, size_t size)
{
    text[0] = '\0';
    for (int i = 0; i < ODDS_COUNT; i++)
        if (odds >> i & 1)
            text_add(text, size, "%s%s", *text ? "," : "", names[i]);
}

/* Writes the board as in a FEN. In `board`, empty squares are dots and row 0 is the eighth rank. */
static void write_board(char board[8][9], char *text)
{
    for (int row = 0; row < 8; row++) {
        int empty = 0;
        for (int file = 0; file <= 8; file++) {
            if (file < 8 && board[row][file] == '.') {
                empty++;
                continue;
            }
            if (empty > 0)
                *text++ = (char)('0' + empty);
            empty = 0;
            *text++ = file < 8 ? board[row][file] : row < 7 ? '/' : '\0';
        }
    }
}

void odds_place(unsigned odds, int you, struct position *start)
{
    char board[8][9] = {"rnbqkbnr", "pppppppp", "........", "........",
                        "........", "........", "PPPPPPPP", "RNBQKBNR"};
    char ranks[72], fen[CHESS_FEN_MAX];
    bool white = you == WHITE, moves = odds >> ODDS_MOVES & 1, rook = odds >> ODDS_ROOK & 1;
    char *pieces = board[white ? 0 : 7], *pawns = board[white ? 1 : 6];
    struct error error;
    if (odds >> ODDS_PAWN & 1)
        pawns[5] = '.';
    if (odds >> ODDS_KNIGHT & 1)
        pieces[1] = '.';
    if (rook)
        pieces[0] = '.';
    if (odds >> ODDS_QUEEN & 1)
        pieces[3] = '.';
    for (int file = 3; moves && file <= 4; file++) {
        board[white ? 6 : 1][file] = '.';
        board[white ? 4 : 3][file] = white ? 'P' : 'p';
    }
    write_board(board, ranks);
    snprintf(fen, sizeof fen, "%s %c %s - 0 1", ranks, moves && white ? 'b' : 'w',
             !rook ? "KQkq" : white ? "KQk" : "Kkq");
    bool good = chess_from_fen(start, fen, &error);
    assert(good);
    (void)good;
}

void odds_set_clock(unsigned odds, int you, struct clock *clock)
{
    if (odds >> ODDS_TIME & 1 && !clock->control.untimed)
        clock->remaining[!you] /= TIME_SHARE;
}
