/* The check of how human players are: which positions are drawn, and what is counted. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/lab/human/check.h"
#include "src/lab/human/dataset.h"
#include "tests/unit/test.h"

static const struct check_bands bands = {1200, 200, 2};

/* Ten irrelevant plies; then a queen is attacked, left there and captured. */
static const char game[] =
    "[White \"A\"]\n[Black \"B\"]\n[WhiteElo \"1250\"]\n[BlackElo \"1450\"]\n\n"
    "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4 {[%clk 0:00:09]} e5 {[%clk 0:05:00]} "
    "6. Qg4 d6 7. Nc3 Bxg4 *\n\n";

static void read_games(struct check_sample *sample, const char *text, int most, uint64_t seed)
{
    struct error error = {.message = ""};
    char *copy = strdup(text);
    FILE *pgn = fmemopen(copy, strlen(copy), "r");
    assert_non_null(pgn);
    assert_true(check_sample_init(sample, &bands, most, seed, &error));
    sample->all = true;
    assert_true(check_sample_games(sample, pgn, "test", NULL, NULL, &error));
    check_sample_sort(sample);
    fclose(pgn);
    free(copy);
}

static void the_first_ten_plies_are_skipped(void **state)
{
    struct check_sample sample;
    read_games(&sample, game, 10, 1);
    assert_int_equal(sample.games, 1);
    assert_int_equal(sample.strata[0].count, 2); /* 6. Qg4 and 7. Nc3 by 1250 */
    assert_int_equal(sample.strata[1].count, 2);
    for (int band = 0; band < 2; band++)
        for (int i = 0; i < 2; i++) {
            const struct check_position *position = &sample.strata[band].positions[i];
            assert_true(position->ply >= HUMAN_BOOK_PLIES);
            assert_int_equal(position->position.side, band);
            assert_true(chess_is_legal(&position->position, position->played));
        }
    check_sample_clear(&sample);
}

static void clocks_are_what_the_mover_had_left(void **state)
{
    struct check_sample sample;
    read_games(&sample, game, 10, 1);
    for (int band = 0; band < 2; band++)
        for (int i = 0; i < 2; i++) {
            const struct check_position *position = &sample.strata[band].positions[i];
            assert_int_equal(position->clock,
                             position->ply >= 12 ? -1 : band == 0 ? 9000 : 300000);
        }
    check_sample_clear(&sample);
}

static void players_out_of_the_bands_are_left_out(void **state)
{
    static const char *const ratings[] = {"1199", "1600", "?", "-", "1300x"};
    for (size_t i = 0; i < sizeof ratings / sizeof *ratings; i++) {
        struct check_sample sample;
        char text[sizeof game + 64];
        const char *rest = strstr(game, "[BlackElo");
        snprintf(text, sizeof text, "[WhiteElo \"%s\"]\n%s", ratings[i], rest);
        read_games(&sample, text, 10, 1);
        assert_int_equal(sample.strata[0].count, 0);
        assert_int_equal(sample.strata[1].count, 2);
        check_sample_clear(&sample);
    }
}

/* 60 games with 2 positions per side, which differ in their numbers. */
static char *many_games(void)
{
    char *text = malloc(60 * (sizeof game + 1)), *at = text;
    assert_non_null(text);
    for (int i = 0; i < 60; i++)
        at += sprintf(at, "%s", game);
    return text;
}

static void the_same_seed_is_the_same_sample(void **state)
{
    char *text = many_games();
    struct check_sample one, same, other;
    read_games(&one, text, 20, 7);
    read_games(&same, text, 20, 7);
    read_games(&other, text, 20, 8);
    int different = 0;
    assert_int_equal(one.strata[0].count, 20);
    for (int i = 0; i < 20; i++) {
        assert_true(one.strata[0].positions[i].order == same.strata[0].positions[i].order);
        assert_int_equal(one.strata[0].positions[i].played, same.strata[0].positions[i].played);
        different += one.strata[0].positions[i].order != other.strata[0].positions[i].order;
        if (i > 0)
            assert_true(one.strata[0].positions[i].order > one.strata[0].positions[i - 1].order);
    }
    assert_int_equal(different, 20);
    /* A larger sample begins with the smaller one. */
    struct check_sample greater;
    read_games(&greater, text, 60, 7);
    for (int i = 0; i < 20; i++)
        assert_true(one.strata[0].positions[i].order == greater.strata[0].positions[i].order);
    check_sample_clear(&one);
    check_sample_clear(&same);
    check_sample_clear(&other);
    check_sample_clear(&greater);
    free(text);
}

