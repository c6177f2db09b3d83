/* The weakening methods: what each hook draws, and how the search uses it. */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/random.h"
#include "engine/strength/method.h"
#include "tests/unit/engine_levels.h"
#include "tests/unit/level_settings.h"
#include "tests/unit/test.h"

static const char *const fens[] = {
    CHESS_START_FEN,
    "r1bqk2r/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQkq - 0 8",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "2r3k1/5pp1/p3p2p/1p1bP3/3P4/P4N1P/1P3PP1/2R3K1 b - - 0 25",
};
enum { FENS = sizeof fens / sizeof *fens };

/* Dice */

static void test_dice_are_fair(void **state)
{
    enum { DRAWS = 20000, MOST = 7, WIDTH = 100 };
    int seen[2 * MOST + 1] = {0};
    int64_t sum = 0, squares = 0, least = 0, most = 0;
    uint64_t dice = 1;
    for (int i = 0; i < DRAWS; i++) {
        int value = dice_within(random_next(&dice), MOST), normal = dice_normal(&dice, WIDTH);
        assert_true(value >= -MOST && value <= MOST);
        seen[value + MOST]++;
        sum += normal;
        squares += normal * normal;
        least = normal < least ? normal : least;
        most = normal > most ? normal : most;
    }
    for (int i = 0; i <= 2 * MOST; i++)
        assert_in_range(seen[i], 1150, 1520); /* 1,333 +- 5 standard deviations of 35 */
    assert_true(llabs(sum / DRAWS) <= 4);     /* 0 +- 0.7, plus the effect of truncation */
    assert_in_range(squares / DRAWS, 9500, 10500);
    assert_true(least >= -3 * WIDTH && least < -2 * WIDTH);
    assert_true(most <= 3 * WIDTH && most > 2 * WIDTH);
    assert_int_equal(dice_normal(&dice, 0), 0);
}

/* The choice */

static struct handicap level(enum method method, int elo)
{
    return handicap_for(strength, method, elo, 1);
}

/* All legal moves, each with `step` centipawns less than the one before. */
static int candidates_of(const struct position *position, int step, struct candidate candidates[])
{
    Move moves[CHESS_MOVES_MAX];
    int count = chess_moves(position, moves);
    for (int i = 0; i < count; i++)
        candidates[i] = (struct candidate){
            .move = moves[i], .score = 40 - i * step, .dropped_by = RULE_NONE};
    return count;
}

static struct decision decide_in(const struct position *position, int step,
                                 const struct handicap *handicap, uint64_t random)
{
    struct candidate candidates[CHESS_MOVES_MAX];
    struct decision decision;
    int count = candidates_of(position, step, candidates);
    decide(&(struct context){.position = position}, candidates, count, handicap, random, &decision);
    return decision;
}

/* The average loss in centipawns per move. */
static double average_cost(const struct handicap *handicap)
{
    enum { DRAWS = 600 };
    const struct position position = from_fen(fens[1]);
    int64_t cost = 0;
    for (int ply = 0; ply < DRAWS; ply++)
        cost += decide_in(&position, 20, handicap, handicap_random(handicap, ply)).cost;
    return (double)cost / DRAWS;
}

static const enum method all[] = {METHOD_MADCHESS, METHOD_INACCURACY, METHOD_NOISE,
                                  METHOD_DIFFUSION, METHOD_STUBBORN, METHOD_SKILL,
                                  METHOD_ARASAN};
enum { METHODS = sizeof all / sizeof *all };

/* White has lost a queen for a rook, four pawns behind. */
#define BEHIND "1nbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQk - 0 1"

static int percent(const struct handicap *handicap, const struct position *position,
                   const struct limits *limits)
{
    return handicap_pressure(handicap, position, limits).percent;
}

static void test_pressure_is_what_the_position_and_the_clock_say(void **state)
{
    const struct position even = from_fen(CHESS_START_FEN), behind = from_fen(BEHIND),
                          ahead = from_fen("1nbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR b KQk - 0 1");
    struct limits limits = {0}, clock = {.clock = true, .time = {20000, 1000}, .increment = {1000, 0}};
    struct handicap handicap = level(METHOD_MADCHESS, 1400);
    assert_int_equal(percent(&handicap, &behind, &clock), 100); /* off in the levels */
    handicap.pressure_behind = 5;
    handicap.pressure_ahead = 2;
    handicap.pressure_tilt = 10;
    assert_int_equal(percent(&handicap, &even, &limits), 100);
    assert_int_equal(percent(&handicap, &behind, &limits), 120);
    assert_int_equal(percent(&handicap, &ahead, &limits), 92);
    handicap.lost_games = 2;
    assert_int_equal(percent(&handicap, &even, &limits), 120);
    handicap.lost_games = 9; /* three count */
    assert_int_equal(percent(&handicap, &even, &limits), 130);
    handicap.lost_games = 0;
    handicap.pressure_ahead = -4;
    assert_int_equal(percent(&handicap, &ahead, &limits), 116);
    handicap.pressure_hurry = 60;
    assert_int_equal(percent(&handicap, &even, &clock), 130); /* 20 s and 10 x 1 s */
    clock.increment[WHITE] = 0;
    assert_int_equal(percent(&handicap, &even, &clock), 140);
    clock.time[WHITE] = 60000;
    assert_int_equal(percent(&handicap, &even, &clock), 100);
    clock.time[WHITE] = -5;
    assert_int_equal(percent(&handicap, &even, &clock), 160);
}

