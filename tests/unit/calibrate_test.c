/* Calibration: known strengths are found, settings move until each level has its nominal rating,
 * and an interrupted run continues with the same result. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "src/lab/calibrate/calibrate.h"
#include "src/lab/calibrate/calibrate_curve.h"
#include "src/lab/match/elo.h"
#include "src/lab/match/match_openings.h"
#include "tests/unit/test.h"
#include "src/util/random.h"

/* Simulated players of known strength */

struct world {
    double anchors[CALIBRATE_ANCHORS_MAX]; /* above the first */
    double offset, slope, bend; /* the strength of a setting is a curve with these coefficients */
    double random;
    double floor; /* no setting is weaker */
    uint64_t seed;
};

static struct world usual_world(void)
{
    return (struct world){.anchors = {0, 90, 230, 300, 480, 600, 800, 950, 1100, 1200},
                          .offset = 420, .slope = 0.8, .bend = 60, .random = 100, .floor = -5000,
                          .seed = 7};
}

static double truth(const struct world *world, const struct pool_player *player)
{
    if (player->kind == POOL_ANCHOR)
        return player->level >= CALIBRATED_MIN ? player->level
                                               : 1320 + world->anchors[player->level];
    if (player->kind == POOL_RANDOM)
        return world->random;
    if (player->kind == POOL_GUEST)
        return 1798;
    double elo = world->offset + world->slope * player->setting +
                 world->bend * sin(player->setting / 300);
    return elo > world->floor ? elo : world->floor;
}

static double chance(uint64_t *state)
{
    return (double)(random_next(state) >> 11) / 9007199254740992.0;
}

/* Draws results by the seed, with an advantage of 30 Elo for White. */
static struct rated_games play_games(const struct world *world, uint64_t seed, double white,
                                     double black, int games)
{
    struct rated_games result = {0};
    uint64_t state = seed + world->seed * 1000003;
    double expected = elo_to_score(white - black + 30);
    double draws = 0.3 * 4 * expected * (1 - expected);
    draws = fmin(draws, 2 * fmin(expected, 1 - expected));
    for (int i = 0; i < games; i++) {
        double die = chance(&state);
        if (die < expected - draws / 2)
            result.wins++;
        else if (die < expected + draws / 2)
            result.draws++;
        else
            result.losses++;
    }
    return result;
}

static void play_round(struct calibration *calibration, const struct world *world,
                       const struct calibration_round *round, bool settle)
{
    static struct rated_games results[2 * MATCH_PLAYERS_MAX * MATCH_PLAYERS_MAX];
    struct error error = {.message = ""};
    int count = 0;
    assert_true(2 * round->meeting_count <= (int)(sizeof results / sizeof *results));
    for (int i = 0; i < round->meeting_count; i++)
        for (int turn = 0; turn < 2; turn++) {
            struct match_meeting pair = round->meetings[i];
            int white = turn ? pair.second : pair.first, black = turn ? pair.first : pair.second;
            const struct pool_player *first =
                calibration_player(calibration, round->players[white]);
            const struct pool_player *second =
                calibration_player(calibration, round->players[black]);
            uint64_t seed = (uint64_t)round->number * 100000 + (uint64_t)i * 2 + (uint64_t)turn;
            results[count] = play_games(world, seed, truth(world, first), truth(world, second),
                                        round->games / 2);
            results[count].white = white;
            results[count++].black = black;
        }
    if (!calibration_enter(calibration, round, results, count, settle, &error))
        fail_msg("%s", error.message);
}

/* Runs until everything is done, or for this many rounds. Returns the number of games. */
static int64_t run(struct calibration *calibration, const struct world *world, int rounds)
{
    int64_t games = 0;
    for (int i = 0; i < rounds; i++) {
        struct calibration_round round;
        bool over;
        assert_true(calibration_next(calibration, &round, &over));
        if (over) {
            calibration_round_clear(&round);
            return games;
        }
        assert_true(round.games % 2 == 0 && round.meeting_count > 0);
        games += (int64_t)round.games * round.meeting_count;
        play_round(calibration, world, &round, true);
        calibration_round_clear(&round);
    }
    return games;
}

static struct calibration *calibration_of(const struct calibration_options *options)
{
    struct calibration *calibration = calibration_create(options);
    assert_non_null(calibration);
    return calibration;
}

/* The tests */

