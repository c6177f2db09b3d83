/* A thread that handles the newest request only. */
#include <stdatomic.h>
#include <stdlib.h>

#include "src/util/single_request.h"
#include "src/util/text.h"
#include "src/util/thread_pool.h"
#include "tests/unit/test.h"

/* Squares a number; blocks while gate is closed and nobody interrupts. */
struct squarer {
    struct single_request *requests;
    int next, taken, answer, handled;
    uint32_t answered;
    atomic_bool gate_closed, interrupted;
    atomic_int wakes, *closed;
};

static void take(void *context)
{
    struct squarer *squarer = context;
    squarer->taken = squarer->next;
    atomic_store(&squarer->interrupted, false);
}

static void handle(void *context, uint32_t id)
{
    struct squarer *squarer = context;
    while (atomic_load(&squarer->gate_closed) && !atomic_load(&squarer->interrupted))
        text_nap(1);
    single_request_lock(squarer->requests);
    squarer->handled++;
    if (single_request_is_wanted(squarer->requests, id)) {
        squarer->answer = squarer->taken * squarer->taken;
        squarer->answered = id;
        single_request_tell(squarer->requests);
    }
    single_request_unlock(squarer->requests);
}

static void interrupt(void *context)
{
    atomic_store(&((struct squarer *)context)->interrupted, true);
}

static void close_it(void *context)
{
    atomic_int *closed = ((struct squarer *)context)->closed;
    free(context);
    atomic_fetch_add(closed, 1);
}

static void close_nothing(void *context)
{
    atomic_fetch_add(((struct squarer *)context)->closed, 1);
}

static void wake(void *context) { atomic_fetch_add(&((struct squarer *)context)->wakes, 1); }

static struct squarer *begin(atomic_int *closed, void (*close)(void *context))
{
    const struct single_request_work work = {
        .take = take, .handle = handle, .interrupt = interrupt, .close = close};
    struct squarer *squarer = calloc(1, sizeof *squarer);
    assert_non_null(squarer);
    squarer->closed = closed;
    squarer->requests = single_request_create(&work, squarer, wake, squarer);
    assert_non_null(squarer->requests);
    assert_true(single_request_start(squarer->requests));
    return squarer;
}

static uint32_t ask(struct squarer *squarer, int number)
{
    single_request_lock(squarer->requests);
    squarer->next = number;
    uint32_t id = single_request_ask(squarer->requests);
    single_request_unlock(squarer->requests);
    return id;
}

static void the_newest_request_is_answered(void **state)
{
    atomic_int closed = 0;
    struct squarer *squarer = begin(&closed, close_nothing);
    atomic_store(&squarer->gate_closed, true);
    uint32_t first = ask(squarer, 2);
    uint32_t second = ask(squarer, 3);
    assert_true(first != 0 && second != first);
    assert_false(single_request_is_wanted(squarer->requests, first));
    atomic_store(&squarer->gate_closed, false);
    single_request_lock(squarer->requests);
    while (squarer->answered != second)
        single_request_wait(squarer->requests);
    assert_int_equal(squarer->answer, 9);
    assert_int_equal(atomic_load(&squarer->wakes), 1);
    single_request_join(squarer->requests);
    assert_int_equal(atomic_load(&closed), 1);
    free(squarer);
}

static void a_dropped_request_has_no_answer(void **state)
{
    atomic_int closed = 0;
    struct squarer *squarer = begin(&closed, close_nothing);
    atomic_store(&squarer->gate_closed, true);
    uint32_t id = ask(squarer, 4);
    single_request_lock(squarer->requests);
    single_request_drop(squarer->requests);
    single_request_unlock(squarer->requests);
    assert_false(single_request_is_wanted(squarer->requests, id));
    uint32_t last = ask(squarer, 5);
    atomic_store(&squarer->gate_closed, false);
    single_request_lock(squarer->requests);
    while (squarer->answered != last)
        single_request_wait(squarer->requests);
    assert_int_equal(squarer->answer, 25);
    single_request_join(squarer->requests);
    free(squarer);
}

static void who_leaves_does_not_wait(void **state)
{
    static atomic_int closed;
    struct squarer *squarer = begin(&closed, close_it);
    atomic_store(&squarer->gate_closed, true);
    (void)ask(squarer, 6);
    single_request_lock(squarer->requests);
    single_request_leave(squarer->requests);
    for (int i = 0; i < 10000 && atomic_load(&closed) == 0; i++)
        text_nap(1);
    assert_int_equal(atomic_load(&closed), 1);
}

static void a_wait_lasts_as_long_as_asked(void **state)
{
    pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    pthread_cond_t changed;
    int64_t began = text_now();
    (void)state;
    thread_init_timed(&changed);
    pthread_mutex_lock(&lock);
    while (thread_wait(&changed, &lock, 60)) /* until the time runs out */
        ;
    pthread_mutex_unlock(&lock);
    assert_true(text_now() - began >= 59);
    pthread_cond_destroy(&changed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_newest_request_is_answered),
        cmocka_unit_test(a_dropped_request_has_no_answer),
        cmocka_unit_test(who_leaves_does_not_wait),
        cmocka_unit_test(a_wait_lasts_as_long_as_asked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
