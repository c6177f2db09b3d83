/* Known bugs of other engines: null move in zugzwang, exchanges, stack overflow, very long games,
 * large counters, invalid moves from the table. */

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/engine.h"
#include "engine/search/search.h"
#include "engine/search/see.h"
#include "engine/search/node.h"
#include "src/game/epd.h"
#include "tests/unit/data.h"
#include "tests/unit/test.h"

/* Searches after the moves and returns the final report. */
static struct report think(struct engine *engine, const struct position *start, const Move moves[],
                           int count, struct limits limits)
{
    struct report report = {0};
    assert_true(engine_set_position(engine, start, moves, count));
    engine_start(engine, &limits);
    engine_wait(engine);
    assert_true(engine_poll(engine, &report));
    assert_true(report.finished);
    return report;
}

/* Every line of a report can be played. */
static void check_lines(const struct position *root, const struct report *report)
{
    for (int i = 0; i < report->line_count; i++) {
        struct position position = *root;
        const struct line *line = &report->lines[i];
        assert_in_range(line->length, 1, REPORT_PV_MAX);
        assert_in_range(line->selective_depth, 0, PLY_MAX);
        for (int j = 0; j < line->length; j++) {
            assert_true(chess_is_legal(&position, line->moves[j]));
            chess_play(&position, line->moves[j]);
        }
    }
}

static void test_zugzwang_is_seen_through(void **state)
{
    /* Stockfish 15.1 solves 13 of the 30 with 300,000 nodes. An engine blind to zugzwang solves
     * few. */
    enum { NODES = 100000 / SPARING, LEAST = SPARING > 1 ? 4 : 8 };
    FILE *file = fopen(data_file("zugzwang.epd"), "r");
    struct engine *engine = engine_create(NULL, NULL);
    char line[1024];
    int solved = 0, count = 0;
    struct epd *epd = malloc(sizeof *epd);
    assert_true(file && engine && epd);
    while (fgets(line, sizeof line, file)) {
        struct error error;
        if (line[0] == '#')
            continue;
        assert_true(epd_read(epd, line, &error));
        engine_new_game(engine);
        struct report report =
            think(engine, &epd->position, NULL, 0, (struct limits){.nodes = NODES});
        count++;
        for (int i = 0; i < epd->best_count; i++)
            solved += epd->best[i] == report.best;
    }
    free(epd);
    fclose(file);
    engine_destroy(engine);
    assert_int_equal(count, 30);
    if (solved < LEAST)
        fail_msg("%d of 30 solved, expected %d", solved, LEAST);
}

/* Computes "P - (N + Q - P)" with our values, so that suites for other values can be used. */
static int exchange_value(const char **text)
{
    int sum = 0, sign = 1;
    for (; **text && **text != ')' && **text != '\n'; ++*text) {
        char c = **text;
        if (c == '+' || c == '-') {
            sign = c == '-' ? -1 : 1;
        } else if (c == '(') {
            ++*text;
            sum += sign * exchange_value(text);
        } else if (c != '0' && !isspace((unsigned char)c)) {
            const char *letters = "PNBRQK", *found = strchr(letters, c);
            if (!found)
                fail_msg("what is %s", *text);
            sum += sign * see_values[found - letters];
        }
    }
    return sum;
}

static void test_exchanges_of_the_suite(void **state)
{
    FILE *file = fopen(data_file("see.epd"), "r");
    char line[512];
    int count = 0, wrong = 0;
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        char *rest = line, *fields[3];
        if (line[0] == '#')
            continue;
        for (int i = 0; i < 3; i++) {
            fields[i] = rest + strspn(rest, " ");
            rest += strcspn(rest, ";");
            if (*rest)
                *rest++ = '\0';
        }
        struct position position = from_fen(fields[0]);
        struct error error;
        Move move;
        const char *value_text = fields[2];
        count++;
        if (!chess_read_move(&position, fields[1], &move, &error))
            fail_msg("%s %s: %s", fields[0], fields[1], error.message);
        int value = exchange_value(&value_text);
        if (!see_at_least(&position, move, value) || see_at_least(&position, move, value + 1)) {
            print_message("%s %s is not %d\n", fields[0], fields[1], value);
            wrong++;
        }
    }
    fclose(file);
    assert_int_equal(count, 71);
    assert_int_equal(wrong, 0);
}