static void levels_come_to_where_their_names_say(void **state)
{
    struct world world = usual_world();
    struct calibration_options options = calibration_options_default();
    options.games = 2000;
    struct calibration *calibration = calibration_of(&options);
    int64_t games = run(calibration, &world, 200);
    int outside = 0;
    double before = -1e9;
    for (int i = 0; i < options.level_count; i++) {
        int level = options.levels[i];
        const struct pool_player *now = calibration_level(calibration, level);
        assert_int_equal(calibration_state(calibration, level), LEVEL_REACHED);
        assert_true(calibration_games(calibration, level) >=
                    (level > 1400 ? options.games / 4 : options.games));
        outside += fabs(now->elo - truth(&world, now)) > hypot(now->error, now->scale_error);
        if (fabs(truth(&world, now) - level) > 45)
            fail_msg("%d plays %.0f", level, truth(&world, now));
        assert_true(now->elo > before);
        before = now->elo;
    }
    /* 95 of 100 intervals contain the truth. All depend on the same anchor, so their errors are
     * correlated. */
    if (outside > 6)
        fail_msg("%d of %d are outside their intervals", outside, options.level_count);
    if (games > 21 * 2000 * 3)
        fail_msg("%lld games", (long long)games);
    calibration_destroy(calibration);
}

static void the_pool_is_found_again(void **state)
{
    int outside = 0, seen = 0;
    for (int turn = 0; turn < 8; turn++) {
        struct world world = usual_world();
        struct calibration_options options = calibration_options_default();
        world.seed = (uint64_t)turn + 1;
        options.games = 300;
        options.guests = 1;
        options.level_count = 9;
        struct calibration *calibration = calibration_of(&options);
        run(calibration, &world, 100);
        for (int i = 1; i < calibration_players(calibration); i++) {
            const struct pool_player *player = calibration_player(calibration, i);
            if (!player->rated)
                continue;
            seen++;
            outside += fabs(player->elo - truth(&world, player)) >
                       hypot(player->error, player->scale_error);
        }
        calibration_destroy(calibration);
    }
    if (outside > seen * 12 / 100)
        fail_msg("%d of %d are outside their 95 %% intervals", outside, seen);
}

static void an_interrupted_run_goes_on_as_if_it_had_not_been(void **state)
{
    struct world world = usual_world();
    struct calibration_options options = calibration_options_default();
    options.games = 1200;
    struct calibration *whole = calibration_of(&options);
    run(whole, &world, 100);
    /* Interrupted in the middle of a round and continued from its games. */
    struct calibration *first = calibration_of(&options);
    struct calibration_round round;
    bool over;
    run(first, &world, 3);
    assert_true(calibration_next(first, &round, &over) && !over);
    round.games /= 2;
    round.games += round.games & 1;
    play_round(first, &world, &round, false);
    calibration_round_clear(&round);
    calibration_destroy(first);
    struct calibration *second = calibration_of(&options);
    run(second, &world, 3);
    run(second, &world, 100);
    assert_int_equal(calibration_players(whole), calibration_players(second));
    for (int i = 0; i < calibration_players(whole); i++)
        assert_memory_equal(calibration_player(whole, i), calibration_player(second, i),
                            sizeof(struct pool_player));
    calibration_destroy(whole);
    calibration_destroy(second);
}

static void a_level_out_of_reach_is_said_to_be_off(void **state)
{
    struct world world = usual_world();
    struct calibration_options options = calibration_options_default();
    world.floor = 900;
    options.level_count = 5; /* 600 to 1000 */
    options.games = 600;
    struct calibration *calibration = calibration_of(&options);
    run(calibration, &world, 400);
    assert_int_equal(calibration_state(calibration, 600), LEVEL_MEASURED);
    assert_int_equal(calibration_state(calibration, 1000), LEVEL_REACHED);
    assert_int_equal(calibration_state(calibration, 1100), LEVEL_NOT_MEASURED);
    calibration_destroy(calibration);
}

/* A level without other opponents plays an anchor out of reach, and still finishes. */
static void a_level_alone_plays_whoever_there_is(void **state)
{
    struct world world = usual_world();
    struct calibration_options options = calibration_options_default();
    options.random = false;
    options.levels[0] = 2600;
    options.level_count = options.anchor_count = 1;
    options.games = 64;
    struct calibration *calibration = calibration_of(&options);
    struct calibration_round round;
    bool over;
    run(calibration, &world, 100);
    assert_true(calibration_games(calibration, 2600) >= 32);
    assert_true(calibration_next(calibration, &round, &over) && over);
    calibration_round_clear(&round);
    calibration_destroy(calibration);
}

