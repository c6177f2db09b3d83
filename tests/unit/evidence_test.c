/* The three estimators of a level's rating, on simulated data with a known answer; and which games
 * count. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "src/lab/evidence/evidence.h"
#include "src/util/random.h"
#include "tests/unit/test.h"

enum { LOW = 800, HIGH = 2600 };

static uint64_t state;

static double exponential(double mean)
{
    return -mean * log(1 - random_fraction(&state));
}

/* People lose 60 centipawns at 1500 and half of that 900 points higher. The level loses as much as
 * people of `rating` in every position. Two positions per game. */
static int make_losses(struct evidence_loss losses[], int count, double rating)
{
    for (int i = 0; i < count; i++) {
        double own = LOW + random_fraction(&state) * (HIGH - LOW);
        double harder = exponential(1); /* a position is equally hard for both */
        losses[i] = (struct evidence_loss){
            .game = i / 2,
            .rating = own,
            .people = harder * exponential(60 * exp2((1500 - own) / 900)),
            .level = harder * exponential(60 * exp2((1500 - rating) / 900)),
            .seen = -1,
        };
    }
    return count;
}

static void the_curves_meet_where_people_lose_as_much(void **unused)
{
    enum { COUNT = 6000 };
    struct evidence_loss *losses = calloc(COUNT, sizeof *losses);
    assert_non_null(losses);
    state = 1;
    for (double rating = 1100; rating <= 2300; rating += 400) {
        struct evidence_estimate estimate;
        make_losses(losses, COUNT, rating);
        assert_true(evidence_meet(losses, COUNT, NULL, 7, &estimate));
        assert_int_equal(estimate.place, EVIDENCE_WITHIN);
        assert_true(estimate.low < rating && rating < estimate.high);
        assert_true(fabs(estimate.rating - rating) < 120);
        assert_true(estimate.high - estimate.low > 40 && estimate.high - estimate.low < 400);
    }
    free(losses);
}

/* A level that loses less or more than all people is marked as above or below, with a number. */
static void a_level_beyond_the_people_is_marked(void **unused)
{
    enum { COUNT = 6000 };
    struct evidence_loss *losses = calloc(COUNT, sizeof *losses);
    struct evidence_estimate estimate;
    assert_non_null(losses);
    state = 2;
    make_losses(losses, COUNT, 2900);
    assert_true(evidence_meet(losses, COUNT, NULL, 7, &estimate));
    assert_int_equal(estimate.place, EVIDENCE_ABOVE);
    assert_true(fabs(estimate.rating - 2900) < 250);
    make_losses(losses, COUNT, 500);
    assert_true(evidence_meet(losses, COUNT, NULL, 7, &estimate));
    assert_int_equal(estimate.place, EVIDENCE_BELOW);
    free(losses);
}

/* What another judge saw in each position is known for the sample and on average for all games;
 * with that the interval becomes narrower, and still holds the truth. */
static void known_averages_narrow_the_interval(void **unused)
{
    enum { COUNT = 1800, BANDS = 9, WIDTH = (HIGH - LOW) / BANDS };
    struct evidence_loss *losses = calloc(COUNT, sizeof *losses);
    double targets[BANDS];
    struct evidence_estimate without, with;
    assert_non_null(losses);
    state = 4;
    for (int band = 0; band < BANDS; band++) { /* the mean of 2^(-x / 900) over a band, times 120 */
        double low = (LOW + band * WIDTH - 1500) / 900.0, high = low + WIDTH / 900.0;
        targets[band] = 120 * (exp2(-low) - exp2(-high)) / (high - low) / log(2);
    }
    make_losses(losses, COUNT, 1700);
    for (int i = 0; i < COUNT; i++) {
        losses[i].band = (int)((losses[i].rating - LOW) / WIDTH);
        losses[i].seen = 2 * losses[i].people;
    }
    assert_true(evidence_meet(losses, COUNT, NULL, 7, &without));
    assert_true(evidence_meet(losses, COUNT, targets, 7, &with));
    assert_true(with.low < 1700 && 1700 < with.high);
    assert_true(with.high - with.low < 0.8 * (without.high - without.low));
    free(losses);
}