static void test_the_end_of_the_stack_is_reached_and_held(void **state)
{
    static const char *const fens[] = {
        "7k/8/1p1p1p1p/pPpPpPpP/P1P1P1P1/8/8/K7 w - - 0 1", /* so few moves that every depth is
                                                             * reached */
        "8/8/1p1k4/p1p2pp1/P1P2P2/1P1K2P1/8/8 w - - 0 40",
        "6k1/6p1/8/6KQ/1r6/q2b4/8/8 w - - 0 1", /* checks without end */
        "8/6k1/8/3Q4/8/q7/8/1K6 w - - 0 1",
        "1q1q1q1k/8/8/8/8/8/8/K1Q1Q1Q1 w - - 0 1", /* checks and captures everywhere */
        "kr1qqqqq/pp6/8/8/8/8/PP6/KR1QQQQQ w - - 0 1",
        "8/8/8/8/5k2/5p2/8/5K2 w - - 98 120",
    };
    struct engine *engine = engine_create(NULL, NULL);
    int deepest = 0;
    assert_non_null(engine);
    for (size_t i = 0; i < sizeof fens / sizeof *fens; i++) {
        struct position root = from_fen(fens[i]);
        for (int lines = 1; lines <= 3; lines += 2) {
            struct limits limits = {.depth = PLY_MAX - 1, .nodes = i == 0 ? 3000000 : 150000};
            struct engine_settings settings = engine_settings_default();
            struct error error;
            settings.multi_pv = lines;
            assert_true(engine_configure(engine, &settings, &error));
            engine_new_game(engine);
            struct report report = think(engine, &root, NULL, 0, limits);
            assert_true(chess_is_legal(&root, report.best));
            check_lines(&root, &report);
            deepest = report.depth > deepest ? report.depth : deepest;
        }
    }
    engine_destroy(engine);
    assert_int_equal(deepest, PLY_MAX - 1);
}

static void test_thousands_of_plies_before_a_deep_search(void **state)
{
    static const char *const shuffle[] = {"g1f3", "g8f6", "f3g1", "f6g8"};
    enum { PLIES = 4000 };
    Move *moves = malloc(PLIES * sizeof *moves);
    struct position start, position;
    struct engine *engine = engine_create(NULL, NULL);
    assert_true(moves && engine);
    chess_start(&start);
    position = start;
    for (int i = 0; i < PLIES; i++) {
        assert_true(chess_from_uci(&position, shuffle[i % 4], &moves[i]));
        chess_play(&position, moves[i]);
    }
    for (int count = PLIES - 5; count <= PLIES; count++) {
        struct position root = start;
        for (int i = 0; i < count; i++)
            chess_play(&root, moves[i]);
        struct report report =
            think(engine, &start, moves, count, (struct limits){.depth = 127, .nodes = 20000});
        assert_true(chess_is_legal(&root, report.best));
    }
    free(moves);
    engine_destroy(engine);
}

static void test_nodes_are_counted_past_32_bits(void **state)
{
    struct worker *workers[3];
    struct task *task = calloc(1, sizeof *task);
    assert_non_null(task);
    for (int i = 0; i < 3; i++) {
        workers[i] = worker_create(i);
        assert_non_null(workers[i]);
        atomic_store(&workers[i]->nodes, 3000000000);
        atomic_store(&workers[i]->tablebase_hits, 2000000000);
    }
    task->workers = workers;
    task->worker_count = 3;
    assert_int_equal(task_nodes(task), 9000000000);
    assert_int_equal(task_tablebase_hits(task), 6000000000);
    assert_int_equal(nodes_of(workers[0]) + 2000000000, 5000000000);
    for (int i = 0; i < 3; i++)
        worker_destroy(workers[i]);
    free(task);
    /* The counters are wide enough. */
    assert_int_equal(sizeof(((struct report *)0)->nodes), 8);
    assert_int_equal(sizeof(((struct report *)0)->tablebase_hits), 8);
    assert_int_equal(sizeof(((struct limits *)0)->nodes), 8);
    assert_int_equal(sizeof(((struct task *)0)->node_budget), 8);
    assert_int_equal(sizeof(((struct root_move *)0)->nodes), 8);
    assert_int_equal(sizeof(((struct bench *)0)->nodes), 8);
}

