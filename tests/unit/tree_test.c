/* The opening tree: which moves are counted, for which side, and the statistics. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/pgn/opening_tree.h"
#include "tests/unit/file.h"
#include "tests/unit/games_file.h"

/* 1 and 2 transpose to the same position after two moves each; 3 reaches it with the other side to
 * move. */
static const char games[] =
    "[White \"Anna\"]\n[WhiteElo \"2000\"]\n[BlackElo \"1800\"]\n[Result \"1-0\"]\n\n"
    "1. e4 e5 2. Nf3 Nc6 3. Bb5 1-0\n\n"
    "[White \"Bert\"]\n[WhiteElo \"2200\"]\n[Result \"1/2-1/2\"]\n\n"
    "1. Nf3 Nc6 2. e4 e5 3. Bc4 1/2-1/2\n\n"
    "[White \"Carl\"]\n[Result \"0-1\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 0-1\n\n"
    "[White \"Dora\"]\n[Result \"*\"]\n\n1. e4 Nc6 2. Nf3 e5 *\n\n"
    /* returns to the start and then plays something else: the first move counts */
    "[White \"Emil\"]\n[Result \"1-0\"]\n\n1. Nf3 Nf6 2. Ng1 Ng8 3. d4 1-0\n\n"
    /* ends at an illegal move */
    "[White \"Fritz\"]\n[Result \"0-1\"]\n\n1. e4 e5 2. Ke3 0-1\n\n"
    "[FEN \"r3k2r/1P6/8/8/8/8/8/R3K2R w KQkq - 0 1\"]\n[Result \"1-0\"]\n\n1. O-O-O 1-0\n\n"
    "[FEN \"r3k2r/1P6/8/8/8/8/8/R3K2R w KQkq - 0 1\"]\n[Result \"1-0\"]\n\n1. O-O Kd7 1-0\n\n"
    "[FEN \"r3k2r/1P6/8/8/8/8/8/R3K2R w KQkq - 0 1\"]\n[Result \"1-0\"]\n\n1. b8=Q+ 1-0\n\n"
    "[FEN \"r3k2r/1P6/8/8/8/8/8/R3K2R w KQkq - 0 1\"]\n[Result \"0-1\"]\n\n1. bxa8=N 0-1\n\n"
    /* the same pieces without castling rights are another position */
    "[FEN \"r3k2r/1P6/8/8/8/8/8/R3K2R w - - 0 1\"]\n[Result \"0-1\"]\n\n1. Kd1 0-1\n\n"
    "[Variant \"Chess960\"]\n[FEN \"nrkbbqrn/pppppppp/8/8/8/8/PPPPPPPP/NRKBBQRN w KQkq - 0 1\"]\n"
    "[Result \"1-0\"]\n\n1. Nb3 Nb6 2. Ng3 Ng6 3. e3 e6 4. Be2 Be7 5. O-O-O 1-0\n\n"
    "[Variant \"Chess960\"]\n[FEN \"nrkbbqrn/pppppppp/8/8/8/8/PPPPPPPP/NRKBBQRN w KQkq - 0 1\"]\n"
    "[Result \"1-0\"]\n\n1. Ng3 Ng6 2. Nb3 Nb6 3. e3 e6 4. Be2 Be7 5. Nf5 1-0\n\n";

static struct pgn_index *pgn;
static struct pgn_positions *positions;

static int open_games(void **state)
{
    struct error error;
    file_write(file, games);
    pgn = pgn_index_open(file, NULL, NULL, &error);
    positions = pgn ? pgn_positions_open(pgn, NULL, NULL, &error) : NULL;
    return positions ? 0 : -1;
}

static int close_games(void **state)
{
    pgn_positions_close(positions);
    pgn_index_close(pgn);
    return 0;
}

