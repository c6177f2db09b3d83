/* The tables of calibration: settings as numbers, the rewritten strength table, and the table of
 * measurements. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/human/net.h"
#include "src/lab/calibrate/calibrate_family.h"
#include "src/lab/calibrate/calibrate_table.h"
#include "src/util/paths.h"
#include "tests/unit/file.h"
#include "tests/unit/levels.h"
#include "tests/unit/test.h"

static void between_two_measured_levels_a_third_is_known(void **state)
{
    struct measured_table table = {0};
    const struct {
        double elo, error;
    } ends[] = {{1404, 20}, {1496, 30}};
    for (int i = 0; i < 2; i++) {
        struct handicap end = handicap_for(strength, METHOD_HUMAN, 1400 + 100 * i, 0);
        struct measured_level row = {.method = METHOD_HUMAN, .level = end.elo, .control = "1+0",
                                     .elo = ends[i].elo, .error = ends[i].error, .games = 100,
                                     .print = handicap_print(&end)};
        assert_true(measured_put(&table, &row));
    }
    struct measured_level level;
    struct handicap between = handicap_for(strength, METHOD_HUMAN, 1425, 5);
    assert_true(measured_between(&table, strength, &between, "1+0", &level));
    assert_true(level.elo == 1427 && measured_error(&level) == 30 && level.games == 0);
    assert_false(measured_between(&table, strength, &between, "5+3", &level));
    between.boldness++; /* differs from the numbers of the level */
    assert_false(measured_between(&table, strength, &between, "1+0", &level));
    between = handicap_for(strength, METHOD_HUMAN, 1525, 5);
    assert_false(measured_between(&table, strength, &between, "1+0", &level));
    between = handicap_for(strength, METHOD_HUMAN, ELO_FULL, 5);
    assert_false(measured_between(&table, strength, &between, "1+0", &level));
    measured_clear(&table);
}

static void a_level_at_its_own_setting_is_that_of_the_table(void **state)
{
    for (int level = CALIBRATED_MIN; level <= CALIBRATED_MAX; level += 100) {
        struct handicap own = handicap_for(strength, METHOD_MADCHESS, level, 0);
        for (int family = FAMILY_STRENGTH; family <= FAMILY_FIXED; family++) {
            struct handicap made =
                family_handicap(strength, (enum family)family, METHOD_MADCHESS, level, level);
            assert_int_equal(handicap_print(&own), handicap_print(&made));
        }
    }
}

static void numbers_move_with_the_setting_and_knowledge_does_not(void **state)
{
    struct handicap own = handicap_for(strength, METHOD_MADCHESS, 1400, 0);
    struct handicap below = family_handicap(strength, FAMILY_STRENGTH, METHOD_MADCHESS, 1400, 1000);
    struct handicap other = handicap_for(strength, METHOD_MADCHESS, 1000, 0);
    assert_int_equal(below.nodes_per_second, other.nodes_per_second);
    assert_int_equal(below.move_error, other.move_error);
    assert_memory_equal(below.knowledge, own.knowledge, sizeof own.knowledge);
    /* The chain below the levels is weaker still, even if the level's number is ELO_FULL. */
    struct handicap chain = family_handicap(strength, FAMILY_STRENGTH, METHOD_MADCHESS, 0, 0);
    struct handicap lowest = handicap_for(strength, METHOD_MADCHESS, CALIBRATED_MIN, 0);
    assert_true(chain.limited && chain.nodes_per_second < lowest.nodes_per_second);
    assert_memory_equal(chain.knowledge, lowest.knowledge, sizeof lowest.knowledge);
    /* Beyond the table the settings get weaker and weaker, within their bounds. */
    struct handicap before = family_handicap(strength, FAMILY_STRENGTH, METHOD_MADCHESS, 600, 600);
    for (int setting = 500; setting >= -2000; setting -= 100) {
        struct handicap now =
            family_handicap(strength, FAMILY_STRENGTH, METHOD_MADCHESS, 600, setting);
        assert_true(now.nodes_per_second <= before.nodes_per_second && now.nodes_per_second >= 1);
        assert_true(now.move_error >= before.move_error && now.move_error <= 10000);
        assert_true(now.blunder_chance >= before.blunder_chance && now.blunder_chance <= 1024);
        before = now;
    }
}

static void a_time_discount_is_all_that_family_moves(void **state)
{
    struct handicap own = handicap_for(strength, METHOD_MADCHESS, 1000, 0);
    struct handicap less = family_handicap(strength, FAMILY_TIME, METHOD_MADCHESS, 1000, 1065);
    assert_int_equal(own.time_discount - less.time_discount, 50);
    assert_int_equal(less.nodes_per_second, own.nodes_per_second);
    less.time_discount = 50;
    less.reference_time = 2000;
    less.nodes_per_second = 1000;
    assert_int_equal(handicap_speed(&less, 2000), 1000);
    assert_int_equal(handicap_speed(&less, 8000), 500);
    assert_int_equal(handicap_speed(&less, 500), 2000);
    less.time_discount = 0;
    assert_int_equal(handicap_speed(&less, 8000), 1000);
}

