/* Highlights of games: a forced mate, a sound sacrifice, the winner's play, and what is none. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/pgn/pgn.h"
#include "src/review/highlights.h"
#include "tests/unit/test.h"

static struct game *read_game(const char *text)
{
    char *copy = strdup(text);
    struct game *game = NULL;
    struct error error;
    FILE *file = fmemopen(copy, strlen(copy), "r");
    struct pgn_reader *reader = pgn_reader_create(file, "test");
    if (pgn_read(reader, &game, &error) != PGN_GAME)
        fail_msg("%s", error.message);
    pgn_reader_destroy(reader);
    fclose(file);
    free(copy);
    return game;
}

static void find(const char *text, struct highlight found[HIGHLIGHT_COUNT])
{
    struct engine_settings settings = engine_settings_default();
    struct error error = {.message = ""};
    atomic_bool stop = false;
    settings.hash_mb = 1;
    struct engine *engine = engine_create_with(&settings, &error);
    struct game *game = read_game(text);
    if (!engine || !highlights_find(engine, 3000, game, &stop, found, &error))
        fail_msg("%s", error.message);
    game_destroy(game);
    engine_destroy(engine);
}

/* Morphy against the Duke of Brunswick and Count Isouard, Paris 1858 */
static const char opera[] =
    "[White \"Morphy\"]\n[Black \"Allies\"]\n[Result \"1-0\"]\n\n"
    "1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 "
    "9. Bg5 b5 10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ "
    "Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0\n";

static void a_queen_sacrifice_that_mates(void **state)
{
    struct highlight found[HIGHLIGHT_COUNT];
    find(opera, found);
    const struct highlight *mate = &found[HIGHLIGHT_MATE];
    assert_true(mate->found);
    assert_int_equal(mate->side, WHITE);
    assert_int_equal(mate->moves, 2);
    assert_string_equal(mate->move, "16. Qb8+");
    assert_string_equal(mate->line, "16. Qb8+ Nxb8 17. Rd8#");
    assert_non_null(strstr(mate->reason, "White has a forced mate in 2 and plays it"));
    const struct highlight *sacrifice = &found[HIGHLIGHT_SACRIFICE];
    assert_true(sacrifice->found);
    assert_string_equal(sacrifice->move, "16. Qb8+");
    assert_non_null(strstr(sacrifice->reason, "White gives the queen"));
    assert_int_equal(sacrifice->points, 9);
    assert_false(found[HIGHLIGHT_GAME].found); /* 17 moves */
}

/* Nothing forced White to play 2. g4. */
static void a_mate_that_was_let_in_is_not_forced(void **state)
{
    struct highlight found[HIGHLIGHT_COUNT];
    find("[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n", found);
    for (int kind = 0; kind < HIGHLIGHT_COUNT; kind++)
        assert_false(found[kind].found);
}

static void a_queen_that_is_lost_is_no_sacrifice(void **state)
{
    struct highlight found[HIGHLIGHT_COUNT];
    find("[Result \"0-1\"]\n\n1. e4 e5 2. Qh5 Nc6 3. Qxf7+ Kxf7 4. Nf3 Nf6 5. d3 d6 0-1\n", found);
    assert_false(found[HIGHLIGHT_SACRIFICE].found);
}

/* With queen and rook against a bare king a mate is only technique. */
static void a_mate_with_much_more_material_is_no_pretty_one(void **state)
{
    struct highlight found[HIGHLIGHT_COUNT];
    find("[SetUp \"1\"]\n[FEN \"7k/8/8/8/8/8/R7/1Q2K3 w - - 0 1\"]\n[Result \"1-0\"]\n\n"
         "1. Qb7 Kg8 2. Ra8# 1-0\n",
         found);
    assert_false(found[HIGHLIGHT_MATE].found);
}

static void the_better_rank_comes_first(void **state)
{
    struct highlight clean = {.found = true, .rank = {0, -1, 0, 900}};
    struct highlight blunder = {.found = true, .rank = {-1, 0, 0, 990}}, none = {0};
    assert_true(highlight_is_better(&clean, &blunder));
    assert_false(highlight_is_better(&blunder, &clean));
    assert_true(highlight_is_better(&blunder, &none));
    assert_false(highlight_is_better(&none, &clean));
    assert_false(highlight_is_better(&clean, &clean));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_queen_sacrifice_that_mates),
        cmocka_unit_test(a_mate_that_was_let_in_is_not_forced),
        cmocka_unit_test(a_queen_that_is_lost_is_no_sacrifice),
        cmocka_unit_test(a_mate_with_much_more_material_is_no_pretty_one),
        cmocka_unit_test(the_better_rank_comes_first),
    };
    return cmocka_run_group_tests_name("highlights", tests, start_chess, NULL);
}
