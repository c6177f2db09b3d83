/* The search and the engine's interface: exact mate distances, draws, limits, the protocol of
 * start, stop, ponderhit and reports, determinism. */

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/engine.h"
#include "engine/rules/position.h"
#include "engine/search/movepick.h"
#include "engine/search/worker.h"
#include "engine/search/see.h"
#include "engine/search/tt.h"
#include "tests/unit/test.h"

static struct engine *create(void)
{
    struct engine *engine = engine_create(NULL, NULL);
    assert_non_null(engine);
    return engine;
}

static void configure(struct engine *engine, const struct engine_settings *settings)
{
    struct error error;
    if (!engine_configure(engine, settings, &error))
        fail_msg("%s", error.message);
}

/* The final report of a search of one position. */
static struct report think(struct engine *engine, const char *fen, struct limits limits)
{
    struct position position = from_fen(fen);
    struct report report = {0};
    assert_true(engine_set_position(engine, &position, NULL, 0));
    uint32_t id = engine_start(engine, &limits);
    engine_wait(engine);
    assert_true(engine_poll(engine, &report));
    assert_true(report.finished);
    assert_int_equal(report.id, id);
    return report;
}

static void assert_move(const char *fen, Move move, const char *uci)
{
    struct position position = from_fen(fen);
    char text[CHESS_UCI_MAX];
    chess_to_uci(&position, move, text);
    assert_string_equal(text, uci);
}

static void test_a_settled_search_ends_before_its_nodes(void **state)
{
    (void)state;
    enum { SETTLED = 20000, NODES = 300000 };
    struct engine *engine = engine_create(NULL, NULL);
    assert_non_null(engine);
    /* One move recaptures, so the best move settles at once. */
    const char *taken = "rnbqkbnr/ppp2ppp/8/3Q4/8/8/PPPP1PPP/RNB1KBNR b KQkq - 0 3";
    struct report settled =
        think(engine, taken, (struct limits){.nodes = NODES, .settled = SETTLED});
    assert_true(settled.nodes >= SETTLED && settled.nodes < NODES);
    assert_move(taken, settled.lines[0].moves[0], "d8d5");
    /* The same search without the limit uses all of its nodes. */
    engine_forget(engine);
    assert_true(think(engine, taken, (struct limits){.nodes = NODES}).nodes >= NODES);
    engine_destroy(engine);
}

