/* The times that method human takes: their medians, their spread and their bounds. */
#include "src/player/thinking_time.h"

#include "engine/random.h"
#include "tests/unit/test.h"

enum { DRAWS = 2000 };

/* How many of the draws take less than `limit` milliseconds. */
static int below(enum thinking_kind kind, int64_t left, int64_t increment, int64_t limit)
{
    int count = 0;
    for (uint64_t i = 0; i < DRAWS; i++)
        count += thinking_time(kind, left, increment, i * 0x9E3779B97F4A7C15) < limit;
    return count;
}

static void half_of_the_moves_take_less_than_people_s_median(void **state)
{
    /* 0.37 times the root of 400 s and of 25 s. */
    assert_in_range(below(THOUGHT_ORDINARY, 400000, 0, 7400), 900, 1100);
    assert_in_range(below(THOUGHT_ORDINARY, 25000, 0, 1850), 900, 1100);
    assert_in_range(below(THOUGHT_RECAPTURE, 400000, 0, 2220), 900, 1100);
    assert_in_range(below(THOUGHT_HARD, 400000, 0, 9620), 900, 1100);
    assert_in_range(below(THOUGHT_ORDINARY, 400000, 4000, 9400), 900, 1100);
}

static void times_are_spread_as_people_s_are(void **state)
{
    /* One standard deviation of 1.05 above the median: 21.1 s; below: 2.6 s. */
    assert_in_range(below(THOUGHT_ORDINARY, 400000, 0, 21146), 1620, 1745);
    assert_in_range(below(THOUGHT_ORDINARY, 400000, 0, 2590), 255, 380);
}

static void no_move_takes_more_than_an_eighth_of_the_clock(void **state)
{
    static const int64_t clocks[] = {-5, 0, 900, 25000, 400000};
    for (int i = 0; i < 5; i++)
        for (int kind = 0; kind < THOUGHT_COUNT; kind++)
            assert_int_equal(below((enum thinking_kind)kind, clocks[i], 1000,
                                   (clocks[i] > 0 ? clocks[i] : 0) / 8 + 1001),
                             DRAWS);
}

static void a_draw_can_be_repeated(void **state)
{
    const int64_t time = thinking_time(THOUGHT_ORDINARY, 300000, 0, 7);
    assert_int_equal(thinking_time(THOUGHT_ORDINARY, 300000, 0, 7), time);
    assert_int_not_equal(thinking_time(THOUGHT_ORDINARY, 300000, 0, 8), time);
}

/* Compares the mean with games of 40 moves in which, after the opening, one move in eight is hard,
 * one in seven recaptures, and one in twenty answers a check. */
static void the_mean_is_that_of_a_game(void **state)
{
    static const int64_t controls[][2] = {{180000, 2000}, {600000, 0}, {900000, 10000}};
    enum { GAMES = 200, MOVES = 40 };
    for (int i = 0; i < 3; i++) {
        uint64_t random = 1;
        double used = 0;
        for (int game = 0; game < GAMES; game++) {
            int64_t left = controls[i][0];
            for (int move = 0; move < MOVES; move++) {
                const uint64_t kind = random_next(&random) % 40;
                const int64_t time = thinking_time(move < 4    ? THOUGHT_OPENING
                                                   : move < 8  ? THOUGHT_EARLY
                                                   : kind < 5  ? THOUGHT_HARD
                                                   : kind < 11 ? THOUGHT_RECAPTURE
                                                   : kind < 13 ? THOUGHT_CHECK
                                                               : THOUGHT_ORDINARY,
                                                   left, controls[i][1], random_next(&random));
                left += controls[i][1] - time;
                used += (double)time / GAMES / MOVES;
            }
        }
        const double mean = (double)thinking_time_mean(controls[i][0], controls[i][1]);
        assert_true(mean > 0.85 * used && mean < 1.18 * used);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(half_of_the_moves_take_less_than_people_s_median),
        cmocka_unit_test(times_are_spread_as_people_s_are),
        cmocka_unit_test(no_move_takes_more_than_an_eighth_of_the_clock),
        cmocka_unit_test(a_draw_can_be_repeated),
        cmocka_unit_test(the_mean_is_that_of_a_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