static void test_pressure_makes_every_method_lose_more(void **state)
{
    for (int i = 0; i < METHODS; i++) {
        struct handicap calm = level(all[i], 1400), strained = calm, relaxed = calm, same = calm;
        handicap_strain(&strained, 200);
        handicap_strain(&relaxed, 50);
        handicap_strain(&same, 100);
        assert_memory_equal(&same, &calm, sizeof calm);
        int wider = 0, sign = all[i] == METHOD_SKILL || all[i] == METHOD_ARASAN ? -1 : 1;
        for (int j = 0; j < METHOD_PARAMETER_COUNT; j++) {
            int usual = *handicap_parameter(&calm, j);
            wider += *handicap_parameter(&strained, j) != usual;
            assert_true(sign * (*handicap_parameter(&strained, j) - usual) >= 0);
            assert_true(sign * (*handicap_parameter(&relaxed, j) - usual) <= 0);
        }
        assert_true(wider > 0);
        if (method_row(all[i])->leaf_noise == NULL) /* else it errs in the search */
            assert_true(average_cost(&strained) > average_cost(&calm) &&
                        average_cost(&calm) > average_cost(&relaxed));
    }
}

static void test_a_decision_under_pressure_can_be_repeated(void **state)
{
    struct engine_settings settings = engine_settings_default();
    const struct limits limits = {.budget = 2000};
    const struct position start = from_fen(BEHIND);
    struct report report = {0}, again = {0};
    struct error error;
    char reason[256];
    settings.handicap = level(METHOD_MADCHESS, 1400);
    settings.handicap.pressure_behind = 20;
    settings.hash_mb = 1;
    struct engine *strained = engine_create_with(&settings, &error);
    assert_true(engine_set_position(strained, &start, NULL, 0));
    (void)engine_think(strained, &limits, &report);
    assert_int_equal(report.decision.pressure, 180);
    assert_int_equal(report.decision.handicap.move_error, settings.handicap.move_error * 180 / 100);
    assert_int_equal(report.decision.handicap.pressure_behind, 0);
    decision_reason(&start, &report.decision, reason, sizeof reason);
    assert_non_null(strstr(reason, "; errors 180% of usual"));
    settings.handicap = report.decision.handicap;
    assert_true(engine_configure(strained, &settings, &error));
    engine_new_game(strained);
    const struct limits repeated = decision_limits(&report.decision);
    assert_true(engine_set_position(strained, &start, NULL, 0));
    (void)engine_think(strained, &repeated, &again);
    assert_int_equal(again.best, report.best);
    assert_int_equal(again.decision.pressure, 100);
    engine_destroy(strained);
}

static void test_first_moves_are_varied(void **state)
{
    const struct position start = from_fen(CHESS_START_FEN);
    for (int i = 0; i < METHODS; i++) {
        struct handicap handicap = level(all[i], 2600);
        int seen[CHESS_MOVES_MAX] = {0}, played = 0;
        struct decision decision;
        handicap.varied_plies = 2;
        for (int draw = 0; draw < 400; draw++) {
            decision = decide_in(&start, 12, &handicap, handicap_random(&handicap, draw));
            assert_true(decision.cost <= 24); /* the first three are within 30 */
            seen[decision.cost / 12]++;
        }
        for (int j = 0; j < 3; j++) {
            assert_in_range(seen[j], 95, 175);
            played += seen[j];
        }
        assert_int_equal(played, 400);
        double chances[CHESS_MOVES_MAX];
        bool exact;
        assert_true(decision_odds(&start, &handicap, &decision, chances, &exact) && exact);
        assert_true(fabs(chances[2] - 1.0 / 3) < 1e-9 && chances[3] == 0);
        struct position later = start;
        later.fullmove = 2;
        char reason[128];
        decision_reason(&start, &decision, reason, sizeof reason);
        assert_string_equal(reason, "one of 3 good moves, to vary the opening");
        decision = decide_in(&later, 12, &handicap, 1);
        decision_reason(&later, &decision, reason, sizeof reason);
        assert_null(strstr(reason, "to vary the opening"));
    }
}

