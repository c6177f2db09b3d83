/* EPD: opcodes, points, mistakes of careless suites, and every suite that is available. */
#include <stdio.h>
#include <string.h>

#include "src/game/epd.h"
#include "tests/unit/data.h"
#include "tests/unit/test.h"

static struct epd read_good(const char *line)
{
    struct epd epd;
    struct error error;
    if (!epd_read(&epd, line, &error))
        fail_msg("%s: column %d: %s", line, error.column, error.message);
    return epd;
}

static void expect_error(const char *line, int column, const char *words)
{
    struct epd epd;
    struct error error = {0};
    if (epd_read(&epd, line, &error))
        fail_msg("accepted: %s", line);
    if (error.column != column || !strstr(error.message, words))
        fail_msg("%s: column %d: %s", line, error.column, error.message);
}

static void opcodes_are_understood(void **state)
{
    struct epd epd = read_good("2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Qg6; "
                               "am Nxd5 Nf3; id \"WAC.001\"; dm -2; acd 12; ce 35; "
                               "c1 \"a; b\"; hmvc 3; fmvn 24; odd thing;");
    assert_int_equal(epd.best_count, 1);
    assert_int_equal(epd.avoid_count, 2);
    assert_string_equal(epd.id, "WAC.001");
    assert_true(epd.has_mate);
    assert_int_equal(epd.mate, -2);
    assert_int_equal(epd.position.halfmoves, 3);
    assert_int_equal(epd.position.fullmove, 24);
    assert_string_equal(epd_value(&epd, "c1"), "a; b");
    assert_string_equal(epd_value(&epd, "odd"), "thing");
    assert_null(epd_value(&epd, "pv"));
    char uci[CHESS_UCI_MAX];
    chess_to_uci(&epd.position, epd.best[0], uci);
    assert_string_equal(uci, "g3g6");
}

static void points_are_read_both_ways(void **state)
{
    struct epd pairs = read_good("1kr5/3n4/q3p2p/p2n2p1/PppB1P2/5BP1/1P2Q2P/3R2K1 w - - bm f5; "
                                 "c0 \"f5=100, Bf2=46, Bg4=23\";");
    struct epd lists = read_good("1kr5/3n4/q3p2p/p2n2p1/PppB1P2/5BP1/1P2Q2P/3R2K1 w - - bm f5; "
                                 "c0 \"other words\"; c8 \"100 46 23\"; c9 \"f4f5 d4f2 f3g4\";");
    assert_int_equal(pairs.point_count, 3);
    assert_int_equal(lists.point_count, 3);
    assert_memory_equal(pairs.points, lists.points, 3 * sizeof *pairs.points);
    assert_memory_equal(pairs.point_moves, lists.point_moves, 3 * sizeof *pairs.point_moves);
    struct epd none = read_good("8/8/8/8/8/8/8/K1k5 w - - c0 \"What=ever\";");
    assert_int_equal(none.point_count, 0);
}

static void careless_spelling_is_forgiven(void **state)
{
    struct epd epd = read_good("  1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - ; bm Qd1 + ; "
                               "id BK.01 \r\n");
    assert_int_equal(epd.best_count, 1);
    assert_string_equal(epd.id, "BK.01");
    epd = read_good("8/8/8/8/8/8/8/K1k5 w - - 12 34 id \"unclosed; bm");
    assert_int_equal(epd.position.halfmoves, 12);
    epd = read_good("8/8/8/8/8/8/8/K1k5 w - - id \"x\"; 1 Ka2, draw");
    assert_string_equal(epd.id, "x");
    /* A move to avoid that fits two knights applies to both. */
    epd = read_good("4k3/8/8/8/8/5N2/8/1N2K3 w - - am Nd2;");
    assert_int_equal(epd.avoid_count, 2);
}

static void errors_say_where_and_what(void **state)
{
    expect_error("", 1, "expected a position");
    expect_error("8/8/8/8/8/8/8/K1k5 w", 1, "expected a position");
    expect_error("8/8/8/8/8/8/8/K1k5 w - - bm Ka5;", 26, "illegal");
    expect_error("4k3/8/8/8/8/5N2/8/1N2K3 w - - id \"x\"; bm Nd2;", 39, "ambiguous");
    expect_error("8/8/8/8/8/8/8/K1k5 w - - dm soon;", 26, "whole number");
    expect_error("8/8/8/8/8/8/8/K1k5 w - - 12x y;", 26, "opcode");
    char line[2000] = "8/8/8/8/8/8/8/K1k5 w - - c0 \"";
    memset(line + strlen(line), 'x', 1000);
    expect_error(line, 26, "longer");
}

struct counts {
    int good, bad, asking;
};

static struct counts read_suite(const char *path)
{
    struct counts counts = {0};
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    char line[8192];
    while (fgets(line, sizeof line, file)) {
        if (*line == '#' || *line == '\n')
            continue;
        struct epd epd;
        struct error error;
        bool good = epd_read(&epd, line, &error);
        counts.good += good;
        counts.bad += !good;
        counts.asking += good && (epd.best_count || epd.avoid_count || epd.has_mate);
    }
    fclose(file);
    return counts;
}

static void shipped_suites_are_whole(void **state)
{
    static const struct {
        const char *path;
        int count;
    } suites[] = {{"puzzles/wac.epd", 300}, {"puzzles/bk.epd", 24}, {"puzzles/sts.epd", 1500},
                  {"puzzles/mates.epd", 2016}};
    for (size_t i = 0; i < sizeof suites / sizeof *suites; i++) {
        struct counts counts = read_suite(suites[i].path);
        assert_int_equal(counts.bad, 0);
        assert_int_equal(counts.asking, suites[i].count);
    }
}

static void suites_of_the_world_are_read(void **state)
{
    static const struct {
        const char *path;
        int good, bad;
    } suites[] = {
        {"suites/kaufman.epd", 20, 5}, /* fields missing, "Bcx3" */
        {"suites/ccr-one-hour.epd", 25, 0},
        {"suites/kaufman-25.epd", 25, 0},
        {"suites/zugzwang.epd", 30, 0},
        {"suites/bratko-kopec.epd", 24, 0},
        {"suites/wac-analysed.epd", 299, 0},
        {"suites/lct2.epd", 35, 0},
        {"suites/bt2630.epd", 30, 0},
        {"suites/sts-1500-classic.epd", 1500, 0},
        {"suites/mate-in-1-to-8.epd", 4272, 0},
    };
    for (size_t i = 0; i < sizeof suites / sizeof *suites; i++) {
        struct counts counts = read_suite(data_file(suites[i].path));
        if (counts.good != suites[i].good || counts.bad != suites[i].bad)
            fail_msg("%s: %d good, %d bad", suites[i].path, counts.good, counts.bad);
    }
}

int main(void)
{
    chess_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(opcodes_are_understood),
        cmocka_unit_test(points_are_read_both_ways),
        cmocka_unit_test(careless_spelling_is_forgiven),
        cmocka_unit_test(errors_say_where_and_what),
        cmocka_unit_test(shipped_suites_are_whole),
    };
    const struct CMUnitTest large[] = {
        cmocka_unit_test(suites_of_the_world_are_read),
    };
    return run_with_data(tests, large, NULL, NULL);
}
