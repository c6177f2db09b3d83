/* The players' scale: the shipped table, conversion in both directions, and errors in a table. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/strength.h"
#include "src/game/scale.h"
#include "tests/unit/test.h"

static struct scale *shipped(void)
{
    struct error error = {0};
    struct scale *scale = scale_create(NULL, NULL, &error);
    if (!scale)
        fail_msg("%s:%d:%d: %s", error.file, error.line, error.column, error.message);
    return scale;
}

static void every_column_rises_and_reads_both_ways(void **state)
{
    struct scale *scale = shipped();
    for (int which = 0; which < SCALE_COUNT; which++) {
        double before = -1;
        for (int engine = ELO_MIN; engine <= ELO_MAX; engine += 7) {
            struct scale_value value = scale_at(scale, (enum rating_scale)which, engine);
            assert_true(value.rating > before);
            assert_true(which == SCALE_ENGINE || value.error > 0);
            before = value.rating;
            int back = scale_to_engine(scale, (enum rating_scale)which, value.rating);
            assert_int_equal(back, engine);
        }
    }
    scale_destroy(scale);
}

static void a_level_chosen_is_the_level_shown(void **state)
{
    struct scale *scale = shipped();
    for (int which = 0; which < SCALE_COUNT; which++) {
        int min, max;
        scale_show(scale, (enum rating_scale)which);
        scale_range(scale, (enum rating_scale)which, &min, &max);
        assert_true(min < max && min % ELO_STEP == 0 && max % ELO_STEP == 0);
        for (int level = min; level <= max; level += ELO_STEP)
            assert_int_equal(scale_level(scale, scale_engine(scale, level)), level);
    }
    assert_int_equal(scale_level(scale, ELO_FULL), ELO_FULL);
    assert_int_equal(scale_engine(scale, ELO_FULL), ELO_FULL);
    scale_destroy(scale);
}

static void the_table_says_what_chessgoals_says(void **state)
{
    static const struct {
        int rapid, blitz, chesscom, fide; /* fide 0: not in the table */
    } rows[] = {{1615, 1420, 1000, 1450}, {1765, 1565, 1200, 1555}, {1930, 1780, 1500, 1710},
                {2085, 1970, 1800, 1810}, {2185, 2100, 2000, 1925}, {2285, 2235, 2200, 2055}};
    struct scale *scale = shipped();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        int engine = scale_to_engine(scale, SCALE_LICHESS_RAPID, rows[i].rapid);
        struct scale_value blitz = scale_at(scale, SCALE_LICHESS_BLITZ, engine);
        struct scale_value chesscom = scale_at(scale, SCALE_CHESSCOM_BLITZ, engine);
        struct scale_value fide = scale_at(scale, SCALE_FIDE, engine);
        assert_true(fabs(blitz.rating - rows[i].blitz) < 20);
        assert_true(fabs(chesscom.rating - rows[i].chesscom) < 20);
        assert_true(fabs(fide.rating - rows[i].fide) < 20);
    }
    scale_destroy(scale);
}

static void names_are_read(void **state)
{
    enum rating_scale which;
    for (int i = 0; i < SCALE_COUNT; i++) {
        assert_true(scale_from_name(scale_name((enum rating_scale)i), &which));
        assert_int_equal(which, i);
    }
    assert_true(scale_from_name("Lichess", &which));
    assert_int_equal(which, SCALE_LICHESS_RAPID);
    assert_true(scale_from_name("chess.com", &which));
    assert_int_equal(which, SCALE_CHESSCOM_RAPID);
    assert_true(scale_from_name("FIDE", &which));
    assert_int_equal(which, SCALE_FIDE);
    assert_false(scale_from_name("uscf", &which));
    assert_false(scale_from_name("", &which));
}

/* The heading of the table, and a second part for a row of the other scales. */
#define HEADING                                                                                    \
    "engine\tlichess-rapid\terror\tsource\tlichess-blitz\terror\tsource\tchesscom-rapid\terror\t"   \
    "source\tchesscom-blitz\terror\tsource\tfide\terror\tsource\n"
#define REST "\t400\t9\tT\t400\t9\tT\t400\t9\tT\t400\t9\tT\n"
#define HIGHER "\t900\t9\tT\t900\t9\tT\t900\t9\tX\t900\t9\tT\n"

