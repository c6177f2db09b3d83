/* Strength: the curves, the reader of strength.conf, the human rules, the choice of a move. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/engine.h"
#include "engine/strength/conf.h"
#include "tests/unit/levels.h"
#include "tests/unit/test.h"

/* The rules that MadChess's own table has. */
static const unsigned published_rules = (1U << (RULE_BACK_RANK + 1)) - 1;

static char *shipped_text(const char *name)
{
    FILE *file = fopen(name, "r");
    if (!file)
        return NULL;
    char *text = calloc(1, 65536);
    if (text)
        text[fread(text, 1, 65535, file)] = '\0';
    fclose(file);
    return text;
}

/* Replaces the lines of one section of the text. */
static void replace_section(char *text, const char *name, const char *lines)
{
    char *from = strstr(text, name);
    assert_non_null(from);
    from = strchr(from, '\n') + 1;
    char *to = strchr(from, '[');
    assert_non_null(to);
    size_t length = strlen(lines);
    memmove(from + length, to, strlen(to) + 1);
    memcpy(from, lines, length);
}

/* The shipped table with MadChess's formulas for its method and few knots for another. The caller
 * frees it. */
static char *formula_text(void)
{
    char *text = shipped_text("share/strength.conf");
    assert_non_null(text);
    replace_section(text, "[madchess.nodes_per_second]",
                    "factor = 0.125\norigin = 0\nunit = 200\nexponent = 6.5\nconstant = 243\n");
    replace_section(text, "[madchess.move_error]",
                    "factor = 0.07\norigin = 2800\nunit = 200\nexponent = 3\nconstant = 7\n");
    replace_section(text, "[madchess.blunder_error]",
                    "factor = 0.16\norigin = 2800\nunit = 200\nexponent = 3\nconstant = 38\n");
    replace_section(text, "[madchess.blunder_chance]",
                    "factor = 0.25\norigin = 2800\nunit = 200\nexponent = 2.5\nconstant = 35\n");
    replace_section(text, "[inaccuracy.root_error]", "600 = 700\n1000 = 320\n2600 = 10\n");
    return text;
}

/* That table with one text replaced. The caller frees it. */
static char *changed_text(const char *old, const char *replacement)
{
    char *text = formula_text();
    char *at = strstr(text, old);
    assert_non_null(at);
    char *changed = calloc(1, 70000);
    assert_non_null(changed);
    snprintf(changed, 70000, "%.*s%s%s", (int)(at - text), text, replacement, at + strlen(old));
    free(text);
    return changed;
}

/* Computed from the formulas by another program. */
static void test_curves_at_known_ratings(void **state)
{
    static const struct {
        int elo, nodes, move_error, blunder_error, blunder_chance;
    } rows[] = {
        {600, 400, 100, 250, 135},  {1000, 4610, 58, 154, 95}, {1400, 39151, 31, 92, 67},
        {1800, 199533, 15, 58, 48}, {2200, 734693, 8, 42, 38}, {2600, 2175656, 7, 38, 35},
    };
    struct error error = {0};
    char *text = shipped_text("share/madchess.conf");
    struct strength *formulas = strength_create(text, "madchess.conf", &error);
    if (!formulas)
        fail_msg("%s", error.message);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct handicap handicap = handicap_for_elo(formulas, rows[i].elo, 7);
        assert_true(handicap.limited);
        assert_int_equal(handicap.elo, rows[i].elo);
        assert_int_equal(handicap.seed, 7);
        assert_int_equal(handicap.nodes_per_second, rows[i].nodes);
        assert_int_equal(handicap.move_error, rows[i].move_error);
        assert_int_equal(handicap.blunder_error, rows[i].blunder_error);
        assert_int_equal(handicap.blunder_chance, rows[i].blunder_chance);
        assert_int_equal(handicap.order_bias, 0); /* each candidate is equally likely, */
        assert_int_equal(handicap.rule_cost, 0);  /* and no rule drops the best */
        assert_int_equal(handicap.rules, published_rules);
        /* The other methods are those of the built-in table. */
        struct handicap noise = handicap_for(formulas, METHOD_NOISE, rows[i].elo, 7);
        struct handicap same = handicap_for(strength, METHOD_NOISE, rows[i].elo, 7);
        assert_int_equal(noise.nodes_per_second, same.nodes_per_second);
        assert_int_equal(noise.leaf_noise, same.leaf_noise);
        assert_int_equal(noise.rules, same.rules);
    }
    struct preset ours[40], theirs[40];
    assert_int_equal(strength_presets(formulas, theirs, 40), strength_presets(strength, ours, 40));
    strength_destroy(formulas);
    free(text);
}

static void test_more_elo_is_never_weaker(void **state)
{
    struct handicap before = handicap_for_elo(strength, ELO_MIN, 0);
    for (int elo = ELO_MIN + ELO_STEP; elo <= ELO_MAX; elo += ELO_STEP) {
        struct handicap now = handicap_for_elo(strength, elo, 0);
        assert_true(now.nodes_per_second >= before.nodes_per_second);
        assert_true(now.move_error <= before.move_error);
        assert_true(now.blunder_error <= before.blunder_error);
        assert_true(now.blunder_chance <= before.blunder_chance);
        assert_true(now.order_bias >= before.order_bias);
        for (int group = 0; group < GROUP_COUNT; group++)
            assert_true(now.knowledge[group] >= before.knowledge[group]);
        before = now;
    }
}

static void test_ratings_beyond_the_ends_are_clamped_and_full_is_unlimited(void **state)
{
    assert_int_equal(handicap_for_elo(strength, 100, 0).elo, ELO_MIN);
    assert_int_equal(handicap_for_elo(strength, 9000, 0).elo, ELO_MAX);
    assert_true(handicap_for_elo(strength, 9000, 0).limited);
    struct handicap full = handicap_for_elo(strength, ELO_FULL, 0);
    assert_false(full.limited);
    assert_int_equal(full.elo, ELO_FULL);
    for (int group = 0; group < GROUP_COUNT; group++)
        assert_int_equal(full.knowledge[group], 100);
}

static void test_knowledge_grows_to_the_groups_rating(void **state)
{
    struct handicap at_600 = handicap_for_elo(strength, 600, 0);
    for (int group = 0; group < GROUP_COUNT; group++)
        assert_int_equal(at_600.knowledge[group], 0);
    struct handicap at_700 = handicap_for_elo(strength, 700, 0);
    assert_int_equal(at_700.knowledge[GROUP_PAWN_VALUES], 50);
    assert_int_equal(at_700.knowledge[GROUP_MINOR_VALUES], 25);
    struct handicap at_1400 = handicap_for_elo(strength, 1400, 0);
    assert_int_equal(at_1400.knowledge[GROUP_KING_SAFETY], 100);
    assert_int_equal(at_1400.knowledge[GROUP_PIECE_LOCATION], 80);
    assert_int_equal(at_1400.knowledge[GROUP_MAJOR_MANEUVERING], 44);
    struct handicap at_2400 = handicap_for_elo(strength, 2400, 0);
    for (int group = 0; group < GROUP_COUNT; group++)
        assert_int_equal(at_2400.knowledge[group], 100);
}

