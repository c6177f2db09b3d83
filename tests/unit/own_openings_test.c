/* Statistics of your own openings by colour and name, the most expensive mistakes, and the opening
 * tree. */
#include <string.h>

#include "src/archive/own_games.h"
#include "src/archive/own_openings.h"
#include "tests/unit/folder.h"
#include "tests/unit/test.h"

/* Stores a game from UCI moves. scores are for white, for the first positions. */
static void keep_game(struct store *store, const char *fen, int you, const char *moves,
                      enum result result, const Score scores[], int score_count)
{
    static struct stored_game stored;
    struct error error = {0};
    char copy[256], *rest = copy;
    memset(&stored, 0, sizeof stored);
    stored.start = from_fen(fen);
    stored.you = you;
    stored.drill = DRILL_NONE;
    stored.handicap = (struct handicap){.limited = true, .elo = 1400, .nodes_per_second = 500};
    clock_init(&stored.clock, &(struct time_control){.untimed = true});
    assert_true(store_begin(store, &stored, &error));
    struct game *game = game_create(&stored.start);
    struct game_node *node = game->root;
    snprintf(copy, sizeof copy, "%s", moves);
    for (int ply = 0;; ply++) {
        if (ply < score_count) {
            const struct ledger_score score = {.score = scores[ply], .depth = 9};
            assert_true(store_score(store, stored.id, node, &score, &error));
        }
        const char *word = strtok_r(rest, " ", &rest);
        Move move = NO_MOVE;
        if (!word)
            break;
        assert_true(chess_from_uci(&node->position, word, &move));
        node = game_add(node, move);
        assert_true(store_move(store, stored.id, node, NULL, &error));
    }
    if (result != RESULT_NONE)
        assert_true(store_finish(store, stored.id, result, "", &error));
    game_destroy(game);
}

static Move read_uci(const struct position *position, const char *text)
{
    Move move = NO_MOVE;
    assert_true(chess_from_uci(position, text, &move));
    return move;
}

/* The last games of the store, or all if 0. Sets *read to their number. */
static struct own_openings gather(struct store *store, int games, int *read)
{
    struct error error = {0};
    struct own_openings own;
    struct openings *openings = openings_load("share/openings.tsv", &error);
    if (!openings)
        fail_msg("%s", error.message);
    struct finished_games from = {.store = store, .last = games};
    if (!own_openings_gather(&from, openings, &own, &error))
        fail_msg("%s", error.message);
    openings_free(openings);
    *read = from.read;
    return own;
}

static void expect(const struct own_opening *row, int color, const char *name, int won, int drawn,
                   int lost)
{
    assert_string_equal(row->name, name);
    assert_int_equal(row->color, color);
    assert_int_equal(row->won, won);
    assert_int_equal(row->drawn, drawn);
    assert_int_equal(row->lost, lost);
}