static void without_losses_there_is_no_answer(void **unused)
{
    struct evidence_loss losses[] = {
        {0, 1000, 0, 0, 0, -1}, {1, 2000, 0, 0, 0, -1}, {2, 1500, 0, 0, 0, -1}};
    struct evidence_estimate estimate;
    assert_true(evidence_meet(losses, 3, NULL, 1, &estimate));
    assert_int_equal(estimate.place, EVIDENCE_UNKNOWN);
    assert_true(evidence_meet(losses, 0, NULL, 1, &estimate));
    assert_int_equal(estimate.place, EVIDENCE_UNKNOWN);
    /* The level loses more the stronger the people: nothing meets. */
    struct evidence_loss falling[] = {
        {0, 1000, 10, 90, 0, -1}, {1, 1500, 50, 50, 0, -1}, {2, 2000, 90, 10, 0, -1}};
    assert_true(evidence_meet(falling, 3, NULL, 1, &estimate));
    assert_int_equal(estimate.place, EVIDENCE_UNKNOWN);
}

/* Moves whose likelihood is a parabola around the player's rating, with noise by game. */
enum { MOVES = 800, GRID = 7 };
static void make_moves(struct evidence_move moves[], double chances[][GRID], const double ratings[],
                       double rating)
{
    double shift = 0;
    for (int i = 0; i < MOVES; i++) {
        if (i % 4 == 0)
            shift = 900 * (random_fraction(&state) - 0.5);
        for (int j = 0; j < GRID; j++)
            chances[i][j] = -2 - pow((ratings[j] - rating - shift) / 1000, 2);
        moves[i] = (struct evidence_move){i / 4, chances[i]};
    }
}

static const double grid[GRID] = {600, 800, 1000, 1200, 1400, 1600, 1800};

static void the_most_likely_rating_is_found(void **unused)
{
    struct evidence_move *moves = calloc(MOVES, sizeof *moves);
    double(*chances)[GRID] = calloc(MOVES, sizeof *chances);
    struct evidence_estimate estimate;
    assert_true(moves && chances);
    state = 3;
    make_moves(moves, chances, grid, 1330);
    assert_true(evidence_guess(moves, MOVES, grid, GRID, 5, &estimate));
    assert_int_equal(estimate.place, EVIDENCE_WITHIN);
    assert_true(estimate.low < 1330 && 1330 < estimate.high);
    /* 200 games, whose ratings scatter by 260: a standard error of 18. */
    assert_true(estimate.high - estimate.low > 45 && estimate.high - estimate.low < 110);
    make_moves(moves, chances, grid, 2600);
    assert_true(evidence_guess(moves, MOVES, grid, GRID, 5, &estimate));
    assert_int_equal(estimate.place, EVIDENCE_ABOVE);
    assert_true(evidence_guess(moves, 0, grid, GRID, 5, &estimate));
    assert_int_equal(estimate.place, EVIDENCE_UNKNOWN);
    free(moves);
    free(chances);
}

static struct evidence_estimate exactly(double rating)
{
    struct evidence_estimate estimate = {EVIDENCE_WITHIN, rating, rating, rating, {0}};
    for (int i = 0; i < EVIDENCE_REPLICATES; i++)
        estimate.replicates[i] = rating;
    return estimate;
}

/* The model rates people of 1000 as 1300 and those of 2000 as 1800, so people it rates 1550 are
 * 1500. A guess out of order is pooled with its neighbour. */
static void a_guess_is_translated_by_the_people_who_get_it(void **unused)
{
    double ratings[] = {1000, 1400, 1600, 2000};
    struct evidence_estimate estimate;
    struct evidence_estimate guesses[] = {exactly(1300), exactly(1560), exactly(1540),
                                          exactly(1800)};
    struct evidence_estimate guess = exactly(1425);
    evidence_translate(&guess, ratings, guesses, 4, &estimate);
    assert_int_equal(estimate.place, EVIDENCE_WITHIN);
    assert_true(fabs(estimate.rating - 1200) < 1);
    assert_true(fabs(estimate.low - 1200) < 1 && fabs(estimate.high - 1200) < 1);
    guess = exactly(1675);
    evidence_translate(&guess, ratings, guesses, 4, &estimate);
    assert_true(fabs(estimate.rating - 1800) < 1);
    guess = exactly(1900);
    evidence_translate(&guess, ratings, guesses, 4, &estimate);
    assert_int_equal(estimate.place, EVIDENCE_ABOVE);
    assert_true(fabs(estimate.rating - 2100) < 1);
    evidence_translate(&guess, ratings, guesses, 1, &estimate);
    assert_int_equal(estimate.place, EVIDENCE_UNKNOWN);
}