/* The built-in table's text with one method's levels in place of its curves. */
static char *rewritten(const char *text, enum method method, const struct handicap handicaps[],
                       const int levels[], int count)
{
    char *made = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&made, &size);
    assert_non_null(out);
    assert_true(family_write(out, text, FAMILY_STRENGTH, method, levels, handicaps, count));
    fclose(out);
    return made;
}

static void the_table_written_anew_gives_what_was_measured(void **state)
{
    struct error error = {0};
    char *text = paths_read("share/strength.conf", 1 << 20, &error);
    if (!text) {
        print_message("no share/strength.conf here: skipped\n");
        skip();
    }
    struct handicap handicaps[21];
    int levels[21];
    for (int i = 0; i < 21; i++) {
        levels[i] = CALIBRATED_MIN + 100 * i;
        handicaps[i] = family_handicap(strength, FAMILY_STRENGTH, METHOD_NOISE, levels[i],
                                       levels[i] - 150 + 3 * i);
    }
    char *made = rewritten(text, METHOD_NOISE, handicaps, levels, 21);
    struct strength *anew = strength_create(made, "made.conf", &error);
    if (!anew)
        fail_msg("%s:%d: %s", error.file, error.line, error.message);
    for (int i = 0; i < 21; i++) {
        struct handicap now = handicap_for(anew, METHOD_NOISE, levels[i], 0);
        assert_int_equal(handicap_print(&now), handicap_print(&handicaps[i]));
        struct handicap other = handicap_for(anew, METHOD_MADCHESS, levels[i], 0);
        struct handicap before = handicap_for(strength, METHOD_MADCHESS, levels[i], 0);
        assert_int_equal(handicap_print(&other), handicap_print(&before));
    }
    /* A second time nothing changes. */
    char *again = rewritten(made, METHOD_NOISE, handicaps, levels, 21);
    assert_string_equal(made, again);
    strength_destroy(anew);
    free(again);
    free(made);
    free(text);
}

static void what_was_measured_is_found_until_its_numbers_change(void **state)
{
    char path[] = "/tmp/measured_XXXXXX";
    file_make(path, "", 0);
    struct handicap handicap = handicap_for(strength, METHOD_MADCHESS, 1400, 3);
    struct measured_table written = {0}, read;
    struct measured_level row = {.method = METHOD_MADCHESS, .level = 1400, .control = "1+0",
                                 .elo = 1402, .error = 12, .scale_error = 16, .games = 4100,
                                 .print = handicap_print(&handicap)};
    struct error error = {0};
    assert_true(measured_put(&written, &row));
    row.level = 1500;
    assert_true(measured_put(&written, &row));
    row.elo = 1490; /* replaces the first measurement */
    assert_true(measured_put(&written, &row));
    assert_int_equal(written.count, 2);
    assert_true(measured_write(&written, path, &error));
    if (!measured_read(&read, path, &error))
        fail_msg("%d: %s", error.line, error.message);
    assert_int_equal(read.count, 2);
    const struct measured_level *found = measured_find(&read, &handicap, "1+0");
    assert_non_null(found);
    assert_true(found->elo == 1402 && found->error == 12 && found->scale_error == 16 &&
                found->games == 4100);
    assert_true(measured_error(found) == 20);
    assert_null(measured_find(&read, &handicap, "5+3"));
    handicap.move_error++;
    assert_null(measured_find(&read, &handicap, "1+0"));
    measured_clear(&written);
    measured_clear(&read);
    file_append(path, "madchess\t1400\t1+0\tmany\n");
    assert_false(measured_read(&read, path, &error));
    assert_int_equal(error.line, 6);
    assert_string_equal(error.file, path);
    unlink(path);
}

/* Measurements of method human do not apply if the network has changed. */
static void a_print_knows_the_model_of_method_human(void **state)
{
    struct choice_model other = *choice_model_shipped();
    struct choice_net *net = malloc(sizeof *net);
    assert_non_null(net);
    *net = *other.net;
    net->worth[CHOICE_KNOTS - 1][CHOICE_UNITS - 1] += 1;
    other.net = net;
    for (int method = 0; method < METHOD_COUNT; method++) {
        struct handicap handicap = handicap_for(strength, (enum method)method, 1400, 0);
        bool same = handicap_print(&handicap) == handicap_print_by(&handicap, &other);
        assert_true(same == (method != METHOD_HUMAN));
    }
    free(net);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(between_two_measured_levels_a_third_is_known),
        cmocka_unit_test(a_level_at_its_own_setting_is_that_of_the_table),
        cmocka_unit_test(numbers_move_with_the_setting_and_knowledge_does_not),
        cmocka_unit_test(a_time_discount_is_all_that_family_moves),
        cmocka_unit_test(the_table_written_anew_gives_what_was_measured),
        cmocka_unit_test(what_was_measured_is_found_until_its_numbers_change),
        cmocka_unit_test(a_print_knows_the_model_of_method_human),
    };
    return cmocka_run_group_tests_name("calibrate_table", tests, make_levels, free_levels);
}
