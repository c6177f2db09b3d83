/* FSRS-6 against the values in its authors' tests (open-spaced-repetition/py-fsrs,
 * tests/test_basic.py, ts-fsrs FSRS-6.test.ts), and our use of its intervals. */
#include <math.h>

#include "src/training/fsrs.h"
#include "src/util/text.h"
#include "tests/unit/test.h"

static void expect_near(double got, double expected, double tolerance)
{
    if (!(fabs(got - expected) <= tolerance))
        fail_msg("%.8f, expected %.8f", got, expected);
}

static void the_first_answer_gives_the_published_memory(void **state)
{
    static const double stability[] = {0.212, 1.2931, 2.3065, 8.2956};
    static const double difficulty[] = {6.4133, 5.11217071, 2.11810397, 1.0};
    for (int grade = GRADE_AGAIN; grade <= GRADE_EASY; grade++) {
        struct schedule schedule = {0};
        schedule_remember(&schedule, (enum grade)grade, 0);
        expect_near(schedule.stability, stability[grade - 1], 1e-9);
        expect_near(schedule.difficulty, difficulty[grade - 1], 1e-7);
    }
}

static void six_answers_give_the_published_memory(void **state)
{
    static const int days[] = {0, 0, 1, 3, 8, 21};
    struct schedule schedule = {0};
    for (int i = 0; i < 6; i++) {
        schedule_remember(&schedule, i == 0 ? GRADE_AGAIN : GRADE_GOOD, days[i]);
        schedule.state = SCHEDULE_REVIEW;
    }
    expect_near(schedule.stability, 53.62691, 1e-4);
    expect_near(schedule.difficulty, 6.3574867, 1e-4);
}

static void thirteen_answers_give_the_published_intervals(void **state)
{
    static const int grades[] = {3, 3, 3, 3, 3, 3, 1, 1, 3, 3, 3, 3, 3};
    /* 0: the first answer, and wrong answers, are asked again on the same day. */
    static const int published[] = {0, 2, 11, 46, 163, 498, 0, 0, 2, 4, 7, 12, 21};
    struct schedule schedule = {0};
    int days = 0;
    for (int i = 0; i < 13; i++) {
        schedule_remember(&schedule, (enum grade)grades[i], days);
        schedule.state = SCHEDULE_REVIEW;
        days = i == 0 || grades[i] == GRADE_AGAIN
                   ? 0 : schedule_interval(schedule.stability, SCHEDULE_RETENTION);
        assert_int_equal(days, published[i]);
    }
}

static void the_interval_follows_the_goal(void **state)
{
    expect_near(schedule_chance(100, 100), 0.9, 1e-12);
    assert_int_equal(schedule_interval(100, 0.9), 100);
    assert_true(schedule_interval(100, 0.8) > 300);
    assert_int_equal(schedule_interval(100, 0.95), 40);
    assert_int_equal(schedule_interval(0.01, 0.9), 1);
    assert_int_equal(schedule_interval(30000, 0.7), SCHEDULE_DAYS_MAX);
    for (int days = 1; days < 1000; days *= 3)
        expect_near(schedule_chance(20, schedule_interval(20, schedule_chance(20, days))),
                    schedule_chance(20, days), 1e-9);
}

static void what_was_forgotten_comes_again_the_same_day(void **state)
{
    struct schedule schedule = {0};
    int64_t now = 1000000000;
    schedule_answer(&schedule, GRADE_AGAIN, now, SCHEDULE_RETENTION);
    assert_int_equal(schedule.state, SCHEDULE_LEARNING);
    assert_int_equal(schedule.due, now + SCHEDULE_SOON);
    assert_int_equal(schedule.lapses, 0);
    now = schedule.due;
    schedule_answer(&schedule, GRADE_GOOD, now, SCHEDULE_RETENTION);
    assert_int_equal(schedule.state, SCHEDULE_REVIEW);
    assert_int_equal(schedule.due, text_noon(now, 1));
    now = schedule.due;
    double before = schedule.stability;
    schedule_answer(&schedule, GRADE_AGAIN, now, SCHEDULE_RETENTION);
    assert_int_equal(schedule.state, SCHEDULE_RELEARNING);
    assert_int_equal(schedule.lapses, 1);
    assert_int_equal(schedule.reps, 3);
    assert_true(schedule.stability < before);
    /* If the clock was set back, no day has passed. */
    schedule_answer(&schedule, GRADE_GOOD, now - 100 * SCHEDULE_DAY, SCHEDULE_RETENTION);
    assert_true(schedule.due > now - 100 * SCHEDULE_DAY);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_answer_gives_the_published_memory),
        cmocka_unit_test(six_answers_give_the_published_memory),
        cmocka_unit_test(thirteen_answers_give_the_published_intervals),
        cmocka_unit_test(the_interval_follows_the_goal),
        cmocka_unit_test(what_was_forgotten_comes_again_the_same_day),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
