/* Building books from games: weights, limits, what is left out, and the same book whether or not
 * all tallies fit in memory. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <unistd.h>

#include "engine/book.h"
#include "engine/engine.h"
#include "src/pgn/pgn.h"
#include "src/pgn/book_build.h"
#include "tests/unit/data.h"
#include "tests/unit/file.h"
#include "tests/unit/test.h"

static int damaged;

static void count_damaged(const struct error *error)
{
    assert_true(error->message[0] != '\0');
    damaged++;
}

static struct book_build_counts build(const char *pgn, struct book_build_options options,
                                      const char *to)
{
    struct error error;
    struct book_builder *builder = book_builder_create(&options);
    assert_non_null(builder);
    damaged = 0;
    if (!book_builder_read(builder, pgn, count_damaged, NULL, &error))
        fail_msg("%s", error.message);
    FILE *file = fopen(to, "wb");
    assert_non_null(file);
    if (!book_builder_write(builder, file, &error))
        fail_msg("%s", error.message);
    fclose(file);
    struct book_build_counts counts = book_builder_counts(builder);
    book_builder_destroy(builder);
    return counts;
}

/* Builds a book from text and compares its moves after `moves`: "e4 3, d4 1". */
static void expect(const char *text, struct book_build_options options, const char *fen,
                   const char *moves)
{
    char pgn[] = "/tmp/fallible-games-XXXXXX", bin[80], found[256] = "";
    file_make(pgn, text, strlen(text));
    snprintf(bin, sizeof bin, "%s.bin", pgn);
    build(pgn, options, bin);
    unlink(pgn);
    struct error error;
    struct position position;
    struct book_line lines[CHESS_MOVES_MAX];
    assert_true(chess_from_fen(&position, fen, &error));
    struct book *book = book_open(bin, &error);
    unlink(bin);
    if (!book)
        fail_msg("%s", error.message);
    int count = book_lines(book, &position, lines);
    for (int i = 0; i < count; i++) {
        char san[CHESS_SAN_MAX];
        chess_to_san(&position, lines[i].move, san);
        size_t length = strlen(found);
        snprintf(found + length, sizeof found - length, "%s%s %d", i ? ", " : "", san,
                 lines[i].weight);
    }
    book_close(book);
    assert_string_equal(found, moves);
}

static const char games[] =
    "[WhiteElo \"2000\"]\n[BlackElo \"1900\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0\n\n"
    "[WhiteElo \"2100\"]\n[BlackElo \"2200\"]\n[Result \"1/2-1/2\"]\n\n1. e4 c5 1/2-1/2\n\n"
    "[WhiteElo \"2100\"]\n[Result \"0-1\"]\n\n1. e4 e5 0-1\n\n"
    "[WhiteElo \"2300\"]\n[BlackElo \"2300\"]\n[Result \"1-0\"]\n\n1. d4 d5 1-0\n\n"
    "[Result \"0-1\"]\n\n1. a3 e5 0-1\n\n"
    "[Result \"*\"]\n\n1. h4 *\n\n";
static const char after_e4[] = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";

static void wins_weigh_two_and_draws_one(void **state)
{
    struct book_build_options all = {.plies = 40, .min_games = 1};
    expect(games, all, CHESS_START_FEN, "e4 3, d4 2");
    expect(games, all, after_e4, "e5 2, c5 1");
}

static void limits_leave_out(void **state)
{
    expect(games, (struct book_build_options){.plies = 40, .min_games = 2}, CHESS_START_FEN,
           "e4 3");
    expect(games, (struct book_build_options){.plies = 40, .min_games = 1, .min_elo = 2000},
           CHESS_START_FEN, "d4 2, e4 1");
    expect(games, (struct book_build_options){.plies = 2, .min_games = 1},
           "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", "");
    expect(games, (struct book_build_options){.plies = 3, .min_games = 1},
           "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", "Nf3 2");
}

