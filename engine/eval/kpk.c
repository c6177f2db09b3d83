/* King and pawn against king, solved by retrograde analysis. The first pass finds the positions
 * that are decided without looking at moves. Further passes find those whose moves lead to decided
 * positions, until nothing changes. The remaining positions are drawn. This is the usual method for
 * such tables (chessprogramming.org, "KPK bitbase"). */
#include "engine/eval/kpk.h"

#include <pthread.h>

#include "engine/rules/attacks.h"

enum value { UNKNOWN, IMPOSSIBLE, DRAWN, WON };
enum { PAWN_SQUARES = 24 }; /* files a to d, second to seventh rank; the other files mirror them */

/* Values (enum value) by [is the bare king to move][pawn][king of the pawn's side][bare king]. */
static uint8_t table[2][PAWN_SQUARES][64][64];
static pthread_once_t once = PTHREAD_ONCE_INIT;

static Square pawn_square(int pawn)
{
    return 8 + pawn / 4 * 8 + pawn % 4;
}

static int pawn_place(Square square)
{
    return (square_rank(square) - 1) * 4 + square_file(square);
}

static bool beside(Square a, Square b)
{
    return king_attacks[a] & square_bit(b);
}

/* The value of a position if it is decided without looking at later moves, otherwise UNKNOWN. */
static enum value at_once(bool bare_moves, Square pawn, Square king, Square bare)
{
    Bitboard guarded = pawn_attacks[WHITE][pawn];
    if (king == bare || king == pawn || bare == pawn || beside(king, bare))
        return IMPOSSIBLE;
    if (!bare_moves) {
        if (guarded & square_bit(bare))
            return IMPOSSIBLE;
        Square next = pawn + 8;
        if (next >= 56 && next != king && next != bare &&
            (!beside(bare, next) || beside(king, next)))
            return WON; /* won even if a queen would stalemate: the pawn can become a rook
                         * instead */
        return UNKNOWN;
    }
    Bitboard steps = king_attacks[bare] & ~king_attacks[king] & ~guarded;
    if (!steps || (steps & square_bit(pawn)))
        return DRAWN; /* stalemate, or the pawn is lost */
    return UNKNOWN;
}

static enum value after_bare_move(int pawn, Square king, Square bare)
{
    bool open = false;
    for (Bitboard steps = king_attacks[bare]; steps;) {
        enum value value = table[0][pawn][king][pop_square(&steps)];
        if (value == DRAWN)
            return DRAWN;
        open |= value == UNKNOWN;
    }
    return open ? UNKNOWN : WON;
}

static enum value after_pawn_side_move(int pawn, Square king, Square bare)
{
    bool open = false;
    for (Bitboard steps = king_attacks[king]; steps;) {
        enum value value = table[1][pawn][pop_square(&steps)][bare];
        if (value == WON)
            return WON;
        open |= value == UNKNOWN;
    }
    Square square = pawn_square(pawn);
    for (int step = 1; step <= (pawn < 4 ? 2 : 1); step++) {
        Square next = square + 8 * step;
        if (next >= 56 || next == king || next == bare)
            break;
        enum value value = table[1][pawn + 4 * step][king][bare];
        if (value == WON)
            return WON;
        open |= value == UNKNOWN;
    }
    return open ? UNKNOWN : DRAWN;
}

static bool improve(int pawn, Square king, Square bare)
{
    bool changed = false;
    uint8_t *mine = &table[0][pawn][king][bare], *theirs = &table[1][pawn][king][bare];
    if (*mine == UNKNOWN) {
        *mine = (uint8_t)after_pawn_side_move(pawn, king, bare);
        changed |= *mine != UNKNOWN;
    }
    if (*theirs == UNKNOWN) {
        *theirs = (uint8_t)after_bare_move(pawn, king, bare);
        changed |= *theirs != UNKNOWN;
    }
    return changed;
}

static void solve(void)
{
    for (int pawn = 0; pawn < PAWN_SQUARES; pawn++)
        for (Square king = 0; king < 64; king++)
            for (Square bare = 0; bare < 64; bare++)
                for (int side = 0; side < 2; side++)
                    table[side][pawn][king][bare] =
                        (uint8_t)at_once(side, pawn_square(pawn), king, bare);
    for (bool changed = true; changed;) {
        changed = false;
        for (int pawn = PAWN_SQUARES - 1; pawn >= 0; pawn--)
            for (Square king = 0; king < 64; king++)
                for (Square bare = 0; bare < 64; bare++)
                    changed |= improve(pawn, king, bare);
    }
}

bool kpk_is_won(Square king, Square pawn, Square bare_king, bool pawn_side_moves)
{
    int mirror = square_file(pawn) > 3 ? 7 : 0;
    pthread_once(&once, solve);
    return table[!pawn_side_moves][pawn_place(pawn ^ mirror)][king ^ mirror][bare_king ^ mirror] ==
           WON;
}
