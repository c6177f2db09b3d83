/* The game tree: moves, variations, draws by repetition and by counting. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "src/game/game.h"
#include "tests/unit/test.h"

/* Plays moves in any notation after node. */
static struct game_node *play(struct game *game, struct game_node *node, const char *moves)
{
    char text[1024];
    snprintf(text, sizeof text, "%s", moves);
    char *rest = text;
    for (char *word; (word = strtok_r(rest, " ", &rest)) != NULL;) {
        Move move = NO_MOVE;
        struct error error;
        if (!chess_read_move(&node->position, word, &move, &error))
            fail_msg("%s: %s", word, error.message);
        node = game_add(node, move);
        assert_non_null(node);
    }
    return node;
}

static struct game *game_from(const char *fen)
{
    struct position start = from_fen(fen);
    return game_create(&start);
}

static void moves_and_variations_make_a_tree(void **state)
{
    struct game *game = game_create(NULL);
    struct game_node *end = play(game, game->root, "e4 e5 Nf3 Nc6");
    struct game_node *e4 = game->root->child;
    struct game_node *sicilian = play(game, e4, "c5 Nf3");
    assert_ptr_equal(play(game, game->root, "e4 e5"), end->parent->parent);
    assert_ptr_equal(e4->child->sibling, sicilian->parent);
    assert_ptr_equal(game_end_of_line(game->root), end);
    Move moves[4] = {0};
    assert_int_equal(game_moves_to(sicilian, moves, 4), 3);
    assert_int_equal(moves[1], sicilian->parent->move);
    assert_int_equal(moves[3], NO_MOVE);
    Move few[1];
    assert_int_equal(game_moves_to(end, few, 1), 4);
    assert_int_equal(few[0], e4->move);
    game_remove(e4->child);
    assert_ptr_equal(e4->child, sicilian->parent);
    assert_null(e4->child->sibling);
    game_remove(e4);
    assert_null(game->root->child);
    game_destroy(game);
}

static void the_third_occurrence_may_be_claimed_the_fifth_ends(void **state)
{
    struct game *game = game_create(NULL);
    struct game_node *node = game->root;
    for (int round = 1; round <= 4; round++) {
        node = play(game, node, "Nf3 Nf6 Ng1 Ng8");
        assert_int_equal(game_repetitions(node), round + 1);
        enum game_state expected = round == 1   ? GAME_GOING
                                   : round == 4 ? GAME_FIVEFOLD
                                                : GAME_THREEFOLD;
        assert_int_equal(game_state(node), expected);
    }
    game_destroy(game);
}

static void lost_castling_rights_make_another_position(void **state)
{
    struct game *game = game_from("4k2r/8/8/8/8/8/8/4K2R w Kk - 0 1");
    struct game_node *node = play(game, game->root, "Rh2 Rh7 Rh1 Rh8");
    assert_int_equal(game_repetitions(node), 1);
    node = play(game, node, "Rh2 Rh7 Rh1 Rh8");
    assert_int_equal(game_repetitions(node), 2);
    game_destroy(game);
}

static void a_pawn_move_ends_the_count(void **state)
{
    struct game *game = game_create(NULL);
    struct game_node *node = play(game, game->root, "Nf3 Nf6 Ng1 Ng8 e4 e5 Nf3 Nf6 Ng1 Ng8");
    assert_int_equal(game_repetitions(node), 2);
    game_destroy(game);
}

static void expect_state(const char *fen, const char *moves, enum game_state expected)
{
    struct game *game = game_from(fen);
    struct game_node *node = play(game, game->root, moves);
    if (game_state(node) != expected)
        fail_msg("%s %s: %s", fen, moves, game_state_words(game_state(node)));
    game_destroy(game);
}

