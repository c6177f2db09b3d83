/* The group probe: what switching a group of knowledge changes in a position and along a line; and
 * the numbers of a level that can be changed one by one. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "src/game/handicap_item.h"
#include "src/review/group_probe.h"
#include "tests/unit/levels.h"
#include "tests/unit/test.h"

static struct group_effects effects;

static void poll_until_complete(struct group_probe *probe)
{
    while (!group_probe_complete(probe)) {
        group_probe_wait(probe);
        (void)group_probe_poll(probe);
    }
}

/* The effects in the last position of these moves from a FEN. */
static void find(const char *fen, const struct handicap *handicap, const char *right)
{
    struct group_probe *probe = group_probe_create(NULL, NULL, strength);
    const struct position position = from_fen(fen);
    struct game *game = game_create(&position);
    struct error error;
    Move move;
    assert_true(probe && game && chess_read_move(&position, right, &move, &error));
    assert_true(group_probe_turn(probe, game->root, handicap));
    poll_until_complete(probe);
    assert_true(group_probe_found(probe, &move, 1, &effects));
    group_probe_stop(probe);
    struct group_effects none;
    assert_false(group_probe_found(probe, &move, 1, &none));
    group_probe_destroy(probe);
    game_destroy(game);
}

static const char middlegame[] =
    "r3k2r/pppq1ppp/2npbn2/2b1p3/4P3/2NPBN2/PPPQ1PPP/R3KB1R w KQkq - 0 8";

static void test_switching_a_group_changes_evaluation_and_choice(void **state)
{
    struct handicap handicap = handicap_for(strength, METHOD_MADCHESS, 2000, 7);
    for (int group = 0; group < GROUP_COUNT; group++)
        handicap.knowledge[group] = group == GROUP_MOBILITY ? 40 : 100;
    find(middlegame, &handicap, "Bxc5");
    const struct group_choice *location = &effects.switched[GROUP_PIECE_LOCATION];
    assert_true(effects.now.known && location->known);
    assert_int_not_equal(location->evaluation, effects.now.evaluation);
    assert_true(effects.now.right > 0);
    assert_true(effects.move_count > 1);
    double sum = 0;
    for (int i = 0; i < effects.move_count; i++)
        sum += effects.moves[i].chance;
    assert_true(fabs(sum - 1) < 1e-6);
    assert_int_equal(group_switched(40), 0);
    assert_int_equal(group_switched(0), 100);
    /* The answer is the same as asking with that group switched. */
    struct group_choice expected = *location;
    handicap.knowledge[GROUP_PIECE_LOCATION] = 0;
    find(middlegame, &handicap, "Bxc5");
    assert_int_equal(effects.now.evaluation, expected.evaluation);
    assert_true(fabs(effects.now.right - expected.right) < 1e-9);
}

static void test_a_method_that_errs_in_the_search_is_drawn_several_times(void **state)
{
    struct handicap handicap = handicap_for(strength, METHOD_NOISE, 800, 3);
    find(middlegame, &handicap, "Bxc5");
    for (int group = 0; group < GROUP_COUNT; group++)
        assert_true(effects.switched[group].known && effects.switched[group].right >= 0);
    assert_false(effects.exact);
    assert_int_equal(effects.tries, LEVEL_DRAWS);
    for (int i = 0; i < effects.move_count; i++) {
        double times = effects.moves[i].chance * LEVEL_DRAWS;
        assert_true(fabs(times - round(times)) < 1e-6);
    }
    handicap = handicap_for(strength, METHOD_DIFFUSION, 800, 3);
    find(middlegame, &handicap, "Bxc5");
    assert_int_equal(effects.tries, ODDS_DRAWS);
    handicap = handicap_for(strength, METHOD_MADCHESS, 800, 3);
    find(middlegame, &handicap, "Bxc5");
    assert_true(effects.exact);
    assert_int_equal(effects.tries, 0);
}

/* With the same random numbers a group changes the move only if the move has become less likely. */
static void test_a_switched_group_keeps_the_move_unless_it_makes_the_difference(void **state)
{
    static const enum method methods[] = {METHOD_MADCHESS, METHOD_STUBBORN, METHOD_INACCURACY};
    for (uint64_t seed = 1; seed <= 12; seed++) {
        struct handicap handicap = handicap_for(strength, methods[seed % 3], 900, seed);
        find(middlegame, &handicap, "Bxc5");
        for (int group = 0; group < GROUP_COUNT; group++) {
            const struct group_choice *choice = &effects.switched[group];
            assert_int_equal(choice->changes, choice->chosen != effects.now.chosen);
        }
    }
}

static void test_the_same_random_numbers_keep_a_move_as_often_as_its_chance_allows(void **state)
{
    enum { TRIES = 4000, FIRST = 1, SECOND, THIRD };
    const struct counted usual = {
        .draws = 1, .count = 2, .moves = {{FIRST, .8, 0}, {SECOND, .2, 0}}};
    const struct counted other = {
        .draws = 1, .count = 3, .moves = {{THIRD, .1, 0}, {FIRST, .6, 0}, {SECOND, .3, 0}}};
    int kept = 0, third = 0;
    for (uint64_t random = 0; random < TRIES; random++) {
        assert_int_equal(counted_follow(&usual, &usual, FIRST, random), FIRST);
        assert_int_equal(counted_follow(&other, &usual, SECOND, random), SECOND);
        Move move = counted_follow(&other, &usual, FIRST, random);
        kept += move == FIRST;
        third += move == THIRD;
    }
    assert_true(fabs((double)kept / TRIES - .75) < .03);
    assert_true(fabs((double)third / TRIES - .125) < .03);
}

