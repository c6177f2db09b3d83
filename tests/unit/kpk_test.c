/* King and pawn against king: positions from textbooks, and all positions compared with the
 * tablebase. */
#include <stdio.h>
#include <string.h>

#include "engine/eval/kpk.h"
#include "tests/unit/tables.h"

static Square square(const char *name)
{
    return name[0] - 'a' + 8 * (name[1] - '1');
}

static bool won(const char *king, const char *pawn, const char *bare, bool pawn_side_moves)
{
    return kpk_is_won(square(king), square(pawn), square(bare), pawn_side_moves);
}

static void test_opposition(void **state)
{
    /* A king in front of its pawn wins with the opposition and draws without it. */
    assert_true(won("e4", "e3", "e6", false));
    assert_false(won("e4", "e3", "e6", true));
    /* On the sixth rank in front of its pawn it always wins. */
    assert_true(won("e6", "e5", "e8", true));
    assert_true(won("e6", "e5", "e8", false));
    /* Behind the pawn it does not win if the other king is in front. */
    assert_false(won("e4", "e5", "e7", true));
    assert_false(won("f6", "e7", "e8", true));
}

static void test_rook_pawns(void **state)
{
    assert_false(won("a6", "a5", "a8", true));
    assert_false(won("b6", "a6", "b8", true));
    assert_true(won("b7", "a6", "d7", true));
    assert_false(won("g6", "h5", "h8", true));
}

static void test_the_square_of_the_pawn(void **state)
{
    assert_true(won("a1", "h4", "c4", true));
    assert_false(won("a1", "h4", "d4", false));
    /* Two steps from home. */
    assert_true(won("a1", "h2", "b3", true));
}

static void test_agrees_with_the_tablebase(void **state)
{
    struct error error;
    open_tables();
    int probed = 0;
    for (Square pawn = 8; pawn < 56; pawn++)
        for (Square king = 0; king < 64; king++)
            for (Square bare = 0; bare < 64; bare++)
                for (int side = WHITE; side <= BLACK; side++) {
                    struct position position;
                    enum tablebase_wdl wdl;
                    char board[65] = "", fen[CHESS_FEN_MAX];
                    if (king == bare || king == pawn || bare == pawn)
                        continue;
                    memset(board, '1', 64);
                    board[king ^ 56] = 'K';
                    board[pawn ^ 56] = 'P';
                    board[bare ^ 56] = 'k';
                    int at = 0;
                    for (int rank = 0; rank < 8; rank++)
                        at += snprintf(fen + at, sizeof fen - (size_t)at, "%.8s%s",
                                       board + 8 * rank, rank < 7 ? "/" : " ");
                    snprintf(fen + at, sizeof fen - (size_t)at, "%c - - 0 1", "wb"[side]);
                    if (!chess_from_fen(&position, fen, &error) ||
                        !tablebase_probe_wdl(&position, &wdl))
                        continue;
                    probed++;
                    bool expected = side == WHITE ? wdl == TABLEBASE_WIN : wdl == TABLEBASE_LOSS;
                    if (kpk_is_won(king, pawn, bare, side == WHITE) != expected)
                        fail_msg("%s: the tablebase says %s", fen, expected ? "won" : "drawn");
                }
    tablebase_close();
    assert_in_range(probed, 300000, 400000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_opposition),
        cmocka_unit_test(test_rook_pawns),
        cmocka_unit_test(test_the_square_of_the_pawn),
        cmocka_unit_test(test_agrees_with_the_tablebase),
    };
    return cmocka_run_group_tests(tests, start_chess, NULL);
}