static void test_presets_have_their_names(void **state)
{
    struct preset presets[32];
    int count = strength_presets(strength, presets, 32);
    assert_int_equal(count, 7);
    assert_string_equal(presets[0].name, "beginner");
    assert_int_equal(presets[0].elo, 387);
    assert_string_equal(presets[6].name, "full");
    assert_int_equal(presets[6].elo, ELO_FULL);
    assert_int_equal(strength_presets(strength, presets, 2), 2);
    assert_string_equal(strength_preset_name(strength, ELO_MIN), "beginner");
    assert_string_equal(strength_preset_name(strength, 800), "casual");
    assert_string_equal(strength_preset_name(strength, 1400), "club");
    assert_string_equal(strength_preset_name(strength, 1700), "strong club");
    assert_string_equal(strength_preset_name(strength, 2600), "master");
    int elo;
    assert_true(strength_preset_find(strength, "Strong Club", &elo));
    assert_int_equal(elo, 1605);
    assert_true(strength_preset_find(strength, "strong-club", &elo));
    assert_int_equal(elo, 1605);
    assert_true(strength_preset_find(strength, "patzer", &elo)); /* of earlier versions */
    assert_int_equal(elo, 800);
    assert_true(strength_preset_find(strength, "full", &elo));
    assert_int_equal(elo, ELO_FULL);
    assert_false(strength_preset_find(strength, "nobody", &elo));
    assert_string_equal(strength_preset_name(strength, ELO_FULL), "full");
}

/* The curves. */

static void test_a_curve_goes_through_its_knots_and_overshoots_none(void **state)
{
    static const struct curve curves[] = {
        {.knot_count = 5, .elo = {600, 700, 1000, 1400, 2600}, .value = {900, 880, 300, 290, 0}},
        {.knot_count = 4, .elo = {600, 1000, 1800, 2600}, .value = {10, 500, 500, 90000}},
        {.knot_count = 3, .elo = {1000, 1400, 2000}, .value = {100, 700, 50}},
        {.knot_count = 2, .elo = {1000, 2000}, .value = {0, 1000}},
        {.knot_count = 1, .elo = {600}, .value = {25}},
    };
    for (size_t i = 0; i < sizeof curves / sizeof *curves; i++) {
        const struct curve *curve = &curves[i];
        int last = curve->knot_count - 1;
        for (int knot = 0; knot <= last; knot++)
            assert_int_equal(curve_at(curve, (int)curve->elo[knot], 0, 1000000),
                             (int)curve->value[knot]);
        assert_int_equal(curve_at(curve, 0, 0, 1000000), (int)curve->value[0]);
        assert_int_equal(curve_at(curve, 4000, 0, 1000000), (int)curve->value[last]);
        for (int knot = 0; knot < last; knot++) {
            int from = (int)curve->elo[knot], to = (int)curve->elo[knot + 1];
            bool rises = curve->value[knot + 1] >= curve->value[knot];
            for (int elo = from; elo < to; elo++) {
                int now = curve_at(curve, elo, 0, 1000000);
                int next = curve_at(curve, elo + 1, 0, 1000000);
                assert_true(rises ? next >= now : next <= now);
            }
        }
    }
    assert_int_equal(curve_at(&curves[3], 1500, 0, 1000000), 500); /* two knots make a straight
                                                                    * line */
    assert_int_equal(curve_at(&curves[3], 1500, 0, 300), 300);
    assert_int_equal(curve_at(&curves[3], 1100, 200, 300), 200);
    /* Computed by hand: slopes 2.5333 and 0. */
    assert_int_equal(curve_at(&curves[2], 1200, 0, 1000000), 526);
}

/* The reader. */

static void test_the_shipped_file_is_the_table_built_in(void **state)
{
    char *text = shipped_text("share/strength.conf");
    if (!text) {
        print_message("share/strength.conf is not below the working directory\n");
        skip();
    }
    struct error error = {0};
    struct strength *read = strength_create(text, "share/strength.conf", &error);
    assert_non_null(read);
    for (int elo = ELO_MIN; elo <= ELO_MAX; elo += ELO_STEP) {
        struct handicap a, b;
        memset(&a, 0, sizeof a);
        memset(&b, 0, sizeof b);
        a = handicap_for_elo(strength, elo, 1);
        b = handicap_for_elo(read, elo, 1);
        assert_int_equal(a.nodes_per_second, b.nodes_per_second);
        for (int i = 0; i < METHOD_COUNT; i++) {
            a = handicap_for(strength, (enum method)i, elo, 1);
            b = handicap_for(read, (enum method)i, elo, 1);
            for (int j = 0; j < METHOD_PARAMETER_COUNT; j++)
                assert_int_equal(*handicap_parameter(&a, j), *handicap_parameter(&b, j));
        }
        assert_int_equal(a.blunder_chance, b.blunder_chance);
        assert_memory_equal(a.knowledge, b.knowledge, sizeof a.knowledge);
        assert_int_equal(a.rules, b.rules);
    }
    strength_destroy(read);
    free(text);
}

static int line_of(const char *text, const char *at)
{
    int line = 1;
    for (; text < at; text++)
        line += *text == '\n';
    return line;
}