static void openings_are_told_by_colour_and_the_worst_comes_first(void **state)
{
    struct store *store = open_store();
    const Score italian[] = {15, 20, 15, 20, 15, 20, 15, -65},
                again[] = {15, 15, 15, 15, 15, 15, 15, -85};
    keep_game(store, CHESS_START_FEN, WHITE, "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 f3g5", RESULT_BLACK,
              italian, 8);
    /* the same mistake by another order of moves */
    keep_game(store, CHESS_START_FEN, WHITE, "e2e4 e7e5 f1c4 f8c5 g1f3 b8c6 f3g5", RESULT_DRAW,
              again, 8);
    keep_game(store, CHESS_START_FEN, WHITE, "d2d4 d7d5 c2c4", RESULT_WHITE, NULL, 0);
    keep_game(store, CHESS_START_FEN, BLACK, "e2e4 e7e5 g1f3 b8c6 f1c4", RESULT_BLACK, NULL, 0);
    keep_game(store, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", WHITE, "e2e4", RESULT_DRAW, NULL, 0);
    keep_game(store, CHESS_START_FEN, BLACK, "e2e4 c7c5", RESULT_NONE, NULL, 0); /* unfinished */

    int read;
    struct own_openings own = gather(store, 0, &read);
    assert_int_equal(read, 5);
    assert_int_equal(own.count, 4);
    expect(&own.rows[0], WHITE, "Italian Game", 0, 1, 1);
    expect(&own.rows[1], WHITE, "other start positions", 0, 1, 0);
    expect(&own.rows[2], WHITE, "Queen's Gambit", 1, 0, 0);
    expect(&own.rows[3], BLACK, "Italian Game", 1, 0, 0);
    const struct own_slip *slip = &own.rows[0].slip;
    assert_string_equal(slip->move, "4. Ng5");
    assert_int_equal(slip->times, 2);
    assert_int_equal((int)slip->lost, 180);
    assert_int_equal(own.rows[0].moves, 8); /* four of yours in each game, none of the opponent's */
    assert_int_equal((int)own.rows[0].loss, 180);
    assert_int_equal(own.rows[2].moves, 0);
    assert_int_equal(own.rows[2].slip.times, 0);
    own_openings_clear(&own);

    own = gather(store, 2, &read); /* the last two */
    assert_int_equal(read, 2);
    assert_int_equal(own.count, 2);
    expect(&own.rows[0], WHITE, "other start positions", 0, 1, 0);
    own_openings_clear(&own);
    store_close(store);
}

static void your_games_have_a_tree(void **state)
{
    struct store *store = open_store();
    struct error error = {0};
    const Score scores[] = {15, 20, 15, -45, 15};
    keep_game(store, CHESS_START_FEN, WHITE, "e2e4 e7e5 g1f3 b8c6", RESULT_BLACK, scores, 5);
    keep_game(store, CHESS_START_FEN, BLACK, "g1f3 b8c6 e2e4 e7e5 f1b5", RESULT_DRAW, NULL, 0);
    keep_game(store, CHESS_START_FEN, WHITE, "e2e4 e7e5", RESULT_NONE, NULL, 0);
    struct own_games *own = own_games_load(store, &error);
    assert_non_null(own);
    struct tree tree;
    memset(&tree, 0, sizeof tree);
    struct position position =
        from_fen("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
    own_games_tree(own, &position, &tree);
    assert_int_equal(tree.all.games, 1);
    assert_int_equal(tree.all.results.black, 1);
    assert_int_equal((int)tree_mean_loss(&tree.rows[0]), 60);
    assert_int_equal(tree_mean_rating(&tree.rows[0]), 0); /* your rating is unknown */
    memset(&tree, 0, sizeof tree);
    position = from_fen("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3");
    own_games_tree(own, &position, &tree);
    tree_sort(&tree);
    assert_int_equal(tree.all.games, 2); /* one of them by transposition */
    assert_int_equal(tree.rows[0].move, read_uci(&position, "f1b5"));
    assert_int_equal(tree_mean_rating(&tree.rows[0]), 1400);
    assert_true(tree_mean_loss(&tree.rows[0]) < 0);
    assert_int_equal(tree.rows[1].move, NO_MOVE);
    assert_true(own_games_are_all(own, store));
    keep_game(store, CHESS_START_FEN, WHITE, "d2d4", RESULT_WHITE, NULL, 0);
    assert_false(own_games_are_all(own, store));
    own_games_free(own);
    store_close(store);
}

static void no_game_is_no_opening(void **state)
{
    struct store *store = open_store();
    int read;
    struct own_openings own = gather(store, 0, &read);
    assert_int_equal(read, 0);
    assert_int_equal(own.count, 0);
    own_openings_clear(&own);
    store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(openings_are_told_by_colour_and_the_worst_comes_first,
                                        make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(your_games_have_a_tree, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(no_game_is_no_opening, make_folder, remove_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
