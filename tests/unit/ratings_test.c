/* Rating fits: a published fit, simulated games of known strengths, and players without a
 * rating. */
#include <math.h>
#include <stdio.h>

#include "src/lab/match/elo.h"
#include "src/lab/match/match_strengths.h"
#include "src/lab/match/match_table.h"
#include "tests/unit/random.h"
#include "tests/unit/test.h"

static const double per_elo = 0.0057564627324851142; /* ln 10 / 400 */

static void assert_near(double is, double should_be, double tolerance)
{
    if (!(fabs(is - should_be) <= tolerance))
        fail_msg("%.6f is not %.6f +- %g", is, should_be, tolerance);
}

/* Seven baseball teams, 1987: home and away wins of each pair (Agresti, "Categorical Data
 * Analysis", 2nd edition, 2002, page 438). Milwaukee, Detroit, Toronto, New York, Boston,
 * Cleveland, Baltimore. */
enum { TEAMS = 7 };
static const int home_wins[TEAMS][TEAMS] = {
    {0, 4, 4, 4, 6, 4, 6}, {3, 0, 4, 4, 6, 6, 4}, {2, 4, 0, 2, 4, 4, 6}, {3, 5, 2, 0, 4, 4, 6},
    {5, 2, 3, 4, 0, 5, 6}, {2, 3, 3, 4, 4, 0, 2}, {2, 1, 1, 2, 1, 3, 0}};
static const int away_wins[TEAMS][TEAMS] = {
    {0, 3, 2, 3, 1, 2, 0}, {3, 0, 2, 3, 0, 1, 3}, {5, 3, 0, 4, 3, 2, 0}, {3, 1, 5, 0, 3, 2, 1},
    {1, 5, 3, 2, 0, 2, 0}, {5, 3, 4, 3, 2, 0, 4}, {5, 5, 6, 4, 6, 4, 0}};

static int baseball(struct rated_games games[], bool both_ways)
{
    int count = 0;
    for (int i = 0; i < TEAMS; i++)
        for (int j = 0; j < TEAMS; j++) {
            if (i == j)
                continue;
            games[count++] = (struct rated_games){i, j, home_wins[i][j], 0, away_wins[i][j]};
            if (both_ways) /* add the games with home and away exchanged, so that no advantage is
                            * left */
                games[count++] = (struct rated_games){j, i, away_wins[i][j], 0, home_wins[i][j]};
        }
    return count;
}

static void agrees_with_a_published_fit(void **state)
{
    struct rated_games games[2 * TEAMS * TEAMS];
    struct rating_anchor anchor = {TEAMS - 1, 0}; /* Baltimore is 0 */
    struct ratings ratings;
    struct error error;
    /* Agresti's table 10.11: strengths by team with a home advantage of 0.302. */
    static const double abilities[TEAMS] = {0.220, 0.190, 0.164, 0.157, 0.137, 0.088, 0.044};
    int count = baseball(games, false);
    assert_true(ratings_fit(&ratings, TEAMS, games, count, &anchor, 1, 0, &error));
    assert_near(ratings.white_advantage * per_elo, 0.302, 0.0005);
    double sum = 0;
    for (int i = 0; i < TEAMS; i++)
        sum += exp(ratings.players[i].elo * per_elo);
    for (int i = 0; i < TEAMS; i++) {
        assert_int_equal(ratings.players[i].standing, RATED);
        assert_near(exp(ratings.players[i].elo * per_elo) / sum, abilities[i], 0.0005);
    }
    /* Standard errors of about 0.3, except for Baltimore. */
    for (int i = 0; i < TEAMS - 1; i++)
        assert_near(ratings.players[i].error / 1.96 * per_elo, 0.34, 0.01);
    assert_near(ratings.white_error / 1.96 * per_elo, 0.131, 0.001);
    assert_true(ratings.players[TEAMS - 1].error == 0);
    ratings_clear(&ratings);
    /* Without home advantage: 1.58, 1.44, 1.29, 1.25, 1.11, 0.68. */
    static const double plain[TEAMS] = {1.58, 1.44, 1.29, 1.25, 1.11, 0.68, 0};
    count = baseball(games, true);
    assert_true(ratings_fit(&ratings, TEAMS, games, count, &anchor, 1, 0, &error));
    assert_near(ratings.white_advantage, 0, 1e-6);
    for (int i = 0; i < TEAMS; i++)
        assert_near(ratings.players[i].elo * per_elo, plain[i], 0.005);
    ratings_clear(&ratings);
}

