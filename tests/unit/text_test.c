/* Sanitising text, parsing numbers, and finding files. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sys/stat.h>
#include <unistd.h>

#include "engine/engine.h"
#include "src/game/format.h"
#include "src/util/paths.h"
#include "src/util/text.h"
#include "tests/unit/file.h"
#include "tests/unit/test.h"

static void expect_score(int score, const char *expected)
{
    char text[16];
    text_score(score, text, sizeof text);
    assert_string_equal(text, expected);
}

static void scores_are_pawns_or_mates(void **state)
{
    expect_score(35, "+0.35");
    expect_score(-120, "-1.20");
    expect_score(0, "+0.00");
    expect_score(-5, "-0.05");
    expect_score(SCORE_MATE - 5, "#3");
    expect_score(4 - SCORE_MATE, "#-2");
}

static void the_greatest_depth_is_no_number(void **state)
{
    char text[32];
    text_depth(12, text, sizeof text);
    assert_string_equal(text, "depth 12");
    text_depth(PLY_MAX - 1, text, sizeof text);
    assert_string_equal(text, "searched to the end");
}

static void expect_clock(int64_t milliseconds, bool tenths, const char *expected)
{
    char text[32];
    text_clock(milliseconds, tenths, text, sizeof text);
    assert_string_equal(text, expected);
}

static void clocks_and_thousands(void **state)
{
    expect_clock(303000, false, "5:03");
    expect_clock(3723999, true, "1:02:03");
    expect_clock(9499, true, "0:09.4");
    expect_clock(9499, false, "0:09");
    expect_clock(20000, true, "0:20");
    expect_clock(-1, true, "0:00.0");
    static const struct {
        uint64_t number;
        const char *text;
    } cases[] = {{0, "0"}, {999, "999"}, {12406, "12,406"}, {1000000, "1,000,000"},
                 {UINT64_MAX, "18,446,744,073,709,551,615"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[32];
        text_thousands(cases[i].number, text, sizeof text);
        assert_string_equal(text, cases[i].text);
    }
    assert_string_equal(text_plural(0), "s");
    assert_string_equal(text_plural(1), "");
    assert_string_equal(text_plural(21), "s");
}

static void expect_sanitized(const char *text, const char *expected)
{
    char copy[128];
    snprintf(copy, sizeof copy, "%s", text);
    text_sanitize(copy);
    assert_string_equal(copy, expected);
}

static void names_cannot_draw_on_the_screen(void **state)
{
    expect_sanitized("Magnus", "Magnus");
    expect_sanitized("\x1b[2J\nM\xC3\xBCller", "?[2J?M\xC3\xBCller");
    expect_sanitized("\xC2\x9B" "31m", "?31m");            /* a control character in UTF-8 */
    expect_sanitized("a\xE2\x80\xAE" "b", "a?b");          /* changes the writing direction */
    expect_sanitized("\xC0\xAF\xED\xA0\x80\xF0\x9F", "???????"); /* overlong, surrogate, cut off */
    expect_sanitized("\xE2\x99\x9E", "\xE2\x99\x9E");
}

static void names_cannot_hide_text_or_draw_over_other_lines(void **state)
{
    expect_sanitized("a\xD8\x9C" "b", "a?b");             /* U+061C, Arabic letter mark */
    expect_sanitized("a\xF3\xA0\x81\x81", "a?");         /* U+E0041, a tag */
    expect_sanitized("a\xC2\xAD\xE3\x85\xA4\xEF\xBF\xB9", "a???"); /* invisible */
    expect_sanitized("\xF0\x9F\xBF\xBE", "?");           /* U+1FFFE is no character */
    expect_sanitized("e\xCC\x81 \xE0\xA4\x95\xE0\xA5\x8D", "e\xCC\x81 \xE0\xA4\x95\xE0\xA5\x8D");
    expect_sanitized("\xCC\x81" "e", "?e");              /* a combining mark alone */
    char stack[128] = "a", four[128] = "a";
    for (int i = 0; i < 30; i++)
        strcat(stack, "\xCC\x81");
    strcat(stack, "b\xCC\x81");
    for (int i = 0; i < 4; i++)
        strcat(four, "\xCC\x81");
    strcat(four, "b\xCC\x81");
    expect_sanitized(stack, four);
    assert_true(text_is_mark(0x300) && text_is_mark(0xE01EF) && text_is_mark(0x483));
    assert_false(text_is_mark(0x2FF) || text_is_mark(0x370) || text_is_mark(0x10FFFF));
}