static struct check *run(const struct check_sample *sample, const char *const texts[], int count,
                         int concurrency)
{
    struct error error = {.message = ""};
    struct strength *strength = strength_create(NULL, "test", &error);
    struct check_player *players = calloc((size_t)count, sizeof *players);
    struct check *check = malloc(sizeof *check);
    struct check_options options = {.seed = 1, .judge_nodes = 2000, .nodes = 2000, .allotted = 20,
                                    .concurrency = concurrency, .hash_mb = 1,
                                    .strength = strength};
    assert_true(strength && players && check);
    for (int i = 0; i < count; i++)
        if (!check_player_read(&players[i], texts[i], &bands, strength, &error))
            fail_msg("%s", error.message);
    struct check_field field = {.sample = sample, .players = players, .player_count = count};
    if (!check_run(check, &field, &options, NULL, NULL, &error))
        fail_msg("%s", error.message);
    free(players);
    strength_destroy(strength);
    return check;
}

static void who_takes_the_queen_matches(void **state)
{
    static const char *const texts[] = {"fallible", "random", "noise"};
    struct check_sample sample;
    read_games(&sample, game, 10, 1);
    struct check *check = run(&sample, texts, 3, 1);
    assert_int_equal(check->count, 4);
    const struct check_tally *people = &check->tallies[0][0][CHECK_ALL];
    const struct check_tally *full = &check->tallies[1][1][CHECK_ALL];
    /* White, rated 1250, leaves the queen to the bishop. */
    assert_int_equal(people->positions, 2);
    assert_int_equal(people->judged, 2);
    assert_int_equal(people->judgements[CHECK_BLUNDER], 1);
    assert_true(people->lost > 300);
    /* Black, rated 1450: full strength captures it, as the player did. */
    assert_int_equal(full->positions, 2);
    assert_true(full->matched >= 1);
    assert_int_equal(full->judgements[CHECK_BLUNDER], 0);
    assert_int_equal(full->known, 0);
    assert_int_equal(check->tallies[0][1][CHECK_ALL].judgements[CHECK_BLUNDER], 0);
    free(check);
    check_sample_clear(&sample);
}

static void splits_add_up(void **state)
{
    static const char *const texts[] = {"madchess"};
    struct check_sample sample;
    read_games(&sample, game, 10, 1);
    struct check *check = run(&sample, texts, 1, 1);
    for (int band = 0; band < 2; band++)
        for (int who = 0; who < 2; who++)
            for (int split = 0; split < CHECK_SPLIT_COUNT; split++) {
                int64_t positions = 0;
                double lost = 0;
                for (int part = 0; part < CHECK_PART_COUNT; part++)
                    if (check_part_split((enum check_part)part) == (enum check_split)split) {
                        positions += check->tallies[band][who][part].positions;
                        lost += check->tallies[band][who][part].lost;
                    }
                assert_int_equal(positions, 2);
                assert_true(fabs(lost - check->tallies[band][who][CHECK_ALL].lost) < 1e-9);
            }
    assert_int_equal(check->tallies[0][0][CHECK_UNDER_10].positions, 1);
    assert_int_equal(check->tallies[1][0][CHECK_OVER_180].positions, 1);
    assert_int_equal(check->tallies[1][0][CHECK_UNKNOWN].positions, 1);
    assert_int_equal(check->tallies[1][0][CHECK_FAR_AHEAD].positions, 0);
    free(check);
    check_sample_clear(&sample);
}

static void at_once_is_as_one_after_another(void **state)
{
    static const char *const texts[] = {"noise", "inaccuracy", "random"};
    char *text = many_games();
    struct check_sample sample;
    read_games(&sample, text, 10, 3);
    struct check *one = run(&sample, texts, 3, 1), *many = run(&sample, texts, 3, 3);
    for (int band = 0; band < 2; band++)
        for (int who = 0; who < 4; who++) {
            const struct check_tally *a = &one->tallies[band][who][CHECK_ALL];
            const struct check_tally *b = &many->tallies[band][who][CHECK_ALL];
            assert_int_equal(a->positions, 10);
            assert_true(a->matched == b->matched && a->lost == b->lost);
            assert_memory_equal(a->judgements, b->judgements, sizeof a->judgements);
        }
    free(one);
    free(many);
    free(text);
    check_sample_clear(&sample);
}