static void two_players_differ_by_their_score(void **state)
{
    const struct rated_games games[] = {{0, 1, 40, 30, 30}, {1, 0, 25, 50, 25}};
    struct ratings ratings;
    struct error error;
    assert_true(ratings_fit(&ratings, 2, games, 2, NULL, 0, 1500, &error));
    assert_near((ratings.players[0].elo + ratings.players[1].elo) / 2, 1500, 1e-6);
    assert_near(ratings.players[0].elo - ratings.players[1].elo, elo_from_score(105 / 200.0), 0.1);
    assert_near(ratings.players[0].error, ratings.players[1].error, 1e-6);
    /* Relative to the mean, the error is half of that of the difference. */
    struct match_tally record = {.wins = 65, .draws = 80, .losses = 55};
    assert_near(2 * ratings.players[0].error, elo_estimate(&record).error, 0.4);
    assert_near(ratings_superiority(&ratings, 0, 1), elo_estimate(&record).los, 0.003);
    assert_near(ratings_superiority(&ratings, 1, 0), 1 - ratings_superiority(&ratings, 0, 1), 1e-9);
    ratings_clear(&ratings);
}

/* All losses of the stronger player were with Black. That is no evidence for an advantage of a
 * thousand points. */
static void the_advantage_stays_sober(void **state)
{
    const struct rated_games games[] = {{0, 1, 12, 0, 0}, {1, 0, 1, 1, 10}};
    const struct rating_anchor anchor = {1, 1800};
    struct ratings ratings;
    struct error error;
    assert_true(ratings_fit(&ratings, 2, games, 2, &anchor, 1, 0, &error));
    assert_near(ratings.players[0].elo, 1800 + elo_from_score(22.5 / 24), 30);
    assert_true(ratings.players[0].error > 100 && ratings.players[0].error < 500);
    assert_true(fabs(ratings.white_advantage) < 100);
    ratings_clear(&ratings);
}

/* Games of known strength */

static void play(struct rated_games *games, const double truth[], int number, double draw_rate,
                 double advantage)
{
    double expected = elo_to_score(truth[games->white] - truth[games->black] + advantage);
    double draws = draw_rate * 4 * expected * (1 - expected);
    for (int i = 0; i < number; i++) {
        double at = chance();
        games->wins += at < expected - draws / 2;
        games->draws += at >= expected - draws / 2 && at < expected + draws / 2;
        games->losses += at >= expected + draws / 2;
    }
}

/* A chain as in calibration: only neighbours play, and one end is anchored. */
static void finds_known_strengths_and_knows_how_well(void **state)
{
    enum { LEVELS = 8, TOURNAMENTS = 300, GAMES = 60 };
    double truth[LEVELS], mean[LEVELS] = {0}, advantage = 0;
    int held[LEVELS] = {0};
    for (int i = 0; i < LEVELS; i++)
        truth[i] = 600 + 150 * i;
    random_state = 20261121;
    for (int t = 0; t < TOURNAMENTS; t++) {
        struct rated_games games[2 * LEVELS] = {{0}};
        struct rating_anchor anchor = {LEVELS - 1, truth[LEVELS - 1]};
        struct ratings ratings;
        struct error error;
        int count = 0;
        for (int i = 0; i + 1 < LEVELS; i++)
            for (int color = 0; color < 2; color++, count++) {
                games[count].white = i + color;
                games[count].black = i + !color;
                play(&games[count], truth, GAMES, 0.3, 35);
            }
        assert_true(ratings_fit(&ratings, LEVELS, games, count, &anchor, 1, 0, &error));
        for (int i = 0; i < LEVELS; i++) {
            assert_int_equal(ratings.players[i].standing, RATED);
            mean[i] += ratings.players[i].elo / TOURNAMENTS;
            held[i] += fabs(ratings.players[i].elo - truth[i]) <= ratings.players[i].error + 1e-9;
        }
        advantage += ratings.white_advantage / TOURNAMENTS;
        assert_true(ratings.draw_rate > 0.2 && ratings.draw_rate < 0.4);
        assert_true(ratings.players[0].error > ratings.players[LEVELS - 2].error);
        ratings_clear(&ratings);
    }
    assert_near(advantage, 35, 2);
    for (int i = 0; i < LEVELS; i++) {
        assert_near(mean[i], truth[i], 10);
        if (i < LEVELS - 1)
            assert_near(held[i] / (double)TOURNAMENTS, 0.95, 0.04);
    }
}