static void what_was_not_played_is_not_measured(void **state)
{
    struct calibration_options options = calibration_options_default();
    struct calibration *calibration = calibration_of(&options);
    assert_int_equal(calibration_state(calibration, 600), LEVEL_NOT_MEASURED);
    assert_true(calibration_setting(calibration, 1700) == 1700);
    calibration_destroy(calibration);
}

/* The table gets the settings that played, even after few games. */
static void a_setting_is_what_played(void **state)
{
    struct world world = usual_world();
    struct calibration_options options = calibration_options_default();
    options.games = 64;
    options.levels[3] = 1000; /* 900 is not calibrated and moves as 800 does */
    for (int i = 3; i < options.level_count - 1; i++)
        options.levels[i] = options.levels[i + 1];
    options.level_count--;
    struct calibration *calibration = calibration_of(&options);
    run(calibration, &world, 12);
    for (int i = 0; i < options.level_count; i++) {
        int level = options.levels[i];
        assert_true(calibration_setting(calibration, level) ==
                    calibration_level(calibration, level)->setting);
    }
    assert_true(calibration_setting(calibration, 900) ==
                calibration_setting(calibration, 800) + 100);
    calibration_destroy(calibration);
}

/* Each anchor is off by its stated error. The levels must then be within their own errors. */
static void levels_of_another_method_are_anchors(void **state)
{
    int outside = 0, seen = 0;
    for (int turn = 0; turn < 3; turn++) {
        struct world world = usual_world();
        struct calibration_options options = calibration_options_default();
        uint64_t dice = (uint64_t)turn * 77 + 5;
        world.seed = (uint64_t)turn + 1;
        options.measured = true;
        options.anchor = "madchess";
        options.random = options.chain = false;
        options.games = 200;
        options.level_count = options.anchor_count = 6;
        for (int i = 0; i < options.anchor_count; i++) {
            double normal = -6;
            for (int j = 0; j < 12; j++)
                normal += chance(&dice);
            options.anchors[i] = 600 + 100 * i;
            options.anchor_error[i] = 60;
            options.anchor_elo[i] = options.anchors[i] + normal * 60 / 1.96;
        }
        struct calibration *calibration = calibration_of(&options);
        struct error error = {.message = ""};
        run(calibration, &world, 30);
        assert_true(calibration_find_scale(calibration, &error));
        for (int i = 0; i < calibration_players(calibration); i++) {
            const struct pool_player *player = calibration_player(calibration, i);
            if (i < options.anchor_count) {
                assert_true(player->rated && fabs(player->elo - options.anchor_elo[i]) < 1e-6);
                assert_true(player->error == 0 && fabs(player->scale_error - 60) < 1e-6);
            } else if (player->games > 0 && player->rated) {
                seen++;
                outside += fabs(player->elo - truth(&world, player)) >
                       hypot(player->error, player->scale_error);
            }
        }
        assert_string_equal(calibration_player(calibration, 0)->name, "madchess 600");
        calibration_destroy(calibration);
    }
    if (outside > seen * 12 / 100)
        fail_msg("%d of %d are outside their 95 %% intervals", outside, seen);
}

/* The curve */

enum { PLACES = 21 };

/* A level at each place, measured with a random error. */
struct points {
    struct rating players[PLACES];
    double covariance[PLACES * PLACES];
    struct curve_place places[PLACES];
    int indices[PLACES];
    struct ratings ratings;
};

static double curve_truth(double place)
{
    return 640 + 97 * place + 50 * sin(place / 5);
}

/* Returns the root mean square error. */
static double measure(struct points *points, double sigma, uint64_t *dice)
{
    double square = 0;
    *points = (struct points){0};
    points->ratings = (struct ratings){
        .count = PLACES, .players = points->players, .covariance = points->covariance};
    for (int i = 0; i < PLACES; i++) {
        double normal = -6;
        for (int j = 0; j < 12; j++)
            normal += chance(dice);
        points->indices[i] = i;
        points->places[i] = (struct curve_place){600 + 100 * i, 600 + 100 * i};
        points->players[i] = (struct rating){.standing = RATED, .error = 1.96 * sigma,
                                             .elo = curve_truth(i) + sigma * normal};
        points->covariance[i * PLACES + i] = sigma * sigma;
        square += sigma * normal * sigma * normal / PLACES;
    }
    return sqrt(square);
}

static void fit(struct curve *curve, struct points *points, const struct curve *like)
{
    assert_true(curve_fit(curve, points->places, points->indices, PLACES, like, &points->ratings));
}