/* The tree of the position after these moves. */
static struct tree tree_after(const char *fen, bool chess960, const char *moves, const char *words,
                              struct position *position)
{
    struct error error;
    struct pgn_query query;
    struct tree tree;
    char copy[256], *rest = copy;
    assert_true(chess_from_fen(position, fen, &error));
    position->chess960 |= chess960;
    snprintf(copy, sizeof copy, "%s", moves);
    for (char *word; (word = strtok_r(rest, " ", &rest));) {
        Move move;
        if (!chess_read_move(position, word, &move, &error))
            fail_msg("%s", error.message);
        chess_play(position, move);
    }
    assert_true(pgn_query_parse(&query, words, NULL, &error));
    assert_true(tree_of_games(&tree, &query, pgn, positions, position, NULL, NULL));
    tree_sort(&tree);
    return tree;
}

/* Compares the rows, in order: "Bb5 2 1/0/1". */
static void expect(const struct tree *tree, const struct position *position, const char *expected)
{
    char text[512] = "", san[CHESS_SAN_MAX];
    for (int i = 0; i < tree->count; i++) {
        const struct tree_row *row = &tree->rows[i];
        size_t used = strlen(text);
        snprintf(san, sizeof san, "end");
        if (row->move != NO_MOVE)
            chess_to_san(position, row->move, san);
        snprintf(text + used, sizeof text - used, "%s%s %d %d/%d/%d", i ? ", " : "", san,
                 row->games, row->results.white, row->results.drawn, row->results.black);
    }
    assert_string_equal(text, expected);
}

static void moves_are_counted_by_position_not_by_their_order(void **state)
{
    struct position position;
    struct tree tree = tree_after(CHESS_START_FEN, false, "Nf3 e5 e4 Nc6", "", &position);
    expect(&tree, &position, "Bb5 2 1/0/1, Bc4 1 0/1/0, end 1 0/0/0");
    assert_int_equal(tree.all.games, 4);
    assert_int_equal(tree.all.results.white + tree.all.results.drawn + tree.all.results.black, 3);
    tree = tree_after(CHESS_START_FEN, false, "e4 Nc6", "", &position);
    expect(&tree, &position, "Nf3 1 0/0/0");
    /* the same pieces with the other side to move */
    tree = tree_after("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 3 3", false, "",
                      "", &position);
    expect(&tree, &position, "");
    assert_int_equal(tree.all.games, 0);
}

static void a_game_counts_once_and_as_far_as_it_can_be_played(void **state)
{
    struct position position;
    struct tree tree = tree_after(CHESS_START_FEN, false, "", "", &position);
    expect(&tree, &position, "e4 4 1/0/2, Nf3 2 1/1/0");
    tree = tree_after(CHESS_START_FEN, false, "e4 e5", "", &position);
    expect(&tree, &position, "Nf3 2 1/0/1, end 1 0/0/1");
    tree = tree_after(CHESS_START_FEN, false, "e4", "white:carl", &position);
    expect(&tree, &position, "e5 1 0/0/1");
}

static void castling_and_promotions_are_moves_of_their_own(void **state)
{
    struct position position;
    struct tree tree =
        tree_after("r3k2r/1P6/8/8/8/8/8/R3K2R w KQkq - 0 1", false, "", "", &position);
    assert_int_equal(tree.all.games, 4);
    assert_int_equal(tree.count, 4);
    tree = tree_after("r3k2r/1P6/8/8/8/8/8/R3K2R w KQkq - 0 1", false, "O-O", "", &position);
    expect(&tree, &position, "Kd7 1 1/0/0");
    tree = tree_after("r3k2r/1P6/8/8/8/8/8/R3K2R w KQkq - 0 1", false, "bxa8=N", "", &position);
    expect(&tree, &position, "end 1 0/0/1");
    tree = tree_after("r3k2r/1P6/8/8/8/8/8/R3K2R w KQkq - 0 1", false, "bxa8=Q", "", &position);
    expect(&tree, &position, "");
    tree = tree_after("r3k2r/1P6/8/8/8/8/8/R3K2R w - - 0 1", false, "", "", &position);
    expect(&tree, &position, "Kd1 1 0/0/1");
}