/* After 1. f3 e5 players of method human sometimes play 2. g4. */
static void test_the_guard_keeps_from_a_mate_that_was_seen(void **state)
{
    const struct position position =
        from_fen("rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2");
    struct candidate candidates[CHESS_MOVES_MAX];
    struct decision decision;
    struct handicap handicap = level(METHOD_HUMAN, 600);
    Move g4;
    int count = candidates_of(&position, 1, candidates), mated[2] = {0};
    assert_true(chess_from_uci(&position, "g2g4", &g4));
    for (int i = 0; i < count; i++)
        if (candidates[i].move == g4)
            candidates[i].score = -SCORE_MATE + 2;
    /* Without the guard until it happens, which shows that it can; with it to the end. */
    for (handicap.guard = 0; handicap.guard < 2; handicap.guard++)
        for (int ply = 0; ply < 1500 / SPARING && (handicap.guard || mated[0] == 0); ply++) {
            decide(&(struct context){.position = &position}, candidates, count, &handicap,
                   handicap_random(&handicap, ply), &decision);
            mated[handicap.guard] += decision.played == g4;
        }
    assert_true(mated[0] > 0);
    assert_int_equal(mated[1], 0);
    /* Where every move is mated, one is played. */
    for (int i = 0; i < count; i++)
        candidates[i].score = -SCORE_MATE + 2;
    handicap.guard = 1;
    decide(&(struct context){.position = &position}, candidates, count, &handicap, 1, &decision);
    assert_int_equal(decision.count, count);
    assert_true(chess_is_legal(&position, decision.played));
}

/* The other methods that choose among candidates need no guard. */
static void test_other_methods_permit_no_mate_that_was_seen(void **state)
{
    const struct position position =
        from_fen("3r2k1/5ppp/8/8/8/8/2R2PPP/6K1 w - - 0 1");
    struct candidate candidates[CHESS_MOVES_MAX];
    struct decision decision;
    const int count = candidates_of(&position, 1, candidates);
    for (int i = 1; i < count; i++)
        candidates[i].score = -SCORE_MATE + 2;
    for (int i = 0; i < METHODS; i++) {
        const struct handicap handicap = level(all[i], 400);
        for (int ply = 0; ply < 200; ply++) {
            decide(&(struct context){.position = &position}, candidates, count, &handicap,
                   handicap_random(&handicap, ply), &decision);
            assert_true(decision.played == candidates[0].move);
        }
    }
}

static void test_the_same_state_gives_the_same_decision(void **state)
{
    const struct position position = from_fen(fens[2]);
    for (int i = 0; i < METHODS; i++) {
        const struct handicap handicap = level(all[i], 1000);
        int different = 0;
        Move first = NO_MOVE;
        for (uint64_t random = 0; random < 50; random++) {
            struct decision a = decide_in(&position, 15, &handicap, random);
            struct decision b = decide_in(&position, 15, &handicap, random);
            char reason[128];
            assert_memory_equal(&a, &b, sizeof a);
            assert_int_equal(a.method, all[i]);
            assert_int_equal(a.deliberate, a.cost > 0);
            decision_reason(&position, &a, reason, sizeof reason);
            assert_true(strlen(reason) > 10 && strlen(reason) < sizeof reason - 1);
            first = random == 0 ? a.played : first;
            different += a.played != first;
        }
        /* noise errs within the search, so here it always plays the best move. */
        assert_int_equal(different > 0, method_row(all[i])->leaf_noise == NULL);
    }
}

static void test_weaker_levels_give_more_away(void **state)
{
    for (int i = 0; i < METHODS; i++) {
        double before = 1e9;
        if (method_row(all[i])->leaf_noise != NULL)
            continue;
        for (int elo = ELO_MIN; elo <= ELO_MAX; elo += 400) {
            const struct handicap handicap = level(all[i], elo);
            double cost = average_cost(&handicap);
            if (cost > before)
                fail_msg("%s at %d gives %.1f, below that %.1f", method_name(all[i]), elo, cost,
                         before);
            before = cost;
        }
    }
}

static void test_the_numbers_of_each_method_are_its_own_and_fall(void **state)
{
    static const int errors[METHODS] = {PARAMETER_move_error, PARAMETER_root_error,
                                             PARAMETER_leaf_noise, PARAMETER_walk,
                                             PARAMETER_margin};
    for (int i = 0; i < METHODS; i++) {
        struct handicap before = level(all[i], ELO_MIN);
        for (int elo = ELO_MIN; elo <= ELO_MAX; elo += ELO_STEP) {
            struct handicap now = level(all[i], elo);
            assert_true(now.nodes_per_second >= before.nodes_per_second);
            assert_true(*handicap_parameter(&now, errors[i]) <=
                        *handicap_parameter(&before, errors[i]));
            for (int j = 0; j < METHOD_PARAMETER_COUNT; j++) {
                const struct method_parameter *parameter = method_parameter(j);
                int value = *handicap_parameter(&now, j);
                if (parameter->method == all[i])
                    assert_in_range(value, parameter->min, parameter->max);
                else
                    assert_int_equal(value, 0);
            }
            before = now;
        }
        const struct handicap full = handicap_for(strength, all[i], ELO_FULL, 1);
        assert_false(full.limited);
        assert_int_equal(full.method, all[i]);
    }
}