static void test_mistakes_are_named_with_line_and_column(void **state)
{
    static const struct {
        const char *old, *replacement, *words;
        int column; /* 0: any; the line is that of the replacement */
    } rows[] = {
        {"factor = 0.125", "factor = 0,125", "must be a number", 10},
        {"factor = 0.125", "factor = 1e3", "must be a number", 10},
        {"factor = 0.125", "factor = .5", "must be a number", 10},
        {"factor = 0.125", "factor = 0.1234567890123456", "must be a number", 10},
        {"factor = 0.125", "factor =", "expected a value", 9},
        {"factor = 0.125", "= 0.125", "expected a key", 1},
        {"factor = 0.125", "factor 0.125", "key = value", 1},
        {"factor = 0.125", "  faktor = 0.125", "no key \"faktor\"", 3},
        {"factor = 0.125", "factor = 0.125\nfactor = 1", "twice", 0},
        {"unit = 200", "unit = 0", "must be from 1 to 10000", 8},
        {"exponent = 6.5", "exponent = 66", "must be from 0 to 16", 12},
        {"mode = percent", "mode = some", "percent or onoff", 8},
        {"castling = on", "castling = yes", "off, madchess or on", 12},
        {"pawn_values = 800", "pawn_values = 800.5", "whole number", 15},
        {"pawn_values = 800", "pawn_values = -1", "must be from 0", 15},
        {"600 = 700", "600.5 = 700", "whole number", 1},
        {"600 = 700", "600 = many", "must be a number", 7},
        {"600 = 700", "600 = -1", "must be from 0", 7},
        {"600 = 700", "1000 = 700", "from low to high", 0},
        {"600 = 700", "600 = 700\nfactor = 1", "either a formula or knots", 0},
        {"factor = 0.125", "factor = 0.125\n600 = 1", "either a formula or knots", 0},
        {"[madchess.move_error]", "[move_eror]", "no section [move_eror]", 1},
        {"[madchess.move_error]", "[madchess.move_error", "expected ]", 21},
        {"beginner = 387", "beginner = 100", "from 200 to 2650", 12},
        {"casual = 750", "beginner = 800", "twice", 1},
        {"casual = 750", "casual = 387", "from the weakest", 10},
        {"casual = 750", "casual = full", "from the weakest", 0},
        {"casual = 750", "a-name-that-does-not-fit-in-any-menu = 800", "letters", 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char *text = changed_text(rows[i].old, rows[i].replacement);
        struct error error = {0};
        assert_null(strength_create(text, "my.conf", &error));
        assert_string_equal(error.file, "my.conf");
        if (!strstr(error.message, rows[i].words))
            fail_msg("\"%s\" gave \"%s\"", rows[i].replacement, error.message);
        if (rows[i].column) {
            assert_int_equal(error.line, line_of(text, strstr(text, rows[i].replacement)));
            assert_int_equal(error.column, rows[i].column);
        }
        free(text);
    }
}

static void test_what_is_missing_is_named(void **state)
{
    static const struct {
        const char *old, *words;
    } rows[] = {
        {"factor = 0.125\n", "without factor in [madchess.nodes_per_second]"},
        {"shuffle = on\n", "without shuffle in [human_rules]"},
        {"longest = 4000\n", "without longest in [natural_time]"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char *text = changed_text(rows[i].old, "");
        struct error error = {0};
        assert_null(strength_create(text, "my.conf", &error));
        assert_non_null(strstr(error.message, rows[i].words));
        assert_true(error.line > 60);
        free(text);
    }
    struct error error = {0};
    assert_null(strength_create("", "empty.conf", &error));
    assert_non_null(strstr(error.message, "without"));
    assert_null(strength_create("factor = 1\n", "my.conf", &error));
    assert_non_null(strstr(error.message, "before the first [section]"));
}

static void test_a_table_can_change_the_built_in_one(void **state)
{
    static const char based[] = "[base]\ntable = built-in\n";
    struct error error = {0};
    char text[512];
    snprintf(text, sizeof text,
             "%s[madchess.move_error]\n600 = 7\n[presets]\nmine = 900\n"
             "[human_rules]\nshuffle = off\nrim-knight = on\nflank-pawn = madchess\n",
             based);
    struct strength *changed = strength_create(text, "my.conf", &error);
    assert_non_null(changed);
    struct handicap own = handicap_for_elo(changed, 1000, 0);
    struct handicap noise = handicap_for(changed, METHOD_NOISE, 1000, 0);
    struct handicap usual = handicap_for_elo(strength, 1000, 0);
    assert_int_equal(own.move_error, 7);
    assert_int_equal(own.blunder_error, usual.blunder_error);
    assert_int_equal(own.nodes_per_second, usual.nodes_per_second);
    assert_false(own.rules & 1U << RULE_SHUFFLE);
    assert_true(own.rules & 1U << RULE_RIM_KNIGHT && noise.rules & 1U << RULE_RIM_KNIGHT);
    assert_true(own.rules & 1U << RULE_FLANK_PAWN && !(noise.rules & 1U << RULE_FLANK_PAWN));
    assert_string_equal(strength_preset_name(changed, 2000), "mine");
    strength_destroy(changed);
    static const struct {
        const char *text, *words;
    } bad[] = {{"[base]\ntable = mine\n", "table must be built-in"},
               {"[base]\nfile = built-in\n", "no key"},
               {"[knowledge]\nstart = 600\n[base]\ntable = built-in\n", "before all other"},
               {"[base]\ntable = built-in\n[noise.leaf_noise]\nfactor = 1\n",
                "without origin in [noise.leaf_noise]"}};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_null(strength_create(bad[i].text, "my.conf", &error));
        assert_non_null(strstr(error.message, bad[i].words));
    }
}

/* The levels of madchess err like people: they prefer the better candidates. */
static void test_madchess_prefers_the_better_candidates(void **state)
{
    for (int elo = ELO_MIN; elo <= ELO_MAX; elo += ELO_STEP) {
        struct handicap handicap = handicap_for_elo(strength, elo, 0);
        assert_true(handicap.order_bias > 0);
        assert_true(elo < 600 || handicap.rule_cost > 0);
        assert_int_equal(handicap.rules, (1U << RULE_COUNT) - 1);
    }
    assert_int_equal(handicap_for(strength, METHOD_STUBBORN, 1000, 0).rules, published_rules);
}

static void test_method_human_finds_more_mates_the_higher_its_level(void **state)
{
    int before = 0;
    for (int elo = 300; elo <= 1100; elo += 100) {
        struct handicap people = handicap_for(strength, METHOD_HUMAN, elo, 0);
        struct handicap errors = handicap_for_elo(strength, elo, 0);
        int found = strength_mates_found(strength, &people);
        assert_true(found > before && found < 100);
        assert_int_equal(strength_mates_found(strength, &errors), 0);
        before = found;
    }
}

static void test_method_human_resigns_as_people_do(void **state)
{
    const struct handicap errors = handicap_for_elo(strength, 2000, 0);
    int before = 0;
    for (int rating = 600; rating <= 2600; rating += 100) {
        struct handicap people = handicap_for_rating(strength, METHOD_HUMAN, rating, 0);
        int chance = strength_resigning(strength, &people, 1000, 1), behind_before = 0;
        assert_true(chance >= before && chance < 250000);
        before = chance;
        for (int behind = RESIGNING_MIN; behind <= 1500; behind += 100) {
            int worse = strength_resigning(strength, &people, behind, 1);
            assert_true(worse > behind_before);
            assert_true(strength_resigning(strength, &people, behind, 2) < worse);
            behind_before = worse;
        }
        assert_int_equal(strength_resigning(strength, &people, SCORE_MATE - 3, 1), behind_before);
        assert_int_equal(strength_resigning(strength, &people, RESIGNING_MIN - 1, 1), 0);
        assert_int_equal(strength_resigning(strength, &people, -1000, 1), 0);
        assert_int_equal(strength_resigning(strength, &people, 1000, 0), 0);
    }
    assert_int_equal(strength_resigning(strength, &errors, 1000, 1), 0);
    /* 131 of a thousand at 1800, ten pawns behind for the first time */
    struct handicap club = handicap_for_rating(strength, METHOD_HUMAN, 1800, 0);
    assert_int_equal(strength_resigning(strength, &club, 1000, 1), 131000);
    assert_int_equal(strength_resigning(strength, &club, 500, 4), 16375);
}

static void test_madchess_slips_as_often_as_the_people_of_its_level(void **state)
{
    for (int elo = 600; elo <= 2600; elo += 400) {
        struct handicap errors = handicap_for_elo(strength, elo, 0);
        struct handicap people = handicap_for(strength, METHOD_HUMAN, elo, 0);
        for (int big = 0; big < 2; big++)
            assert_int_equal(strength_slips(strength, &errors, big),
                             strength_slips(strength, &people, big));
        assert_true(strength_slips(strength, &errors, true) > 1);
        /* When all candidates are equally likely, only the chance of a blunder is known. */
        errors.order_bias = 0;
        errors.blunder_chance = 128;
        assert_int_equal(strength_slips(strength, &errors, false), 0);
        assert_int_equal(strength_slips(strength, &errors, true), 8);
    }
}

/* Tables written before these were known leave them out: the rules are off, and the choice is as it
 * was. */
static void test_older_tables_know_no_order_and_no_later_rules(void **state)
{
    static const char *const sections[] = {"[madchess.order_bias]", "[madchess.rule_cost]"};
    struct error error = {0};
    char *text = shipped_text("share/strength.conf");
    for (int i = 0; i < 2; i++) {
        char *from = strstr(text, sections[i]), *to = strchr(from + 1, '[');
        memmove(from, to, strlen(to) + 1);
    }
    char *from = strstr(text, "flank-pawn = "), *to = strchr(from, '[');
    memmove(from, to, strlen(to) + 1);
    struct strength *older = strength_create(text, "my.conf", &error);
    if (!older)
        fail_msg("%s", error.message);
    struct handicap handicap = handicap_for_elo(older, 1400, 0);
    assert_int_equal(handicap.order_bias, 0);
    assert_int_equal(handicap.rule_cost, 0);
    assert_int_equal(handicap.rules, published_rules);
    strength_destroy(older);
    free(text);
}

static void test_knowledge_can_be_all_or_nothing(void **state)
{
    char *text = changed_text("mode = percent", "mode = onoff");
    struct error error = {0};
    struct strength *onoff = strength_create(text, "my.conf", &error);
    assert_non_null(onoff);
    assert_int_equal(handicap_for_elo(onoff, 1375, 0).knowledge[GROUP_KING_SAFETY], 0);
    assert_int_equal(handicap_for_elo(onoff, 1400, 0).knowledge[GROUP_KING_SAFETY], 100);
    strength_destroy(onoff);
    free(text);
}

static void test_rules_can_be_switched_off_in_the_table(void **state)
{
    assert_int_equal(handicap_for_elo(strength, 1000, 0).rules & published_rules, published_rules);
    assert_int_equal(handicap_for(strength, METHOD_STUBBORN, 1000, 0).rules, published_rules);
    char *text = changed_text("shuffle = on", "shuffle = off");
    struct error error = {0};
    struct strength *changed = strength_create(text, "my.conf", &error);
    assert_non_null(changed);
    assert_false(handicap_for_elo(changed, 1000, 0).rules & 1U << RULE_SHUFFLE);
    strength_destroy(changed);
    free(text);
}

static void test_endgames_get_a_quarter_of_the_nodes(void **state)
{
    struct handicap handicap = handicap_for_elo(strength, 1400, 0);
    handicap.nodes_per_second = 10000;
    handicap.time_discount = 0;
    struct position start = from_fen(CHESS_START_FEN);
    struct position pawns = from_fen("4k3/pppp4/8/8/8/8/4PPPP/4K3 w - - 0 1");
    struct position rooks = from_fen("r3k2r/pppp4/8/8/8/8/4PPPP/R3K2R w KQkq - 0 1");
    assert_int_equal(handicap_nodes(&handicap, &start, 2000), 20000);
    assert_int_equal(handicap_nodes(&handicap, &pawns, 2000), 5000);
    assert_int_equal(handicap_nodes(&handicap, &rooks, 2000), 10000);
    assert_int_equal(handicap_nodes(&handicap, &start, 0), 1);
    assert_int_equal(handicap_nodes(&handicap, &start, -5), 1);
    assert_true(handicap_nodes(&handicap, &start, INT64_MAX) > 1000000);
}

static void test_a_whole_time_discount_leaves_the_budget_alone_at_every_clock(void **state)
{
    struct handicap handicap = handicap_for_elo(strength, 1400, 0);
    struct position start = from_fen(CHESS_START_FEN);
    handicap.nodes_per_second = 655;
    handicap.reference_time = 1800;
    handicap.time_discount = 100;
    for (int64_t allotted = 1; allotted < 24 * 3600 * 1000; allotted = allotted * 3 / 2 + 1)
        assert_int_equal(handicap_nodes(&handicap, &start, allotted), 655 * 18 / 10);
    handicap.time_discount = 50;
    assert_int_equal(handicap_nodes(&handicap, &start, 4 * 1800), 2 * 655 * 18 / 10);
}

/* Decisions. */

struct scored {
    const char *move;
    Score score;
};

static int fill(const struct position *position, const struct scored scored[], int count,
                struct candidate candidates[])
{
    memset(candidates, 0, (size_t)count * sizeof *candidates);
    for (int i = 0; i < count; i++) {
        if (!chess_from_uci(position, scored[i].move, &candidates[i].move))
            fail_msg("%s is no legal move", scored[i].move);
        candidates[i].score = scored[i].score;
    }
    return count;
}

static struct handicap errors(int move_error, int blunder_error, int blunder_chance)
{
    struct handicap handicap = handicap_for_elo(strength, 1200, 1);
    handicap.move_error = move_error;
    handicap.blunder_error = blunder_error;
    handicap.blunder_chance = blunder_chance;
    handicap.order_bias = handicap.rule_cost = 0;
    return handicap;
}

static const struct scored opening[] = {
    {"g1f3", 10}, {"e2e4", 30}, {"d2d4", 30}, {"a2a3", -20}, {"c2c4", 21}, {"f2f3", -80},
};
enum { OPENING_COUNT = sizeof opening / sizeof opening[0] };

static struct decision decide_opening(const struct handicap *handicap, uint64_t random)
{
    struct position position = from_fen(CHESS_START_FEN);
    struct candidate candidates[OPENING_COUNT];
    struct decision decision;
    fill(&position, opening, OPENING_COUNT, candidates);
    decide(&(struct context){.position = &position}, candidates, OPENING_COUNT, handicap, random,
           &decision);
    return decision;
}

static void test_full_strength_decides_nothing(void **state)
{
    struct handicap full = handicap_for_elo(strength, ELO_FULL, 1);
    struct decision decision = decide_opening(&full, 99);
    assert_false(decision.made);
    struct position start = from_fen(CHESS_START_FEN);
    char text[CHESS_UCI_MAX];
    chess_to_uci(&start, decision.played, text);
    assert_string_equal(text, "e2e4");
    decide(&(struct context){.position = &start}, NULL, 0, &full, 1, &decision);
    assert_false(decision.made);
    assert_int_equal(decision.best, NO_MOVE);
}

static void test_no_error_allowed_plays_the_best(void **state)
{
    struct handicap handicap = errors(0, 0, 1024);
    for (uint64_t random = 0; random < 200; random++) {
        struct decision decision = decide_opening(&handicap, random);
        assert_true(decision.made);
        assert_int_equal(decision.played_score, 30);
        assert_int_equal(decision.cost, 0);
        assert_false(decision.deliberate);
        assert_true(decision.blunder);
    }
}

static void test_candidates_in_range_are_equally_likely(void **state)
{
    struct handicap handicap = errors(20, 60, 0);
    enum { DRAWS = 8000 };
    int played[OPENING_COUNT] = {0};
    for (int ply = 0; ply < DRAWS; ply++) {
        struct decision decision = decide_opening(&handicap, handicap_random(&handicap, ply));
        assert_int_equal(decision.range, 20);
        assert_false(decision.blunder);
        assert_int_equal(decision.count, OPENING_COUNT);
        for (int i = 0; i < decision.count; i++) {
            if (i > 0)
                assert_true(decision.candidates[i - 1].score >= decision.candidates[i].score);
            assert_int_equal(decision.candidates[i].in_range, decision.candidates[i].score >= 10);
            if (decision.candidates[i].move == decision.played)
                played[i]++;
        }
        assert_int_equal(decision.cost, 30 - decision.played_score);
        assert_int_equal(decision.deliberate, decision.played_score < 30);
    }
    /* Four moves with 2,000 draws each, within five standard deviations of 39. */
    for (int i = 0; i < 4; i++)
        assert_in_range(played[i], 1800, 2200);
    assert_int_equal(played[4] + played[5], 0);
}

static void test_the_die_blunders_as_often_as_it_should(void **state)
{
    struct handicap handicap = errors(0, 60, 256);
    enum { DRAWS = 8000 };
    int blunders = 0;
    for (int ply = 0; ply < DRAWS; ply++) {
        struct decision decision = decide_opening(&handicap, handicap_random(&handicap, ply));
        assert_in_range(decision.die, 0, 1023);
        assert_int_equal(decision.blunder, decision.die < 256);
        assert_int_equal(decision.range, decision.blunder ? 60 : 0);
        blunders += decision.blunder;
    }
    assert_in_range(blunders, 1800, 2200); /* 2,000 +- 39 */
}

static void test_a_reason_names_the_whole_chance_and_one_move(void **state)
{
    static const struct {
        int move_error, blunder_error, chance;
        const char *words;
    } cases[] = {{0, 0, 1024, ", below 1.000: a blunder allowed; one of 2 moves within 0 cp"},
                 {0, 0, 0, ", not below .000: no blunder; one of 2 moves within 0 cp"},
                 {20, 60, 0, ", not below .000: no blunder; one of 4 moves within 20 cp"}};
    struct position start;
    chess_start(&start);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct handicap handicap =
            errors(cases[i].move_error, cases[i].blunder_error, cases[i].chance);
        struct decision decision = decide_opening(&handicap, handicap_random(&handicap, 1));
        char reason[DECISION_REASON_MAX];
        decision_reason(&start, &decision, reason, sizeof reason);
        assert_int_equal(strspn(reason, "random number ."), 15);
        assert_string_equal(strchr(reason, ','), cases[i].words);
        for (int j = 1; j < decision.count; j++)
            decision.candidates[j].in_range = false;
        decision_reason(&start, &decision, reason, sizeof reason);
        assert_non_null(strstr(reason, "; the only move within "));
    }
}