static void chess960_games_begin_where_they_say(void **state)
{
    static const char start[] = "nrkbbqrn/pppppppp/8/8/8/8/PPPPPPPP/NRKBBQRN w KQkq - 0 1";
    struct position position;
    struct tree tree = tree_after(start, true, "", "", &position);
    expect(&tree, &position, "Nb3 1 1/0/0, Ng3 1 1/0/0");
    tree = tree_after(start, true, "Nb3 Ng6 Ng3 Nb6 e3 e6 Be2 Be7", "", &position);
    assert_int_equal(tree.all.games, 2);
    expect(&tree, &position, "Nf5 1 1/0/0, O-O-O 1 1/0/0");
}

static void ratings_are_those_of_who_moved(void **state)
{
    struct position position;
    struct tree tree = tree_after(CHESS_START_FEN, false, "", "", &position);
    assert_int_equal(tree_mean_rating(&tree.rows[0]), 2000);
    assert_int_equal(tree_mean_rating(&tree.all), 2100);
    /* one win against 1800: the maximum */
    assert_int_equal(tree_performance(&tree.rows[0]), 2600);
    tree = tree_after(CHESS_START_FEN, false, "e4", "", &position);
    assert_int_equal(tree_mean_rating(&tree.rows[0]), 1800);
    assert_int_equal(tree_performance(&tree.rows[0]), 1200);
    tree = tree_after(CHESS_START_FEN, false, "Nf3", "", &position);
    assert_int_equal(tree_mean_rating(&tree.rows[0]), 0);
    assert_int_equal(tree_performance(&tree.rows[0]), 2200); /* a draw */
}

static void a_book_adds_its_weights_and_moves(void **state)
{
    struct position position;
    Move d4 = NO_MOVE, e4 = NO_MOVE;
    struct tree tree = tree_after(CHESS_START_FEN, false, "", "", &position);
    assert_true(chess_from_uci(&position, "d2d4", &d4) && chess_from_uci(&position, "e2e4", &e4));
    tree_add_book(&tree, d4, 30);
    tree_add_book(&tree, e4, 10);
    tree_sort(&tree);
    expect(&tree, &position, "e4 4 1/0/2, Nf3 2 1/1/0, d4 0 0/0/0");
    assert_int_equal(tree.rows[0].weight, 10);
    assert_int_equal(tree.rows[2].weight, 30);
    assert_int_equal(tree.all.weight, 40);
}

static void shares_add_up(void **state)
{
    int parts[3];
    const struct pgn_results thirds = {1, 1, 1}, none = {0, 0, 0}, many = {900000, 30, 1200000};
    assert_true(tree_shares(&thirds, parts));
    assert_int_equal(parts[0] + parts[1] + parts[2], 100);
    assert_in_range(parts[1], 33, 34);
    assert_false(tree_shares(&none, parts));
    assert_true(tree_cells(&many, 10, parts));
    assert_int_equal(parts[0], 4);
    assert_int_equal(parts[1], 0);
    assert_int_equal(parts[2], 6);
}

static bool never(void *context)
{
    (void)context;
    return false;
}

static void it_can_be_given_up(void **state)
{
    struct tree tree;
    struct pgn_query query = {.count = 0};
    struct position position;
    chess_start(&position);
    assert_false(tree_of_games(&tree, &query, pgn, positions, &position, never, NULL));
}

int main(void)
{
    if (!make_games_folder())
        return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_are_counted_by_position_not_by_their_order),
        cmocka_unit_test(a_game_counts_once_and_as_far_as_it_can_be_played),
        cmocka_unit_test(castling_and_promotions_are_moves_of_their_own),
        cmocka_unit_test(chess960_games_begin_where_they_say),
        cmocka_unit_test(ratings_are_those_of_who_moved),
        cmocka_unit_test(a_book_adds_its_weights_and_moves),
        cmocka_unit_test(shares_add_up),
        cmocka_unit_test(it_can_be_given_up),
    };
    return remove_games_folder(cmocka_run_group_tests(tests, open_games, close_games));
}