static void test_mates_have_their_exact_distance(void **state)
{
    static const struct {
        const char *fen;
        int moves, depth;
    } mates[] = {
        {"6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", 1, 4},
        {"7k/8/8/8/8/8/R7/1R4K1 w - - 0 1", 2, 6},
        {"r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3, 9},
        {"8/8/8/8/8/4k3/7q/4K3 w - - 0 1", -1, 4},
        /* zugzwang, which the null move hides at first */
        {"kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2, 20},
    };
    struct engine *engine = create();
    for (size_t i = 0; i < sizeof mates / sizeof *mates; i++) {
        struct report report =
            think(engine, mates[i].fen, (struct limits){.depth = mates[i].depth});
        int moves = 0;
        assert_true(report.line_count > 0);
        assert_true(score_is_mate(report.lines[0].score, &moves));
        assert_int_equal(moves, mates[i].moves);
        if (moves > 0) {
            /* the line is complete and ends in mate */
            struct position position = from_fen(mates[i].fen);
            Move none[CHESS_MOVES_MAX];
            assert_int_equal(report.lines[0].length, 2 * moves - 1);
            for (int j = 0; j < report.lines[0].length; j++) {
                assert_true(chess_is_legal(&position, report.lines[0].moves[j]));
                chess_play(&position, report.lines[0].moves[j]);
            }
            assert_true(chess_in_check(&position));
            assert_int_equal(chess_moves(&position, none), 0);
        }
    }
    engine_destroy(engine);
}

static void test_mate_limit_stops_at_the_mate(void **state)
{
    struct engine *engine = create();
    struct report report =
        think(engine, "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", (struct limits){.mate = 1});
    assert_int_equal(report.lines[0].score, SCORE_MATE - 1);
    engine_destroy(engine);
}

static void test_no_move_when_mated_or_stalemated(void **state)
{
    struct engine *engine = create();
    static const char *const over[] = {"R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1",
                                       "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"};
    for (int i = 0; i < 2; i++) {
        /* even an unlimited search ends at once */
        struct report report = think(engine, over[i], (struct limits){.infinite = true});
        assert_int_equal(report.best, NO_MOVE);
        assert_int_equal(report.ponder, NO_MOVE);
    }
    engine_destroy(engine);
}

static void test_mate_counts_before_the_fifty_move_draw(void **state)
{
    struct engine *engine = create();
    const char *fen = "4Q3/8/1p4pk/1PbB1p1p/7P/p3P1PK/P3qP2/8 w - - 99 88";
    struct report report = think(engine, fen, (struct limits){.depth = 8});
    /* Every quiet move except mate draws at once; mate on the hundredth ply counts. */
    assert_move(fen, report.best, "e8h8");
    assert_int_equal(report.lines[0].score, SCORE_MATE - 1);

    report = think(engine, "8/8/8/3k4/8/3K4/3Q4/8 w - - 99 120", (struct limits){.depth = 8});
    assert_int_equal(report.lines[0].score, 0);
    engine_destroy(engine);
}

/* The table may contain the mate from an earlier position, where there was still time for it. */
static void test_no_mate_is_announced_that_the_fifty_move_rule_forestalls(void **state)
{
    static const char *const fens[] = {"8/8/2k5/8/2K5/8/8/7R w - - %d 90",
                                       "8/8/8/3k4/8/2K5/8/Q6R w - - %d 90"};
    struct engine *engine = create();
    for (int i = 0; i < 4; i++) {
        char fen[CHESS_FEN_MAX];
        int halfmoves = 84 + i / 2, mate;
        snprintf(fen, sizeof fen, fens[i % 2], halfmoves);
        engine_new_game(engine);
        struct report report = think(engine, fen, (struct limits){.nodes = 100000});
        if (score_is_mate(report.lines[0].score, &mate) && halfmoves + 2 * mate - 1 > 100)
            fail_msg("%s: mate in %d", fen, mate);
    }
    engine_destroy(engine);
}

static void test_insufficient_material_is_a_draw(void **state)
{
    struct engine *engine = create();
    struct report report =
        think(engine, "8/8/8/3k4/8/8/3pK3/8 w - - 0 1", (struct limits){.depth = 6});
    assert_int_equal(report.lines[0].score, 0);
    report = think(engine, "8/8/3k4/8/2B5/3K4/8/8 w - - 0 1", (struct limits){.depth = 6});
    assert_int_equal(report.lines[0].score, 0);
    engine_destroy(engine);
}

/* Plays UCI moves; returns their number. */
static int read_moves(struct position position, const char *const *texts, Move *moves)
{
    int count = 0;
    for (; texts[count]; count++) {
        assert_true(chess_from_uci(&position, texts[count], &moves[count]));
        chess_play(&position, moves[count]);
    }
    return count;
}

static void test_repetitions_of_the_game_count(void **state)
{
    /* White is a queen up; after these moves Kd2 would repeat the position a third time. */
    static const char *const texts[] = {"d3e3", "h8g8", "e3d3", "g8h8", "d3e3",
                                        "h8g8", "e3d3", "g8h8", "d3e3", "h8g8", NULL};
    struct engine *engine = create();
    struct position position = from_fen("7k/5ppp/8/8/8/3K4/8/Q7 w - - 0 1");
    Move moves[16];
    int count = read_moves(position, texts, moves);
    struct report report = {0};
    struct limits limits = {.depth = 1, .search_moves_count = 1};
    limits.search_moves[0] = move_make(20, 19, MOVE_NORMAL, 0); /* e3d3 */
    assert_true(engine_set_position(engine, &position, moves, count));
    engine_start(engine, &limits);
    engine_wait(engine);
    assert_true(engine_poll(engine, &report));
    assert_int_equal(report.best, limits.search_moves[0]);
    assert_int_equal(report.lines[0].score, 0);

    limits = (struct limits){.depth = 6};
    engine_start(engine, &limits);
    engine_wait(engine);
    assert_true(engine_poll(engine, &report));
    assert_true(report.lines[0].score > 300);
    assert_int_not_equal(report.best, move_make(20, 19, MOVE_NORMAL, 0));
    engine_destroy(engine);
}

static void test_a_perpetual_saves_a_lost_game(void **state)
{
    struct engine *engine = create();
    const char *fen = "6k1/6p1/8/6KQ/1r6/q2b4/8/8 w - - 0 1";
    struct report report = think(engine, fen, (struct limits){.depth = 10});
    assert_int_equal(report.lines[0].score, 0);
    assert_move(fen, report.best, "h5e8");
    engine_destroy(engine);
}

static void test_illegal_moves_are_refused(void **state)
{
    struct engine *engine = create();
    struct position position;
    chess_start(&position);
    Move move = move_make(4, 36, MOVE_NORMAL, 0);
    assert_false(engine_set_position(engine, &position, &move, 1));
    engine_destroy(engine);
}

static void test_one_thread_is_deterministic(void **state)
{
    const char *fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    struct engine *engine = create();
    struct report first = think(engine, fen, (struct limits){.depth = 8});
    engine_new_game(engine);
    struct report second = think(engine, fen, (struct limits){.depth = 8});
    assert_int_equal(first.nodes, second.nodes);
    assert_int_equal(first.best, second.best);
    assert_int_equal(first.lines[0].score, second.lines[0].score);

    engine_new_game(engine);
    first = think(engine, fen, (struct limits){.nodes = 20000});
    engine_forget(engine);
    second = think(engine, fen, (struct limits){.nodes = 20000});
    assert_int_equal(first.nodes, second.nodes);
    assert_int_equal(first.nodes, 20000);
    assert_int_equal(first.best, second.best);
    engine_destroy(engine);
}

static void test_every_feature_can_be_switched_off(void **state)
{
    static const char *const names[] = {
#define X(id, on, words) #id,
        SEARCH_FEATURES(X)
#undef X
    };
    /* A middlegame, an ending near the fifty-move draw, a mate, and a knight against the last
     * pawn. */
    static const char *const fens[] = {
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        "8/5pk1/4r1p1/7p/R6P/5PP1/6K1/8 w - - 60 90",
        "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1",
        "8/8/4k3/8/3n4/8/4P3/4K3 w - - 0 1",
    };
    enum { FENS = sizeof fens / sizeof *fens, DEPTH = SPARING > 1 ? 8 : 10 };
    struct engine *engine = create();
    uint64_t all_on[FENS];
    for (int i = 0; i < FENS; i++) {
        engine_new_game(engine);
        all_on[i] = think(engine, fens[i], (struct limits){.depth = DEPTH}).nodes;
    }
    for (size_t f = 0; f < sizeof names / sizeof *names; f++) {
        struct engine_settings settings = engine_settings_default();
        assert_true(search_features_set(&settings.features, names[f], false));
        configure(engine, &settings);
        bool different = false;
        for (int i = 0; i < FENS; i++) {
            engine_new_game(engine);
            struct report report = think(engine, fens[i], (struct limits){.depth = DEPTH});
            struct position position = from_fen(fens[i]);
            assert_true(chess_is_legal(&position, report.best));
            different |= report.nodes != all_on[i];
        }
        if (!different && strcmp(names[f], "time_management") != 0)
            fail_msg("switching %s off changes no tree", names[f]);
    }
    struct search_features features = search_features_default();
    assert_false(search_features_set(&features, "no_such_feature", true));
    engine_destroy(engine);
}

/* With time management, a forced move ends the search early. */
static void test_time_management_can_be_switched_off(void **state)
{
    struct engine *engine = create();
    struct engine_settings settings = engine_settings_default();
    const char *forced = "7k/8/6Q1/8/p7/8/8/K7 b - - 0 1";
    struct limits limits = {.clock = true, .time = {20000, 20000}, .depth = 20};
    int managed = think(engine, forced, limits).depth;
    assert_true(search_features_set(&settings.features, "time_management", false));
    configure(engine, &settings);
    engine_new_game(engine);
    assert_true(think(engine, forced, limits).depth > managed);
    engine_destroy(engine);
}

static void test_knowledge_without_a_handicap(void **state)
{
    struct engine *engine = create();
    struct engine_settings settings = engine_settings_default();
    struct position position = from_fen("4k3/8/1P6/8/8/8/8/4K3 w - - 0 1");
    Score all = engine_evaluate(engine, &position);
    settings.knowledge[GROUP_PASSED_PAWNS] = 0;
    configure(engine, &settings);
    Score blind = engine_evaluate(engine, &position);
    assert_true(blind < all);
    settings = engine_settings_default();
    assert_true(search_features_set(&settings.features, "tapered", false));
    configure(engine, &settings);
    assert_int_not_equal(engine_evaluate(engine, &position), all);
    settings = engine_settings_default();
    configure(engine, &settings);
    assert_int_equal(engine_evaluate(engine, &position), all);
    engine_destroy(engine);
}

/* Results of another evaluation would be wrong, so switching a group off and on clears them. */
static void test_a_toggle_clears_what_depends_on_it(void **state)
{
    const char *fen = "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10";
    const struct limits limits = {.depth = 8};
    struct engine *engine = create();
    struct engine_settings settings = engine_settings_default();
    uint64_t fresh = think(engine, fen, limits).nodes;
    assert_int_not_equal(think(engine, fen, limits).nodes, fresh); /* the tables were used */
    settings.knowledge[GROUP_KING_SAFETY] = 0;
    configure(engine, &settings);
    uint64_t without = think(engine, fen, limits).nodes;
    settings.knowledge[GROUP_KING_SAFETY] = 100;
    configure(engine, &settings);
    assert_int_equal(think(engine, fen, limits).nodes, fresh);
    settings.knowledge[GROUP_KING_SAFETY] = 0;
    configure(engine, &settings);
    assert_int_equal(think(engine, fen, limits).nodes, without);
    assert_int_not_equal(fresh, without);
    engine_destroy(engine);
}

/* A queen up in a locked position: the score shrinks to half on the way to the hundredth ply, for
 * both sides. */
static void test_scores_fade_before_the_fifty_move_draw(void **state)
{
    struct engine *engine = create();
    for (int side = 0; side < 2; side++) {
        Score scores[3];
        for (int i = 0; i < 3; i++) {
            char fen[CHESS_FEN_MAX];
            snprintf(fen, sizeof fen, "k7/8/1p1p1p1p/pPpPpPpP/P1P1P1P1/8/8/K2Q4 %c - - %d 90",
                     "wb"[side], 40 * i);
            engine_new_game(engine);
            scores[i] = abs(think(engine, fen, (struct limits){.depth = 1}).lines[0].score);
        }
        assert_true(scores[0] > scores[1] && scores[1] > scores[2]);
        assert_in_range(scores[2], scores[0] * 55 / 100, scores[0] * 65 / 100); /* 120 of 200 */
    }
    engine_destroy(engine);
}

static void test_multi_pv_lines_are_sorted_and_different(void **state)
{
    struct engine *engine = create();
    struct engine_settings settings = engine_settings_default();
    settings.multi_pv = 5;
    configure(engine, &settings);
    struct report report =
        think(engine, "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
              (struct limits){.depth = 7});
    assert_int_equal(report.line_count, 5);
    assert_int_equal(report.best, report.lines[0].moves[0]);
    for (int i = 1; i < report.line_count; i++) {
        assert_true(report.lines[i].score <= report.lines[i - 1].score);
        for (int j = 0; j < i; j++)
            assert_int_not_equal(report.lines[i].moves[0], report.lines[j].moves[0]);
    }
    /* more lines than moves */
    report = think(engine, "7k/8/8/8/8/8/6q1/K7 w - - 0 1", (struct limits){.depth = 3});
    assert_int_equal(report.line_count, 1);
    engine_destroy(engine);
}

/* Even if it is stopped immediately, the engine takes the queen. */
static void test_stopped_at_once_it_still_plays_a_move_it_looked_at(void **state)
{
    const char *fen = "4k3/8/8/3q4/8/8/8/K2R4 w - - 0 1";
    struct engine *engine = create();
    struct position position = from_fen(fen);
    assert_true(engine_set_position(engine, &position, NULL, 0));
    for (int i = 0; i < 20; i++) {
        struct report report = {0};
        engine_new_game(engine);
        engine_start(engine, &(struct limits){.infinite = i % 2, .ponder = !(i % 2)});
        engine_stop(engine);
        engine_wait(engine);
        assert_true(engine_poll(engine, &report));
        assert_move(fen, report.best, "d1d5");
        assert_int_equal(report.line_count, 1);
    }
    engine_destroy(engine);
}

/* If a line has only one move, the table supplies the reply, also near the fifty-move draw, where
 * keys differ. */
static void test_the_table_knows_what_to_ponder_on(void **state)
{
    struct engine *engine = create();
    for (int halfmoves = 0; halfmoves <= 80; halfmoves += 20) {
        char fen[CHESS_FEN_MAX];
        struct limits limits = {.depth = 8, .search_moves_count = 1};
        snprintf(fen, sizeof fen, "8/5pk1/4p1p1/3pP2p/3P1P1P/p1r3P1/R5K1/8 w - - %d 80", halfmoves);
        limits.search_moves[0] = move_make(14, 13, MOVE_NORMAL, 0); /* g2f2 */
        engine_new_game(engine);
        (void)think(engine, fen, limits);
        limits.depth = 1;
        struct report report = think(engine, fen, limits);
        assert_int_equal(report.lines[0].length, 1);
        assert_int_not_equal(report.ponder, NO_MOVE);
    }
    engine_destroy(engine);
}

static void test_search_moves_are_kept(void **state)
{
    struct engine *engine = create();
    struct limits limits = {.depth = 5, .search_moves_count = 1};
    limits.search_moves[0] = move_make(8, 16, MOVE_NORMAL, 0); /* a2a3 */
    struct report report = think(engine, CHESS_START_FEN, limits);
    assert_int_equal(report.best, limits.search_moves[0]);
    engine_destroy(engine);
}

/* Counts wake-ups and final reports as a program's loop would. */
struct async_analyst {
    atomic_int wakes;
};

static void on_wake(void *context)
{
    struct async_analyst *async_analyst = context;
    atomic_fetch_add(&async_analyst->wakes, 1);
}

static void test_stop_and_ponderhit_in_any_order(void **state)
{
    struct async_analyst async_analyst = {0};
    struct engine *engine = engine_create(on_wake, &async_analyst);
    struct position position;
    assert_non_null(engine);
    chess_start(&position);
    engine_stop(engine);
    engine_ponderhit(engine); /* before a start */
    assert_true(engine_set_position(engine, &position, NULL, 0));
    for (int i = 0; i < 200; i++) {
        struct limits limits = {.ponder = i % 2, .infinite = !(i % 2), .movetime = i % 2 ? 1 : 0};
        uint32_t id = engine_start(engine, &limits);
        struct report report = {0};
        if (i % 2 && i % 4 == 1)
            engine_ponderhit(engine);
        else
            engine_stop(engine);
        engine_stop(engine);
        engine_ponderhit(engine);
        engine_wait(engine);
        assert_false(engine_is_thinking(engine));
        assert_true(engine_poll(engine, &report));
        assert_int_equal(report.id, id);
        assert_true(report.finished);
        assert_true(chess_is_legal(&position, report.best));
        assert_false(engine_poll(engine, &report)); /* nothing new after the final report */
    }
    engine_destroy(engine);
    assert_true(atomic_load(&async_analyst.wakes) >= 200);
}

static void test_infinite_and_ponder_wait_for_the_word(void **state)
{
    struct engine *engine = create();
    /* The maximum depth is reached at once in such a small position. */
    struct position position = from_fen("7k/8/8/8/8/8/8/K7 w - - 0 1");
    assert_true(engine_set_position(engine, &position, NULL, 0));
    for (int i = 0; i < 2; i++) {
        struct limits limits = {.infinite = i == 0, .ponder = i == 1, .depth = 2};
        struct report report = {0};
        engine_start(engine, &limits);
        do {
            (void)engine_poll(engine, &report);
        } while (report.depth < 2);
        assert_true(engine_is_thinking(engine));
        if (i == 0) {
            engine_ponderhit(engine); /* ponderhit has no effect on an analysis */
            assert_true(engine_is_thinking(engine));
            engine_stop(engine);
        } else {
            engine_ponderhit(engine);
        }
        engine_wait(engine);
        (void)engine_poll(engine, &report);
        assert_true(report.finished);
    }
    engine_destroy(engine);
}

static void test_starting_again_ends_what_ran(void **state)
{
    struct engine *engine = create();
    struct position position;
    chess_start(&position);
    assert_true(engine_set_position(engine, &position, NULL, 0));
    uint32_t first = engine_start(engine, &(struct limits){.infinite = true});
    uint32_t second = engine_start(engine, &(struct limits){.depth = 3});
    assert_int_not_equal(first, second);
    engine_wait(engine);
    struct report report = {0};
    assert_true(engine_poll(engine, &report));
    assert_int_equal(report.id, second);
    assert_int_equal(report.depth, 3);
    /* destroyed while thinking */
    (void)engine_start(engine, &(struct limits){.infinite = true});
    engine_destroy(engine);
}

static void test_threads_agree_on_a_mate(void **state)
{
    struct engine *engine = create();
    struct engine_settings settings = engine_settings_default();
    settings.threads = 3;
    settings.hash_mb = 1;
    configure(engine, &settings);
    struct report report =
        think(engine, "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", (struct limits){.depth = 9});
    assert_int_equal(report.lines[0].score, SCORE_MATE - 5);
    engine_destroy(engine);
}

static void test_a_scrap_of_time_is_enough(void **state)
{
    const struct search_parameters usual_parameters = search_parameters_default();
    struct engine *engine = create();
    static const int64_t clocks[] = {20, 1, 0, -50, INT64_MAX};
    for (size_t i = 0; i < sizeof clocks / sizeof *clocks - 1; i++) {
        struct limits limits = {.clock = true, .time = {clocks[i], clocks[i]}};
        struct report report = think(engine, CHESS_START_FEN, limits);
        assert_int_not_equal(report.best, NO_MOVE);
    }
    engine_destroy(engine);
    /* The allotted time never exceeds the time on the clock. */
    for (int moves = 0; moves < 50; moves += 7)
        for (int64_t time = 15; time < 1000000; time *= 3) {
            struct limits limits = {.clock = true, .time = {time, time}, .moves_to_go = moves,
                                    .increment = {time * 2, time / 5}};
            for (int side = 0; side < 2; side++) {
                struct timing timing = timing_for(&limits, &usual_parameters, side, 10);
                assert_true(timing.optimum >= 1 && timing.optimum <= timing.maximum);
                assert_true(timing.maximum < time);
            }
        }
    struct limits endless = {.clock = true, .time = {INT64_MAX, INT64_MAX},
                             .increment = {INT64_MAX, INT64_MAX}};
    struct timing timing = timing_for(&endless, &usual_parameters, WHITE, 10);
    assert_true(timing.optimum > 0 && timing.maximum >= timing.optimum);
}

/* The soft limit: clear moves take less time, unstable ones more, but never more than the hard
 * limit. */
static void test_time_goes_where_it_is_needed(void **state)
{
    const struct search_parameters usual_parameters = search_parameters_default();
    const struct timing timing = {.managed = true, .optimum = 1000, .maximum = 4000};
    const uint64_t nodes = 1000000;
    int64_t usual = timing_wanted(&timing, &usual_parameters, 4, 0, nodes / 2, nodes),
            before = INT64_MAX;
    for (int stable = 0; stable <= 8; stable++) {
        int64_t wanted =
            timing_wanted(&timing, &usual_parameters, stable, 0, nodes / 2, nodes);
        assert_true(wanted < before);
        before = wanted;
    }
    assert_true(timing_wanted(&timing, &usual_parameters, 100, 0, nodes / 2, nodes) ==
                before);
    before = INT64_MAX;
    for (uint64_t share = 0; share <= 10; share++) {
        int64_t wanted =
            timing_wanted(&timing, &usual_parameters, 4, 0, nodes / 10 * share, nodes);
        assert_true(wanted < before && wanted > timing.optimum / 4);
        before = wanted;
    }
    assert_true(timing_wanted(&timing, &usual_parameters, 4, 30, nodes / 2, nodes) > usual);
    assert_true(timing_wanted(&timing, &usual_parameters, 4, -30, nodes / 2, nodes) < usual);
    assert_true(timing_wanted(&timing, &usual_parameters, 4, SCORE_MATE, nodes / 2, nodes) <=
                2 * usual);
    const struct timing tight = {.managed = true, .optimum = 1000, .maximum = 1100};
    assert_int_equal(timing_wanted(&tight, &usual_parameters, 0, 40, 0, nodes), 1100);
}

static struct engine_settings limited(int nodes_per_second, uint64_t seed)
{
    struct engine_settings settings = engine_settings_default();
    settings.handicap = (struct handicap){.limited = true,
                                          .nodes_per_second = nodes_per_second,
                                          .move_error = 50,
                                          .blunder_error = 200,
                                          .blunder_chance = 100,
                                          .endgame_percent = 25,
                                          .method = METHOD_MADCHESS,
                                          .seed = seed};
    settings.multi_pv = 3;
    return settings;
}

/* If the chosen move cannot be further below the best than the range, no other scores are
 * needed. */
static void test_limited_search_scores_what_may_be_chosen(void **state)
{
    const char *fen = "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3";
    struct engine *engine = create();
    int counts[2];
    for (int i = 0; i < 2; i++) {
        struct engine_settings settings = limited(20000, 7);
        settings.handicap.move_error = 0;
        settings.handicap.blunder_error = i ? 200 : 5;
        configure(engine, &settings);
        struct report report = think(engine, fen, (struct limits){.movetime = 1000});
        const struct decision *decision = &report.decision;
        counts[i] = decision->count;
        for (int j = 1; j < decision->count; j++)
            assert_true(decision->candidates[0].score - decision->candidates[j].score <=
                        settings.handicap.blunder_error);
    }
    if (counts[0] <= 1 || counts[0] >= counts[1])
        fail_msg("%d within 5 cp, %d within 200", counts[0], counts[1]);
    engine_destroy(engine);
}

static void test_limited_search_counts_nodes_and_gives_every_move_a_score(void **state)
{
    const char *fen = "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3";
    struct position position = from_fen(fen);
    Move moves[CHESS_MOVES_MAX];
    int legal = chess_moves(&position, moves);
    struct engine *engine = create();
    struct engine_settings settings = limited(20000, 7);
    settings.handicap.blunder_error = 10000;
    configure(engine, &settings);
    struct report first = think(engine, fen, (struct limits){.movetime = 1000});
    assert_true(first.nodes <= 20000);
    assert_true(first.nodes > 10000);
    assert_true(first.decision.made);
    assert_int_equal(first.decision.count, legal);
    assert_int_equal(first.best, first.decision.played);
    for (int i = 1; i < legal; i++)
        assert_true(first.decision.candidates[i].score <= first.decision.candidates[i - 1].score);
    for (int i = 0; i < legal; i++)
        assert_true(abs(first.decision.candidates[i].score) < SCORE_INFINITE);

    /* The decision depends only on position and seed, not on searches in between. */
    (void)think(engine, CHESS_START_FEN, (struct limits){.movetime = 500});
    struct report second = think(engine, fen, (struct limits){.movetime = 1000});
    assert_int_equal(first.nodes, second.nodes);
    assert_int_equal(first.best, second.best);
    assert_memory_equal(&first.decision, &second.decision, sizeof first.decision);

    /* Even with too few nodes one iteration is completed. */
    settings.handicap.nodes_per_second = 1;
    configure(engine, &settings);
    struct report least = think(engine, fen, (struct limits){.movetime = 1});
    assert_int_equal(least.decision.count, legal);
    engine_destroy(engine);
}

static void test_the_endgame_gets_fewer_nodes(void **state)
{
    struct engine *engine = create();
    struct engine_settings settings = limited(8000, 1);
    configure(engine, &settings);
    struct report report = think(engine, "8/8/1p1k4/p1p2pp1/P1P2P2/1P1K2P1/8/8 w - - 0 40",
                                 (struct limits){.movetime = 1000});
    assert_in_range(report.nodes, 1000, 2000);
    engine_destroy(engine);
}

static void test_tables_decide_and_bad_paths_change_nothing(void **state)
{
    struct engine *engine = create();
    struct engine_settings settings = engine_settings_default();
    struct error error;
    snprintf(settings.syzygy_path, sizeof settings.syzygy_path, "/no/such/folder");
    settings.multi_pv = 4;
    assert_false(engine_configure(engine, &settings, &error));
    assert_int_equal(engine_settings(engine)->multi_pv, 1);
    assert_string_equal(engine_settings(engine)->syzygy_path, "");

    snprintf(settings.syzygy_path, sizeof settings.syzygy_path, "tests/data/syzygy");
    settings.multi_pv = 1;
    if (!engine_configure(engine, &settings, &error)) {
        print_message("skipped: %s\n", error.message);
        engine_destroy(engine);
        skip();
    }
    /* Drawn at the root, lost at the root, and drawn in the tree after the exchange of rooks. */
    struct report report =
        think(engine, "8/8/8/8/4k3/8/4P3/4K3 w - - 0 1", (struct limits){.depth = 4});
    assert_int_equal(report.lines[0].score, 0);
    report = think(engine, "8/4k3/8/4K3/4P3/8/8/8 b - - 0 1", (struct limits){.depth = 4});
    assert_true(report.lines[0].score <= -SCORE_TABLEBASE_MIN);
    report = think(engine, "3r4/2k5/8/8/4KP2/8/8/3R4 w - - 0 1", (struct limits){.depth = 8});
    assert_true(report.tablebase_hits > 0);
    engine_destroy(engine);
}

static void test_scores_in_words(void **state)
{
    int moves = 0, wdl[3];
    assert_true(score_is_mate(SCORE_MATE - 1, &moves));
    assert_int_equal(moves, 1);
    assert_true(score_is_mate(SCORE_MATE - 4, &moves));
    assert_int_equal(moves, 2);
    assert_true(score_is_mate(2 - SCORE_MATE, &moves));
    assert_int_equal(moves, -1);
    assert_false(score_is_mate(SCORE_TABLEBASE, &moves));
    int before = -1;
    for (Score score = -SCORE_MATE; score <= SCORE_MATE; score += 10) {
        score_to_wdl(score, 60, wdl);
        assert_int_equal(wdl[0] + wdl[1] + wdl[2], 1000);
        assert_true(wdl[0] >= before && wdl[1] >= 0 && wdl[2] >= 0);
        before = wdl[0];
    }
    score_to_wdl(0, 40, wdl);
    assert_int_equal(wdl[0], wdl[2]);
}

/* Won positions have the scores that Stockfish gives; mates and small scores stay. */
static void test_scores_on_the_common_scale(void **state)
{
    static const Score kept[] = {0, 35, -500, 500, SCORE_TABLEBASE - 3, 7 - SCORE_TABLEBASE,
                                 SCORE_MATE - 5, 2 - SCORE_MATE, SCORE_NONE};
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
        assert_int_equal(score_common(kept[i]), kept[i]);
    assert_int_equal(score_common(800), 600);
    assert_int_equal(score_common(-2000), -1000);
    for (Score score = 1; score < SCORE_TABLEBASE_MIN; score++)
        assert_true(score_common(score) >= score_common(score - 1));
}

static void test_exchanges(void **state)
{
    static const struct {
        const char *fen, *move;
        int value;
    } cases[] = {
        {"1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5", 100},
        {"1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5", 100 - 325},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 100},
        {"3r2k1/2P5/8/8/8/8/8/4K3 w - - 0 1", "c7d8q", 500 + 875},
        {"3r2k1/2P5/8/8/8/8/8/4K3 w - - 0 1", "c7c8q", -100},
        {"4k3/8/2p5/3p4/8/8/8/3QK3 w - - 0 1", "d1d5", 100 - 975},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct position position = from_fen(cases[i].fen);
        Move move;
        assert_true(chess_from_uci(&position, cases[i].move, &move));
        assert_true(see_at_least(&position, move, cases[i].value));
        assert_false(see_at_least(&position, move, cases[i].value + 1));
        assert_int_equal(engine_exchange(&position, move), cases[i].value);
    }
}

static void test_picker_gives_every_legal_move_once(void **state)
{
    static const char *const fens[] = {
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        "8/2p5/3p4/KP5r/1R3pPk/8/4P3/8 b - g3 0 1",
        "4k3/8/8/8/8/8/3Q4/4K2r w - - 0 70",
        "2k5/1r2n3/8/3Q4/2N5/8/2R5/2K5 w - - 0 1",
    };
    struct history *history = calloc(1, sizeof *history);
    const struct search_features features = search_features_default();
    const struct search_parameters parameters = search_parameters_default();
    assert_non_null(history);
    for (size_t i = 0; i < sizeof fens / sizeof *fens; i++) {
        struct position position = from_fen(fens[i]);
        Move moves[CHESS_MOVES_MAX];
        int count = chess_moves(&position, moves);
        struct check_info checks;
        check_info_set(&checks, &position);
        for (int table = -1; table < count; table++) {
            struct picker picker;
            int given = 0;
            Move seen[CHESS_MOVES_MAX], move;
            picker_init(&picker, &position, PICK_ALL,
                        table < 0 ? (Move)0xBEEF : moves[table]);
            picker.history = history;
            picker.features = &features;
            picker.parameters = &parameters;
            picker.checks = &checks;
            for (int j = 0; j < CONTINUATIONS; j++)
                picker.continuation[j] = &history->continuation[NO_PIECE][0];
            picker.killers[0] = moves[count / 2];
            picker.killers[1] = moves[count / 3];
            while ((move = picker_next(&picker)) != NO_MOVE) {
                assert_true(given < count);
                assert_true(chess_is_legal(&position, move));
                assert_int_equal(gives_check(&position, &checks, move),
                                 position_gives_check(&position, move));
                for (int j = 0; j < given; j++)
                    assert_int_not_equal(seen[j], move);
                seen[given++] = move;
            }
            assert_int_equal(given, count);
            if (table >= 0)
                assert_int_equal(seen[0], moves[table]);
        }
    }
    free(history);
}

static void test_table_keeps_what_is_stored(void **state)
{
    struct tt table;
    assert_true(tt_create(&table, 1));
    tt_grow_older(&table);
    struct tt_entry in = {.move = 0xABCD,
                          .score = -SCORE_MATE + 3,
                          .eval = SCORE_NONE,
                          .depth = 17,
                          .bound = BOUND_UPPER,
                          .pv = true};
    struct tt_entry out = {0};
    const uint64_t key = 0x123456789ABCDEF0;
    assert_false(tt_probe(&table, key, &out));
    tt_store(&table, key, &in);
    assert_true(tt_probe(&table, key, &out));
    assert_int_equal(out.move, in.move);
    assert_int_equal(out.score, in.score);
    assert_int_equal(out.eval, in.eval);
    assert_int_equal(out.depth, in.depth);
    assert_int_equal(out.bound, in.bound);
    assert_true(out.pv);
    /* a corrupt entry is not found */
    atomic_store(&tt_cluster(&table, key)->slots[0].data, 42u | 20ull << 48);
    assert_false(tt_probe(&table, key, &out));
    tt_clear(&table, 1);
    assert_false(tt_probe(&table, key, &out));
    tt_destroy(&table);
}

static Move move_of(const struct position *position, const char *text)
{
    Move move;
    struct error error;
    assert_true(chess_read_move(position, text, &move, &error));
    return move;
}

/* White can take the rook on d5 with a pawn, and the pawn on b5 with a rook, which loses it. */
static void test_moves_in_their_order(void **state)
{
    struct position position;
    struct error error;
    struct engine_settings settings = engine_settings_default();
    struct engine *engine = engine_create_with(&settings, &error);
    struct ordered_move rows[CHESS_MOVES_MAX];
    struct report report = {0};
    const struct limits limits = {.depth = 8};
    assert_true(chess_from_fen(&position, "4k3/8/2p5/1p1r4/1R2P3/8/8/4K3 w - - 0 1", &error));
    assert_true(engine_set_position(engine, &position, NULL, 0));
    int count = engine_order(engine, rows);
    Move all[CHESS_MOVES_MAX];
    assert_int_equal(count, chess_moves(&position, all));
    assert_int_equal(rows[0].move, move_of(&position, "exd5"));
    assert_int_equal(rows[0].reason, ORDER_CAPTURE);
    assert_int_equal(rows[0].exchange, 500 - 100);
    assert_int_equal(rows[1].reason, ORDER_HISTORY);
    assert_int_equal(rows[count - 1].move, move_of(&position, "Rxb5"));
    assert_int_equal(rows[count - 1].reason, ORDER_LOSING);
    assert_int_equal(rows[count - 1].exchange, 100 - 500);

    /* After a search the hash table has the best move, also in the position after it. */
    assert_true(engine_think(engine, &limits, &report));
    assert_int_equal(report.best, rows[0].move);
    Move move = report.best;
    assert_true(engine_set_position(engine, &position, &move, 1));
    assert_true(engine_order(engine, rows) > 0);
    assert_int_equal(rows[0].reason, ORDER_HASH);
    engine_new_game(engine);
    assert_true(engine_order(engine, rows) > 0);
    assert_int_not_equal(rows[0].reason, ORDER_HASH);
    engine_destroy(engine);
}

static void test_bench_is_deterministic(void **state)
{
    const struct search_features features = search_features_default();
    struct bench first, second;
    assert_true(engine_bench(&first, &features, 5, 4, 1));
    assert_true(engine_bench(&second, &features, 5, 4, 1));
    assert_true(first.nodes > 0);
    assert_int_equal(first.nodes, second.nodes);
    assert_memory_equal(&first.counts, &second.counts, sizeof first.counts);
}

static uint64_t counted(const struct bench *bench, enum search_count count)
{
    return bench->counts.of[count];
}

static void test_search_counts(void **state)
{
    struct search_features features = search_features_default();
    struct bench bench;
    assert_true(engine_bench(&bench, &features, 6, 4, 1));
    assert_true(counted(&bench, COUNT_hash_cutoffs) > 0);
    assert_true(counted(&bench, COUNT_hash_hits) > counted(&bench, COUNT_hash_cutoffs));
    assert_true(counted(&bench, COUNT_hash_hits) > counted(&bench, COUNT_hash_moves));
    assert_true(counted(&bench, COUNT_hash_probes) > counted(&bench, COUNT_hash_hits));
    assert_true(counted(&bench, COUNT_hash_probes) < bench.nodes * 2);
    assert_true(counted(&bench, COUNT_null_cutoffs) > 0);
    assert_true(counted(&bench, COUNT_null_tries) > counted(&bench, COUNT_null_cutoffs));
    /* The moves are ordered well: most cutoffs come on the first one. */
    assert_true(counted(&bench, COUNT_first_cutoffs) * 10 >
                counted(&bench, COUNT_beta_cutoffs) * 7);
    assert_true(counted(&bench, COUNT_cutoff_numbers) > counted(&bench, COUNT_beta_cutoffs));
    assert_true(counted(&bench, COUNT_evaluations_kept) > 0);
    assert_true(counted(&bench, COUNT_evaluations) > counted(&bench, COUNT_evaluations_kept));
    /* What is not kept is evaluated, and nearly every evaluation looks its pawns up. */
    uint64_t fresh = counted(&bench, COUNT_evaluations) - counted(&bench, COUNT_evaluations_kept);
    assert_true(counted(&bench, COUNT_pawn_probes) * 2 < fresh * 3);
    assert_true(counted(&bench, COUNT_pawn_probes) * 2 > fresh);
    assert_true(counted(&bench, COUNT_pawn_hits) * 2 > counted(&bench, COUNT_pawn_probes));
    features.null_move = features.hash_table = false;
    assert_true(engine_bench(&bench, &features, 4, 4, 1));
    assert_int_equal(counted(&bench, COUNT_null_tries), 0);
    assert_int_equal(counted(&bench, COUNT_hash_cutoffs), 0);

    struct search_counts counts = {{0}};
    struct count_row rows[COUNT_ROWS];
    search_count_rows(&counts, rows);
    assert_string_equal(rows[0].value, "-");
    counts.of[COUNT_hash_probes] = 8;
    counts.of[COUNT_hash_hits] = 3;
    search_count_rows(&counts, rows);
    assert_string_equal(rows[0].value, "37.5%");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_settled_search_ends_before_its_nodes),
        cmocka_unit_test(test_mates_have_their_exact_distance),
        cmocka_unit_test(test_mate_limit_stops_at_the_mate),
        cmocka_unit_test(test_no_move_when_mated_or_stalemated),
        cmocka_unit_test(test_mate_counts_before_the_fifty_move_draw),
        cmocka_unit_test(test_no_mate_is_announced_that_the_fifty_move_rule_forestalls),
        cmocka_unit_test(test_insufficient_material_is_a_draw),
        cmocka_unit_test(test_repetitions_of_the_game_count),
        cmocka_unit_test(test_a_perpetual_saves_a_lost_game),
        cmocka_unit_test(test_illegal_moves_are_refused),
        cmocka_unit_test(test_one_thread_is_deterministic),
        cmocka_unit_test(test_every_feature_can_be_switched_off),
        cmocka_unit_test(test_time_management_can_be_switched_off),
        cmocka_unit_test(test_knowledge_without_a_handicap),
        cmocka_unit_test(test_a_toggle_clears_what_depends_on_it),
        cmocka_unit_test(test_scores_fade_before_the_fifty_move_draw),
        cmocka_unit_test(test_multi_pv_lines_are_sorted_and_different),
        cmocka_unit_test(test_stopped_at_once_it_still_plays_a_move_it_looked_at),
        cmocka_unit_test(test_the_table_knows_what_to_ponder_on),
        cmocka_unit_test(test_search_moves_are_kept),
        cmocka_unit_test(test_stop_and_ponderhit_in_any_order),
        cmocka_unit_test(test_infinite_and_ponder_wait_for_the_word),
        cmocka_unit_test(test_starting_again_ends_what_ran),
        cmocka_unit_test(test_threads_agree_on_a_mate),
        cmocka_unit_test(test_a_scrap_of_time_is_enough),
        cmocka_unit_test(test_time_goes_where_it_is_needed),
        cmocka_unit_test(test_limited_search_counts_nodes_and_gives_every_move_a_score),
        cmocka_unit_test(test_limited_search_scores_what_may_be_chosen),
        cmocka_unit_test(test_the_endgame_gets_fewer_nodes),
        cmocka_unit_test(test_tables_decide_and_bad_paths_change_nothing),
        cmocka_unit_test(test_scores_in_words),
        cmocka_unit_test(test_scores_on_the_common_scale),
        cmocka_unit_test(test_picker_gives_every_legal_move_once),
        cmocka_unit_test(test_table_keeps_what_is_stored),
        cmocka_unit_test(test_bench_is_deterministic),
        cmocka_unit_test(test_search_counts),
        cmocka_unit_test(test_moves_in_their_order),
        cmocka_unit_test(test_exchanges),
    };
    chess_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
