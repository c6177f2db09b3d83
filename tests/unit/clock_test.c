/* The clock: reading and writing time controls, presses, periods, flags. */

#include "src/game/clock.h"
#include "tests/unit/test.h"

static struct time_control control(const char *text)
{
    struct time_control control;
    struct error error;
    if (!time_control_read(text, &control, &error))
        fail_msg("%s: %s", text, error.message);
    return control;
}

static void time_controls_are_read(void **state)
{
    assert_true(control("none").untimed);
    struct time_control blitz = control("5+3");
    assert_int_equal(blitz.base, 300000);
    assert_int_equal(blitz.increment, 3000);
    assert_int_equal(blitz.moves, 0);
    assert_int_equal(control("0.5+0").base, 30000);
    assert_int_equal(control(".25+0.1").increment, 100);
    struct time_control classical = control("40/60+10");
    assert_int_equal(classical.moves, 40);
    assert_int_equal(classical.base, 3600000);
    assert_int_equal(classical.increment, 10000);
}

static void time_controls_are_written_as_read(void **state)
{
    static const char *const texts[] = {"none",     "5+3",   "0.5+0",  "40/60",
                                        "40/60+10", "90+30", "0+2.5", "0.16667+0.1"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct time_control first = control(texts[i]);
        char text[64];
        time_control_write(&first, text, sizeof text);
        assert_string_equal(text, texts[i]);
        struct time_control again = control(text);
        assert_int_equal(first.base, again.base);
        assert_int_equal(first.increment, again.increment);
    }
}

static void a_period_can_be_discounted(void **state)
{
    struct time_control blitz = control("5+3");
    struct clock clock;
    clock_init(&clock, &blitz);
    assert_int_equal(clock_discount(&clock, 0, 1000), 0); /* it does not run */
    clock_start(&clock, WHITE, 10000);
    assert_int_equal(clock_discount(&clock, 12000, 612000), 600000);
    assert_int_equal(clock_remaining(&clock, WHITE, 613000), 297000);
    clock_start(&clock, BLACK, 613000);
    assert_int_equal(clock_discount(&clock, 0, 614000), 1000); /* not from before the start */
    assert_int_equal(clock_discount(&clock, 700000, 600000), 0);
    assert_int_equal(clock_remaining(&clock, BLACK, 614000), 300000);
}