static void test_nobody_leaves_a_mate_it_saw_or_walks_into_one(void **state)
{
    const struct position position = from_fen("6k1/5ppp/8/8/8/8/6PP/R6K w - - 0 1");
    struct candidate candidates[CHESS_MOVES_MAX];
    int count = candidates_of(&position, 1, candidates);
    for (int i = 0; i < METHODS; i++) {
        struct handicap handicap = level(all[i], ELO_MIN);
        for (uint64_t random = 0; random < 200; random++) {
            struct decision decision;
            const struct context context = {.position = &position};
            candidates[3].score = SCORE_MATE - 1;
            decide(&context, candidates, count, &handicap, random, &decision);
            assert_true(decision.forced_win);
            assert_int_equal(decision.played, candidates[3].move);
            /* One move saves the game; after all others it is mated. */
            for (int j = 0; j < count; j++)
                candidates[j].score = j == 3 ? -900 : 2 - SCORE_MATE;
            decide(&context, candidates, count, &handicap, random, &decision);
            assert_int_equal(decision.played, candidates[3].move);
            for (int j = 0; j < count; j++)
                candidates[j].score = 40 - j;
        }
    }
}

/* A bare king is mated without random errors; methods that imitate people do so only near the
 * fifty-move rule. */
static void test_people_draw_moves_against_a_bare_king(void **state)
{
    static const struct {
        const char *fen;
        Score best;
        bool forced[2]; /* madchess, human */
    } cases[] = {{"7k/8/8/8/8/8/R7/K7 w - - 0 40", 500, {true, false}},
                 {"7k/8/8/8/8/8/R7/K7 w - - 29 40", 500, {true, false}},
                 {"7k/8/8/8/8/8/R7/K7 w - - 30 40", 500, {true, true}},
                 {"7k/7p/8/8/8/8/R7/K7 w - - 30 40", 500, {false, false}},
                 {"7k/8/8/8/8/8/B7/K7 w - - 30 40", 500, {false, false}},
                 {"8/7k/7P/7K/8/8/8/8 w - - 30 80", 0, {false, false}}}; /* drawn */
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int human = 0; human < 2; human++) {
            const struct position position = from_fen(cases[i].fen);
            const struct context context = {.position = &position};
            struct candidate candidates[CHESS_MOVES_MAX];
            struct handicap handicap = level(human ? METHOD_HUMAN : METHOD_MADCHESS, 1400);
            struct decision decision;
            int count = candidates_of(&position, 1, candidates), played = 0;
            for (int j = 0; j < count; j++)
                candidates[j].score = cases[i].best - j;
            Move first = NO_MOVE;
            /* Until another move is played: of one that varies, the rest would show nothing new. */
            for (uint64_t random = 0; random < 500 && played == 0; random++) {
                decide(&context, candidates, count, &handicap, random * RANDOM_STEP, &decision);
                assert_int_equal(decision.forced_win, cases[i].forced[human]);
                first = first == NO_MOVE ? decision.played : first;
                played += decision.played != first;
            }
            assert_int_equal(played == 0, cases[i].forced[human]);
        }
}

static void test_root_errors_are_even_and_belong_to_the_move(void **state)
{
    const struct method_row *row = method_row(METHOD_INACCURACY);
    const struct handicap handicap = {.root_error = 100};
    const struct position position = from_fen(fens[1]);
    Move moves[CHESS_MOVES_MAX];
    int count = chess_moves(&position, moves), same = 0;
    int64_t sum = 0, squares = 0, draws = 0;
    for (uint64_t ply = 0; ply < 400; ply++) {
        uint64_t random = handicap_random(&handicap, (int)ply);
        for (int i = 0; i < count; i++, draws++) {
            int error = row->root_error(&handicap, random, moves[i]);
            assert_int_equal(error, row->root_error(&handicap, random, moves[i]));
            assert_true(error >= -100 && error <= 100);
            sum += error;
            squares += error * error;
            same += i > 0 && error == row->root_error(&handicap, random, moves[i - 1]);
        }
    }
    assert_true(llabs(sum) / draws <= 2);
    assert_in_range(squares / draws, 3150, 3550); /* 200^2 / 12 */
    assert_true(same < draws / 100);
    const struct handicap none = {.root_error = 0};
    assert_int_equal(row->root_error(&none, 7, moves[0]), 0);
}

