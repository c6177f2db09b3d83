/* Elo and the sequential test: published results of match runners and fishtest, and simulated
 * games of known strengths. */
#include <math.h>

#include "src/lab/match/elo.h"
#include "tests/unit/random.h"
#include "tests/unit/test.h"

/* cmocka compares floating point numbers relatively; this is absolute. */
static void assert_near(double is, double should_be, double tolerance)
{
    if (!(fabs(is - should_be) <= tolerance))
        fail_msg("%.6f is not %.6f +- %g", is, should_be, tolerance);
}

static struct match_tally sheet_of(const int64_t pairs[PAIR_OUTCOMES])
{
    struct match_tally tally = {0};
    for (int i = 0; i < PAIR_OUTCOMES; i++)
        tally.pairs[i] = pairs[i];
    return tally;
}

static void scores_and_back(void **state)
{
    assert_near(elo_to_score(0), 0.5, 1e-12);
    assert_near(elo_to_score(400), 10.0 / 11, 1e-12);
    assert_near(elo_from_score(0.75), 190.8485, 1e-4);
    for (int elo = -900; elo <= 900; elo += 45)
        assert_near(elo_from_score(elo_to_score(elo)), elo, 1e-9);
    assert_true(elo_from_score(0) == -INFINITY && elo_from_score(1) == INFINITY);
}

/* Final reports of the match runner fastchess, as four projects published them. */
static void agrees_with_a_match_runner(void **state)
{
    static const struct {
        int64_t pairs[PAIR_OUTCOMES];
        double elo, error, normalised, los;
    } published[] = {
        {{73, 79, 296, 91, 118}, 27.02, 15.81, 32.26, 0.9996},
        {{40, 67, 295, 123, 54}, 25.25, 13.92, 36.44, 0.9998},
        {{19, 23, 269, 81, 108}, 83.57, 16.15, 115.89, 1.0},
        {{66, 79, 5, 0, 0}, -303.61, 30.73, -622.74, 0.0},
        {{598, 1553, 2651, 1569, 648}, 2.87, 4.37, 3.78, 0.9013},
    };
    for (size_t i = 0; i < sizeof published / sizeof *published; i++) {
        struct match_tally tally = sheet_of(published[i].pairs);
        struct elo_estimate estimate = elo_estimate(&tally);
        assert_near(estimate.elo, published[i].elo, 0.006);
        assert_near(estimate.error, published[i].error, 0.006);
        assert_near(estimate.normalised, published[i].normalised, 0.006);
        assert_near(estimate.los, published[i].los, 0.0001);
    }
}

/* Stockfish patches and fishtest's final reports on them (pull requests 3098, 3209, 2950: logistic
 * bounds; 6019, 6285: normalised). */
static void agrees_with_fishtest(void **state)
{
    static const struct {
        int64_t pairs[PAIR_OUTCOMES];
        double elo0, elo1;
        bool normalised;
        double llr;
    } published[] = {
        {{491, 7345, 29693, 7670, 465}, -0.25, 1.25, false, 2.96},
        {{53, 2220, 21459, 2445, 47}, 0.25, 1.25, false, 2.97},
        {{253, 4282, 17604, 4431, 286}, -0.25, 1.25, false, 2.94},
        {{133, 1751, 5094, 1849, 165}, -0.5, 1.5, false, 2.94},
        {{320, 12431, 27275, 12858, 316}, 0, 2, true, 2.95},
        {{197, 45541, 117722, 46579, 228}, 0.5, 2.5, true, 2.96},
        {{289, 26459, 62934, 26379, 331}, -1.75, 0.25, true, 2.94},
        {{73, 79, 296, 91, 118}, 0, 10, true, 2.95},
        {{40, 67, 295, 123, 54}, 0, 10, true, 2.95},
    };
    for (size_t i = 0; i < sizeof published / sizeof *published; i++) {
        struct sprt sprt = {published[i].elo0, published[i].elo1, 0.05, 0.05,
                            published[i].normalised};
        assert_near(sprt_llr(&sprt, published[i].pairs), published[i].llr, 0.0101);
        assert_near(sprt_upper(&sprt), 2.9444, 0.0001);
        assert_near(sprt_lower(&sprt), -2.9444, 0.0001);
    }
}