static void says_who_cannot_be_rated(void **state)
{
    /* 0 and 1 are even; 2 beat both in all games; 3 lost all games; 4 and 5 only played each
     * other. */
    const struct rated_games games[] = {{0, 1, 3, 4, 3}, {2, 0, 5, 0, 0}, {1, 2, 0, 0, 5},
                                        {3, 1, 0, 0, 4}, {4, 5, 1, 0, 1}};
    static const enum rating_standing expected[] = {RATED,     RATED,         ABOVE_ALL,
                                                    BELOW_ALL, NOT_CONNECTED, NOT_CONNECTED};
    struct ratings ratings;
    struct error error;
    assert_true(ratings_fit(&ratings, 6, games, 5, NULL, 0, 0, &error));
    for (int i = 0; i < 6; i++)
        assert_int_equal(ratings.players[i].standing, expected[i]);
    assert_near(ratings.players[0].elo, ratings.players[1].elo, 100);
    ratings_clear(&ratings);
    /* Anchors connect groups that did not play each other. */
    const struct rating_anchor anchors[] = {{0, 1000}, {4, 2000}};
    assert_true(ratings_fit(&ratings, 6, games, 5, anchors, 2, 0, &error));
    assert_true(ratings.players[5].standing == RATED && ratings.players[0].elo == 1000);
    assert_near(ratings.players[5].elo, 2000, 0.01);
    ratings_clear(&ratings);
    /* No games at all. */
    assert_true(ratings_fit(&ratings, 2, games, 0, NULL, 0, 0, &error));
    ratings_clear(&ratings);
    assert_false(ratings_fit(&ratings, RATINGS_PLAYERS_MAX + 1, games, 0, NULL, 0, 0, &error));
}

/* Tables */

static struct game_list tournament(void)
{
    struct game_list list = {0};
    int a = game_list_player(&list, "Anna"), b = game_list_player(&list, "Béla"),
        c = game_list_player(&list, "C");
    assert_true(game_list_player(&list, "Anna") == a && game_list_find(&list, "D") == -1);
    assert_true(game_list_add(&list, a, b, RESULT_WHITE, 0));
    assert_true(game_list_add(&list, b, a, RESULT_DRAW, 0));
    assert_true(game_list_add(&list, a, c, RESULT_BLACK, 1));
    assert_true(game_list_add(&list, c, a, RESULT_BLACK, 1));
    assert_true(game_list_add(&list, b, c, RESULT_DRAW, 2));
    assert_true(game_list_add(&list, c, b, RESULT_NONE, 2)); /* not finished */
    return list;
}

static void sheets_count_games_and_pairs(void **state)
{
    struct game_list list = tournament();
    struct match_tally record = table_tally(&list, 1, 0);
    assert_true(record.wins == 0 && record.draws == 1 && record.losses == 1 &&
                record.pairs[1] == 1);
    record = table_tally(&list, 0, 2);
    assert_true(record.wins == 1 && record.losses == 1 && record.pairs[2] == 1);
    record = table_tally(&list, 2, 1);
    assert_true(record.draws == 1 && record.pairs[2] == 0);
    game_list_clear(&list);
}

