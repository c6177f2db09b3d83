/* XBoard engines that play, resign, cheat, crash and hang. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "src/player/xboard_process.h"
#include "tests/unit/test.h"

/* Long waits for answers, so that busy machines do not fail. */
static const struct patience calm = {.handshake = 20000, .grace = 20000, .farewell = 3000};

static struct xboard_process *start(const char *manner, struct error *error)
{
    char command[128];
    snprintf(command, sizeof command, "tests/unit/fake_xboard.sh %s", manner);
    memset(error, 0, sizeof *error);
    return xboard_process_start(command, &calm, error);
}

static enum xboard_answer search(struct xboard_process *process, const struct position *from,
                                 const Move moves[], int count, const struct limits *limits,
                                 struct report *report, struct error *error)
{
    memset(error, 0, sizeof *error);
    return xboard_process_search(process, from, moves, count, limits, NULL, NULL, report, error);
}

static Move read_move(const struct position *position, const char *text)
{
    Move move;
    assert_true(chess_from_uci(position, text, &move));
    return move;
}

static const struct limits quick = {.depth = 4};

static void test_plays_and_goes_on(void **state)
{
    struct error error;
    struct report report;
    struct position position;
    struct xboard_process *process = start("good", &error);
    assert_non_null(process);
    assert_string_equal(xboard_process_name(process), "Fake X");
    assert_true(xboard_process_option(process, "contempt", "7"));
    assert_true(xboard_process_option(process, "Hash", "8"));
    assert_false(xboard_process_option(process, "Threads", "2")); /* it does not support smp */
    assert_false(xboard_process_option(process, "Contempt", "7\nquit"));
    assert_true(xboard_process_new_game(process, &error));
    chess_start(&position);
    assert_int_equal(search(process, &position, NULL, 0, &quick, &report, &error), XBOARD_MOVED);
    assert_int_equal(report.best, read_move(&position, "e2e4"));
    assert_true(report.line_count == 1 && report.lines[0].score == -31 && report.depth == 4);
    assert_true(report.nodes == 1800 && report.lines[0].length == 2);
    /* A game that starts with Black to move; then only the reply is sent. */
    Move moves[2] = {report.best};
    struct position after = position;
    chess_play(&after, moves[0]);
    moves[1] = read_move(&after, "e7e5");
    chess_play(&after, moves[1]);
    assert_int_equal(search(process, &position, moves, 2, &quick, &report, &error), XBOARD_FAILED);
    assert_non_null(strstr(error.message, "illegal move e2e4")); /* it always plays this move */
    xboard_process_stop(process);
}

static void test_positions_for_black(void **state)
{
    struct error error;
    struct report report;
    struct position position;
    struct xboard_process *process = start("good", &error);
    assert_non_null(process);
    assert_true(chess_from_fen(&position, "4k3/4p3/8/8/8/8/4P3/4K3 b - - 0 1", &error));
    assert_int_equal(search(process, &position, NULL, 0, &quick, &report, &error), XBOARD_MOVED);
    assert_int_equal(report.best, read_move(&position, "e7e5"));
    /* It repeats the same move, which is not an answer to the next. */
    Move moves[2] = {report.best};
    struct position after = position;
    chess_play(&after, moves[0]);
    moves[1] = read_move(&after, "e1d1");
    chess_play(&after, moves[1]);
    assert_int_equal(search(process, &position, moves, 2, &quick, &report, &error), XBOARD_MOVED);
    assert_int_equal(report.best, read_move(&after, "e8d8"));
    assert_false(xboard_process_new_game(process, &error)); /* reuse=0 */
    assert_non_null(strstr(error.message, "only one game"));
    xboard_process_stop(process);
}

