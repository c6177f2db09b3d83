/* The entry line: keys as a terminal sends them, in parts and wrong ones, in both of readline's
 * ways of editing; what readline itself would fall over (vi, Esc [ 2 and no end) does nothing. */
#include <stdlib.h>
#include <string.h>

#include "tests/unit/test.h"

#include "src/tui/entry.h"

static int complete(void *context, const char *typed, char words[][32], int max, bool *space)
{
    return 0;
}

static void show(void *context, const char *text)
{
}

static int begin(void **state)
{
    setenv("INPUTRC", "/dev/null", 1);
    return entry_open(&(struct entry_hooks){NULL, complete, show}) ? 0 : -1;
}

static int end(void **state)
{
    entry_feed("\007", 1);
    entry_set("");
    entry_close();
    return 0;
}

static void press(const char *const *keys)
{
    for (; *keys; keys++)
        entry_feed(*keys, strlen(*keys));
}

static void types(const char *text, const char *const *keys)
{
    entry_feed("\007", 1);
    entry_set("");
    press(keys);
    assert_string_equal(entry_text(), text);
}

#define KEYS(...) ((const char *const[]){__VA_ARGS__, NULL})

static void test_sequences_in_parts(void **state)
{
    types("b", KEYS("a", "\025", "b"));
    types("ac", KEYS("a", "b", "\033", "[", "D", "\004", "c"));
    types("", KEYS("e", "4", "\030", "\025")); /* Ctrl-X Ctrl-U: undone */
    types("a b", KEYS("a b", "\030", "\007")); /* given up */
    types("xe4", KEYS("e4", "\033[H", "x"));
}

static void test_what_means_nothing_leaves_nothing(void **state)
{
    types("ab", KEYS("a", "\033[2", "\217", "b"));
    types("ab", KEYS("a", "\033[15;5~", "b"));
    types("ab", KEYS("a", "\030", "A", "b"));
    types("b", KEYS("\022", "[", "f", "\030", "\023", "\007", "b")); /* within a search */
    types("b", KEYS("\022", "\030", "O", "\0332", "\007", "b"));
}

static void test_begun_is_not_empty(void **state)
{
    types("", KEYS("\030"));
    assert_false(entry_is_empty());
    entry_feed("\007", 1);
    assert_true(entry_is_empty());
}

static void test_vi(void **state)
{
    entry_feed("\033\n", 2); /* vi-editing-mode */
    assert_true(entry_is_vi());
    types("e", KEYS("e", "4", "\033", "x", "a"));
    entry_feed("\033i", 2);
    types("4", KEYS("e", "4", "\033h", "x", "i"));
    types("", KEYS("\033[2", "\007"));
    types("", KEYS("\033[2", "\217", "\033"));
    types("", KEYS("\033[1", "\217", "A", "\033"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_sequences_in_parts, begin, end),
        cmocka_unit_test_setup_teardown(test_what_means_nothing_leaves_nothing, begin, end),
        cmocka_unit_test_setup_teardown(test_begun_is_not_empty, begin, end),
        cmocka_unit_test_setup_teardown(test_vi, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