static void strengths_compare_with_the_same_opponents(void **state)
{
    struct game_list list = tournament();
    struct strength_row rows[STRENGTH_COUNT];
    static const char ecos[] = {'C', 'C', 'A', '\0', 'E'};
    static const int moves[] = {20, 30, 45, 70, 20};
    for (int i = 0; i < list.count; i++) {
        list.games[i].eco = ecos[i];
        list.games[i].moves = moves[i];
    }
    assert_true(strengths_of(&list, 0, rows));
    /* Anna scored 1.5 of 2 against Béla and 1 of 2 against C: with White a win and a loss. */
    assert_int_equal(rows[STRENGTH_WHITE].games, 2);
    assert_near(rows[STRENGTH_WHITE].score, 0.5, 1e-9);
    assert_near(rows[STRENGTH_WHITE].usual, 0.625, 1e-9);
    assert_near(rows[STRENGTH_WHITE].error, NORMAL_95 * sqrt(0.0625 + 0.25) / 2, 1e-9);
    assert_int_equal(rows[STRENGTH_C].games, 2);
    assert_near(rows[STRENGTH_C].score, 0.75, 1e-9);
    assert_near(rows[STRENGTH_C].usual, 0.75, 1e-9);
    assert_int_equal(rows[STRENGTH_UNNAMED].won, 1);
    assert_int_equal(rows[STRENGTH_E].games, 0); /* a game of others */
    assert_int_equal(rows[STRENGTH_SHORT].games, 1);
    assert_int_equal(rows[STRENGTH_LONG].lost, 1);
    assert_false(rows[STRENGTH_WHITE].is_certain);
    game_list_clear(&list);
}

static void pairs_of_two_matches_are_not_mixed(void **state)
{
    struct game_list list = {0};
    int a = game_list_player(&list, "A"), b = game_list_player(&list, "B");
    for (int i = 0; i < 2; i++) {
        assert_true(game_list_add(&list, a, b, RESULT_WHITE, 1));
        assert_true(game_list_add(&list, b, a, RESULT_WHITE, 1));
    }
    struct match_tally record = table_tally(&list, a, b);
    assert_true(record.wins == 2 && record.losses == 2 && record.pairs[2] == 2);
    game_list_clear(&list);
}

static void a_name_is_the_same_however_it_is_written(void **state)
{
    struct game_list list = {0};
    int first = game_list_player(&list, "A\x01z");
    assert_int_equal(game_list_player(&list, "A\x01z"), first);
    assert_int_equal(list.players, 1);
    game_list_clear(&list);
}

static void tables_read_like_a_tournament_book(void **state)
{
    struct game_list list = tournament();
    char text[4096] = "";
    FILE *out = fmemopen(text, sizeof text, "w");
    assert_true(table_write_cross(out, &list));
    table_write_gauntlet(out, &list, 0);
    fclose(out);
    /* Anna 2.5 of 4, SB 1 + 0.5 * 1 + 1.5; C 1.5; Béla 1. */
    static const char expected[] =
        "  #  player    1    2    3    points         SB\n"
        "  1  Anna      x   01   1=       2.5       3.00\n"
        "  2  C        10    x    =       1.5       3.00\n"
        "  3  Béla     0=    =    x       1.0       2.00\n"
        "Anna against\n"
        "         games       +       =       -      %  difference      SD     LOS\n"
        "Béla         2       1       1       0   75.0     +190.8       -   75.0 %\n"
        "C            2       1       0       1   50.0       +0.0       -   50.0 %\n"
        "all          4       2       1       1   62.5      +88.7    69.5   92.1 %\n";
    assert_string_equal(text, expected);
    game_list_clear(&list);
}

