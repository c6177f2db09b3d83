/* The transposition table: sizes, replacement, clearing by several threads, too little memory. */

#include <string.h>
#include <unistd.h>

#include "engine/engine.h"
#include "engine/search/tt.h"
#include "tests/unit/test.h"

/* Keys of a cluster differ only in their low half. */
static uint64_t key_in_cluster(int number)
{
    return 0x8000000000000000 + (uint64_t)number + 1;
}

static void store(struct tt *table, uint64_t key, int depth)
{
    struct tt_entry entry = {
        .move = 1000, .score = depth, .eval = 0, .depth = depth, .bound = BOUND_EXACT};
    tt_store(table, key, &entry);
}

static bool holds(const struct tt *table, uint64_t key)
{
    struct tt_entry entry;
    return tt_probe(table, key, &entry);
}

static void every_size_holds_its_first_and_last(void **state)
{
    static const int sizes[] = {1, 2, 3, 5, 33, 300};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct tt table;
        assert_true(tt_create(&table, sizes[i]));
        assert_int_equal(table.count, (uint64_t)sizes[i] << 14);
        assert_int_equal((uintptr_t)table.clusters % sizeof(struct tt_cluster), 0);
        assert_ptr_equal(tt_cluster(&table, 0), table.clusters);
        assert_ptr_equal(tt_cluster(&table, UINT64_MAX), table.clusters + table.count - 1);
        tt_grow_older(&table);
        store(&table, 1, 3);
        store(&table, UINT64_MAX, 5);
        assert_true(holds(&table, 1) && holds(&table, UINT64_MAX));
        tt_destroy(&table);
    }
}

static void the_least_and_oldest_is_replaced(void **state)
{
    struct tt table;
    assert_true(tt_create(&table, 1));
    tt_grow_older(&table);
    for (int i = 0; i < TT_CLUSTER; i++)
        store(&table, key_in_cluster(i), 10 + i);
    store(&table, key_in_cluster(10), 1); /* the shallowest entry is replaced, even by a shallower
                                           * one */
    assert_false(holds(&table, key_in_cluster(0)));
    for (int i = 1; i < TT_CLUSTER; i++)
        assert_true(holds(&table, key_in_cluster(i)));
    /* After two more searches an unused entry is replaced first. */
    tt_grow_older(&table);
    tt_grow_older(&table);
    for (int i = 0; i < TT_CLUSTER; i++)
        store(&table, key_in_cluster(20 + i), 2);
    for (int i = 0; i < TT_CLUSTER; i++)
        assert_true(holds(&table, key_in_cluster(20 + i)));
    /* Ages wrap around: the newest entry never counts as the oldest. */
    for (int i = 0; i < 100; i++) {
        tt_grow_older(&table);
        store(&table, key_in_cluster(100 + i), 2);
        assert_true(holds(&table, key_in_cluster(100 + i)));
        assert_true(i == 0 || holds(&table, key_in_cluster(99 + i)));
    }
    tt_destroy(&table);
}

static void all_threads_empty_all_of_it(void **state)
{
    for (int threads = 1; threads <= 300; threads = threads * 3 + 1) {
        struct tt table;
        assert_true(tt_create(&table, 50)); /* enough for three slices and a remainder */
        tt_grow_older(&table);
        for (uint64_t i = 0; i < table.count; i += 97)
            atomic_store(&table.clusters[i].slots[i % TT_CLUSTER].data, UINT64_MAX);
        atomic_store(&table.clusters[table.count - 1].slots[TT_CLUSTER - 1].data, UINT64_MAX);
        tt_clear(&table, threads);
        for (uint64_t i = 0; i < table.count; i++)
            for (int j = 0; j < TT_CLUSTER; j++)
                if (atomic_load_explicit(&table.clusters[i].slots[j].data, memory_order_relaxed))
                    fail_msg("%d threads: cluster %d is not empty", threads, (int)i);
        tt_destroy(&table);
    }
}

static void a_restricted_table_leaves_nothing_behind(void **state)
{
    struct tt table;
    assert_true(tt_create(&table, 4));
    tt_grow_older(&table);
    store(&table, key_in_cluster(0), 20);
    tt_restrict(&table, 2000);
    assert_int_equal(table.count, 2000);
    assert_false(holds(&table, key_in_cluster(0)));
    store(&table, key_in_cluster(1), 20);
    assert_true(holds(&table, key_in_cluster(1)));
    tt_restrict(&table, 2000); /* each such search starts with an empty table */
    assert_false(holds(&table, key_in_cluster(1)));
    /* Entries of a larger part do not reappear when all of the table is used again. */
    tt_grow_older(&table);
    for (uint64_t i = 0; i < table.count; i++)
        atomic_store(&table.clusters[i].slots[0].data, UINT64_MAX);
    tt_restrict(&table, 1500);
    tt_grow_older(&table);
    store(&table, key_in_cluster(1), 20);
    tt_unrestrict(&table, 2);
    assert_int_equal(table.count, table.allocated);
    for (uint64_t i = 0; i < table.count; i++)
        assert_int_equal(atomic_load(&table.clusters[i].slots[0].data), 0);
    tt_destroy(&table);
}

/* More megabytes than the machine has. Skips the test if the largest table fits. */
static int too_many(void)
{
    const int largest = 65536;
    long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    if (pages <= 0 || size <= 0 || (uint64_t)pages * (uint64_t)size >> 20 >= (uint64_t)largest) {
        print_message("this machine has room for the largest table: skipped\n");
        skip();
    }
    return largest;
}

static void too_large_a_table_is_refused_and_the_old_one_stays(void **state)
{
    struct tt table;
    int too_large = too_many();
    assert_false(tt_create(&table, too_large));
    tt_destroy(&table);

    struct engine *engine = engine_create(NULL, NULL);
    struct engine_settings settings = engine_settings_default();
    struct position start;
    struct report first = {0}, second = {0};
    struct error error;
    assert_non_null(engine);
    chess_start(&start);
    assert_true(engine_set_position(engine, &start, NULL, 0));
    engine_start(engine, &(struct limits){.depth = 12});
    engine_wait(engine);
    assert_true(engine_poll(engine, &first));
    settings.hash_mb = too_large;
    settings.multi_pv = 3;
    assert_false(engine_configure(engine, &settings, &error));
    assert_non_null(strstr(error.message, "out of memory"));
    assert_int_equal(engine_settings(engine)->hash_mb, 64);
    assert_int_equal(engine_settings(engine)->multi_pv, 1);
    /* The table is still there: a shallower search finds nearly all of its positions in it. With an
     * empty one it would take about a sixth of the nodes of the first search. */
    engine_start(engine, &(struct limits){.depth = 8});
    engine_wait(engine);
    assert_true(engine_poll(engine, &second));
    assert_true(second.nodes < first.nodes / 20);
    engine_destroy(engine);
}

int main(void)
{
    chess_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_size_holds_its_first_and_last),
        cmocka_unit_test(the_least_and_oldest_is_replaced),
        cmocka_unit_test(all_threads_empty_all_of_it),
        cmocka_unit_test(a_restricted_table_leaves_nothing_behind),
        cmocka_unit_test(too_large_a_table_is_refused_and_the_old_one_stays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