static void words_name_the_scale_and_the_others(void **state)
{
    struct error error = {0};
    char text[96];
    struct scale *scale = scale_create(HEADING "600\t1000\t50\tL" REST "1600\t2000\t50\tLM"
                                               "\t900\t9\tT\t800\t9\tT\t900\t9\tX\t1400\t9\tT\n",
                                       NULL, &error);
    assert_non_null(scale);
    scale_level_words(scale, 1000, text, sizeof text);
    assert_string_equal(text, "1400 Lichess rapid");
    scale_beside(scale, 1000, text, sizeof text);
    assert_string_equal(text, "about 560 chess.com, 800 FIDE");
    scale_show(scale, SCALE_FIDE);
    scale_level_words(scale, 1000, text, sizeof text);
    assert_string_equal(text, "800 FIDE");
    scale_beside(scale, 1000, text, sizeof text);
    assert_string_equal(text, "about 1400 Lichess, 560 chess.com");
    scale_errors(scale, 1000, text, sizeof text);
    assert_string_equal(text, "1400 ±100 Lichess, 560 ±20 chess.com, 800 ±20 FIDE");
    scale_errors(scale, ELO_FULL, text, sizeof text);
    assert_string_equal(text, "");
    struct scale_value value = scale_at(scale, SCALE_LICHESS_RAPID, 1500);
    assert_string_equal(value.sources, "LM");
    assert_false(value.extrapolated);
    value = scale_at(scale, SCALE_LICHESS_RAPID, 2000); /* beyond the end of the table */
    assert_true(value.extrapolated && value.rating == 2000);
    assert_true(scale_at(scale, SCALE_CHESSCOM_BLITZ, 1500).extrapolated);
    scale_destroy(scale);
}

static void unknown_ratings_are_passed_over(void **state)
{
    struct error error = {0};
    struct scale *scale = scale_create(
        HEADING "600\t1000\t50\tL" REST "800\t-\t-\t-\t500\t9\tT\t500\t9\tT\t500\t9\tT\t500\t9\tT\n"
                "1000\t1400\t50\tL" HIGHER, NULL, &error);
    assert_non_null(scale);
    assert_true(scale_at(scale, SCALE_LICHESS_RAPID, 800).rating == 1200);
    assert_true(scale_at(scale, SCALE_FIDE, 800).rating == 500);
    scale_destroy(scale);
}

static void wrong_tables_are_refused(void **state)
{
    static const struct {
        const char *text, *message;
        int line, column;
    } wrong[] = {
        {"", "the file ends with fewer than two ratings of lichess-rapid", 1, 0},
        {"engine\tfide\n", "expected 16 cells separated by tabs, not 2", 1, 1},
        {HEADING "600\t1000\t50\tL" REST "600\t1400\t50\tL" HIGHER,
         "levels must go from low to high: 600 after 600", 3, 1},
        {HEADING "600\t1000\t50\tL" REST "# comment\n\n800\t1000\t50\tL" HIGHER,
         "the ratings of lichess-rapid must increase: 1000 follows 1000", 5, 5},
        {HEADING "600\tmany\t50\tL" REST, "expected a rating from 0 to 4000 or -, not \"many\"", 2,
         5},
        {HEADING "600\t1000\t0\tL" REST, "expected an error from 1 to 4000, not \"0\"", 2, 10},
        {HEADING "600\t1000\t50\tQ" REST,
         "expected one or more of the letters LMRTX for the source, not \"Q\"", 2, 13},
        {HEADING "600\t-\t50\tL" REST, "if a rating is -, its error and source must also be -", 2,
         5},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct error error = {0};
        struct scale *scale = scale_create(wrong[i].text, "own.tsv", &error);
        assert_null(scale);
        assert_string_equal(error.message, wrong[i].message);
        assert_string_equal(error.file, "own.tsv");
        assert_int_equal(error.line, wrong[i].line);
        assert_int_equal(error.column, wrong[i].column);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_column_rises_and_reads_both_ways),
        cmocka_unit_test(a_level_chosen_is_the_level_shown),
        cmocka_unit_test(the_table_says_what_chessgoals_says),
        cmocka_unit_test(names_are_read),
        cmocka_unit_test(words_name_the_scale_and_the_others),
        cmocka_unit_test(unknown_ratings_are_passed_over),
        cmocka_unit_test(wrong_tables_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