static void test_the_same_state_gives_the_same_decision(void **state)
{
    struct handicap handicap = errors(50, 120, 300);
    struct decision a = decide_opening(&handicap, 12345), b = decide_opening(&handicap, 12345);
    assert_memory_equal(&a, &b, sizeof a);
    assert_int_equal(a.random, 12345);
    /* Must never change, because stored games are replayed from their seeds. */
    handicap.seed = 1;
    assert_true(handicap_random(&handicap, 0) == handicap_random(&handicap, 0));
    assert_true(handicap_random(&handicap, 0) != handicap_random(&handicap, 1));
    uint64_t first = handicap_random(&handicap, 0);
    handicap.seed = 2;
    assert_true(handicap_random(&handicap, 0) != first);
}

static void play_all_states(const char *fen, const struct scored scored[], int count,
                            const struct handicap *handicap, const char *expected, bool forced)
{
    struct position position = from_fen(fen);
    struct candidate candidates[CHESS_MOVES_MAX];
    fill(&position, scored, count, candidates);
    for (uint64_t random = 0; random < 300; random++) {
        struct decision decision;
        char text[CHESS_UCI_MAX];
        decide(&(struct context){.position = &position}, candidates, count, handicap, random,
               &decision);
        assert_int_equal(decision.forced_win, forced);
        chess_to_uci(&position, decision.played, text);
        assert_string_equal(text, expected);
    }
}