static void games_end_as_the_rules_say(void **state)
{
    expect_state(CHESS_START_FEN, "f3 e5 g4 Qh4", GAME_CHECKMATE);
    expect_state("7k/8/6Q1/8/8/8/8/K7 w - - 0 1", "Qf7", GAME_STALEMATE);
    expect_state("7k/8/8/8/8/8/8/K5Nq w - - 0 1", "Kb2 Qxg1", GAME_GOING);
    expect_state("7k/8/8/8/8/8/1n6/K7 w - - 0 1", "Kxb2", GAME_INSUFFICIENT);
    expect_state("6k1/8/8/8/8/8/8/K6R w - - 98 80", "Rb1", GAME_GOING);
    expect_state("7k/8/8/8/8/8/8/K1R5 w - - 99 80", "Rb1", GAME_FIFTY);
    expect_state("7k/8/8/8/8/8/8/K1R5 w - - 149 99", "Rb1", GAME_SEVENTY_FIVE);
    /* Checkmate takes precedence over the fifty-move counter. */
    expect_state("7k/8/6K1/8/8/8/8/R7 w - - 149 99", "Ra8", GAME_CHECKMATE);
}

static void tags_comments_and_nags(void **state)
{
    struct game *game = game_create(NULL);
    assert_null(game_tag(game, "White"));
    assert_true(game_set_tag(game, "White", "A"));
    assert_true(game_set_tag(game, "White", "B"));
    assert_int_equal(game->tag_count, 1);
    assert_string_equal(game_tag(game, "White"), "B");
    assert_true(game_set_comment(game->root, "text"));
    assert_true(game_set_comment(game->root, NULL));
    assert_null(game->root->comment);
    for (int nag = 0; nag < 300; nag++)
        assert_true(game_add_nag(game->root, nag));
    assert_true(game_add_nag(game->root, 1));
    assert_int_equal(game->root->nag_count, 300);
    assert_int_equal(game->root->nags[1], 1);
    game_destroy(game);
}

static void a_very_long_game_is_freed(void **state)
{
    struct game *game = game_create(NULL);
    struct game_node *node = game->root;
    for (int round = 0; round < 2000; round++)
        node = play(game, node, "Nf3 Nf6 Ng1 Ng8");
    assert_int_equal(node->ply, 8000);
    game_destroy(game);
}

/* Processor time to determine the game state at each of 10000 nodes. */
static clock_t time_of_states(const struct game_node **node, enum game_state expected)
{
    clock_t began = clock();
    for (int i = 0; i < 10000; i++, *node = (*node)->child)
        if (game_state(*node) != expected)
            fail_msg("ply %d: %s", (*node)->ply, game_state_words(game_state(*node)));
    return clock() - began;
}

/* Each node used to search the whole game before it for its position. */
static void the_end_of_an_endless_game_is_judged_as_fast_as_its_beginning(void **state)
{
    struct game *game = game_create(NULL);
    struct game_node *end = game->root;
    for (int round = 0; round < 15000; round++)
        end = play(game, end, "Nf3 Nf6 Ng1 Ng8");
    const struct game_node *node = game->root;
    while (node->ply < 200)
        node = node->child;
    clock_t early = time_of_states(&node, GAME_FIVEFOLD);
    while (node->ply < end->ply - 10000)
        node = node->child;
    clock_t late = time_of_states(&node, GAME_FIVEFOLD);
    if (late > 3 * early + CLOCKS_PER_SEC / 2)
        fail_msg("%.2f s instead of %.2f s", (double)late / CLOCKS_PER_SEC,
                 (double)early / CLOCKS_PER_SEC);
    game_destroy(game);
}

int main(void)
{
    chess_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_and_variations_make_a_tree),
        cmocka_unit_test(the_third_occurrence_may_be_claimed_the_fifth_ends),
        cmocka_unit_test(lost_castling_rights_make_another_position),
        cmocka_unit_test(a_pawn_move_ends_the_count),
        cmocka_unit_test(games_end_as_the_rules_say),
        cmocka_unit_test(tags_comments_and_nags),
        cmocka_unit_test(a_very_long_game_is_freed),
        cmocka_unit_test(the_end_of_an_endless_game_is_judged_as_fast_as_its_beginning),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