static void test_inaccuracy_plays_what_looks_best(void **state)
{
    const struct position position = from_fen(fens[1]);
    const struct handicap handicap = level(METHOD_INACCURACY, 1400);
    for (uint64_t random = 0; random < 100; random++) {
        struct decision decision = decide_in(&position, 20, &handicap, random);
        Score most = -SCORE_INFINITE;
        Move best = NO_MOVE;
        for (int i = 0; i < decision.count; i++) {
            const struct candidate *candidate = &decision.candidates[i];
            assert_int_equal(candidate->shift, method_row(METHOD_INACCURACY)->root_error(
                                                   &handicap, random, candidate->move));
            if (candidate->score + candidate->shift > most) {
                most = candidate->score + candidate->shift;
                best = candidate->move;
            }
        }
        assert_int_equal(decision.played, best);
        assert_true(decision.cost <= 2 * handicap.root_error);
    }
}

static void test_errors_never_make_or_hide_a_certain_result(void **state)
{
    assert_int_equal(score_with_error(SCORE_MATE - 3, 500), SCORE_MATE - 3);
    assert_int_equal(score_with_error(SCORE_TABLEBASE_MIN, -500), SCORE_TABLEBASE_MIN);
    assert_int_equal(score_with_error(5 - SCORE_MATE, 500), 5 - SCORE_MATE);
    assert_int_equal(score_with_error(SCORE_TABLEBASE_MIN - 10, 500), SCORE_TABLEBASE_MIN - 1);
    assert_int_equal(score_with_error(-100, -50), -150);
}

static void test_noise_belongs_to_the_position_and_the_seed(void **state)
{
    enum { DRAWS = 20000, AMPLITUDE = 100 };
    int64_t sum = 0, squares = 0, products = 0;
    int other_seed = 0;
    for (uint64_t i = 0; i < DRAWS; i++) {
        uint64_t key = random_mix(i), near = key ^ 1;
        int noise = noise_at(key, 5, AMPLITUDE);
        assert_int_equal(noise, noise_at(key, 5, AMPLITUDE));
        assert_true(noise >= -AMPLITUDE && noise <= AMPLITUDE);
        sum += noise;
        squares += noise * noise;
        products += noise * noise_at(near, 5, AMPLITUDE);
        other_seed += noise != noise_at(key, 6, AMPLITUDE);
    }
    assert_true(llabs(sum) / DRAWS <= 2);
    assert_in_range(squares / DRAWS, 3200, 3500);
    assert_true(llabs(products) / DRAWS < 150); /* neighbouring positions have independent noise */
    assert_true(other_seed > DRAWS * 9 / 10);
    assert_int_equal(noise_at(123, 5, 0), 0);
}

/* Diffusion */

static int width(const struct handicap *handicap, const char *fen, int step, int64_t spent,
                 int64_t usual)
{
    const struct position position = from_fen(fen);
    struct candidate candidates[CHESS_MOVES_MAX];
    struct decision decision;
    int count = candidates_of(&position, step, candidates);
    const struct context context = {.position = &position, .spent = spent, .usual = usual};
    decide(&context, candidates, count, handicap, 1, &decision);
    assert_int_equal(decision.spent, spent);
    return decision.width_percent;
}

static void test_the_walk_is_wider_where_it_is_hard(void **state)
{
    struct handicap handicap = level(METHOD_DIFFUSION, 1400);
    const char *few = fens[3], *many = fens[2];
    assert_true(width(&handicap, many, 10, 0, 0) < width(&handicap, many, 40, 0, 0));
    assert_true(width(&handicap, few, 10, 0, 0) < width(&handicap, many, 10, 0, 0));
    int unknown = width(&handicap, many, 10, 0, 0), usual = handicap.usual_time;
    assert_int_equal(width(&handicap, many, 10, usual, 0), unknown);
    assert_true(width(&handicap, many, 10, usual * 5, 0) > unknown);
    assert_true(width(&handicap, many, 10, usual / 5, 0) > unknown);
    assert_true(width(&handicap, many, 10, usual * 20, 0) >
                width(&handicap, many, 10, usual * 5, 0));
    /* With a clock, its own pace is the reference. */
    assert_int_equal(width(&handicap, many, 10, 900, 900), unknown);
    assert_true(width(&handicap, many, 10, usual, 900) > unknown);
    handicap.spread_effect = handicap.replies_effect = handicap.time_effect = 0;
    assert_int_equal(width(&handicap, many, 40, usual * 5, 0), 100);
    handicap.spread_effect = handicap.replies_effect = 100;
    assert_true(width(&handicap, "8/8/8/8/8/5k2/7p/7K w - - 0 1", 0, 0, 0) >= 25);
}

