/* Mate proofs: exact distances, lines that mate, refutations, and their use by the engine. */

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/engine.h"
#include "engine/search/mate.h"
#include "src/game/epd.h"
#include "tests/unit/data.h"
#include "tests/unit/test.h"

/* Plays the line and checks that it mates after 2 * moves - 1 plies. */
static void check_line(const struct position *root, const Move line[], int length, int moves)
{
    struct position position = *root;
    Move none[CHESS_MOVES_MAX];
    assert_int_equal(length, 2 * moves - 1);
    for (int i = 0; i < length; i++) {
        assert_true(chess_is_legal(&position, line[i]));
        chess_play(&position, line[i]);
    }
    assert_true(chess_in_check(&position));
    assert_int_equal(chess_moves(&position, none), 0);
}

static int solve(struct mate_search *search, const struct position *position, uint64_t nodes)
{
    Move line[MATE_LINE_MAX];
    int length;
    mate_begin(search, position);
    while (mate_nodes(search) < nodes &&
           mate_continue(search, 1000, MATE_MOVES_MAX + 1, NULL))
        ;
    int moves = mate_proven(search, line, &length);
    if (moves > 0)
        check_line(position, line, length, moves);
    return moves;
}

static void test_mates_of_every_kind(void **state)
{
    static const struct {
        const char *fen;
        int moves;
    } mates[] = {
        {"6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", 1},
        {"7k/8/8/8/8/8/R7/1R4K1 w - - 0 1", 2},
        {"kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2}, /* a quiet sacrifice in zugzwang */
        {"r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3},
        {"8/6P1/7k/8/5K2/8/8/8 w - - 0 1", 2},    /* by promotion */
        {"8/8/8/8/4k3/8/8/R3K3 w - - 0 1", 0},    /* no mate in this number of moves */
        {"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 0},    /* stalemate */
        {"R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", 0}, /* mated already */
        {"8/8/8/3k4/8/8/3pK3/8 w - - 0 1", 0},
    };
    struct mate_search *search = mate_create();
    assert_non_null(search);
    for (size_t i = 0; i < sizeof mates / sizeof *mates; i++) {
        struct position position = from_fen(mates[i].fen);
        int moves = solve(search, &position, 200000);
        if (moves != mates[i].moves)
            fail_msg("%s: mate in %d, expected %d", mates[i].fen, moves, mates[i].moves);
    }
    mate_destroy(search);
}

static void test_composed_mates_at_their_true_distance(void **state)
{
    enum { DISTANCE_MAX = 3, NODES = 150000 };
    FILE *file = fopen("puzzles/mates.epd", "r");
    struct mate_search *search = mate_create();
    struct epd *epd = malloc(sizeof *epd);
    char line[2048];
    int tried = 0, solved = 0;
    assert_true(file && search && epd);
    while (fgets(line, sizeof line, file)) {
        struct error error;
        if (!epd_read(epd, line, &error) || epd->mate < 1 || epd->mate > DISTANCE_MAX)
            continue;
        int moves = solve(search, &epd->position, NODES);
        tried++;
        solved += moves == epd->mate;
        if (moves > 0 && moves < epd->mate)
            fail_msg("%s: mate in %d", line, moves);
    }
    fclose(file);
    free(epd);
    mate_destroy(search);
    print_message("%d of %d\n", solved, tried);
    assert_true(tried > 20);
    assert_true(solved * 100 >= tried * 95);
}

static void test_it_ends_where_it_is_told(void **state)
{
    struct mate_search *search = mate_create();
    struct position start;
    atomic_bool stop = false;
    chess_start(&start);
    mate_begin(search, &start);
    assert_true(mate_continue(search, 1000, MATE_MOVES_MAX + 1, &stop));
    assert_in_range(mate_nodes(search), 1000, 2000);
    assert_false(mate_continue(search, 1000000, 1, &stop)); /* one move is the shortest possible */
    mate_begin(search, &start);
    atomic_store(&stop, true);
    assert_true(mate_continue(search, 1000000, MATE_MOVES_MAX + 1, &stop));
    assert_in_range(mate_nodes(search), 0, 1000);
    mate_destroy(search);
}

/* The analysis shows the proven mate with its whole line. */
static void test_analysis_shows_the_proof(void **state)
{
    const char *fen = "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1";
    struct position position = from_fen(fen);
    struct engine *engine = engine_create(NULL, NULL);
    assert_non_null(engine);
    for (int lines = 1; lines <= 3; lines += 2) {
        struct engine_settings settings = engine_settings_default();
        struct error error;
        struct report report = {0};
        int moves = 0;
        settings.multi_pv = lines;
        assert_true(engine_configure(engine, &settings, &error));
        assert_true(engine_set_position(engine, &position, NULL, 0));
        engine_start(engine, &(struct limits){.infinite = true});
        do {
            if (!engine_poll(engine, &report))
                sched_yield();
        } while (report.line_count == 0 || report.lines[0].length < 5 ||
                 report.lines[0].score != SCORE_MATE - 5);
        engine_stop(engine);
        engine_wait(engine);
        assert_true(engine_poll(engine, &report));
        assert_true(score_is_mate(report.lines[0].score, &moves));
        assert_int_equal(moves, 3);
        check_line(&position, report.lines[0].moves, report.lines[0].length, 3);
        assert_int_equal(report.best, report.lines[0].moves[0]);
        for (int i = 1; i < report.line_count; i++)
            assert_int_not_equal(report.lines[i].moves[0], report.best);
    }
    engine_destroy(engine);
}

/* At depth 2 the table used to cut the line that depth 1 had shown completely. */
static void test_a_line_to_mate_stays_whole(void **state)
{
    struct position position = from_fen("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1");
    struct engine *engine = engine_create(NULL, NULL);
    struct report report = {0};
    assert_non_null(engine);
    for (int depth = 1; depth <= 6; depth++) {
        engine_new_game(engine);
        assert_true(engine_set_position(engine, &position, NULL, 0));
        assert_true(engine_think(engine, &(struct limits){.depth = depth}, &report));
        if (report.lines[0].score == SCORE_MATE - 5)
            check_line(&position, report.lines[0].moves, report.lines[0].length, 3);
    }
    assert_int_equal(report.lines[0].score, SCORE_MATE - 5);
    engine_destroy(engine);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_mates_of_every_kind),
        cmocka_unit_test(test_composed_mates_at_their_true_distance),
        cmocka_unit_test(test_it_ends_where_it_is_told),
        cmocka_unit_test(test_analysis_shows_the_proof),
        cmocka_unit_test(test_a_line_to_mate_stays_whole),
    };
    chess_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