static void test_known_wins_are_always_played(void **state)
{
    struct handicap handicap = errors(10000, 10000, 1024);
    const struct scored mate[] = {{"h1g1", 900}, {"a1a8", SCORE_MATE - 1}};
    play_all_states("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", mate, 2, &handicap, "a1a8", true);
    const struct scored tables[] = {{"a1a7", SCORE_TABLEBASE - 9}, {"a1a2", 0}};
    play_all_states("6k1/5p2/8/8/8/8/8/R6K w - - 0 1", tables, 2, &handicap, "a1a7", true);
    const struct scored bare[] = {{"a1a2", 480}, {"a1b1", 500}, {"h1g1", 499}};
    play_all_states("8/8/4k3/8/8/8/8/R6K w - - 0 1", bare, 3, &handicap, "a1b1", true);
}

static void test_being_mated_is_never_within_range(void **state)
{
    struct handicap handicap = errors(10000, 32000, 1024);
    handicap.rules = 0;
    const char *fen = "7k/6r1/8/8/8/8/7P/7K w - - 0 1";
    const struct scored one_holds[] = {{"h2h3", 4 - SCORE_MATE}, {"h2h4", -900}};
    play_all_states(fen, one_holds, 2, &handicap, "h2h4", false);
    const struct scored all_lose[] = {{"h2h3", 4 - SCORE_MATE}, {"h2h4", 12 - SCORE_MATE}};
    play_all_states(fen, all_lose, 2, &handicap, "h2h4", false);
    const struct scored tables[] = {{"h2h3", 4 - SCORE_MATE}, {"h2h4", 20 - SCORE_TABLEBASE}};
    play_all_states(fen, tables, 2, &handicap, "h2h4", false);
}