static void test_without_a_walk_drift_finds_the_best(void **state)
{
    const struct position position = from_fen(fens[2]);
    struct handicap handicap = level(METHOD_DIFFUSION, 1400);
    handicap.walk = 0;
    for (uint64_t random = 0; random < 50; random++)
        assert_int_equal(decide_in(&position, 1, &handicap, random).cost, 0);
    /* More steps increase the effect of scores compared with chance. */
    handicap.walk = 60;
    handicap.steps = 4;
    double hasty = average_cost(&handicap);
    handicap.steps = 64;
    assert_true(average_cost(&handicap) < hasty / 2);
}

static void test_chance_explains_what_diffusion_played(void **state)
{
    const struct position position = from_fen(fens[2]);
    const struct handicap handicap = level(METHOD_DIFFUSION, 1000);
    for (uint64_t random = 0; random < 50; random++) {
        struct decision decision = decide_in(&position, 20, &handicap, random);
        int most = INT32_MIN, played = INT32_MIN;
        for (int i = 0; i < decision.count; i++) {
            const struct candidate *candidate = &decision.candidates[i];
            int seen = candidate->score + candidate->shift;
            if (candidate->in_range && seen > most)
                most = seen;
            if (candidate->move == decision.played)
                played = seen;
        }
        assert_true(most - played <= 1); /* rounding */
    }
}

/* Stubborn */

static void test_stubborn_is_within_its_margin_of_the_best(void **state)
{
    enum { DRAWS = 4000 };
    const struct position position = from_fen(CHESS_START_FEN);
    struct handicap handicap = level(METHOD_STUBBORN, 1400);
    handicap.rules = 0;
    handicap.margin = 50;
    int first[20] = {0}, stayed = 0;
    for (int ply = 0; ply < DRAWS; ply++) {
        struct decision decision =
            decide_in(&position, 10, &handicap, handicap_random(&handicap, ply));
        assert_int_equal(decision.count, 20);
        assert_true(decision.cost < 50);
        assert_int_equal(decision.changes == 0, decision.first == decision.played);
        stayed += decision.changes == 0;
        for (int i = 0; i < 20; i++)
            first[i] += decision.candidates[i].move == decision.first;
    }
    for (int i = 0; i < 20; i++)
        assert_in_range(first[i], 130, 270); /* 200 +- 5 standard deviations of 14 */
    /* Only one of the first five ideas cannot be improved: 5 of 20. */
    assert_in_range(stayed, 860, 1140);
    handicap.margin = 0;
    assert_int_equal(decide_in(&position, 10, &handicap, 3).cost, 0);
    handicap.margin = 10000;
    struct decision decision = decide_in(&position, 10, &handicap, 3);
    assert_int_equal(decision.played, decision.first);
}

/* decision_odds agrees with the frequencies of many draws. */
static void test_odds_are_those_of_the_draws(void **state)
{
    enum { DRAWS = 4000 };
    const struct position position = from_fen(fens[1]);
    const enum method drawing[] = {METHOD_MADCHESS, METHOD_DIFFUSION, METHOD_STUBBORN, METHOD_MAIA};
    for (size_t i = 0; i < sizeof drawing / sizeof *drawing; i++) {
        struct handicap handicap = level(drawing[i], 1200);
        double chances[CHESS_MOVES_MAX], sum = 0, seen[CHESS_MOVES_MAX] = {0};
        struct candidate candidates[CHESS_MOVES_MAX];
        struct decision decision = {0};
        const struct context context = {.position = &position};
        bool exact;
        int count = candidates_of(&position, 12, candidates);
        for (int j = 0; j < count; j++)
            candidates[j].chance = drawing[i] == METHOD_MAIA ? 300000 / (1 + j * j) : 0;
        for (int ply = 0; ply < DRAWS; ply++) {
            decide(&context, candidates, count, &handicap, handicap_random(&handicap, ply),
                   &decision);
            for (int j = 0; j < decision.count; j++)
                seen[j] += decision.candidates[j].move == decision.played;
        }
        assert_true(decision_odds(&position, &handicap, &decision, chances, &exact));
        assert_int_equal(exact, drawing[i] == METHOD_MADCHESS || drawing[i] == METHOD_MAIA);
        for (int j = 0; j < decision.count; j++) {
            sum += chances[j];
            /* Five standard deviations of two samples of at least 1000 draws, at most 0.11. */
            assert_true(fabs(seen[j] / DRAWS - chances[j]) < 0.09);
            assert_true(seen[j] == 0 || chances[j] > 0 || !exact);
        }
        assert_true(fabs(sum - 1) < 1e-6);
    }
    struct handicap noise = level(METHOD_NOISE, 1200);
    struct decision decision = decide_in(&position, 12, &noise, 1);
    double chances[CHESS_MOVES_MAX];
    bool exact;
    assert_false(decision_odds(&position, &noise, &decision, chances, &exact));
    decision.forced_win = true;
    assert_true(decision_odds(&position, &noise, &decision, chances, &exact));
    assert_true(exact && chances[0] > 0.999);
}