static void numbers_are_whole_and_bounded(void **state)
{
    long number = 0;
    assert_true(text_number("1400", 600, 2600, &number));
    assert_int_equal(number, 1400);
    assert_true(text_number("-5", -5, 5, &number));
    assert_int_equal(number, -5);
    char least[32];
    snprintf(least, sizeof least, "%ld", LONG_MIN);
    assert_true(text_number(least, LONG_MIN, 0, &number));
    assert_true(number == LONG_MIN);
    static const char *const bad[] = {"",
                                      "-",
                                      "+",
                                      "12x",
                                      " 12",
                                      "12 ",
                                      "1.5",
                                      "0x10",
                                      "599",
                                      "2601",
                                      "9223372036854775808",
                                      "99999999999999999999"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        if (text_number(bad[i], 600, 2600, &number))
            fail_msg("'%s' was accepted", bad[i]);
    }
}

static void files_are_read_whole_or_refused(void **state)
{
    char folder[] = "/tmp/fallible-text-XXXXXX", path[64];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/file", folder);
    for (int i = 0; i < 3000; i++)
        file_append(path, "line\n");
    struct error error = {0};
    char *text = paths_read(path, 15000, &error);
    assert_non_null(text);
    assert_int_equal(strlen(text), 15000);
    free(text);
    assert_null(paths_read(path, 14999, &error));
    assert_string_equal(error.file, path);
    file_put(path, "w", "a\0b", 3);
    assert_null(paths_read(path, 100, &error));
    assert_non_null(strstr(error.message, "NUL"));
    unlink(path);
    assert_null(paths_read(path, 100, &error));
    assert_null(paths_read(folder, 100, &error));
    rmdir(folder);
}

static void the_users_folders_follow_xdg(void **state)
{
    char folder[] = "/tmp/fallible-text-XXXXXX", path[256], expected[256];
    struct error error = {0};
    assert_non_null(mkdtemp(folder));
    setenv("HOME", folder, 1);
    unsetenv("XDG_CONFIG_HOME");
    unsetenv("XDG_DATA_HOME");
    assert_true(paths_config("strength.conf", path, sizeof path));
    snprintf(expected, sizeof expected, "%s/.config/fallible/strength.conf", folder);
    assert_string_equal(path, expected);
    assert_true(paths_data("games.db", path, sizeof path, &error));
    snprintf(expected, sizeof expected, "%s/.local/share/fallible/games.db", folder);
    assert_string_equal(path, expected);
    struct stat status;
    *strrchr(path, '/') = '\0';
    assert_int_equal(stat(path, &status), 0);
    assert_int_equal(status.st_mode & 0777, 0700);
    while (strcmp(path, folder) != 0) {
        assert_int_equal(rmdir(path), 0);
        *strrchr(path, '/') = '\0';
    }
    setenv("XDG_CONFIG_HOME", "/somewhere", 1);
    assert_true(paths_config("x", path, sizeof path));
    assert_string_equal(path, "/somewhere/fallible/x");
    setenv("XDG_CONFIG_HOME", "not/absolute", 1);
    assert_true(paths_config("x", path, sizeof path));
    assert_null(strstr(path, "not/absolute"));
    assert_false(paths_config("a name", path, 10));
    unsetenv("HOME");
    assert_false(paths_config("x", path, sizeof path) && path[0] != '/');
    assert_false(paths_data("x", path, sizeof path, &error));
    rmdir(folder);
}

static void a_mistyped_word_finds_its_name(void **state)
{
    assert_string_equal(text_nearer("plya", "elo", "play"), "play");
    assert_string_equal(text_nearer("colour", "color", NULL), "color");
    assert_string_equal(text_nearer("tiem", "theme", "time"), "time");
    assert_null(text_nearer("hello", "elo", NULL));
    assert_null(text_nearer("take", "time", NULL));
    assert_null(text_nearer("something", "stats", "suite"));
    assert_null(text_nearer("x", "e", NULL));
    assert_null(text_nearer("", "elo", NULL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scores_are_pawns_or_mates),
        cmocka_unit_test(the_greatest_depth_is_no_number),
        cmocka_unit_test(clocks_and_thousands),
        cmocka_unit_test(names_cannot_draw_on_the_screen),
        cmocka_unit_test(names_cannot_hide_text_or_draw_over_other_lines),
        cmocka_unit_test(numbers_are_whole_and_bounded),
        cmocka_unit_test(a_mistyped_word_finds_its_name),
        cmocka_unit_test(files_are_read_whole_or_refused),
        cmocka_unit_test(the_users_folders_follow_xdg),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