static void test_full_strength_has_no_choice_to_change(void **state)
{
    struct handicap handicap = handicap_for(strength, METHOD_MADCHESS, ELO_FULL, 3);
    find(middlegame, &handicap, "Bxc5");
    assert_false(effects.now.known);
    assert_int_equal(effects.move_count, 0);
}

/* The positions of the line are marked one after the other, and marks stay while stepping. */
static void test_the_line_is_marked_from_the_position_shown(void **state)
{
    struct group_probe *probe = group_probe_create(NULL, NULL, strength);
    struct handicap handicap = handicap_for(strength, METHOD_MADCHESS, 1200, 7);
    struct position start;
    chess_start(&start);
    struct game *game = game_create(&start);
    struct game_node *node = game->root;
    static const char *const moves[] = {"e4", "e5", "Nf3", "Nc6", "Bb5"};
    enum { PLIES = sizeof moves / sizeof *moves };
    for (int i = 0; i < PLIES; i++) {
        Move move;
        struct error error;
        assert_true(chess_read_move(&node->position, moves[i], &move, &error));
        node = game_add(node, move);
    }
    node = game->root->child->child; /* after e5 */
    assert_true(group_probe_turn(probe, node, &handicap));
    int known = 0;
    while (known < PLIES + 1) {
        group_probe_wait(probe);
        (void)group_probe_poll(probe);
        assert_true(group_probe_found(probe, NULL, 0, &effects));
        known = 0;
        for (int i = 0; i < effects.mark_count; i++)
            known += effects.marks_known[i];
        if (known == 1)
            assert_true(effects.marks_known[2]); /* the position shown comes first */
    }
    assert_int_equal(effects.mark_count, PLIES + 1);
    assert_int_equal(effects.mark_shown, 2);
    unsigned changed = 0;
    for (int group = 0; group < GROUP_COUNT; group++)
        changed |= (unsigned)effects.switched[group].changes << group;
    assert_int_equal(effects.marks[2], changed);
    assert_true(effects.now.right < 0); /* no right move was given */
    assert_true(group_probe_turn(probe, node->child, &handicap));
    assert_true(group_probe_found(probe, NULL, 0, &effects));
    for (int i = 0; i <= PLIES; i++)
        assert_true(effects.marks_known[i]);
    handicap.knowledge[GROUP_MOBILITY] = 0; /* another level: nothing is known any more */
    assert_true(group_probe_turn(probe, node->child, &handicap));
    assert_true(group_probe_found(probe, NULL, 0, &effects));
    for (int i = 0; i <= PLIES; i++)
        assert_false(effects.marks_known[i]);
    group_probe_destroy(probe);
    game_destroy(game);
}

static void test_numbers_of_a_level_are_changed_within_their_limits(void **state)
{
    struct handicap handicap = handicap_for(strength, METHOD_MADCHESS, 1400, 1);
    struct handicap_item items[HANDICAP_ITEMS_MAX];
    struct error error = {0};
    char text[32];
    int count = handicap_items(&handicap, items);
    assert_string_equal(items[0].name, "nodes");
    assert_true(handicap_item_read(&items[0], "3,954/s", &error));
    assert_int_equal(handicap.nodes_per_second, 3954);
    handicap_item_value(&items[0], text, sizeof text);
    assert_string_equal(text, "3,954/s");
    assert_string_equal(items[1].name, "MoveError");
    assert_string_equal(items[2].name, "BlunderError");
    assert_string_equal(items[3].name, "BlunderPercent");
    assert_int_equal(items[count - 1].group, GROUP_COUNT - 1);
    assert_true(handicap_item_read(&items[3], "12.5", &error));
    assert_int_equal(handicap.blunder_chance, 128);
    handicap_item_value(&items[3], text, sizeof text);
    assert_string_equal(text, "12.5");
    assert_false(handicap_item_read(&items[3], "101", &error));
    assert_non_null(strstr(error.message, "from 0 to 100"));
    assert_false(handicap_item_read(&items[1], "many", &error));
    assert_true(handicap_item_read(&items[count - 1], "off", &error));
    assert_int_equal(handicap.knowledge[GROUP_COUNT - 1], 0);
    handicap_item_step(&items[count - 1], -1);
    assert_int_equal(handicap.knowledge[GROUP_COUNT - 1], 0);
    handicap_item_step(&items[count - 1], 1);
    assert_int_equal(handicap.knowledge[GROUP_COUNT - 1], 10);
    for (int i = 0; i < count; i++) { /* steps go back where they came from, and end */
        for (int steps = 0; steps < 2000; steps++)
            handicap_item_step(&items[i], -1);
        assert_int_equal(*items[i].value, items[i].min);
        for (int steps = 0; steps < 2000; steps++)
            handicap_item_step(&items[i], 1);
        assert_int_equal(*items[i].value, items[i].max);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_switching_a_group_changes_evaluation_and_choice),
        cmocka_unit_test(test_a_method_that_errs_in_the_search_is_drawn_several_times),
        cmocka_unit_test(test_a_switched_group_keeps_the_move_unless_it_makes_the_difference),
        cmocka_unit_test(test_the_same_random_numbers_keep_a_move_as_often_as_its_chance_allows),
        cmocka_unit_test(test_full_strength_has_no_choice_to_change),
        cmocka_unit_test(test_the_line_is_marked_from_the_position_shown),
        cmocka_unit_test(test_numbers_of_a_level_are_changed_within_their_limits),
    };
    return cmocka_run_group_tests(tests, make_levels, free_levels);
}
