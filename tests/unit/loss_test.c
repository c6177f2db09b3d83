/* Losses: which moves count for whom, percentiles and shares, and the same result with several
 * judges as with one. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/lab/match/loss.h"
#include "tests/unit/test.h"

static struct loss_table judge(const char *text, int concurrency, int *bad)
{
    struct loss_table table = {0};
    struct loss_options options = {.nodes = 2000, .concurrency = concurrency, .hash_mb = 1};
    struct error error = {.message = ""};
    char *copy = strdup(text);
    FILE *pgn = fmemopen(copy, strlen(copy), "r");
    assert_non_null(pgn);
    *bad = 0;
    if (!loss_judge(&table, pgn, "test", &options, NULL, NULL, bad, &error))
        fail_msg("%s", error.message);
    fclose(pgn);
    free(copy);
    return table;
}

static const char mated[] = "[White \"Quick\"]\n[Black \"Careless\"]\n[Result \"1-0\"]\n\n"
                            "1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0\n\n";

static void walking_into_mate_loses_most(void **state)
{
    int bad;
    struct loss_table table = judge(mated, 1, &bad);
    assert_int_equal(table.count, 2);
    assert_string_equal(table.players[0].name, "Quick");
    struct loss_summary black = loss_summarise(&table.players[1], LOSS_PHASE_COUNT);
    assert_int_equal(black.moves, 2);
    assert_true(black.highest > 900);
    struct loss_summary white = loss_summarise(&table.players[0], LOSS_PHASE_COUNT);
    assert_int_equal(white.moves, 3);
    assert_true(white.highest < 150); /* Qh5 is no good move */
    loss_table_clear(&table);
}

static void the_move_that_mates_loses_nothing(void **state)
{
    int bad;
    struct loss_table table =
        judge("[White \"A\"]\n[Black \"B\"]\n[SetUp \"1\"]\n"
              "[FEN \"6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1\"]\n\n1. Ra8# 1-0\n\n", 1, &bad);
    assert_int_equal(table.players[0].counts[LOSS_ENDGAME][0], 1);
    assert_int_equal(loss_summarise(&table.players[1], LOSS_PHASE_COUNT).moves, 0);
    loss_table_clear(&table);
}

static void who_has_nothing_left_to_lose_is_not_judged(void **state)
{
    int bad;
    struct loss_table table =
        judge("[White \"A\"]\n[Black \"B\"]\n[SetUp \"1\"]\n"
              "[FEN \"8/7k/8/8/8/8/QQ6/K7 b - - 0 1\"]\n\n1... Kg6 2. Qaa3 Kf7 *\n\n", 1, &bad);
    assert_int_equal(loss_summarise(&table.players[1], LOSS_PHASE_COUNT).moves, 0);
    assert_int_equal(loss_summarise(&table.players[0], LOSS_PHASE_COUNT).moves, 1);
    loss_table_clear(&table);
}

static void given_openings_are_nobodys_moves(void **state)
{
    int bad;
    struct loss_table table =
        judge("[White \"A\"]\n[Black \"B\"]\n\n1. f3 g5 2. e4 {+0.10/5 100} d6 {-0.1/5 100} *\n\n",
              1, &bad);
    assert_int_equal(loss_summarise(&table.players[0], LOSS_PHASE_COUNT).moves, 1);
    assert_int_equal(loss_summarise(&table.players[1], LOSS_PHASE_COUNT).moves, 1);
    loss_table_clear(&table);
}

static void percentiles_and_shares(void **state)
{
    struct loss_player player = {0};
    player.counts[LOSS_OPENING][0] = 50;
    player.counts[LOSS_MIDDLE][20] = 30;
    player.counts[LOSS_MIDDLE][99] = 10;
    player.counts[LOSS_ENDGAME][300] = 9;
    player.counts[LOSS_ENDGAME][LOSS_MAX] = 1;
    struct loss_summary all = loss_summarise(&player, LOSS_PHASE_COUNT);
    assert_int_equal(all.moves, 100);
    assert_int_equal(all.median, 0);
    assert_int_equal(all.high, 99);
    assert_int_equal(all.highest, 300);
    static const double shares[LOSS_BANDS] = {0.5, 0.3, 0.1, 0, 0.1};
    for (int i = 0; i < LOSS_BANDS; i++)
        assert_true(fabs(all.bands[i] - shares[i]) < 1e-9);
    assert_true(fabs(all.mean - (30 * 20 + 990 + 2700 + 1000) / 100.0) < 1e-9);
    struct loss_summary middle = loss_summarise(&player, LOSS_MIDDLE);
    assert_int_equal(middle.moves, 40);
    assert_int_equal(middle.median, 20);
    assert_int_equal(loss_summarise(&player, LOSS_OPENING).highest, 0);
}

static void judging_at_once_is_judging_one_after_another(void **state)
{
    char text[8 * sizeof mated] = "";
    for (int i = 0; i < 6; i++)
        strcat(text, i == 3 ? "[White \"Broken\"]\n\n1. e4 Zz9 *\n\n" : mated);
    int bad_one, bad_many;
    struct loss_table one = judge(text, 1, &bad_one), many = judge(text, 4, &bad_many);
    assert_int_equal(bad_one, 1);
    assert_int_equal(bad_many, 1);
    assert_int_equal(one.count, many.count);
    for (int i = 0; i < one.count; i++)
        assert_memory_equal(&one.players[i], &many.players[i], sizeof one.players[i]);
    assert_int_equal(one.players[0].games, 5);
    loss_table_clear(&one);
    loss_table_clear(&many);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(walking_into_mate_loses_most),
        cmocka_unit_test(the_move_that_mates_loses_nothing),
        cmocka_unit_test(who_has_nothing_left_to_lose_is_not_judged),
        cmocka_unit_test(given_openings_are_nobodys_moves),
        cmocka_unit_test(percentiles_and_shares),
        cmocka_unit_test(judging_at_once_is_judging_one_after_another),
    };
    return cmocka_run_group_tests_name("loss", tests, NULL, NULL);
}
