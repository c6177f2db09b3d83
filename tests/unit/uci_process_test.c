/* Engines that crash, hang, flood and cheat: each gives a clear error and none blocks us. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <errno.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/chess.h"
#include "src/player/uci_process.h"
#include "tests/unit/test.h"

/* Short where the engine is silent, long where it answers, so that busy machines do not fail. */
static const struct patience hasty = {.handshake = 500, .grace = 300, .farewell = 300};
static const struct patience firm = {.handshake = 20000, .grace = 300, .farewell = 300};
static const struct patience calm = {.handshake = 20000, .grace = 20000, .farewell = 5000};

static struct uci_process *start(const char *manner, const struct patience *patience,
                                 struct error *error)
{
    char command[128];
    snprintf(command, sizeof command, "tests/unit/fake_engine.sh %s", manner);
    memset(error, 0, sizeof *error);
    return uci_process_start(command, patience, error);
}

static void assert_says(const struct error *error, const char *words)
{
    if (!strstr(error->message, words))
        fail_msg("expected \"%s\" in \"%s\"", words, error->message);
}

static bool search(struct uci_process *process, struct report *report, struct error *error,
                   void (*progress)(const struct report *, void *), void *context)
{
    struct position position;
    struct limits limits = {.movetime = 50};
    chess_start(&position);
    return uci_process_search(process, &position, NULL, 0, &limits, progress, context, report,
                              error);
}

/* A search with this behaviour fails with this message, and the process is gone. */
static void assert_fails(const char *manner, const struct patience *patience, const char *words)
{
    struct error error;
    struct report report;
    struct uci_process *process = start(manner, patience, &error);
    assert_non_null(process);
    assert_false(search(process, &report, &error, NULL, NULL));
    assert_says(&error, words);
    assert_says(&error, "fake_engine.sh");
    assert_false(search(process, &report, &error, NULL, NULL));
    assert_says(&error, "no longer running");
    assert_false(uci_process_new_game(process, &error));
    uci_process_stop(process);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1); /* no zombie is left */
    assert_int_equal(errno, ECHILD);
}

struct heard {
    int count;
    Score scores[8];
    int bounds[8];
};

static void hear(const struct report *report, void *context)
{
    struct heard *heard = context;
    if (heard->count < 8) {
        heard->scores[heard->count] = report->lines[0].score;
        heard->bounds[heard->count] = report->lines[0].bound;
    }
    heard->count++;
}

static void test_good_engine(void **state)
{
    struct error error;
    struct report report;
    struct heard heard = {.count = 0};
    struct uci_process *process = start("good", &calm, &error);
    assert_non_null(process);
    assert_string_equal(uci_process_name(process), "Fake good");
    assert_true(uci_process_option(process, "hash", "4"));
    assert_true(uci_process_option(process, "Skill Level", "3"));
    assert_false(uci_process_option(process, "Skill", "3"));
    assert_false(uci_process_option(process, "Hash", "4\nquit"));
    assert_true(uci_process_new_game(process, &error));
    for (int round = 0; round < 2; round++) {
        heard.count = 0;
        assert_true(search(process, &report, &error, hear, &heard));
        assert_int_equal(heard.count, 3);
        assert_int_equal(heard.scores[0], -20);
        assert_int_equal(heard.scores[1], 31);
        assert_int_equal(heard.bounds[1], BOUND_LOWER);
        assert_int_equal(heard.scores[2], SCORE_MATE - 3);
        assert_int_equal(report.lines[0].length, 2); /* the PV ends before its illegal move */
        assert_int_equal(report.depth, 4);
        assert_int_equal(report.nodes, 1000);
        assert_int_equal(report.tablebase_hits, 3);
        assert_int_equal(report.hash_permille, 12);
        assert_true(report.finished);
        assert_int_equal(report.best, move_make(12, 28, MOVE_NORMAL, 0));
        assert_int_equal(report.ponder, move_make(52, 36, MOVE_NORMAL, 0));
    }
    uci_process_stop(process);
}

static void test_garbage_is_survived(void **state)
{
    struct error error;
    struct report report;
    struct heard heard = {.count = 0};
    struct uci_process *process = start("garbage", &calm, &error);
    assert_non_null(process);
    assert_true(search(process, &report, &error, hear, &heard));
    assert_int_equal(heard.count, 1);
    assert_int_equal(report.line_count, 1);
    assert_int_equal(report.lines[0].length, 1);
    assert_true(report.lines[0].score < -SCORE_MATE_MIN);
    assert_int_equal(report.best, move_make(11, 27, MOVE_NORMAL, 0));
    assert_int_equal(report.ponder, NO_MOVE);
    uci_process_stop(process);
}

static void test_crashes(void **state)
{
    const struct patience late = {.handshake = 20000, .grace = 20000, .farewell = 300};
    assert_fails("crash", &calm, "was killed by signal 11");
    assert_fails("leave", &calm, "ended with exit status 7");
    assert_fails("close", &late, "closed its output");
}

static void test_hangs(void **state)
{
    assert_fails("hang", &firm, "hangs");
    assert_fails("flood", &firm, "hangs");
    assert_fails("endless", &firm, "hangs");
}

static void test_illegal_moves(void **state)
{
    assert_fails("illegal", &calm, "illegal move e2e5 in rnbqkbnr/");
    assert_fails("nonsense", &calm, "illegal move");
    assert_fails("none", &calm, "illegal move (none)");
}

