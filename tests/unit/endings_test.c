/* Elementary endings compared with the tablebases: positions that the evaluation scales down are
 * nearly always drawn, and those with full value nearly always won. */
#include <stdio.h>
#include <string.h>

#include "engine/eval/endings.h"
#include "engine/evaluation.h"
#include "tests/unit/tables.h"

/* A random legal position of these pieces, not in check and without a capture. */
static struct position throw_men(const char *men)
{
    for (;;) {
        char board[65], fen[CHESS_FEN_MAX];
        memset(board, '1', 64);
        board[64] = '\0';
        for (const char *man = men; *man; man++) {
            int square = (int)(random_bits() % 64);
            while (board[square] != '1' ||
                   ((*man == 'P' || *man == 'p') && (square < 8 || square > 55)))
                square = (int)(random_bits() % 64);
            board[square] = *man;
        }
        size_t at = 0;
        for (int rank = 0; rank < 8; rank++)
            at += (size_t)snprintf(fen + at, sizeof fen - at, "%.8s%s", board + 8 * rank,
                                   rank < 7 ? "/" : " ");
        snprintf(fen + at, sizeof fen - at, "%c - - 0 1", "wb"[random_bits() % 2]);
        struct position position;
        struct error error;
        Move moves[CHESS_MOVES_MAX];
        if (!chess_from_fen(&position, fen, &error) || chess_in_check(&position))
            continue;
        int count = chess_moves(&position, moves), quiet = 0;
        while (quiet < count && !chess_is_capture(&position, moves[quiet]))
            quiet++;
        if (count && quiet == count)
            return position;
    }
}

static void test_rules_agree_with_the_tablebase(void **state)
{
    /* White is better. In at least this percentage of positions, a score scaled to a quarter or
     * less is no win, and a full score is one. */
    static const struct {
        const char *men;
        int drawn, won;
    } endings[] = {
        {"KRkp", 80, 80}, {"KQkp", 70, 90}, {"KRkb", 80, 0},  {"KRkn", 60, 0}, {"KQkr", 0, 90},
        {"KQkn", 0, 90},  {"KQkb", 0, 90},  {"KBPk", 99, 90}, {"KNPk", 0, 90}, {"KPPk", 99, 90},
    };
    open_tables();
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        int low = 0, low_right = 0, full = 0, full_right = 0, won = 0;
        for (int n = 0; n < 4000; n++) {
            struct position position = throw_men(endings[i].men);
            enum tablebase_wdl wdl = TABLEBASE_DRAW;
            assert_true(tablebase_probe_wdl(&position, &wdl));
            bool win = wdl == (position.side == WHITE ? TABLEBASE_WIN : TABLEBASE_LOSS);
            struct ending ending = ending_of(&position, WHITE);
            won += win;
            low += ending.scale <= 16;
            low_right += ending.scale <= 16 && !win;
            full += ending.scale == SCALE_FULL;
            full_right += ending.scale == SCALE_FULL && win;
        }
        print_message("%s: %d won; %d of %d called drawn are, %d of %d counted in full are won\n",
                      endings[i].men, won, low_right, low, full_right, full);
        assert_true(low_right * 100 >= low * endings[i].drawn);
        assert_true(full_right * 100 >= full * endings[i].won);
    }
    tablebase_close();
}

static int white_score(const char *fen)
{
    struct position position = from_fen(fen);
    Score score = evaluation(&position, weights_full());
    return position.side == WHITE ? score : -score;
}

static void test_pawn_ending_is_exact(void **state)
{
    assert_int_equal(white_score("4k3/8/8/8/4P3/4K3/8/8 b - - 0 1"), 0);
    assert_true(white_score("4k3/8/4K3/4P3/8/8/8/8 b - - 0 1") > 400);
    assert_true(white_score("4k3/8/8/8/4p3/4K3/8/8 w - - 0 1") <= 0);
    /* Won although the king is far away: the pawn queens. */
    assert_true(white_score("8/8/8/7P/1k6/8/8/K7 w - - 0 1") > 400);
}

/* The evaluation shows the way to win: each step is worth more than the previous place. */
static void test_won_endings_know_the_way(void **state)
{
    assert_true(white_score("8/4P3/4K3/8/8/8/8/1k6 w - - 0 1") >
                white_score("8/8/4K3/4P3/8/8/8/1k6 w - - 0 1"));
    assert_true(white_score("k7/2K5/8/8/8/8/1r6/3Q4 w - - 0 1") >
                white_score("8/2K5/8/8/3k4/8/1r6/7Q w - - 0 1"));
    assert_true(white_score("8/8/8/3k4/8/2K5/8/R6n w - - 0 1") >
                white_score("8/8/8/3k4/4n3/2K5/8/R7 w - - 0 1"));
}

static void test_fortresses(void **state)
{
    /* The pawn on the seventh holds the queen on a bishop's file, not on a knight's. */
    assert_true(white_score("8/K7/8/8/8/8/2pk4/7Q w - - 0 1") < 250);
    assert_true(white_score("8/8/8/8/8/8/1pk5/4Q2K w - - 0 1") > 400);
    /* A king before the pawn out of the bishop's reach. */
    assert_true(white_score("8/3k4/8/3P4/2K5/8/3B1b2/8 w - - 0 1") < 60);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rules_agree_with_the_tablebase),
        cmocka_unit_test(test_pawn_ending_is_exact),
        cmocka_unit_test(test_won_endings_know_the_way),
        cmocka_unit_test(test_fortresses),
    };
    return cmocka_run_group_tests(tests, start_chess, NULL);
}