/* Many players are rated by another algorithm; here it gets few, for comparison. */
static void many_players_are_rated_as_few_are(void **state)
{
    enum { PLAYERS = 60, MEETINGS = 400 };
    for (int round = 0; round < 4; round++) {
        struct rated_games games[MEETINGS] = {{0}};
        double truth[PLAYERS];
        struct ratings few, many;
        struct error error;
        const struct rating_anchor anchors[] = {{3, 1500}, {7, 1900}};
        int anchored = round % 2 ? 2 : 0;
        random_state = (uint64_t)(20261124 + round);
        for (int i = 0; i < PLAYERS; i++)
            truth[i] = 1000 + 20 * i;
        for (int i = 0; i < MEETINGS; i++) {
            games[i].white = (int)(chance() * PLAYERS);
            games[i].black = (games[i].white + 1 + (int)(chance() * 12)) % PLAYERS;
            play(&games[i], truth, round < 2 ? 4 : 1, 0.3, 35);
        }
        assert_true(ratings_fit(&few, PLAYERS, games, MEETINGS, anchors, anchored, 1600, &error));
        assert_true(
            ratings_fit_many(&many, PLAYERS, games, MEETINGS, anchors, anchored, 1600, &error));
        assert_near(many.white_advantage, few.white_advantage, 0.01);
        assert_near(many.white_error / few.white_error, 1, 0.15);
        double ratio = 0;
        int rated = 0;
        for (int i = 0; i < PLAYERS; i++) {
            assert_int_equal(many.players[i].standing, few.players[i].standing);
            if (few.players[i].standing != RATED || few.players[i].error == 0)
                continue;
            assert_near(many.players[i].elo, few.players[i].elo, 0.01);
            assert_near(many.players[i].error / few.players[i].error, 1, 0.18); /* 5 deviations */
            ratio += many.players[i].error / few.players[i].error;
            rated++;
            if (i > 0 && few.players[i - 1].standing == RATED)
                assert_near(ratings_superiority(&many, i, i - 1),
                            ratings_superiority(&few, i, i - 1), 0.06);
        }
        assert_true(rated > PLAYERS / 2);
        assert_near(ratio / rated, 1, 0.03);
        ratings_clear(&few);
        ratings_clear(&many);
    }
}

/* More players than a dense matrix could hold, and some without a rating. */
static void thousands_of_players_are_rated(void **state)
{
    if (LONG_WITH_SANITIZERS)
        return;
    enum { PLAYERS = 5000, GAMES = 40000 };
    struct game_list list = {0};
    struct ratings ratings;
    struct error error;
    char name[32];
    double truth[2], off = 0;
    int rated = 0;
    random_state = 20261124;
    for (int i = 0; i < GAMES; i++) {
        int white = (int)(chance() * PLAYERS), black = (int)(chance() * PLAYERS), players[2];
        struct rated_games games = {.white = 0, .black = 1};
        if (white == black)
            continue;
        truth[0] = white % 600;
        truth[1] = black % 600;
        play(&games, truth, 1, 0.3, 35);
        snprintf(name, sizeof name, "player %d", white);
        players[0] = game_list_player(&list, name);
        snprintf(name, sizeof name, "player %d", black);
        players[1] = game_list_player(&list, name);
        assert_true(game_list_add(&list, players[0], players[1],
                                  games.wins    ? RESULT_WHITE
                                  : games.draws ? RESULT_DRAW
                                                : RESULT_BLACK,
                                  -1));
    }
    int winner = game_list_player(&list, "always won"), loser = game_list_player(&list, "lost");
    assert_true(game_list_add(&list, winner, 0, RESULT_WHITE, -1));
    assert_true(game_list_add(&list, loser, 1, RESULT_BLACK, -1));
    assert_true(table_fit(&list, NULL, 0, 299.5, &ratings, &error));
    assert_int_equal(ratings.players[winner].standing, ABOVE_ALL);
    assert_int_equal(ratings.players[loser].standing, BELOW_ALL);
    for (int i = 0; i < list.players; i++) {
        if (ratings.players[i].standing != RATED)
            continue;
        int number = 0;
        assert_int_equal(sscanf(list.names[i], "player %d", &number), 1);
        off += fabs(ratings.players[i].elo - number % 600) <= ratings.players[i].error;
        rated++;
    }
    assert_true(rated > PLAYERS * 9 / 10);
    assert_near(off / rated, 0.95, 0.02);
    assert_near(ratings.white_advantage, 35, 10);
    ratings_clear(&ratings);
    game_list_clear(&list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(many_players_are_rated_as_few_are),
        cmocka_unit_test(thousands_of_players_are_rated),
        cmocka_unit_test(agrees_with_a_published_fit),
        cmocka_unit_test(two_players_differ_by_their_score),
        cmocka_unit_test(the_advantage_stays_sober),
        cmocka_unit_test(finds_known_strengths_and_knows_how_well),
        cmocka_unit_test(says_who_cannot_be_rated),
        cmocka_unit_test(sheets_count_games_and_pairs),
        cmocka_unit_test(strengths_compare_with_the_same_opponents),
        cmocka_unit_test(pairs_of_two_matches_are_not_mixed),
        cmocka_unit_test(a_name_is_the_same_however_it_is_written),
        cmocka_unit_test(tables_read_like_a_tournament_book),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
