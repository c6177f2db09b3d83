/* Suites: reading, judging, and whole runs with our engine and with a misbehaving one. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <pthread.h>
#include <unistd.h>

#include "engine/engine.h"
#include "src/lab/match/suite.h"
#include "src/lab/match/suite_table.h"
#include "tests/unit/file.h"
#include "tests/unit/test.h"

#define MATE_IN_1 "6k1/5ppp/8/8/8/8/8/4R1K1 w - -"
#define MATE_IN_2 "7k/8/8/8/8/8/R7/1R4K1 w - -" /* Ra7 and Rb8# */

static void load_text(struct suite *suite, const char *text, bool good, struct error *error)
{
    char path[] = "/tmp/fallible-suite-XXXXXX";
    file_make(path, text, strlen(text));
    memset(error, 0, sizeof *error);
    bool loaded = suite_load(suite, path, error);
    unlink(path);
    if (loaded != good)
        fail_msg("%s: %s", good ? "not loaded" : "loaded", error->message);
    if (!good)
        assert_string_equal(error->file, path);
}

static void test_load(void **state)
{
    struct suite suite;
    struct error error;
    load_text(&suite,
              "\xEF\xBB\xBF# a comment\r\n\r\n" MATE_IN_1 " bm Re8#; id \"one\";\r\n"
              "  \n" MATE_IN_2 " dm 2;\n" MATE_IN_1 " am Re2; id \"three\"; zz 5;",
              true, &error);
    assert_int_equal(suite.count, 3);
    assert_string_equal(suite.positions[0].id, "one");
    assert_non_null(strstr(suite.positions[1].id, ".002")); /* named after the file */
    assert_int_equal(suite.positions[1].mate, 2);
    char words[64];
    suite_solution(&suite.positions[0], words, sizeof words);
    assert_string_equal(words, "Re8#");
    suite_solution(&suite.positions[1], words, sizeof words);
    assert_string_equal(words, "mate in 2");
    suite_solution(&suite.positions[2], words, sizeof words);
    assert_string_equal(words, "not Re2");
    assert_false(suite_pick(&suite, "four"));
    assert_true(suite_pick(&suite, "THREE"));
    assert_int_equal(suite.count, 1);
    assert_string_equal(suite.positions[0].id, "three");
    suite_clear(&suite);
    assert_int_equal(suite.count, 0);
}

static void test_load_errors(void **state)
{
    struct suite suite;
    struct error error;
    load_text(&suite, MATE_IN_1 " bm Re8#;\n\n" MATE_IN_1 " bm Re9;\n", false, &error);
    assert_int_equal(error.line, 3);
    assert_true(error.column > 0);
    load_text(&suite, "# none\n" MATE_IN_1 " id \"no task\";\n", false, &error);
    assert_int_equal(error.line, 2);
    assert_non_null(strstr(error.message, "expected bm, am, dm"));
    load_text(&suite, "# only a comment\n", false, &error);
    assert_int_equal(error.line, 0);
    assert_non_null(strstr(error.message, "no position"));
    assert_false(suite_load(&suite, "/no/such/file.epd", &error));
    assert_non_null(strstr(error.message, "No such file"));
    assert_false(suite_load(&suite, "/tmp", &error));
}

static struct epd read_epd(const char *line)
{
    struct epd epd;
    struct error error;
    if (!epd_read(&epd, line, &error))
        fail_msg("%s: %s", line, error.message);
    return epd;
}

static Move read_move(const struct epd *epd, const char *text)
{
    Move move = NO_MOVE;
    struct error error;
    if (!chess_read_move(&epd->position, text, &move, &error))
        fail_msg("%s", error.message);
    return move;
}

static bool judge(const struct epd *epd, const char *move, Score score, bool *exact)
{
    static struct report report;
    memset(&report, 0, sizeof report);
    report.best = read_move(epd, move);
    report.line_count = 1;
    report.lines[0].score = score;
    return suite_is_solved(epd, &report, exact);
}