/* The human rules. Each row has a position, perhaps after the move `last` or after our own move;
 * the best move, and a worse one with the rule that drops it, or RULE_NONE. */
static const struct rule_row {
    const char *fen; /* before last, if given */
    const char *last, *own;
    const char *best, *worse;
    enum human_rule rule;
} rule_rows[] = {
    /* The king gives up castling. A rook move that keeps the other castling right is no reason. */
    {"r1bqkb1r/pppp1ppp/2n2n2/4p3/4P3/2N2N2/PPPP1PPP/R1BQKB1R w KQkq - 4 4", NULL, NULL, "f1b5",
     "e1e2", RULE_CASTLING_RIGHTS},
    {"r1bqkb1r/pppp1ppp/2n2n2/4p3/4P3/2N2N2/PPPP1PPP/R1BQKB1R w KQkq - 4 4", NULL, NULL, "f1b5",
     "h1g1", RULE_NONE},
    {"r1bqkb1r/pppp1ppp/2n2n2/4p3/4P3/2N2N2/PPPP1PPP/R1BQKB1R w Kkq - 4 4", NULL, NULL, "f1b5",
     "h1g1", RULE_CASTLING_RIGHTS},
    {"r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R b KQkq - 0 1", NULL, NULL, "e8g8", "e8d8", RULE_NONE},
    {"rnbqk2r/pppppppp/8/8/8/8/PPPPPPPP/RNBQK2R b KQkq - 0 1", NULL, NULL, "a7a6", "e8g8",
     RULE_NONE},
    {"rnbqk2r/pppp1ppp/8/4R3/8/8/PPPP1PPP/RNBQK3 b Qkq - 0 1", NULL, NULL, "d8e7", "e8f8",
     RULE_NONE},
    /* A knight moves to where a pawn captures it; not if it captures a knight there, or if the
     * pawn is pinned. */
    {"rnbqkbnr/ppp1pppp/3p4/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 0 2", NULL, NULL, "d2d4", "f3e5",
     RULE_EN_PRISE_TO_PAWN},
    {"rnbqkbnr/ppp1pppp/3p4/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 0 2", NULL, NULL, "d2d4", "f3d4",
     RULE_NONE},
    {"rnbqkb1r/ppp1pppp/3p4/4n3/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 0 2", NULL, NULL, "d2d4", "f3e5",
     RULE_NONE},
    {"4k3/3p4/8/1B4N1/8/8/8/4K3 w - - 0 1", NULL, NULL, "b5d7", "g5e6", RULE_NONE},
    {"4k3/3p4/8/6N1/8/8/8/4K3 w - - 0 1", NULL, NULL, "e1e2", "g5e6", RULE_EN_PRISE_TO_PAWN},
    /* The best move recaptures the bishop. Another recapture is kept, a pawn move is dropped. */
    {"rnbqk1nr/pppp1ppp/8/4p3/1b2P3/2N5/PPPP1PPP/R1BQKBNR b KQkq - 3 3", "b4c3", NULL, "d2c3",
     "a2a3", RULE_NO_RECAPTURE},
    {"rnbqk1nr/pppp1ppp/8/4p3/1b2P3/2N5/PPPP1PPP/R1BQKBNR b KQkq - 3 3", "b4c3", NULL, "d2c3",
     "b2c3", RULE_NONE},
    {"rnbqk1nr/pppp1ppp/8/4p3/1b2P3/2N5/PPPP1PPP/R1BQKBNR b KQkq - 3 3", "b4c3", NULL, "d1h5",
     "a2a3", RULE_NONE},
    /* Back to where it came from, unless a pawn attacks it. */
    {"rnbqkbnr/1ppppppp/p7/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 0 2", NULL, "g1f3", "d2d4", "f3g1",
     RULE_SHUFFLE},
    {"rnbqkbnr/pppp1ppp/8/8/4p3/5N2/PPPPPPPP/RNBQKB1R w KQkq - 0 3", NULL, "g1f3", "f3d4", "f3g1",
     RULE_NONE},
    {"6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", NULL, "d2d1", "g1f1", "d1d2", RULE_SHUFFLE},
    {"6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", NULL, "d2d1", "g1f1", "d1d3", RULE_NONE},
    /* Back to its first rank without being attacked; rooks may. */
    {"rnbqkbnr/1ppppppp/p7/8/8/2N5/PPPPPPPP/R1BQKBNR w KQkq - 0 2", NULL, NULL, "d2d4", "c3b1",
     RULE_BACK_RANK},
    {"rnbqkb1r/pppppppp/5n2/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 2", NULL, NULL, "d7d5", "f6g8",
     RULE_BACK_RANK},
    {"rnbqkbnr/ppp1pppp/8/8/3p4/2N5/PPPPPPPP/R1BQKBNR w KQkq - 0 3", NULL, NULL, "c3e4", "c3b1",
     RULE_NONE},
    {"6k1/5ppp/8/8/8/3R4/5PPP/6K1 w - - 0 1", NULL, NULL, "g1f1", "d3d1", RULE_NONE},
};

static struct decision decide_row(const struct rule_row *row, unsigned rules, bool worse_alone)
{
    struct position previous = from_fen(row->fen), position = previous;
    Move last = NO_MOVE, own = NO_MOVE;
    if (row->last) {
        assert_true(chess_from_uci(&previous, row->last, &last));
        chess_play(&position, last);
    }
    if (row->own)
        own = move_make((row->own[0] - 'a') + 8 * (row->own[1] - '1'),
                        (row->own[2] - 'a') + 8 * (row->own[3] - '1'), MOVE_NORMAL, 0);
    struct scored scored[] = {{row->worse, 40}, {row->best, 50}};
    struct candidate candidates[2];
    int count = fill(&position, scored, worse_alone ? 1 : 2, candidates);
    struct handicap handicap = errors(20, 20, 0);
    handicap.rules = rules;
    struct decision decision;
    const struct context context = {
        .position = &position, .previous = row->last ? &previous : NULL, .recent = {last, own}};
    decide(&context, candidates, count, &handicap, 5, &decision);
    return decision;
}