static void castling_and_promotion_come_back(void **state)
{
    struct book_build_options all = {.plies = 40, .min_games = 1};
    expect("[FEN \"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\"]\n[Result \"1-0\"]\n\n1. O-O O-O-O 1-0\n",
           all, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "O-O 2");
    expect("[FEN \"8/P6k/8/8/8/8/8/K7 w - - 0 1\"]\n[Result \"1-0\"]\n\n1. a8=N 1-0\n", all,
           "8/P6k/8/8/8/8/8/K7 w - - 0 1", "a8=N 2");
}

static void a_damaged_game_is_left_out_and_told(void **state)
{
    expect("[Result \"1-0\"]\n\n1. e4 e5 2. Ke3 1-0\n\n[Result \"1-0\"]\n\n1. d4 1-0\n",
           (struct book_build_options){.plies = 40, .min_games = 1}, CHESS_START_FEN, "d4 2");
    assert_int_equal(damaged, 1);
}

/* Weights above 16 bits are scaled down, but none becomes 0. */
static void heavy_weights_are_scaled(void **state)
{
    struct error error;
    struct book_build_options options = {.plies = 40, .min_games = 1, .capacity = 64};
    struct book_builder *builder = book_builder_create(&options);
    for (int i = 0; i < 100001; i++) {
        struct game *game = game_create(NULL);
        assert_non_null(game_add(game->root,
                                 i ? move_make(12, 28, MOVE_NORMAL, 0)      /* e2e4 */
                                   : move_make(8, 16, MOVE_NORMAL, 0)));    /* a2a3 */
        game->result = RESULT_WHITE;
        assert_true(book_builder_add(builder, game, &error));
        game_destroy(game);
    }
    char bin[] = "/tmp/fallible-book-XXXXXX";
    FILE *file = fdopen(mkstemp(bin), "wb");
    assert_true(book_builder_write(builder, file, &error));
    fclose(file);
    book_builder_destroy(builder);
    struct book *book = book_open(bin, &error);
    unlink(bin);
    struct position start;
    struct book_line lines[CHESS_MOVES_MAX];
    chess_start(&start);
    assert_int_equal(book_lines(book, &start, lines), 2);
    assert_int_equal(lines[0].weight, 65535);
    assert_int_equal(lines[1].weight, 1);
    book_close(book);
}

static void memory_makes_no_difference(void **state)
{
    char pgn[1024], small_bin[] = "/tmp/fallible-book-XXXXXX",
                    large_bin[] = "/tmp/fallible-book-XXXXXX";
    snprintf(pgn, sizeof pgn, "%s", data_file("people.pgn"));
    file_make(small_bin, "", 0);
    file_make(large_bin, "", 0);
    struct book_build_options options = {.plies = 60, .min_games = 1};
    struct book_build_counts large = build(pgn, options, large_bin);
    options.capacity = 100; /* some 13,000 tallies: the file is rewritten many times */
    struct book_build_counts small = build(pgn, options, small_bin);
    assert_int_equal(large.games, 130);
    assert_int_equal(small.entries, large.entries);
    assert_true(large.entries > 3000);
    size_t small_size, large_size;
    char *small_bytes = file_read(small_bin, &small_size);
    char *large_bytes = file_read(large_bin, &large_size);
    assert_int_equal(large_size, large.entries * BOOK_ENTRY_BYTES);
    assert_int_equal(small_size, large_size);
    assert_memory_equal(small_bytes, large_bytes, small_size);
    free(small_bytes);
    free(large_bytes);
    unlink(small_bin);
    unlink(large_bin);
}

int main(void)
{
    chess_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wins_weigh_two_and_draws_one),
        cmocka_unit_test(limits_leave_out),
        cmocka_unit_test(castling_and_promotion_come_back),
        cmocka_unit_test(a_damaged_game_is_left_out_and_told),
        cmocka_unit_test(heavy_weights_are_scaled),
        cmocka_unit_test(memory_makes_no_difference),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
