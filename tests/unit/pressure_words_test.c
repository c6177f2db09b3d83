/* Pressure in points of rating, and the causes that are named. */
#include "src/game/pressure_words.h"

#include <string.h>

#include "tests/unit/test.h"

static void pressure_is_told_in_points(void **state)
{
    struct error error = {0};
    struct strength *strength = strength_create(NULL, NULL, &error);
    struct scale *scale = scale_create(NULL, NULL, &error);
    assert_true(strength && scale);
    const int level = scale_to_engine(scale, SCALE_LICHESS_RAPID, 1400);
    const struct handicap human = handicap_for(strength, METHOD_HUMAN, level, 1);
    const struct handicap noise = handicap_for(strength, METHOD_NOISE, level, 1);
    char text[PRESSURE_WORDS_MAX];
    struct pressure pressure = {.percent = 100, .left = -1};
    pressure_words(strength, scale, &human, &pressure, text, sizeof text);
    assert_string_equal(text, "");
    /* A level with 110 percent of the errors errs like a weaker one. */
    const int worse = strength_level_erring(strength, &human, 110);
    assert_in_range(strength_level_erring(strength, &human, 100), level - 30, level + 30);
    assert_in_range(worse, level - 250, level - 50);
    assert_true(strength_level_erring(strength, &human, 90) > level);
    assert_true(strength_level_erring(strength, &human, 400) >= ELO_MIN);
    assert_int_equal(strength_level_erring(strength, &noise, 110), 0);
    pressure = (struct pressure){.percent = 110, .left = 12400};
    pressure_words(strength, scale, &human, &pressure, text, sizeof text);
    assert_int_equal(strncmp(text, "12 s left: errs like ", 21), 0);
    assert_non_null(strstr(text, " points less"));
    pressure = (struct pressure){.percent = 92, .left = -1, .pawns = 4, .lost_games = 1};
    pressure_words(strength, scale, &human, &pressure, text, sizeof text);
    assert_int_equal(strncmp(text, "4 pawns ahead, 1 game lost in a row: errs like ", 47), 0);
    assert_non_null(strstr(text, " points more"));
    pressure = (struct pressure){.percent = 400, .left = 900};
    const struct handicap weakest = handicap_for(strength, METHOD_HUMAN, ELO_MIN, 1);
    pressure_words(strength, scale, &weakest, &pressure, text, sizeof text);
    assert_string_equal(text, "0 s left: errors 400% of usual");
    pressure = (struct pressure){.percent = 120, .left = -1, .pawns = -1};
    pressure_words(strength, scale, &noise, &pressure, text, sizeof text);
    assert_string_equal(text, "1 pawn behind: errors 120% of usual");
    scale_destroy(scale);
    strength_destroy(strength);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(pressure_is_told_in_points)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