static void test_human_rules_drop_what_they_name(void **state)
{
    const unsigned all = published_rules;
    bool seen[RULE_COUNT + 1] = {false};
    for (size_t i = 0; i < sizeof rule_rows / sizeof rule_rows[0]; i++) {
        const struct rule_row *row = &rule_rows[i];
        struct decision decision = decide_row(row, all, false);
        if (decision.candidates[1].dropped_by != row->rule)
            fail_msg("%s in %s: %s instead of %s", row->worse, row->fen,
                     human_rule_name(decision.candidates[1].dropped_by),
                     human_rule_name(row->rule));
        assert_int_equal(decision.candidates[1].in_range, row->rule == RULE_NONE);
        assert_int_equal(decision.candidates[0].dropped_by, RULE_NONE);
        seen[row->rule] = true;
        if (row->rule == RULE_NONE)
            continue;
        assert_true(decision.played == decision.best);
        /* Only its own switch turns a rule off. A single legal move is kept. */
        decision = decide_row(row, 1U << row->rule, false);
        assert_int_equal(decision.candidates[1].dropped_by, row->rule);
        decision = decide_row(row, 0, false);
        assert_int_equal(decision.candidates[1].dropped_by, RULE_NONE);
        assert_true(decision.candidates[1].in_range);
        decision = decide_row(row, all, true);
        assert_int_equal(decision.candidates[0].dropped_by, RULE_NONE);
        assert_true(decision.played == decision.candidates[0].move);
    }
    for (int rule = 0; rule <= RULE_BACK_RANK; rule++)
        assert_true(seen[rule]);
    assert_true(seen[RULE_NONE]);
}

/* The rules of our own table: a move that they drop, and one of the same kind that has a reason. */
static const struct {
    struct rule_row row;
    bool dropped;
} own_rows[] = {
    /* A flank pawn: not one that drives a bishop away, that is attacked, or late. */
    {{"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", NULL, NULL, "g1f3", "h2h4",
      RULE_FLANK_PAWN},
     true},
    {{"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", NULL, NULL, "g1f3", "h2h3",
      RULE_FLANK_PAWN},
     false},
    {{"rnbqk1nr/pppp1ppp/8/4p3/1b2P3/P7/1PPP1PPP/RNBQKBNR b KQkq - 0 3", NULL, NULL, "b4a5", "g7g5",
      RULE_FLANK_PAWN},
     true},
    {{"rnbqk1nr/pppp1ppp/8/2b1p3/4P3/2N5/PPPP1PPP/R1BQKBNR w KQkq - 0 4", NULL, NULL, "g1f3",
      "b2b4", RULE_FLANK_PAWN},
     false},
    {{"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 22", NULL, NULL, "g1f3", "h2h4",
      RULE_FLANK_PAWN},
     false},
    /* A knight to the rim: not where it attacks the queen. */
    {{"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", NULL, NULL, "g1f3", "g1h3",
      RULE_RIM_KNIGHT},
     true},
    {{"rnb1kbnr/pppp1ppp/8/1q2p3/4P3/2P2N2/PP1P1PPP/RNBQKB1R w KQkq - 0 6", NULL, NULL, "f1b5",
      "b1a3", RULE_RIM_KNIGHT},
     false},
    {{"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 12", NULL, NULL, "g1f3", "g1h3",
      RULE_RIM_KNIGHT},
     false},
    /* The same piece again: not when it is attacked, or when the others are out. */
    {{"rnbqkbnr/1ppp1ppp/p7/4p3/4P3/2N5/PPPP1PPP/R1BQKBNR w KQkq - 0 3", NULL, NULL, "g1f3", "c3d5",
      RULE_SAME_PIECE},
     true},
    {{"rnbqkbnr/ppp2ppp/8/4p3/3pP3/2N5/PPPP1PPP/R1BQKBNR w KQkq - 0 4", NULL, NULL, "c3e2", "c3d5",
      RULE_SAME_PIECE},
     false},
    {{"r1bqk2r/1ppp1ppp/p1n2n2/2b1p3/2B1P3/2NPBN2/PPP2PPP/R2QK2R w KQkq - 0 7", NULL, NULL, "e1g1",
      "c3d5", RULE_SAME_PIECE},
     false},
    /* Home, even when driven; not to parry a check. */
    {{"rnbqkbnr/ppp1pppp/8/8/3p4/2N5/PPPPPPPP/R1BQKBNR w KQkq - 0 3", NULL, NULL, "c3e4", "c3b1",
      RULE_FIRST_RANK},
     true},
    {{"rnb1kbnr/pppp1ppp/8/4p3/7q/2N3P1/PPPPP2P/R1BQKBNR b KQkq - 0 3", NULL, NULL, "h4f6", "h4d8",
      RULE_FIRST_RANK},
     true},
    {{"4k3/8/8/8/8/2N5/8/r3K3 w - - 0 30", NULL, NULL, "e1d2", "c3d1", RULE_FIRST_RANK}, false},
    /* A rook behind its own pawn: not to the middle, or to an open file. */
    {{"r1bqkb1r/pppp1ppp/2n2n2/4p3/4P3/2N2N2/PPPP1PPP/R1BQKB1R w KQkq - 4 4", NULL, NULL, "f1b5",
      "h1g1", RULE_ROOK_SHIFT},
     true},
    {{"r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 w kq - 0 6", NULL, NULL, "c1g5",
      "f1e1", RULE_ROOK_SHIFT},
     false},
    {{"r1bqkb1r/pppp1pp1/2n2n2/4p3/4P3/2N2N2/PPPP1P2/R1BQKB1R w KQkq - 4 9", NULL, NULL, "f1b5",
      "h1g1", RULE_ROOK_SHIFT},
     false},
    /* The queen before the knights and bishops: not where it attacks something, or when they are
     * out. */
    {{"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", NULL, NULL, "g1f3", "d1f3",
      RULE_EARLY_QUEEN},
     true},
    {{"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", NULL, NULL, "g1f3", "d1h5",
      RULE_EARLY_QUEEN},
     false},
    {{"r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQK2R w KQkq - 0 6", NULL, NULL, "e1g1",
      "d1e2", RULE_EARLY_QUEEN},
     false},
};

