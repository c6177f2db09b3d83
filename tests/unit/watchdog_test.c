/* The watchdog of the screen's loop: which turns count as too slow. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "src/tui/watchdog.h"
#include "tests/unit/test.h"

static struct watchdog with_limit(const char *milliseconds)
{
    struct watchdog watchdog;
    assert_int_equal(setenv("FALLIBLE_WATCHDOG", milliseconds, 1), 0);
    watchdog_open(&watchdog);
    return watchdog;
}

static void a_turn_that_blocks_too_long_is_reported(void **state)
{
    struct watchdog watchdog = with_limit("20");
    struct error error = {0};
    if (!watchdog.limit)
        skip(); /* the system has no schedstat */
    watchdog_begin(&watchdog);
    nanosleep(&(struct timespec){.tv_nsec = 40000000}, NULL);
    watchdog_stage(&watchdog, "sleeping");
    assert_false(watchdog_end(&watchdog, &error));
    assert_non_null(strstr(error.message, "was sleeping"));
    watchdog.limit = 60000000; /* a busy machine may stop the test here for a while */
    watchdog_begin(&watchdog); /* a new turn starts from zero */
    assert_true(watchdog_end(&watchdog, &error));
    watchdog_close(&watchdog);
}

static void a_watchdog_that_is_switched_off_reports_nothing(void **state)
{
    struct watchdog watchdog = with_limit("0");
    struct error error = {0};
    watchdog_begin(&watchdog);
    nanosleep(&(struct timespec){.tv_nsec = 150000000}, NULL);
    assert_true(watchdog_end(&watchdog, &error));
    watchdog_close(&watchdog);
}

static bool exceeds(int64_t wall, int64_t cpu, int64_t queued)
{
    const struct watchdog watchdog = {.limit = 100000, .began = {1000, 2000, 3000}};
    struct error error = {0};
    return !watchdog_judge(&watchdog,
                           &(struct watchdog_times){1000 + wall, 2000 + cpu, 3000 + queued}, &error);
}

static void waiting_for_a_processor_does_not_count(void **state)
{
    assert_false(exceeds(900000, 50000, 820000));
    assert_true(exceeds(900000, 50000, 700000));
}

static void computing_and_being_blocked_count_together(void **state)
{
    assert_false(exceeds(100000, 0, 0));
    assert_true(exceeds(100001, 0, 0));
    assert_true(exceeds(2000000, 2000000, 0));
    assert_true(exceeds(2000000, 1000000, 900000));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_turn_that_blocks_too_long_is_reported),
        cmocka_unit_test(a_watchdog_that_is_switched_off_reports_nothing),
        cmocka_unit_test(waiting_for_a_processor_does_not_count),
        cmocka_unit_test(computing_and_being_blocked_count_together),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