static void ignore(void *context)
{
    (void)context;
}

/* A search thread without an engine, limited to a depth. */
static struct task lone_task(struct tt *table, struct worker **worker, int depth)
{
    return (struct task){.table = table, .weights = weights_full(),
                         .features = search_features_default(),
                         .parameters = &search_parameters_of_levels, .limits = {.depth = depth},
                         .timing = {.optimum = INT64_MAX, .maximum = INT64_MAX},
                         .multi_pv = 1, .workers = worker, .worker_count = 1,
                         .started = time_now(), .progress = ignore};
}

/* Puts entries with random moves under the positions up to two plies from root. */
static void poison(struct tt *table, const struct position *root, int plies, uint64_t *random)
{
    *random = *random * 6364136223846793005u + 1442695040888963407u;
    struct tt_entry entry = {.move = (Move)(*random >> 40),
                             .score = (Score)(*random >> 33 & 127) - 64,
                             .eval = SCORE_NONE,
                             .depth = (int)(*random >> 20 & 3),
                             .bound = (int)(*random >> 24 & 1) + BOUND_LOWER};
    tt_store(table, table_key(root), &entry);
    Move moves[CHESS_MOVES_MAX];
    int count = plies > 0 ? chess_moves(root, moves) : 0;
    for (int i = 0; i < count; i++) {
        struct position next = *root;
        chess_play(&next, moves[i]);
        poison(table, &next, plies - 1, random);
    }
}

/* Two positions can share a key, and threads can corrupt an entry, so a table move may be
 * illegal. */
static void test_a_wrong_move_in_the_table_is_never_played(void **state)
{
    struct tt table;
    struct worker *worker = worker_create(0);
    struct task *task = calloc(1, sizeof *task);
    assert_true(worker && task && tt_create(&table, 16));
    struct position root;
    uint64_t random = 2024;
    chess_start(&root);
    *task = lone_task(&table, &worker, 4);
    for (int game = 0; game < 60; game++) {
        Move moves[CHESS_MOVES_MAX];
        int count = chess_moves(&root, moves);
        if (count == 0 || game % 20 == 19) {
            chess_start(&root);
            continue;
        }
        tt_clear(&table, 1);
        tt_grow_older(&table);
        poison(&table, &root, 2, &random);
        task->root = root;
        atomic_store(&task->stop, false);
        assert_int_equal(worker_prepare(worker, task), count);
        worker_search(worker);
        const struct root_move *best = &worker->root_moves[0];
        struct position position = root;
        for (int i = 0; i < best->length; i++) {
            assert_true(chess_is_legal(&position, best->moves[i]));
            chess_play(&position, best->moves[i]);
        }
        chess_play(&root, moves[(random >> 33) % (unsigned)count]);
    }
    tt_destroy(&table);
    worker_destroy(worker);
    free(task);
}

/* A search of only some moves must not store a score for the whole position. */
static void test_searchmoves_leave_no_verdict_on_the_position(void **state)
{
    struct tt table;
    struct tt_entry entry;
    struct worker *worker = worker_create(0);
    struct task *task = calloc(1, sizeof *task);
    assert_true(worker && task && tt_create(&table, 1));
    *task = lone_task(&table, &worker, 5);
    task->root = from_fen("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"); /* a mate in one */
    task->limits.search_moves_count = 1;
    task->limits.search_moves[0] = move_make(14, 22, MOVE_NORMAL, 0); /* g2g3 */
    tt_grow_older(&table);
    assert_int_equal(worker_prepare(worker, task), 1);
    worker_search(worker);
    assert_int_equal(worker->completed_depth, 5);
    assert_false(tt_probe(&table, table_key(&task->root), &entry));
    tt_destroy(&table);
    worker_destroy(worker);
    free(task);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_zugzwang_is_seen_through),
        cmocka_unit_test(test_exchanges_of_the_suite),
        cmocka_unit_test(test_the_end_of_the_stack_is_reached_and_held),
        cmocka_unit_test(test_thousands_of_plies_before_a_deep_search),
        cmocka_unit_test(test_nodes_are_counted_past_32_bits),
        cmocka_unit_test(test_a_wrong_move_in_the_table_is_never_played),
        cmocka_unit_test(test_searchmoves_leave_no_verdict_on_the_position),
    };
    chess_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