static void test_version_1_edits(void **state)
{
    struct error error;
    struct report report;
    struct position position;
    struct xboard_process *process = start("old", &error);
    assert_non_null(process);
    assert_string_equal(xboard_process_name(process), "fake_xboard.sh");
    assert_true(xboard_process_new_game(process, &error));
    assert_true(chess_from_fen(&position, "4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1", &error));
    assert_int_equal(search(process, &position, NULL, 0, &quick, &report, &error), XBOARD_MOVED);
    assert_true(xboard_process_new_game(process, &error));
    /* The rook is at home without its castling right, which the command edit cannot express. */
    assert_true(chess_from_fen(&position, "4k3/8/8/8/8/8/4P3/4K2R w - - 0 1", &error));
    assert_int_equal(search(process, &position, NULL, 0, &quick, &report, &error), XBOARD_FAILED);
    assert_non_null(strstr(error.message, "setboard"));
    xboard_process_stop(process);
}

static void test_one_that_must_be_nudged(void **state)
{
    struct error error;
    struct xboard_process *process = start("drowsy", &error);
    assert_non_null(process);
    assert_string_equal(xboard_process_name(process), "Fake X");
    xboard_process_stop(process);
}

static void test_what_ends_a_game(void **state)
{
    static const struct {
        const char *manner, *words;
        enum xboard_answer answer;
    } cases[] = {{"resign", "", XBOARD_RESIGNED},
                 {"lost", "", XBOARD_RESIGNED},
                 {"illegal", "illegal move e2e5", XBOARD_FAILED},
                 {"claim", "claims \"1/2", XBOARD_FAILED},
                 {"crash", "signal", XBOARD_FAILED},
                 {"deaf", "a legal move", XBOARD_FAILED}};
    struct position position;
    chess_start(&position);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct error error;
        struct report report;
        struct xboard_process *process = start(cases[i].manner, &error);
        assert_non_null(process);
        assert_int_equal(search(process, &position, NULL, 0, &quick, &report, &error),
                         cases[i].answer);
        if (!strstr(error.message, cases[i].words))
            fail_msg("expected \"%s\" in \"%s\"", cases[i].words, error.message);
        if (cases[i].answer == XBOARD_FAILED) /* the process is gone */
            assert_int_equal(search(process, &position, NULL, 0, &quick, &report, &error),
                             XBOARD_FAILED);
        xboard_process_stop(process);
    }
}

static void test_told_to_move(void **state)
{
    struct error error;
    struct report report;
    struct position position;
    struct limits limits = {.movetime = 50}; /* it hangs until it hears "?" */
    chess_start(&position);
    struct xboard_process *process = start("hang", &error);
    assert_non_null(process);
    assert_int_equal(search(process, &position, NULL, 0, &limits, &report, &error), XBOARD_MOVED);
    assert_true(report.elapsed >= 50);
    xboard_process_stop(process);
    process = start("deep", &error); /* it searches on whatever depth it got */
    assert_non_null(process);
    assert_int_equal(search(process, &position, NULL, 0, &quick, &report, &error), XBOARD_MOVED);
    limits = (struct limits){.nodes = 1000};
    assert_int_equal(search(process, &position, NULL, 0, &limits, &report, &error), XBOARD_FAILED);
    assert_non_null(strstr(error.message, "not support node limits"));
    xboard_process_stop(process);
}

/* Interrupts an analysis at its second line. */
struct watched {
    struct xboard_process *process;
    int lines;
};
static void watch(const struct report *report, void *context)
{
    struct watched *watched = context;
    assert_true(report->lines[0].length > 0);
    if (++watched->lines % 2 == 0)
        xboard_process_interrupt(watched->process);
}

static enum xboard_answer analyse(struct watched *watched, const Move moves[], int count,
                                  struct report *report, struct error *error)
{
    const struct limits endless = {.infinite = true};
    struct position position;
    chess_start(&position);
    xboard_process_forget_interrupt(watched->process);
    return xboard_process_search(watched->process, &position, moves, count, &endless, watch, watched,
                                 report, error);
}