/* Points that are measured badly profit from their neighbours, and their intervals are correct. */
static void a_curve_knows_more_than_each_of_its_points(void **state)
{
    const double sigma = 20;
    double before = 0, after = 0, between = 0, width = 0;
    struct points points;
    int outside = 0;
    uint64_t dice = 3;
    for (int turn = 0; turn < 40; turn++) {
        struct curve curve, same;
        before += measure(&points, sigma, &dice) / 40;
        fit(&curve, &points, NULL);
        double square = 0;
        for (int i = 0; i < PLACES; i++) {
            double off = points.players[i].elo - curve_truth(i);
            int other = (i + 3) % PLACES;
            square += off * off / PLACES;
            outside += fabs(off) > points.players[i].error;
            width += points.players[i].error / PLACES / 40;
            assert_true(fabs(curve_elo(&curve, points.places[i]) - points.players[i].elo) < 1e-6);
            assert_true(fabs(points.covariance[i * PLACES + other] -
                             points.covariance[other * PLACES + i]) < 1e-6);
        }
        after += sqrt(square) / 40;
        struct curve_place middle = {1650, 1650}; /* nobody played here */
        between += fabs(curve_elo(&curve, middle) - curve_truth(10.5)) / 40;
        measure(&points, sigma, &dice);
        fit(&same, &points, &curve);
        assert_memory_equal(same.bends, curve.bends, sizeof same.bends);
        curve_clear(&curve);
        curve_clear(&same);
    }
    if (!(after < 0.6 * before && between < 0.6 * before && width < 0.8 * 1.96 * sigma))
        fail_msg("off by %.1f before, %.1f after, %.1f between; +- %.1f", before, after, between,
                 width);
    if (outside > 40 * PLACES * 7 / 100)
        fail_msg("%d of %d are outside their 95 %% intervals", outside, 40 * PLACES);
}

/* With almost no measurement error the curve follows the points, however rough they are. */
static void a_curve_does_not_smooth_away_what_is_known(void **state)
{
    struct points points;
    struct curve curve;
    uint64_t dice = 5;
    measure(&points, 1, &dice);
    for (int i = 0; i < PLACES; i++)
        points.players[i].elo += i % 2 ? 40 : -40;
    fit(&curve, &points, NULL);
    for (int i = 0; i < PLACES; i++)
        if (fabs(points.players[i].elo - (curve_truth(i) + (i % 2 ? 40 : -40))) > 5)
            fail_msg("%d: %.0f", i, points.players[i].elo);
    curve_clear(&curve);
}

/* If a level played with other settings before, the part of its strength that belongs to its name,
 * such as its knowledge, is known for all its settings. */
static void what_goes_with_the_name_is_known_by_all_its_settings(void **state)
{
    struct points points;
    struct curve curve;
    uint64_t dice = 7;
    double off = 0;
    for (int turn = 0; turn < 10; turn++) {
        measure(&points, 10, &dice);
        for (int i = 0; i < PLACES; i++) {
            double name = 600 + 300 * (i / 3), knowledge = i / 3 % 2 ? 80 : -80;
            points.places[i] = (struct curve_place){name, name - 120 + 120 * (i % 3)};
            points.players[i].elo += points.places[i].setting + knowledge - curve_truth(i);
        }
        fit(&curve, &points, NULL);
        for (int i = 1; i < 5; i++) {
            struct curve_place moved = {600 + 300 * i, 660 + 300 * i};
            off += fabs(curve_elo(&curve, moved) - (moved.setting + (i % 2 ? 80 : -80))) / 40;
        }
        curve_clear(&curve);
    }
    if (off > 10)
        fail_msg("off by %.1f", off);
}

static void a_curve_through_nothing_says_what_the_setting_says(void **state)
{
    struct ratings ratings = {0};
    struct curve curve;
    assert_true(curve_fit(&curve, NULL, NULL, 0, NULL, &ratings));
    assert_true(curve_elo(&curve, (struct curve_place){900, 1234}) == 1234);
    curve_clear(&curve);
}

/* Games of an earlier calibration */