static void test_best_and_avoid(void **state)
{
    bool exact;
    struct epd both = read_epd(MATE_IN_1 " bm Re8# Re7; am Re7;");
    assert_true(judge(&both, "Re8#", 0, &exact));
    assert_false(judge(&both, "Re7", 0, &exact)); /* am takes precedence over bm */
    assert_false(judge(&both, "Re2", 0, &exact));
    struct epd avoid = read_epd(MATE_IN_1 " am Re7;");
    assert_true(judge(&avoid, "Re2", 0, &exact));
    assert_false(judge(&avoid, "Re7", 0, &exact));
    struct report none = {.best = NO_MOVE};
    assert_false(suite_is_solved(&avoid, &none, &exact));
}

static void test_mates(void **state)
{
    bool exact;
    struct epd two = read_epd(MATE_IN_2 " dm 2;");
    assert_true(judge(&two, "Ra7", SCORE_MATE - 3, &exact));
    assert_true(exact);
    assert_true(judge(&two, "Ra7", SCORE_MATE - 1, &exact)); /* a shorter mate is solved but not
                                                              * exact */
    assert_false(exact);
    assert_false(judge(&two, "Ra7", SCORE_MATE - 5, &exact));
    assert_false(judge(&two, "Ra7", 900, &exact));
    assert_false(judge(&two, "Ra7", 2 - SCORE_MATE, &exact)); /* mated instead of mating */
    struct epd lost = read_epd("7k/R7/8/8/8/8/8/1R4K1 b - - dm -1;");
    assert_true(judge(&lost, "Kg8", 2 - SCORE_MATE, &exact));
    assert_true(exact);
    assert_false(judge(&lost, "Kg8", 4 - SCORE_MATE, &exact));
    assert_false(judge(&lost, "Kg8", SCORE_MATE - 1, &exact));
    struct epd named = read_epd(MATE_IN_1 " bm Re8#; dm 1;"); /* bm decides, and dm is counted
                                                               * separately */
    assert_true(judge(&named, "Re8#", 500, &exact));
    assert_false(exact);
    assert_false(judge(&named, "Re7", SCORE_MATE - 1, &exact));
    assert_true(exact);
}

static void test_points(void **state)
{
    int max;
    struct epd epd = read_epd(MATE_IN_1 " bm Re8#; c0 \"Re8#=10, Re7=4, Kf1=1\";");
    assert_int_equal(suite_points(&epd, read_move(&epd, "Re7"), &max), 4);
    assert_int_equal(max, 10);
    assert_int_equal(suite_points(&epd, read_move(&epd, "Re2"), &max), 0);
    struct epd alone = read_epd(MATE_IN_1 " c8 \"10 4\"; c9 \"e1e8 e1e7\";");
    assert_true(suite_is_best(&alone, read_move(&alone, "Re8#")));
    assert_false(suite_is_best(&alone, read_move(&alone, "Re7")));
    suite_points(&alone, NO_MOVE, &max);
    assert_int_equal(max, 10);
}

struct bell {
    pthread_mutex_t lock;
    pthread_cond_t rung;
    int rings;
};

static void ring(void *context)
{
    struct bell *bell = context;
    pthread_mutex_lock(&bell->lock);
    bell->rings++;
    pthread_cond_signal(&bell->rung);
    pthread_mutex_unlock(&bell->lock);
}

static void run(const struct suite *suite, const struct suite_options *options,
                struct suite_result results[], char name[128])
{
    struct bell bell = {.lock = PTHREAD_MUTEX_INITIALIZER, .rung = PTHREAD_COND_INITIALIZER};
    struct error error = {.message = ""};
    struct suite_run *run = suite_start(suite, options, ring, &bell, &error);
    if (!run)
        fail_msg("%s", error.message);
    for (int heard = 0; suite_poll(run, results, suite->count) < suite->count;) {
        pthread_mutex_lock(&bell.lock);
        while (bell.rings == heard)
            pthread_cond_wait(&bell.rung, &bell.lock);
        heard = bell.rings;
        pthread_mutex_unlock(&bell.lock);
    }
    assert_int_equal(suite_current(run), suite->count - 1);
    snprintf(name, 128, "%s", suite_engine_name(run));
    suite_destroy(run);
}

static void load_small(struct suite *suite)
{
    struct error error;
    load_text(suite,
              MATE_IN_1 " bm Re8#; id \"easy\";\n" MATE_IN_2 " dm 2; id \"two\";\n" MATE_IN_1
                        " bm Kf1; id \"wrong\";\n" MATE_IN_1
                        " dm 1; c0 \"Re8=7, Kf1=2\"; id \"p\";\n",
              true, &error);
}

