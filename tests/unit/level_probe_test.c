/* The level probe: threats, a level's moves, the ladder of ratings, in words. */

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "src/review/level_probe.h"
#include "tests/unit/levels.h"
#include "tests/unit/test.h"

static Move move_of(const struct position *position, const char *text)
{
    Move move;
    struct error error = {0};
    if (!chess_read_move(position, text, &move, &error))
        fail_msg("%s", error.message);
    return move;
}

/* Probes a position until this many rungs are known or nothing more comes. */
static struct probed level_probe(const char *fen, enum method method, int elo, const char *right,
                                 int rungs)
{
    struct level_probe *level_probe = level_probe_create(NULL, NULL, strength);
    const struct position position = from_fen(fen);
    struct game *game = game_create(&position);
    struct handicap handicap = handicap_for(strength, method, elo, 7);
    struct error error = {0};
    assert_true(level_probe && game);
    assert_true(level_probe_turn(level_probe, game->root, &handicap, &error));
    const Move move = move_of(&position, right);
    const struct probed *found = level_probe_found(level_probe, &move, 1);
    while (!found->threat_known || found->draws < found->draws_wanted ||
           found->rungs_known < rungs) {
        usleep(1000);
        (void)level_probe_poll(level_probe);
        found = level_probe_found(level_probe, &move, 1);
    }
    struct probed copy = *found;
    level_probe_stop(level_probe);
    assert_null(level_probe_found(level_probe, &move, 1));
    level_probe_destroy(level_probe);
    game_destroy(game);
    return copy;
}

static double sum_of(const struct probed *found)
{
    double sum = 0;
    for (int i = 0; i < found->move_count; i++) {
        assert_true(i == 0 || found->moves[i].chance <= found->moves[i - 1].chance);
        sum += found->moves[i].chance;
    }
    return sum;
}

static void test_the_threat_is_what_a_free_move_does(void **state)
{
    /* White to move; black threatens the queen on d4. */
    const char *fen = "6k1/5ppp/8/2b5/3Q4/8/5PPP/6K1 w - - 0 1";
    struct probed found = level_probe(fen, METHOD_MADCHESS, 800, "Qd8+", 0);
    const struct position position = from_fen(fen);
    assert_int_equal(found.free_move.side, !position.side);
    assert_true(found.threat.length > 0);
    assert_int_equal(found.threat.moves[0], move_of(&found.free_move, "Bxd4"));
    /* In check a free move is not possible. */
    found = level_probe("6k1/5ppp/8/8/1b6/8/5PPP/4K3 w - - 0 1", METHOD_MADCHESS, 800, "Ke2", 0);
    assert_int_equal(found.threat.length, 0);
}

static void test_a_level_has_chances_that_add_up(void **state)
{
    const char *fen = "r3k2r/pppq1ppp/2npbn2/2b1p3/4P3/2NPBN2/PPPQ1PPP/R3KB1R w KQkq - 0 8";
    static const enum method methods[] = {METHOD_MADCHESS, METHOD_STUBBORN, METHOD_NOISE};
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i += SPARING) {
        struct probed found = level_probe(fen, methods[i], 700, "O-O-O", 1);
        assert_true(found.seen && found.sees.length > 0);
        assert_int_equal(found.exact, methods[i] == METHOD_MADCHESS);
        assert_int_equal(found.draws, methods[i] == METHOD_NOISE ? found.draws_wanted : 1);
        assert_int_equal(found.draws_wanted > 1, methods[i] == METHOD_NOISE);
        assert_true(found.move_count > 1);
        assert_true(fabs(sum_of(&found) - 1) < 1e-6);
    }
}

static void test_full_strength_has_no_chances_but_a_ladder(void **state)
{
    struct probed found = level_probe("6k1/5ppp/8/8/8/8/5PPP/4R1K1 w - - 0 1", METHOD_MADCHESS,
                                      ELO_FULL, "Re8#", RUNGS);
    assert_int_equal(found.move_count, 0);
    assert_int_equal(found.rungs_known, RUNGS);
    /* Every level finds a mate in one. */
    for (int i = 0; i < RUNGS; i++)
        assert_true(found.rungs[i].right > 0.999);
    int error;
    assert_int_equal(level_probe_finds_from(&found, &error), CALIBRATED_MIN);
    assert_int_equal(error, RUNG_STEP);
    found.rungs_known = RUNGS - 1;
    assert_int_equal(level_probe_finds_from(&found, &error), 0);
}

/* The rating does not jump when one rung differs from its neighbours; the error grows instead. */
static void test_one_odd_rung_hardly_moves_the_rating(void **state)
{
    struct probed found = {.rungs_known = RUNGS};
    int error;
    assert_int_equal(level_probe_finds_from(&found, &error), 0);
    for (int i = 0; i < RUNGS; i++)
        found.rungs[i].right = i < 8 ? 0.2 : 0.8;
    assert_int_equal(level_probe_finds_from(&found, &error), CALIBRATED_MIN + 8 * RUNG_STEP);
    assert_int_equal(error, RUNG_STEP);
    found.rungs[17].right = 0.4;
    found.rungs[2].right = 0.6;
    assert_int_equal(level_probe_finds_from(&found, &error), CALIBRATED_MIN + 8 * RUNG_STEP);
    assert_int_equal(error, 2 * RUNG_STEP);
}

/* Without given moves the probe finds the right ones itself, the same each time, and says nothing
 * about them before. */
static void test_the_right_moves_rest_on_one_fixed_search(void **state)
{
    if (LONG_WITH_SANITIZERS)
        return;
    const struct position position =
        from_fen("r3k2r/pppq1ppp/2npbn2/2b1p3/4P3/2NPBN2/PPPQ1PPP/R3KB1R w KQkq - 0 8");
    const struct handicap handicap = handicap_for(strength, METHOD_MADCHESS, 1400, 7);
    struct probed runs[2];
    for (int i = 0; i < 2; i++) {
        struct level_probe *level_probe = level_probe_create(NULL, NULL, strength);
        struct game *game = game_create(&position);
        struct error error = {0};
        assert_true(level_probe && game);
        assert_true(level_probe_turn(level_probe, game->root, &handicap, &error));
        const struct probed *found = level_probe_found(level_probe, NULL, 0);
        assert_int_equal(found->right_count, 0);
        while (found->rungs_known < 2) {
            usleep(1000);
            (void)level_probe_poll(level_probe);
            found = level_probe_found(level_probe, NULL, 0);
        }
        runs[i] = *found;
        level_probe_destroy(level_probe);
        game_destroy(game);
    }
    assert_true(runs[0].right_count > 0);
    assert_int_equal(runs[0].right_count, runs[1].right_count);
    for (int i = 0; i < runs[0].right_count; i++)
        assert_int_equal(runs[0].right[i], runs[1].right[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_threat_is_what_a_free_move_does),
        cmocka_unit_test(test_a_level_has_chances_that_add_up),
        cmocka_unit_test(test_full_strength_has_no_chances_but_a_ladder),
        cmocka_unit_test(test_one_odd_rung_hardly_moves_the_rating),
        cmocka_unit_test(test_the_right_moves_rest_on_one_fixed_search),
    };
    return cmocka_run_group_tests(tests, make_levels, free_levels);
}