static void knows_what_it_cannot_know(void **state)
{
    struct sprt sprt = {0, 5, 0.05, 0.05, false};
    const int64_t none[PAIR_OUTCOMES] = {0}, drawn[PAIR_OUTCOMES] = {0, 0, 30, 0, 0},
                  won[PAIR_OUTCOMES] = {0, 0, 0, 0, 30};
    struct match_tally tally = {0};
    struct elo_estimate estimate = elo_estimate(&tally);
    assert_true(estimate.score == 0.5 && estimate.elo == 0 && isinf(estimate.error));
    tally = sheet_of(drawn);
    estimate = elo_estimate(&tally);
    assert_true(estimate.elo == 0 && isinf(estimate.error) && estimate.los == 0.5);
    tally = sheet_of(won);
    estimate = elo_estimate(&tally);
    assert_true(estimate.elo == INFINITY && estimate.los > 0.999999 && estimate.high == INFINITY);
    assert_true(estimate.normalised == INFINITY);
    assert_near(pow(elo_to_score(estimate.low), 60), 0.025, 1e-9); /* this many games in a row */
    tally = (struct match_tally){.losses = 4};
    estimate = elo_estimate(&tally);
    assert_near(pow(1 - elo_to_score(estimate.high), 4), 0.025, 1e-9);
    assert_true(estimate.low == -INFINITY);
    assert_true(sprt_llr(&sprt, none) == 0 && sprt_judge(&sprt, none) == SPRT_GOES_ON);
    assert_true(isfinite(sprt_llr(&sprt, drawn)) && isfinite(sprt_llr(&sprt, won)));
    assert_true(sprt_llr(&sprt, won) > 0);
    sprt.normalised = true;
    assert_true(isfinite(sprt_llr(&sprt, drawn)) && isfinite(sprt_llr(&sprt, won)));
    /* Without complete pairs, single games are used. */
    tally = (struct match_tally){.wins = 30, .draws = 40, .losses = 10};
    assert_near(elo_estimate(&tally).elo, elo_from_score(0.625), 1e-9);
}

/* Games of known strength */

/* Draws the half points of a game with a given expected score and draw rate. */
static int draw_game(double score, double draws)
{
    double at = chance();
    return at < score - draws / 2 ? 2 : at < score + draws / 2 ? 1 : 0;
}

/* Draws a pair of games from an opening that favours one colour by bias. */
static int draw_pair(double elo, double bias, double draws)
{
    return draw_game(elo_to_score(elo + bias), draws) + draw_game(elo_to_score(elo - bias), draws);
}

static void draw_pairs(int64_t pairs[PAIR_OUTCOMES], int count, double elo, double bias)
{
    for (int i = 0; i < PAIR_OUTCOMES; i++)
        pairs[i] = 0;
    for (int i = 0; i < count; i++)
        pairs[draw_pair(elo, i % 2 ? bias : -bias, 0.3)]++;
}

/* 95 of 100 intervals contain the truth, even for lopsided openings. */
static void intervals_hold_the_truth(void **state)
{
    enum { MATCHES = 2000, PAIRS = 300 };
    random_state = 20261121;
    for (int strength = 0; strength <= 120; strength += 60) {
        /* Mean score over both colours, as Elo. */
        double truth = elo_from_score(
            (elo_to_score(strength + 150) + elo_to_score(strength - 150)) / 2);
        int held = 0;
        for (int i = 0; i < MATCHES; i++) {
            struct match_tally tally = {0};
            draw_pairs(tally.pairs, PAIRS, strength, 150);
            struct elo_estimate estimate = elo_estimate(&tally);
            held += estimate.low <= truth && truth <= estimate.high;
        }
        assert_near(held / (double)MATCHES, 0.95, 0.015);
    }
}

/* How often a test of 0 against 20 accepts elo1 if the truth is elo. */
static double acceptance(double elo, const struct sprt *sprt, int tests, double *pairs_used)
{
    int accepted = 0;
    int64_t used = 0;
    for (int i = 0; i < tests; i++) {
        int64_t pairs[PAIR_OUTCOMES] = {0};
        enum sprt_verdict verdict = SPRT_GOES_ON;
        while (verdict == SPRT_GOES_ON) {
            for (int j = 0; j < 4; j++, used++)
                pairs[draw_pair(elo, 0, 0.4)]++;
            verdict = sprt_judge(sprt, pairs);
        }
        accepted += verdict == SPRT_ELO1;
    }
    *pairs_used = (double)used / tests;
    return (double)accepted / tests;
}

static void tests_err_as_seldom_as_promised(void **state)
{
    enum { TESTS = 300 };
    struct sprt sprt = {0, 20, 0.05, 0.05, false};
    double at_elo0, at_elo1, between;
    random_state = 1;
    /* 0.05 with a standard deviation of 0.0126; overshoot makes them err a little less. */
    double wrong0 = acceptance(0, &sprt, TESTS, &at_elo0);
    double wrong1 = 1 - acceptance(20, &sprt, TESTS, &at_elo1);
    double even = acceptance(10, &sprt, TESTS, &between);
    assert_true(wrong0 < 0.09 && wrong1 < 0.09);
    assert_near(even, 0.5, 0.12);
    assert_true(between > at_elo0 && between > at_elo1);
    /* Wald: ln(19) * 0.9 / (effect^2 / 2 / variance) pairs, give or take the overshoot. */
    double effect = elo_to_score(20) - 0.5, variance = (0.25 - 0.4 / 4) / 2;
    double expected = 0.9 * log(19) / (effect * effect / 2 / variance);
    assert_near(at_elo1 / expected, 1.05, 0.2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scores_and_back),
        cmocka_unit_test(agrees_with_a_match_runner),
        cmocka_unit_test(agrees_with_fishtest),
        cmocka_unit_test(knows_what_it_cannot_know),
        cmocka_unit_test(intervals_hold_the_truth),
        cmocka_unit_test(tests_err_as_seldom_as_promised),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