static void test_no_move_is_right_when_mated(void **state)
{
    struct error error;
    struct report report;
    struct position position;
    struct limits limits = {.nodes = 10};
    struct uci_process *process = start("none", &calm, &error);
    assert_non_null(process);
    assert_true(chess_from_fen(&position, "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", &error));
    assert_true(
        uci_process_search(process, &position, NULL, 0, &limits, NULL, NULL, &report, &error));
    assert_int_equal(report.best, NO_MOVE);
    assert_true(report.finished);
    uci_process_stop(process);
}

static void test_bad_starts(void **state)
{
    struct error error;
    assert_null(start("crash-at-start", &calm, &error));
    assert_says(&error, "ended with exit status 3");
    assert_null(start("silent", &hasty, &error));
    assert_says(&error, "did not answer \"uci\"");
    assert_null(start("deaf-flood", &hasty, &error));
    assert_says(&error, "did not answer \"uci\"");
    assert_null(uci_process_start("no-such-engine-at-all --x", NULL, &error));
    assert_says(&error, "no-such-engine-at-all: no such program in PATH or /usr/games");
    assert_null(uci_process_start("tests/unit", NULL, &error));
    assert_says(&error, "tests/unit: no such program");
    assert_null(uci_process_start("  ", NULL, &error));
    assert_says(&error, "expected the command of an engine");
    assert_null(uci_process_start("/bin/cat", &hasty, &error)); /* it echoes our input */
    assert_says(&error, "did not answer");
    assert_null(uci_process_start("/bin/true", NULL, &error));
    assert_says(&error, "exit status 0");
}

static void test_a_path_with_blanks_is_quoted(void **state)
{
    char folder[] = "/tmp/fallible engines XXXXXX", link[64], command[128], target[4096];
    struct error error = {0};
    assert_non_null(mkdtemp(folder));
    assert_non_null(realpath("tests/unit/fake_engine.sh", target));
    snprintf(link, sizeof link, "%s/one", folder);
    assert_int_equal(symlink(target, link), 0);
    for (const char *mark = "\"'"; *mark; mark++) {
        snprintf(command, sizeof command, "%c%s%c  good", *mark, link, *mark);
        struct uci_process *process = uci_process_start(command, &calm, &error);
        if (!process)
            fail_msg("%s: %s", command, error.message);
        uci_process_stop(process);
        snprintf(command, sizeof command, "%c%s good", *mark, link);
        assert_null(uci_process_start(command, &calm, &error));
        assert_says(&error, "expected the command of an engine");
    }
    assert_int_equal(unlink(link) | rmdir(folder), 0);
}

static void test_quit_is_enforced(void **state)
{
    struct error error;
    struct uci_process *process = start("no-quit", &firm, &error);
    assert_non_null(process);
    uci_process_stop(process);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    uci_process_stop(NULL);
}

static void *interrupt(void *context)
{
    uci_process_interrupt(context);
    return NULL;
}

static void test_interrupt(void **state)
{
    struct error error;
    struct report report;
    struct position position;
    struct limits limits = {.infinite = true};
    pthread_t thread;
    struct uci_process *process = start("until-stop", &calm, &error);
    assert_non_null(process);
    chess_start(&position);
    assert_int_equal(pthread_create(&thread, NULL, interrupt, process), 0);
    assert_true(
        uci_process_search(process, &position, NULL, 0, &limits, NULL, NULL, &report, &error));
    pthread_join(thread, NULL);
    assert_int_equal(report.best, move_make(12, 28, MOVE_NORMAL, 0));
    uci_process_stop(process);
}

static void test_an_infinite_search_has_a_longest_time(void **state)
{
    const struct limits limits = {.infinite = true, .movetime = 100};
    struct error error;
    struct report report;
    struct position position;
    struct uci_process *process = start("until-stop", &calm, &error);
    chess_start(&position);
    assert_non_null(process);
    assert_true(
        uci_process_search(process, &position, NULL, 0, &limits, NULL, NULL, &report, &error));
    assert_int_equal(report.best, move_make(12, 28, MOVE_NORMAL, 0));
    uci_process_stop(process);
}

/* Makes the waiting side believe that it was stopped for a minute since it set the deadline. */
static void stop_for_a_minute(struct child *child, int64_t *deadline)
{
    child->looked -= 60000;
    *deadline -= 60000;
}

static void test_an_answer_while_we_were_stopped_is_not_late(void **state)
{
    struct error error;
    struct child *child = calloc(1, sizeof *child);
    assert_non_null(child);
    child_init(child, &calm);
    assert_true(child_start(child, "tests/unit/fake_engine.sh good", &error));
    int64_t deadline = child_now(child) + 20000;
    assert_true(child_say(child, "isready"));
    stop_for_a_minute(child, &deadline);
    assert_int_equal(child_read(child, deadline, false), READ_LINE);
    assert_string_equal(child->line, "readyok");

    /* The answer counts from the end of the stop, and a silent program is still noticed. */
    deadline = child_now(child) + 300;
    stop_for_a_minute(child, &deadline);
    assert_int_equal(child_read(child, deadline, false), READ_TIMEOUT);
    child_stop(child);
    free(child);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_good_engine),
        cmocka_unit_test(test_garbage_is_survived),
        cmocka_unit_test(test_crashes),
        cmocka_unit_test(test_hangs),
        cmocka_unit_test(test_illegal_moves),
        cmocka_unit_test(test_no_move_is_right_when_mated),
        cmocka_unit_test(test_bad_starts),
        cmocka_unit_test(test_a_path_with_blanks_is_quoted),
        cmocka_unit_test(test_quit_is_enforced),
        cmocka_unit_test(test_interrupt),
        cmocka_unit_test(test_an_infinite_search_has_a_longest_time),
        cmocka_unit_test(test_an_answer_while_we_were_stopped_is_not_late),
    };
    chess_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
