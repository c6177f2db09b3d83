/* The reader of [section] and `key = value` lines. */
#include <string.h>

#include "engine/conf.h"
#include "tests/unit/test.h"

static void lines_are_cut_into_their_parts(void **state)
{
    struct conf conf = conf_begin("# comment\n\n  [ a b ] # more\r\n\tkey  =  two words \nx=\nword\n");
    struct error error;
    bool failed;
    assert_true(conf_next(&conf, &failed, &error));
    assert_string_equal(conf.section, "a b");
    assert_int_equal(conf.number, 3);
    assert_true(conf_next(&conf, &failed, &error));
    assert_null(conf.section);
    assert_string_equal(conf.key, "key");
    assert_string_equal(conf.value, "two words");
    assert_int_equal(conf.column, 2);
    assert_int_equal(conf.value_column, 10);
    assert_true(conf_next(&conf, &failed, &error));
    assert_string_equal(conf.value, "");
    assert_int_equal(conf.value_column, 3);
    assert_true(conf_next(&conf, &failed, &error));
    assert_null(conf.value);
    assert_false(conf_next(&conf, &failed, &error));
    assert_false(failed);
    assert_int_equal(conf.number, 7);
}

static void values_may_contain_a_hash_where_asked(void **state)
{
    struct conf conf = conf_begin("key = a#b # c\n  # comment\n");
    struct error error;
    bool failed;
    conf.whole_values = true;
    assert_true(conf_next(&conf, &failed, &error));
    assert_string_equal(conf.value, "a#b # c");
    assert_false(conf_next(&conf, &failed, &error));
}

static void bad_lines_are_refused_and_the_next_is_read(void **state)
{
    static char text[CONF_LINE_MAX + 16] = "[name\n";
    struct error error = {0};
    bool failed;
    memset(text + 6, 'x', CONF_LINE_MAX);
    strcpy(text + 6 + CONF_LINE_MAX, "\na = 1\n");
    struct conf conf = conf_begin(text);
    assert_false(conf_next(&conf, &failed, &error));
    assert_true(failed);
    assert_int_equal(error.line, 1);
    assert_int_equal(error.column, 6);
    assert_false(conf_next(&conf, &failed, &error));
    assert_true(failed);
    assert_int_equal(error.line, 2);
    assert_non_null(strstr(error.message, "too long"));
    assert_true(conf_next(&conf, &failed, &error));
    assert_string_equal(conf.key, "a");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_are_cut_into_their_parts),
        cmocka_unit_test(values_may_contain_a_hash_where_asked),
        cmocka_unit_test(bad_lines_are_refused_and_the_next_is_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