/* The search */

/* `base`: the other settings of the engine; NULL: the default ones. */
static struct report think(const struct handicap *handicap, const struct engine_settings *base,
                           const char *fen, const struct limits *limits)
{
    struct engine_settings settings = base ? *base : engine_settings_default();
    struct error error;
    struct report report = {0};
    const struct position position = from_fen(fen);
    settings.hash_mb = 8;
    settings.handicap = *handicap;
    assert_true(engine_configure(engine, &settings, &error));
    assert_true(engine_set_position(engine, &position, NULL, 0));
    engine_new_game(engine);
    engine_start(engine, limits);
    engine_wait(engine);
    assert_true(engine_poll(engine, &report));
    assert_true(report.finished);
    return report;
}

/* On a virtual clock a slow or busy machine must not play other moves: the search has the nodes that
 * the clock allows, however long it takes. One millisecond is far too short for these. */
static void test_real_time_does_not_end_a_search_on_a_virtual_clock(void **state)
{
    struct handicap handicap = level(METHOD_MADCHESS, 1400);
    const struct limits limits = {.clock = true, .time = {1, 1}, .virtual_clock = true};
    handicap.nodes_per_second = 50000;
    const struct report report = think(&handicap, NULL, CHESS_START_FEN, &limits);
    assert_true(report.decision.budget > 30000);
    assert_true(report.nodes >= report.decision.budget);
    assert_int_equal(report.decision.cut, 0);
}

/* An exact search plus the errors predicts the best-looking move, which the search with errors
 * must find. */
static void test_a_search_with_root_errors_finds_what_decide_predicts(void **state)
{
    struct engine_settings plain = engine_settings_default(); /* no pruning by the window */
    plain.features =
        (struct search_features){.aspiration = true, .repetition_draws = true, .tapered = true};
    const struct limits limits = {.depth = 3};
    int played_worse = 0;
    for (int i = 0; i < FENS; i++) {
        const struct position position = from_fen(fens[i]);
        for (uint64_t seed = 1; seed <= 6; seed += SPARING) {
            struct handicap handicap = level(METHOD_INACCURACY, 1000), exact = handicap;
            handicap.seed = exact.seed = seed;
            exact.method = METHOD_STUBBORN; /* any method that chooses, so that all scores are
                                             * exact */
            struct decision all_moves = think(&exact, &plain, fens[i], &limits).decision;
            struct decision predicted, found = think(&handicap, &plain, fens[i], &limits).decision;
            decide(&(struct context){.position = &position}, all_moves.candidates, all_moves.count,
                   &handicap, all_moves.random, &predicted);
            assert_int_equal(found.random, predicted.random);
            if (found.played != predicted.played)
                fail_msg("%s, seed %d: %d + errors instead of %d", fens[i], (int)seed,
                         found.played_score, predicted.played_score);
            assert_int_equal(found.played_score, predicted.played_score);
            /* The true best move is exact, too. */
            assert_int_equal(found.best_score, predicted.best_score);
            assert_int_equal(found.cost, predicted.cost);
            played_worse += found.deliberate;
        }
    }
    assert_true(played_worse > FENS / SPARING);
}

static void test_without_errors_the_search_is_the_same(void **state)
{
    const struct limits limits = {.depth = 6};
    const struct engine_settings measured = level_settings();
    for (int i = 0; i < FENS; i++) {
        struct handicap none = level(METHOD_INACCURACY, 1400), quiet = level(METHOD_NOISE, 1400);
        const struct handicap full = handicap_for(strength, METHOD_MADCHESS, ELO_FULL, 1);
        none.root_error = quiet.leaf_noise = 0;
        uint64_t nodes = think(&full, &measured, fens[i], &limits).nodes;
        assert_int_equal(think(&none, NULL, fens[i], &limits).nodes, nodes);
        assert_int_equal(think(&quiet, NULL, fens[i], &limits).nodes, nodes);
    }
}

/* Features and parameters that are newer than the levels' ratings change the search at full strength
 * only. */
static void test_levels_search_as_they_were_measured(void **state)
{
    const struct limits deep = {.depth = 9}, few = {.nodes = 5000};
    const struct engine_settings measured = level_settings();
    const struct handicap full = handicap_for(strength, METHOD_MADCHESS, ELO_FULL, 1);
    bool different = false;
    for (int i = 0; i < FENS; i++) {
        different |= think(&full, NULL, fens[i], &deep).nodes !=
                     think(&full, &measured, fens[i], &deep).nodes;
        for (int j = 0; j < METHODS; j++) {
            const struct handicap weak = level(all[j], 1900);
            const struct report now = think(&weak, NULL, fens[i], &few);
            const struct report then = think(&weak, &measured, fens[i], &few);
            assert_int_equal(now.best, then.best);
            assert_memory_equal(&now.decision, &then.decision, sizeof now.decision);
        }
    }
    assert_true(different);
}