static void earlier_games_count_by_their_players_names(void **state)
{
    struct world world = usual_world();
    struct calibration_options options = calibration_options_default();
    struct error error = {.message = ""};
    options.games = 600;
    options.level_count = 9;
    struct calibration *first = calibration_of(&options), *second = calibration_of(&options);
    struct calibration_round round;
    bool over = false, known;
    int64_t games = 0;
    while (!over) {
        assert_true(calibration_next(first, &round, &over));
        for (int i = 0; i < round.meeting_count; i++) {
            const struct pool_player *white =
                calibration_player(first, round.players[round.meetings[i].first]);
            const struct pool_player *black =
                calibration_player(first, round.players[round.meetings[i].second]);
            struct rated_games result =
                play_games(&world, (uint64_t)round.number * 1000 + (uint64_t)i,
                           truth(&world, white), truth(&world, black), round.games);
            assert_true(calibration_add_earlier(second, white->name, black->name, result, &known));
            assert_true(known);
            games += round.games;
        }
        if (!over)
            play_round(first, &world, &round, true);
        calibration_round_clear(&round);
    }
    struct rated_games won = {.wins = 1};
    assert_true(calibration_add_earlier(second, "600@600", "Torre", won, &known));
    assert_false(known);
    assert_true(calibration_add_earlier(second, "9000@1", "600@600", won, &known));
    assert_false(known);
    assert_true(calibration_begin(second, &error));
    int64_t counted = 0;
    for (int i = 0; i < calibration_players(second); i++)
        counted += calibration_player(second, i)->games;
    assert_true(counted == 2 * games);
    for (int i = 0; i < options.level_count; i++) {
        int level = options.levels[i];
        assert_true(calibration_games(second, level) >= options.games);
        if (fabs(truth(&world, calibration_level(second, level)) - level) > 70)
            fail_msg("%d begins at %.0f", level, truth(&world, calibration_level(second, level)));
        /* A level that is at its nominal rating keeps its setting. */
        for (int j = 0; j < calibration_players(second); j++) {
            const struct pool_player *player = calibration_player(second, j);
            if (player->kind == POOL_LEVEL && player->level == level &&
                player->games >= options.first_games &&
                fabs(player->elo - level) <= options.tolerance / 2)
                assert_true(calibration_level(second, level)->games >= player->games);
        }
    }
    /* If there are enough games, only new settings are played. */
    assert_true(run(second, &world, 100) < games / 4);
    calibration_destroy(first);
    calibration_destroy(second);
}

static void a_guest_is_not_the_guest_of_another_calibration(void **state)
{
    struct calibration_options options = calibration_options_default();
    bool known = true;
    options.guests = 1;
    struct calibration *calibration = calibration_of(&options);
    assert_true(calibration_add_earlier(calibration, "guest 1", "600@600",
                                        (struct rated_games){.wins = 1}, &known));
    assert_false(known);
    calibration_destroy(calibration);
}

/* A file with ever new settings is refused quickly. */
static void more_players_than_can_be_rated_are_refused(void **state)
{
    struct calibration_options options = calibration_options_default();
    struct calibration *calibration = calibration_of(&options);
    struct error error = {.message = ""};
    char name[32];
    bool known = true;
    for (int i = 0; i < 2 * RATINGS_PLAYERS_MAX; i++) {
        snprintf(name, sizeof name, "1400@%d", i % 5000 - 1999);
        assert_true(calibration_add_earlier(calibration, name, "1400@-2000",
                                            (struct rated_games){.draws = 1}, &known));
    }
    assert_int_equal(calibration_players(calibration), RATINGS_PLAYERS_MAX + 1);
    assert_false(calibration_begin(calibration, &error));
    assert_non_null(strstr(error.message, "ratings are for"));
    calibration_destroy(calibration);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(levels_come_to_where_their_names_say),
        cmocka_unit_test(the_pool_is_found_again),
        cmocka_unit_test(an_interrupted_run_goes_on_as_if_it_had_not_been),
        cmocka_unit_test(a_level_out_of_reach_is_said_to_be_off),
        cmocka_unit_test(a_level_alone_plays_whoever_there_is),
        cmocka_unit_test(what_was_not_played_is_not_measured),
        cmocka_unit_test(a_setting_is_what_played),
        cmocka_unit_test(levels_of_another_method_are_anchors),
        cmocka_unit_test(a_curve_knows_more_than_each_of_its_points),
        cmocka_unit_test(a_curve_does_not_smooth_away_what_is_known),
        cmocka_unit_test(what_goes_with_the_name_is_known_by_all_its_settings),
        cmocka_unit_test(a_curve_through_nothing_says_what_the_setting_says),
        cmocka_unit_test(earlier_games_count_by_their_players_names),
        cmocka_unit_test(a_guest_is_not_the_guest_of_another_calibration),
        cmocka_unit_test(more_players_than_can_be_rated_are_refused),
    };
    return cmocka_run_group_tests_name("calibrate", tests, NULL, NULL);
}