static void bare_positions_serve_all_bands(void **state)
{
    struct check_sample sample;
    struct error error = {.message = ""};
    char text[] = CHESS_START_FEN
        "\n\n# a comment\n"
        "8/8/8/4k3/8/8/4P3/4K3 w - - bm e4; id \"one\";\n"
        "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\n"; /* stalemate: no position to ask about */
    FILE *lines = fmemopen(text, strlen(text), "r");
    assert_true(check_sample_init(&sample, &bands, 10, 1, &error));
    assert_true(check_sample_positions(&sample, lines, "test.epd", &error));
    assert_true(sample.bare);
    assert_int_equal(check_sample_stratum(&sample, 0)->count, 2);
    assert_ptr_equal(check_sample_stratum(&sample, 1), check_sample_stratum(&sample, 0));
    fclose(lines);
    char wrong[] = CHESS_START_FEN "\nrubbish\n";
    lines = fmemopen(wrong, strlen(wrong), "r");
    assert_false(check_sample_positions(&sample, lines, "test.epd", &error));
    assert_string_equal(error.file, "test.epd");
    assert_int_equal(error.line, 2);
    fclose(lines);
    check_sample_clear(&sample);
}

/* tests/data/maia holds a tiny network. */
static void games_are_judged_player_by_player(void **state)
{
    static const char moves[] =
        "\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Qg5 4. Nxg5 d6 5. Nf3 Nf6 6. d3 Be7 *\n\n";
    char text[1024];
    struct error error = {.message = ""};
    struct check *check = malloc(sizeof *check);
    struct check_entrants *entrants = calloc(1, sizeof *entrants);
    struct strength *strength = strength_create(NULL, "test", &error);
    struct check_sample people;
    assert_true(check && entrants && strength && check_sample_init(&people, &bands, 1, 1, &error));
    assert_true(check_entrants_init(entrants, &bands, 10, 1, &error));
    entrants->sample.first_ply = 6;
    entrants->sample.last_ply = 40;
    entrants->rating = 1500;
    entrants->strength = strength;
    snprintf(text, sizeof text,
             "[White \"fallible:elo=1300\"]\n[Black \"Anna\"]\n%s"
             "[White \"Anna\"]\n[Black \"Ben\"]\n[BlackElo \"900\"]\n%s",
             moves, moves);
    FILE *pgn = fmemopen(text, strlen(text), "r");
    assert_true(check_entrants_games(entrants, pgn, "test", NULL, NULL, &error));
    fclose(pgn);
    assert_int_equal(entrants->sample.games, 2);
    assert_int_equal(entrants->count, 2); /* Ben is below the bands */
    struct check_options options = {.seed = 1,
                                    .judge_nodes = 2000,
                                    .concurrency = 1,
                                    .hash_mb = 1,
                                    .maia = "tests/data/maia",
                                    .strength = strength};
    struct check_field field = {.sample = &people, .entrants = entrants};
    if (!check_run(check, &field, &options, NULL, NULL, &error))
        fail_msg("%s", error.message);
    assert_int_equal(check->asked, 1);
    assert_int_equal(check->count, 3);
    /* White's plies 7, 9 and 11 at the level of its name; Anna's in both colours at 1500, of which
     * 3...Qg5 gives the queen away. */
    const struct check_tally *level = &check->tallies[0][1][CHECK_ALL];
    const struct check_tally *anna = &check->tallies[1][2][CHECK_ALL];
    assert_string_equal(check->names[1], "fallible:elo=1300");
    assert_int_equal(level->positions, 3);
    assert_int_equal(level->rated, 3);
    assert_int_equal(check->tallies[1][1][CHECK_ALL].positions, 0);
    assert_string_equal(check->names[2], "Anna");
    assert_int_equal(anna->positions, 7);
    assert_int_equal(anna->losses[LOSS_BANDS - 1], 1);
    int64_t losses = 0;
    for (int i = 0; i < LOSS_BANDS; i++)
        losses += anna->losses[i];
    assert_int_equal(losses, anna->judged);
    assert_int_equal(anna->positions, anna->rated);
    assert_true(anna->rare + anna->predicted <= anna->rated);
    check_entrants_clear(entrants);
    check_sample_clear(&people);
    strength_destroy(strength);
    free(entrants);
    free(check);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_ten_plies_are_skipped),
        cmocka_unit_test(clocks_are_what_the_mover_had_left),
        cmocka_unit_test(players_out_of_the_bands_are_left_out),
        cmocka_unit_test(the_same_seed_is_the_same_sample),
        cmocka_unit_test(who_takes_the_queen_matches),
        cmocka_unit_test(splits_add_up),
        cmocka_unit_test(at_once_is_as_one_after_another),
        cmocka_unit_test(bare_positions_serve_all_bands),
        cmocka_unit_test(games_are_judged_player_by_player),
    };
    chess_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