static void test_every_method_repeats_itself_by_seed(void **state)
{
    const struct limits limits = {.nodes = 1000}; /* no clock, which a busy machine could let run
                                                   * out */
    for (int i = 0; i < METHODS; i++) {
        int different = 0;
        for (uint64_t seed = 1; seed <= 4; seed++)
            for (int j = 0; j < FENS; j++) {
                struct handicap handicap = level(all[i], 1000);
                handicap.seed = seed;
                struct report a = think(&handicap, NULL, fens[j], &limits);
                struct report b = think(&handicap, NULL, fens[j], &limits);
                assert_int_equal(a.best, b.best);
                assert_int_equal(a.nodes, b.nodes);
                assert_memory_equal(&a.decision, &b.decision, sizeof a.decision);
                assert_true(a.decision.made);
                assert_int_equal(a.decision.played, a.best);
                handicap.seed = seed + 100;
                different += think(&handicap, NULL, fens[j], &limits).best != a.best;
            }
        assert_true(different > 0);
    }
}

static void test_nobody_misses_a_mate_in_one_on_the_board(void **state)
{
    static const char *const mates[] = {
        "6k1/5ppp/8/8/8/8/6PP/R6K w - - 0 1",
        "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4",
        "8/8/8/8/8/5k2/q7/5K2 b - - 0 1"};
    const struct limits limits = {.movetime = 1000};
    for (int i = 0; i < METHODS; i++)
        for (size_t j = 0; j < sizeof mates / sizeof *mates; j++)
            for (uint64_t seed = 1; seed <= 3; seed++) {
                struct handicap handicap = level(all[i], ELO_MIN);
                struct position position = from_fen(mates[j]);
                Move replies[CHESS_MOVES_MAX];
                handicap.seed = seed;
                chess_play(&position, think(&handicap, NULL, mates[j], &limits).best);
                assert_true(chess_in_check(&position));
                assert_int_equal(chess_moves(&position, replies), 0);
            }
}

static void test_nodes_alone_do_not_empty_the_whole_table(void **state)
{
    const struct limits limits = {.nodes = 3000};
    for (int i = 0; i < METHODS; i++) {
        const struct handicap handicap = level(all[i], 1400);
        struct report report = think(&handicap, NULL, fens[1], &limits);
        assert_in_range(report.nodes, 1, 3000 + 64);
        assert_true(report.hash_permille > 20); /* the part of it in use is small */
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_dice_are_fair),
        cmocka_unit_test(test_pressure_is_what_the_position_and_the_clock_say),
        cmocka_unit_test(test_pressure_makes_every_method_lose_more),
        cmocka_unit_test(test_a_decision_under_pressure_can_be_repeated),
        cmocka_unit_test(test_first_moves_are_varied),
        cmocka_unit_test(test_the_guard_keeps_from_a_mate_that_was_seen),
        cmocka_unit_test(test_other_methods_permit_no_mate_that_was_seen),
        cmocka_unit_test(test_the_same_state_gives_the_same_decision),
        cmocka_unit_test(test_weaker_levels_give_more_away),
        cmocka_unit_test(test_the_numbers_of_each_method_are_its_own_and_fall),
        cmocka_unit_test(test_nobody_leaves_a_mate_it_saw_or_walks_into_one),
        cmocka_unit_test(test_people_draw_moves_against_a_bare_king),
        cmocka_unit_test(test_root_errors_are_even_and_belong_to_the_move),
        cmocka_unit_test(test_inaccuracy_plays_what_looks_best),
        cmocka_unit_test(test_errors_never_make_or_hide_a_certain_result),
        cmocka_unit_test(test_noise_belongs_to_the_position_and_the_seed),
        cmocka_unit_test(test_the_walk_is_wider_where_it_is_hard),
        cmocka_unit_test(test_without_a_walk_drift_finds_the_best),
        cmocka_unit_test(test_chance_explains_what_diffusion_played),
        cmocka_unit_test(test_stubborn_is_within_its_margin_of_the_best),
        cmocka_unit_test(test_odds_are_those_of_the_draws),
        cmocka_unit_test(test_real_time_does_not_end_a_search_on_a_virtual_clock),
        cmocka_unit_test(test_a_search_with_root_errors_finds_what_decide_predicts),
        cmocka_unit_test(test_without_errors_the_search_is_the_same),
        cmocka_unit_test(test_levels_search_as_they_were_measured),
        cmocka_unit_test(test_every_method_repeats_itself_by_seed),
        cmocka_unit_test(test_nobody_misses_a_mate_in_one_on_the_board),
        cmocka_unit_test(test_nodes_alone_do_not_empty_the_whole_table),
    };
    return cmocka_run_group_tests(tests, make_engine_and_levels, free_engine_and_levels);
}