static void test_analyses_until_it_is_interrupted(void **state)
{
    struct error error;
    struct report report;
    struct position position, after;
    struct watched watched = {.process = start("good", &error)};
    chess_start(&position);
    const Move move = read_move(&position, "e2e4");
    assert_non_null(watched.process);
    assert_int_equal(analyse(&watched, NULL, 0, &report, &error), XBOARD_MOVED);
    assert_int_equal(watched.lines, 2);
    assert_true(report.finished);
    assert_int_equal(report.best, move);
    assert_int_equal(report.lines[0].score, 31);
    assert_int_equal(report.lines[0].length, 2);
    assert_int_equal(report.depth, 6);
    /* A step forward, a step back, and a game after that. */
    after = position;
    chess_play(&after, move);
    assert_int_equal(analyse(&watched, &move, 1, &report, &error), XBOARD_MOVED);
    assert_int_equal(report.best, read_move(&after, "e7e5"));
    assert_int_equal(report.lines[0].score, -SCORE_MATE + 6);
    assert_int_equal(analyse(&watched, NULL, 0, &report, &error), XBOARD_MOVED);
    assert_int_equal(report.best, move);
    assert_int_equal(watched.lines, 6);
    xboard_process_forget_interrupt(watched.process);
    assert_int_equal(search(watched.process, &position, NULL, 0, &quick, &report, &error),
                     XBOARD_MOVED);
    assert_int_equal(report.best, move);
    xboard_process_stop(watched.process);
}

static void test_an_analysis_has_a_longest_time(void **state)
{
    const struct limits limits = {.infinite = true, .movetime = 300};
    struct error error;
    struct report report;
    struct position position;
    struct xboard_process *process = start("good", &error);
    chess_start(&position);
    assert_non_null(process);
    assert_int_equal(search(process, &position, NULL, 0, &limits, &report, &error), XBOARD_MOVED);
    assert_true(report.finished);
    assert_int_equal(report.best, read_move(&position, "e2e4"));
    xboard_process_stop(process);
}

static void test_what_ends_an_analysis(void **state)
{
    static const struct {
        const char *manner, *words;
    } cases[] = {{"player", "announces analyze=0"},
                 {"simple", "cannot analyse: it says \"Error"},
                 {"older", "cannot analyse: it says \"Illegal"},
                 {"deaf", "rejects a legal move"},
                 {"dies", "exit status 7"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct error error;
        struct report report;
        struct watched watched = {.process = start(cases[i].manner, &error)};
        assert_non_null(watched.process);
        assert_int_equal(analyse(&watched, NULL, 0, &report, &error), XBOARD_FAILED);
        if (!strstr(error.message, cases[i].words))
            fail_msg("expected \"%s\" in \"%s\"", cases[i].words, error.message);
        assert_int_equal(watched.lines, 0);
        xboard_process_stop(watched.process);
    }
}

static void test_cannot_start(void **state)
{
    struct error error;
    assert_null(start("mute", &error));
    assert_non_null(strstr(error.message, "exit status 4"));
    assert_null(xboard_process_start("/no/such/engine", &calm, &error));
    assert_non_null(strstr(error.message, "no such program"));
}

/* A line that delays the end of the handshake must not delay it forever. */
static void test_features_without_end(void **state)
{
    struct patience hasty = {.handshake = 600, .slow_start = 900, .farewell = 100};
    struct error error;
    alarm(60);
    assert_null(xboard_process_start("tests/unit/fake_xboard.sh chatty", &hasty, &error));
    assert_non_null(strstr(error.message, "did not end its features with \"done=1\" within 0."));
    assert_null(xboard_process_start("tests/unit/fake_xboard.sh slow", &hasty, &error));
    assert_non_null(strstr(error.message, "did not end its features"));
    alarm(0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_plays_and_goes_on), cmocka_unit_test(test_positions_for_black),
        cmocka_unit_test(test_version_1_edits),   cmocka_unit_test(test_what_ends_a_game),
        cmocka_unit_test(test_told_to_move),      cmocka_unit_test(test_cannot_start),
        cmocka_unit_test(test_one_that_must_be_nudged),
        cmocka_unit_test(test_features_without_end),
        cmocka_unit_test(test_analyses_until_it_is_interrupted),
        cmocka_unit_test(test_an_analysis_has_a_longest_time),
        cmocka_unit_test(test_what_ends_an_analysis),
    };
    chess_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