static void test_our_own_rules_drop_what_has_no_reason(void **state)
{
    int dropped[RULE_COUNT] = {0}, kept[RULE_COUNT] = {0};
    for (size_t i = 0; i < sizeof own_rows / sizeof own_rows[0]; i++) {
        const struct rule_row *row = &own_rows[i].row;
        struct decision decision = decide_row(row, 1U << row->rule, false);
        if ((decision.candidates[1].dropped_by == row->rule) != own_rows[i].dropped)
            fail_msg("%s in %s: %s", row->worse, row->fen, human_rule_name(row->rule));
        decision = decide_row(row, 0, false);
        assert_int_equal(decision.candidates[1].dropped_by, RULE_NONE);
        (own_rows[i].dropped ? dropped : kept)[row->rule]++;
    }
    for (int rule = RULE_BACK_RANK + 1; rule < RULE_COUNT; rule++)
        assert_true(dropped[rule] > 0 && kept[rule] > 0);
}

/* h2h4 is 10 centipawns better than g1f3, and breaks a rule. */
static void test_the_best_move_is_dropped_at_a_small_cost(void **state)
{
    static const struct rule_row row = {
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
        NULL,
        NULL,
        "h2h4",
        "g1f3",
        RULE_FLANK_PAWN};
    for (int cost = 0; cost <= 20; cost += 5) {
        struct position position = from_fen(row.fen);
        const struct scored scored[] = {{"h2h4", 50}, {"g1f3", 40}, {"a2a4", 45}};
        struct candidate candidates[3];
        struct handicap handicap = errors(0, 0, 0);
        struct decision decision;
        double chances[CHESS_MOVES_MAX];
        bool exact;
        fill(&position, scored, 3, candidates);
        handicap.rules = 1U << RULE_FLANK_PAWN;
        handicap.rule_cost = cost;
        decide(&(struct context){.position = &position}, candidates, 3, &handicap, 1, &decision);
        bool dropped = cost >= 10;
        assert_int_equal(decision.candidates[0].dropped_by, dropped ? RULE_FLANK_PAWN : RULE_NONE);
        assert_int_equal(decision.candidates[0].in_range, !dropped);
        assert_int_equal(decision.played_score, dropped ? 40 : 50);
        assert_int_equal(decision.cost, dropped ? 10 : 0);
        assert_true(decision_odds(&position, &handicap, &decision, chances, &exact));
        assert_true(chances[dropped ? 2 : 0] > 0.999 && exact);
    }
}

static void test_the_order_bias_prefers_the_better_candidates(void **state)
{
    enum { DRAWS = 8000 };
    struct handicap handicap = errors(20, 60, 0);
    int played[OPENING_COUNT] = {0};
    struct position start = from_fen(CHESS_START_FEN);
    handicap.order_bias = 50;
    for (int ply = 0; ply < DRAWS; ply++) {
        struct decision decision = decide_opening(&handicap, handicap_random(&handicap, ply));
        for (int i = 0; i < decision.count; i++)
            played[i] += decision.candidates[i].move == decision.played;
    }
    /* Four in range: 8, 4, 2 and 1 fifteenths, give or take five standard deviations. */
    static const int expected[] = {4267, 2133, 1067, 533};
    for (int i = 0; i < 4; i++)
        assert_in_range(played[i], expected[i] - 225, expected[i] + 225);
    assert_int_equal(played[4] + played[5], 0);
    struct decision decision = decide_opening(&handicap, 3);
    double chances[CHESS_MOVES_MAX];
    bool exact;
    assert_true(decision_odds(&start, &handicap, &decision, chances, &exact));
    for (int i = 0; i < 4; i++)
        assert_in_range((int)(chances[i] * DRAWS), expected[i] - 2, expected[i] + 2);
    /* At 100 only the best is left; at 0 a seed draws what it always drew. */
    handicap.order_bias = 100;
    for (int ply = 0; ply < 50; ply++)
        assert_int_equal(decide_opening(&handicap, handicap_random(&handicap, ply)).cost, 0);
}

static void test_names_are_those_of_the_lists(void **state)
{
    assert_string_equal(method_name(METHOD_MADCHESS), "madchess");
    assert_string_equal(human_rule_name(RULE_SHUFFLE), "shuffle");
    assert_string_equal(human_rule_words(RULE_BACK_RANK), "retreats to the back rank");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_curves_at_known_ratings),
        cmocka_unit_test(test_more_elo_is_never_weaker),
        cmocka_unit_test(test_ratings_beyond_the_ends_are_clamped_and_full_is_unlimited),
        cmocka_unit_test(test_knowledge_grows_to_the_groups_rating),
        cmocka_unit_test(test_presets_have_their_names),
        cmocka_unit_test(test_a_curve_goes_through_its_knots_and_overshoots_none),
        cmocka_unit_test(test_the_shipped_file_is_the_table_built_in),
        cmocka_unit_test(test_mistakes_are_named_with_line_and_column),
        cmocka_unit_test(test_what_is_missing_is_named),
        cmocka_unit_test(test_knowledge_can_be_all_or_nothing),
        cmocka_unit_test(test_rules_can_be_switched_off_in_the_table),
        cmocka_unit_test(test_endgames_get_a_quarter_of_the_nodes),
        cmocka_unit_test(test_a_whole_time_discount_leaves_the_budget_alone_at_every_clock),
        cmocka_unit_test(test_full_strength_decides_nothing),
        cmocka_unit_test(test_no_error_allowed_plays_the_best),
        cmocka_unit_test(test_candidates_in_range_are_equally_likely),
        cmocka_unit_test(test_the_die_blunders_as_often_as_it_should),
        cmocka_unit_test(test_a_reason_names_the_whole_chance_and_one_move),
        cmocka_unit_test(test_the_same_state_gives_the_same_decision),
        cmocka_unit_test(test_known_wins_are_always_played),
        cmocka_unit_test(test_being_mated_is_never_within_range),
        cmocka_unit_test(test_human_rules_drop_what_they_name),
        cmocka_unit_test(test_our_own_rules_drop_what_has_no_reason),
        cmocka_unit_test(test_the_best_move_is_dropped_at_a_small_cost),
        cmocka_unit_test(test_the_order_bias_prefers_the_better_candidates),
        cmocka_unit_test(test_a_table_can_change_the_built_in_one),
        cmocka_unit_test(test_madchess_prefers_the_better_candidates),
        cmocka_unit_test(test_method_human_finds_more_mates_the_higher_its_level),
        cmocka_unit_test(test_method_human_resigns_as_people_do),
        cmocka_unit_test(test_madchess_slips_as_often_as_the_people_of_its_level),
        cmocka_unit_test(test_older_tables_know_no_order_and_no_later_rules),
        cmocka_unit_test(test_names_are_those_of_the_lists),
    };
    return cmocka_run_group_tests(tests, make_levels, free_levels);
}