/* The number of jobs does not change the answers, because each position starts with an empty
 * table. */
static void test_run_own_engine(void **state)
{
    struct suite suite;
    struct suite_result one[4], three[4];
    char name[128];
    struct suite_options options = {
        .limits = {.nodes = 20000}, .threads = 1, .jobs = 1, .hash_mb = 1};
    load_small(&suite);
    run(&suite, &options, one, name);
    assert_string_equal(name, "Fallible");
    assert_true(one[0].solved && one[1].solved && !one[2].solved && one[3].solved);
    assert_true(one[1].mate_exact && one[3].mate_exact);
    assert_true(one[0].solved_at >= 0 && one[0].solved_at <= one[0].elapsed);
    assert_int_equal(one[2].solved_at, -1);
    assert_int_equal(one[3].points, 7);
    assert_int_equal(one[3].points_max, 7);
    options.jobs = 3;
    run(&suite, &options, three, name);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(one[i].played, three[i].played);
        assert_int_equal(one[i].nodes, three[i].nodes);
        assert_int_equal(one[i].score, three[i].score);
    }
    struct suite_sums sums = suite_sum(&suite, one);
    assert_int_equal(sums.solved, 3);
    assert_int_equal(sums.done, 4);
    assert_int_equal(sums.mates, 2);
    assert_int_equal(sums.mates_exact, 2);
    assert_int_equal(sums.points, 7);
    suite_clear(&suite);
}

static void test_run_misbehaving_engine(void **state)
{
    struct suite suite;
    struct suite_result results[4];
    char name[128];
    struct suite_options options = {.limits = {.movetime = 20},
                                    .threads = 1,
                                    .jobs = 2,
                                    .hash_mb = 1,
                                    .engine = "tests/unit/fake_engine.sh leave"};
    load_small(&suite);
    run(&suite, &options, results, name);
    assert_string_equal(name, "Fake leave");
    for (int i = 0; i < 4; i++) {
        assert_true(results[i].done && results[i].failed_to_run && !results[i].solved);
        assert_non_null(strstr(results[i].trouble, "exit status 7"));
    }
    assert_int_equal(suite_sum(&suite, results).failed_to_run, 4);
    suite_clear(&suite);
}

static void test_engines_that_cannot_start(void **state)
{
    struct suite suite;
    struct error error;
    struct suite_options options = {.limits = {.nodes = 10}, .threads = 1, .jobs = 2};
    load_small(&suite);
    options.engine = "no-such-engine-at-all";
    assert_null(suite_start(&suite, &options, NULL, NULL, &error));
    assert_non_null(strstr(error.message, "no such program"));
    options.engine = "tests/unit/fake_engine.sh good";
    options.threads = 2; /* the engine has no option Threads */
    assert_null(suite_start(&suite, &options, NULL, NULL, &error));
    assert_non_null(strstr(error.message, "no option Threads"));
    options.threads = 1;
    options.handicap.limited = true;
    options.handicap.elo = 1400;
    assert_null(suite_start(&suite, &options, NULL, NULL, &error));
    assert_non_null(strstr(error.message, "UCI_Elo"));
    suite_clear(&suite);
}

/* An endless run can be stopped at any moment. */
static void test_stop(void **state)
{
    struct suite suite;
    struct error error;
    struct suite_options options = {
        .limits = {.infinite = true}, .threads = 1, .jobs = 2, .hash_mb = 1};
    load_small(&suite);
    for (int i = 0; i < 6; i++) {
        options.engine = i < 4 ? NULL : "tests/unit/fake_engine.sh until-stop";
        struct suite_run *run = suite_start(&suite, &options, NULL, NULL, &error);
        assert_non_null(run);
        if (i % 2)
            usleep(1000u * (unsigned)(i * i));
        suite_stop(run);
        suite_destroy(run);
    }
    suite_clear(&suite);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_load),
        cmocka_unit_test(test_load_errors),
        cmocka_unit_test(test_best_and_avoid),
        cmocka_unit_test(test_mates),
        cmocka_unit_test(test_points),
        cmocka_unit_test(test_run_own_engine),
        cmocka_unit_test(test_run_misbehaving_engine),
        cmocka_unit_test(test_engines_that_cannot_start),
        cmocka_unit_test(test_stop),
    };
    chess_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