static void time_controls_by_moves_are_told_in_words(void **state)
{
    static const char *const cases[][2] = {
        {"40/5", "40 moves in 5 minutes"},
        {"40/60+10", "40 moves in 60 minutes, plus 10 seconds a move"},
        {"1/1+1", "1 move in 1 minute, plus 1 second a move"},
        {"20/0.5", "20 moves in 0.5 minutes"},
        {"5+3", "5+3"},
        {"none", "none"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct time_control read = control(cases[i][0]);
        char words[96];
        time_control_words(&read, words, sizeof words);
        assert_string_equal(words, cases[i][1]);
    }
}

static void bad_time_controls_are_refused(void **state)
{
    static const char *const texts[] = {"",      "fast",  "5+",    "+3",   "-5+3", "5+3x", "0+0",
                                        "0/60",  "/60",   "40/",   "1e9+0", "5 + 3", "1.5/60",
                                        "99999999999999999999+0", ".+0", "5+3+1"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct time_control read;
        struct error error;
        if (time_control_read(texts[i], &read, &error))
            fail_msg("'%s' was accepted", texts[i]);
        assert_true(error.message[0] != '\0');
    }
}

static void a_press_stops_one_side_and_starts_the_other(void **state)
{
    struct time_control blitz = control("5+3");
    struct clock clock;
    clock_init(&clock, &blitz);
    assert_int_equal(clock_remaining(&clock, WHITE, 99999), 300000);
    clock_start(&clock, WHITE, 1000);
    assert_int_equal(clock_remaining(&clock, WHITE, 11000), 290000);
    assert_int_equal(clock_remaining(&clock, BLACK, 11000), 300000);
    assert_int_equal(clock_press(&clock, 11000), 10000);
    assert_int_equal(clock_remaining(&clock, WHITE, 50000), 293000);
    assert_int_equal(clock_remaining(&clock, BLACK, 12000), 299000);
    clock_pause(&clock, 12000);
    assert_int_equal(clock_remaining(&clock, BLACK, 90000), 299000);
    clock_start(&clock, BLACK, 90000);
    assert_int_equal(clock_remaining(&clock, BLACK, 90500), 298500);
}

static void moves_per_time_add_a_period(void **state)
{
    struct time_control three = control("3/1");
    struct clock clock;
    clock_init(&clock, &three);
    clock_start(&clock, WHITE, 0);
    assert_int_equal(clock_moves_to_go(&clock, WHITE), 3);
    int64_t now = 0;
    for (int ply = 0; ply < 5; ply++)
        clock_press(&clock, now += 1000);
    assert_int_equal(clock_moves_to_go(&clock, WHITE), 3);
    assert_int_equal(clock_moves_to_go(&clock, BLACK), 1);
    assert_int_equal(clock_remaining(&clock, WHITE, now), 60000 - 3000 + 60000);
    assert_int_equal(clock_remaining(&clock, BLACK, now), 60000 - 2000);
}

static void a_flag_falls_at_zero_and_never_without_a_clock(void **state)
{
    struct time_control bullet = control("1+0"), none = control("none");
    struct clock clock;
    clock_init(&clock, &bullet);
    clock_start(&clock, WHITE, 0);
    assert_false(clock_flagged(&clock, WHITE, 59999));
    assert_true(clock_flagged(&clock, WHITE, 60000));
    assert_false(clock_flagged(&clock, BLACK, 60000));
    assert_int_equal(clock_remaining(&clock, WHITE, 61000), -1000);
    clock_init(&clock, &none);
    clock_start(&clock, WHITE, 0);
    assert_false(clock_flagged(&clock, WHITE, INT64_MAX));
    assert_int_equal(clock_press(&clock, 7000), 7000);
    assert_int_equal(clock.side, BLACK);
}

static void the_first_move_can_be_free(void **state)
{
    struct time_control blitz = control("5+3");
    struct clock clock;
    clock_init(&clock, &blitz);
    clock.free_side = WHITE;
    clock_start(&clock, WHITE, 0);
    assert_false(clock_flagged(&clock, WHITE, 400000));
    assert_int_equal(clock_remaining(&clock, WHITE, 400000), 300000);
    assert_int_equal(clock_press(&clock, 400000), 400000); /* still returns the time it took */
    assert_int_equal(clock_press(&clock, 401000), 1000);
    clock_pause(&clock, 411000);
    assert_int_equal(clock_remaining(&clock, BLACK, 411000), 302000); /* not free */
    assert_int_equal(clock_remaining(&clock, WHITE, 411000), 290000); /* its second move */
}

static void the_first_move_of_an_increment_game_has_time(void **state)
{
    struct time_control increment = control("0+3");
    struct clock clock;
    clock_init(&clock, &increment);
    clock_start(&clock, WHITE, 0);
    assert_false(clock_flagged(&clock, WHITE, 2999));
    assert_true(clock_flagged(&clock, WHITE, 3000));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(time_controls_are_read),
        cmocka_unit_test(time_controls_are_written_as_read),
        cmocka_unit_test(time_controls_by_moves_are_told_in_words),
        cmocka_unit_test(bad_time_controls_are_refused),
        cmocka_unit_test(a_period_can_be_discounted),
        cmocka_unit_test(a_press_stops_one_side_and_starts_the_other),
        cmocka_unit_test(moves_per_time_add_a_period),
        cmocka_unit_test(a_flag_falls_at_zero_and_never_without_a_clock),
        cmocka_unit_test(the_first_move_can_be_free),
        cmocka_unit_test(the_first_move_of_an_increment_game_has_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
