/* The entry line: keys as a terminal sends them, in parts or invalid, in both editing modes of
 * readline. Keys that would crash readline (vi mode, Esc [ 2 without an end) do nothing. */
#include <stdlib.h>
#include <string.h>

#include "tests/unit/test.h"

#include "src/tui/entry.h"

/* Memory that readline never frees is ignored. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
    return "leak:libreadline\n";
}

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
    types("a b", KEYS("a b", "\030", "\007")); /* cancelled */
    types("xe4", KEYS("e4", "\033[H", "x"));
}

static void test_what_means_nothing_leaves_nothing(void **state)
{
    types("ab", KEYS("a", "\033[2", "\217", "b"));
    types("ab", KEYS("\030", "(", "a", "\030", ")", "\030", "e", "b"));
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

static void test_a_line_stays_a_line(void **state)
{
    press(KEYS("\0339", "9", "9", "9", "9", "x"));
    for (int i = 0; i < 20; i++)
        press(KEYS("\001", "\013", "\031", "\031"));
    assert_int_equal(strlen(entry_text()), ENTRY_LINE_MAX - 1);
}

/* A history line that was edited and abandoned is unchanged. */
static void test_what_is_given_up_is_given_up(void **state)
{
    entry_remember("e4");
    types("e", KEYS("\020", "\177", "\016", "\020", "\177", "e"));
    entry_set("");
    press(KEYS("\020"));
    assert_string_equal(entry_text(), "e4");
    for (int i = 0; i < 2; i++) {
        press(i ? KEYS("\0332") : KEYS("\022", "e"));
        entry_set("");
        press(KEYS("x"));
        assert_string_equal(entry_text(), "x");
    }
}

static void test_vi(void **state)
{
    static const char *const motions[] = {"d", "dt", "d2", "2", "f", "c2"};
    entry_feed("\033\n", 2); /* vi-editing-mode */
    assert_true(entry_is_vi());
    types("e", KEYS("e", "4", "\033", "x", "a"));
    entry_feed("\033i", 2);
    types("4", KEYS("e", "4", "\033h", "x", "i"));
    types("OhDx",
          KEYS("OhD", "\033", "\033", "[", "1", "@", "3", "\033", "\033", "1", "@", "A", "x"));
    entry_feed("\033", 1);
    types("ex", KEYS("i", "e", "\033\033", "[", "1", "@", "A", "x"));
    entry_feed("\033", 1);
    types("", KEYS("\033[2", "\007"));
    types("", KEYS("\033[2", "\217", "\033"));
    types("", KEYS("\033[1", "\217", "A", "\033"));
    for (size_t i = 0; i < sizeof motions / sizeof *motions; i++) {
        press(KEYS("i", "2.", "\033"));
        for (const char *key = motions[i]; *key; key++)
            entry_feed(key, 1);
        entry_set("");
        press(KEYS(" ", "t", "\007", "\033", "i"));
        types("a", KEYS("a"));
        entry_feed("\033", 1);
    }
}

/* A line found by a search is a new line: editing it does not change the history. */
static void test_vi_search(void **state)
{
    entry_remember("e4");
    entry_remember("undo");
    if (!entry_is_vi()) /* set by the test before */
        entry_feed("\033\n", 2);
    types("undo", KEYS("x", "\033", "/", "e", "\r", "~", "\033[A"));
    types("e4", KEYS("\033[A", "\033[A"));
    types("E4", KEYS("/", "o", "\r", "/", "e", "\r", "~"));
    types("e4", KEYS("\033[A", "\033[A"));
    types("UNdo", KEYS("/", "e", "\r", "/", "d", "\r", "n", "?", "d", "\r", "2", "~"));
    types("e4", KEYS("\033[A", "\033[A"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_sequences_in_parts, begin, end),
        cmocka_unit_test_setup_teardown(test_what_means_nothing_leaves_nothing, begin, end),
        cmocka_unit_test_setup_teardown(test_begun_is_not_empty, begin, end),
        cmocka_unit_test_setup_teardown(test_a_line_stays_a_line, begin, end),
        cmocka_unit_test_setup_teardown(test_what_is_given_up_is_given_up, begin, end),
        cmocka_unit_test_setup_teardown(test_vi, begin, end),
        cmocka_unit_test_setup_teardown(test_vi_search, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
