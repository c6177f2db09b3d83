/* The watchdog of the screen's loop: which turns count as too slow. */
#ifdef __linux__
#include <sched.h>
#endif
#include <pthread.h>
#include <stdatomic.h>
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

static atomic_bool ended;

static void *keep_busy(void *unused)
{
    while (!atomic_load(&ended))
        continue;
    return NULL;
}

static void *compute_50_ms(void *unused)
{
    struct timespec used = {0};
    while (used.tv_sec == 0 && used.tv_nsec < 50000000)
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
    return NULL;
}

static void another_threads_wait_for_a_processor_does_not_count(void **state)
{
#ifdef __linux__
    enum { BUSY = 6 };
    pthread_t busy[BUSY], worker;
    cpu_set_t all, one;
    struct watchdog watchdog = with_limit("200");
    struct error error = {0};
    if (!watchdog.limit || sched_getaffinity(0, sizeof all, &all) != 0)
        skip();
    CPU_ZERO(&one);
    for (size_t cpu = 0; CPU_COUNT(&one) == 0; cpu++)
        if (CPU_ISSET(cpu, &all))
            CPU_SET(cpu, &one);
    assert_int_equal(sched_setaffinity(0, sizeof one, &one), 0);
    for (int i = 0; i < BUSY; i++)
        assert_int_equal(pthread_create(&busy[i], NULL, keep_busy, NULL), 0);
    watchdog_begin(&watchdog);
    assert_int_equal(pthread_create(&worker, NULL, compute_50_ms, NULL), 0);
    pthread_join(worker, NULL);
    bool in_time = watchdog_end(&watchdog, &error);
    atomic_store(&ended, true);
    for (int i = 0; i < BUSY; i++)
        pthread_join(busy[i], NULL);
    assert_int_equal(sched_setaffinity(0, sizeof all, &all), 0);
    watchdog_close(&watchdog);
    assert_true(in_time);
#else
    skip();
#endif
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_turn_that_blocks_too_long_is_reported),
        cmocka_unit_test(a_watchdog_that_is_switched_off_reports_nothing),
        cmocka_unit_test(waiting_for_a_processor_does_not_count),
        cmocka_unit_test(computing_and_being_blocked_count_together),
        cmocka_unit_test(another_threads_wait_for_a_processor_does_not_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