/* Expected results of a player of 1640 against anchors of 1500 and 1700. */
static void results_give_the_rating_that_made_them(void **unused)
{
    struct rated_games games[] = {
        {0, 1, 6914, 0, 3086}, {1, 0, 3086, 0, 6914}, {0, 2, 4145, 0, 5855}, {2, 0, 5855, 0, 4145}};
    struct rating_anchor anchors[] = {{1, 1500}, {2, 1700}};
    struct evidence_estimate estimates[4];
    struct error error;
    assert_true(evidence_rate(games, 4, 4, anchors, 2, estimates, &error));
    assert_true(fabs(estimates[0].rating - 1640) < 2);
    assert_true(estimates[0].low < 1640 && 1640 < estimates[0].high);
    assert_true(estimates[0].high - estimates[0].low < 16);
    assert_int_equal(estimates[3].place, EVIDENCE_UNKNOWN); /* it played no games */
    assert_true(evidence_rate(games, 4, 4, NULL, 0, estimates, &error));
    assert_int_equal(estimates[0].place, EVIDENCE_UNKNOWN);
}

static void a_spread_is_of_known_estimates_only(void **unused)
{
    struct evidence_estimate one = exactly(1500), other = exactly(1620), none = exactly(900);
    none.place = EVIDENCE_UNKNOWN;
    const struct evidence_estimate *all[] = {&one, &none, &other};
    assert_true(evidence_spread(all, 3) == 120);
    assert_true(evidence_spread(all, 2) == 0);
}

/* Which games count */

static struct game *tagged(const char *name, const char *value)
{
    struct game *game = game_create(NULL);
    assert_non_null(game);
    assert_true(game_set_tag(game, name, value));
    return game;
}

static void time_classes_are_those_of_lichess(void **unused)
{
    static const struct {
        const char *control;
        enum choice_pace class;
    } cases[] = {
        {"60+0", CHOICE_BULLET},      {"120+1", CHOICE_BULLET},         {"180+0", CHOICE_BLITZ},
        {"300+5", CHOICE_RAPID},      {"300+3", CHOICE_BLITZ},          {"600", CHOICE_RAPID},
        {"900+15", CHOICE_CLASSICAL}, {"1800+0", CHOICE_CLASSICAL},     {"-", CHOICE_ANY_PACE},
        {"1/86400", CHOICE_ANY_PACE}, {"40/5400:1800", CHOICE_ANY_PACE}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct game *game = tagged("TimeControl", cases[i].control);
        if (pace_of(game) != cases[i].class)
            fail_msg("%s is %s", cases[i].control, pace_word(pace_of(game)));
        game_destroy(game);
    }
}

static void the_system_is_named_or_known_by_the_site(void **unused)
{
    struct game *game = tagged("Site", "https://lichess.org/abcdefgh");
    assert_string_equal(rating_system_of(game), "lichess");
    assert_true(game_set_tag(game, "RatingSystem", "fide"));
    assert_string_equal(rating_system_of(game), "fide");
    game_destroy(game);
    game = tagged("Site", "Berlin");
    assert_string_equal(rating_system_of(game), "");
    game_destroy(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_curves_meet_where_people_lose_as_much),
        cmocka_unit_test(a_level_beyond_the_people_is_marked),
        cmocka_unit_test(known_averages_narrow_the_interval),
        cmocka_unit_test(without_losses_there_is_no_answer),
        cmocka_unit_test(the_most_likely_rating_is_found),
        cmocka_unit_test(a_guess_is_translated_by_the_people_who_get_it),
        cmocka_unit_test(results_give_the_rating_that_made_them),
        cmocka_unit_test(a_spread_is_of_known_estimates_only),
        cmocka_unit_test(time_classes_are_those_of_lichess),
        cmocka_unit_test(the_system_is_named_or_known_by_the_site),
    };
    return cmocka_run_group_tests(tests, start_chess, NULL);
}
