/* Glicko-2: the worked example of Glickman's paper. */
#include <math.h>

#include "src/training/glicko2.h"
#include "tests/unit/test.h"

static void expect_near(double got, double expected, double tolerance)
{
    if (!(fabs(got - expected) <= tolerance))
        fail_msg("%.6f, expected %.6f", got, expected);
}

static void glickmans_example_comes_out(void **state)
{
    const struct rating_result results[] = {{{1400, 30, 0.06}, 1},
                                            {{1550, 100, 0.06}, 0},
                                            {{1700, 300, 0.06}, 0}};
    struct rating after = rating_after((struct rating){1500, 200, 0.06}, results, 3);
    expect_near(after.rating, 1464.06, 0.01);
    expect_near(after.deviation, 151.52, 0.01);
    expect_near(after.volatility, 0.05999, 0.00001);
}

static void without_a_game_it_grows_less_certain(void **state)
{
    struct rating after = rating_after((struct rating){1500, 200, 0.06}, 0, 0);
    expect_near(after.rating, 1500, 1e-9);
    expect_near(after.deviation, 200.2714, 0.0001); /* step 6: sqrt(phi^2 + sigma^2) */
    expect_near(after.volatility, 0.06, 1e-12);
}

static void player_and_puzzle_move_apart_by_the_same_result(void **state)
{
    struct rating player = RATING_UNKNOWN, puzzle = {1500, 350, 0.06};
    struct rating better = rating_after(player, &(struct rating_result){puzzle, 1}, 1);
    struct rating worse = rating_after(puzzle, &(struct rating_result){player, 0}, 1);
    expect_near(better.rating - 1500, 1500 - worse.rating, 1e-9);
    assert_true(better.rating > 1600 && better.deviation < 350);
}

static void a_rating_well_known_still_moves(void **state)
{
    struct rating player = {1500, 45, 0.06}, before;
    const struct rating_result lost = {{1500, 50, 0.06}, 0};
    for (int i = 0; i < 200; i++) {
        before = player;
        player = rating_after(player, &lost, 1);
        assert_true(player.rating < before.rating);
        assert_true(player.deviation >= 45 && player.volatility > 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(glickmans_example_comes_out),
        cmocka_unit_test(without_a_game_it_grows_less_certain),
        cmocka_unit_test(player_and_puzzle_move_apart_by_the_same_result),
        cmocka_unit_test(a_rating_well_known_still_moves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
