/* The choice model: its features, its chances, its files, and whether weak players err more. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/human/features.h"
#include "engine/maia.h"
#include "src/pgn/pgn.h"
#include "src/lab/human/collect.h"
#include "src/lab/human/games.h"
#include "src/lab/human/samples.h"
#include "src/lab/human/backprop.h"
#include "src/lab/human/selfplay.h"
#include "src/lab/human/train.h"
#include "src/util/input.h"
#include "src/util/random.h"

#include "tests/unit/data.h"
#include "tests/unit/engine_levels.h"
#include "tests/unit/file.h"

/* ---- features ---- */

struct scene {
    struct position previous, position;
    struct situation situation;
    struct candidate candidates[CHESS_MOVES_MAX];
    int count;
    float features[CHESS_MOVES_MAX][CHOICE_FEATURES_MAX];
};

/* The moves of a position, all of one score; last: the move that led there from fen, or NULL. */
static void set_scene(struct scene *scene, const char *fen, const char *last)
{
    struct error error = {0};
    assert_true(chess_from_fen(&scene->previous, fen, &error));
    scene->position = scene->previous;
    scene->situation = (struct situation){.position = &scene->position};
    if (last) {
        assert_true(chess_read_move(&scene->position, last, &scene->situation.last, &error));
        chess_play(&scene->position, scene->situation.last);
        scene->situation.previous = &scene->previous;
    }
    Move moves[CHESS_MOVES_MAX];
    scene->count = chess_moves(&scene->position, moves);
    for (int i = 0; i < scene->count; i++)
        scene->candidates[i] = (struct candidate){.move = moves[i]};
    choice_features(&scene->situation, scene->candidates, scene->count, scene->features);
}

static void see(const struct scene *scene, struct choice_view *view)
{
    choice_see(&scene->situation, scene->candidates, scene->count, view);
}

static int place_of(const struct scene *scene, const char *san)
{
    struct error error = {0};
    Move move;
    assert_true(chess_read_move(&scene->position, san, &move, &error));
    for (int i = 0; i < scene->count; i++)
        if (scene->candidates[i].move == move)
            return i;
    fail();
    return 0;
}

static const float *features_of(const struct scene *scene, const char *san)
{
    return scene->features[place_of(scene, san)];
}

static void assert_feature(const struct scene *scene, const char *san, int feature, double value)
{
    double found = (double)features_of(scene, san)[feature];
    if (fabs(found - value) > 0.01)
        fail_msg("%s: %s is %.3f, not %.3f", san, choice_feature_name(feature), found, value);
}

static void test_the_eye_sees_what_is_on_the_board(void **state)
{
    static struct scene scene;
    /* After 3...exd4 in the Scotch White takes back. */
    set_scene(&scene, "r1bqkbnr/pppp1ppp/2n5/4p3/3PP3/5N2/PPP2PPP/RNBQKB1R b KQkq - 0 3", "exd4");
    assert_feature(&scene, "Nxd4", CHOICE_recapture, 1);
    assert_feature(&scene, "Nxd4", CHOICE_capture, 1);
    assert_feature(&scene, "Nc3", CHOICE_recapture, 0);
    assert_feature(&scene, "Nc3", CHOICE_develops, 1);
    assert_feature(&scene, "Qxd4", CHOICE_exchange_loss, 550 / 975.0);
}

static void test_checks_castling_and_promotion_are_seen(void **state)
{
    static struct scene scene;
    set_scene(&scene, "r3k2r/1P3ppp/8/8/8/5N2/5PPP/4K2R w Kkq - 0 20", NULL);
    assert_feature(&scene, "O-O", CHOICE_castles_short, 1);
    assert_feature(&scene, "bxa8=Q", CHOICE_promotes, 1);
    assert_feature(&scene, "b8=N", CHOICE_underpromotes, 1);
    assert_feature(&scene, "Ke2", CHOICE_loses_castling, 1);
    assert_feature(&scene, "Nd4", CHOICE_check, 0);
    assert_feature(&scene, "b8=Q", CHOICE_check, 1);
    assert_feature(&scene, "Ng1", CHOICE_knight_back, 1);
    assert_feature(&scene, "Ng1", CHOICE_undevelops, 1);
}

static void test_both_colours_see_alike(void **state)
{
    static struct scene white, black;
    set_scene(&white, "r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 w - - 0 7",
              NULL);
    set_scene(&black, "r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 b - - 0 7",
              NULL);
    static const char *const moves[][2] = {{"Bg5", "Bg4"},   {"Nd5", "Nd4"},  {"a3", "a6"},
                                           {"Bxf7+", "Bxf2+"}, {"Ng5", "Ng4"}, {"h3", "h6"}};
    for (size_t i = 1; i < sizeof moves / sizeof *moves; i++) {
        const float *one = features_of(&white, moves[i][0]);
        const float *other = features_of(&black, moves[i][1]);
        for (int j = 0; j < choice_feature_count(); j++)
            if (fabsf(one[j] - other[j]) > 1e-6F)
                fail_msg("%s and %s: %s is %f and %f", moves[i][0], moves[i][1],
                         choice_feature_name(j), (double)one[j], (double)other[j]);
    }
    struct choice_view views[2];
    see(&white, &views[0]);
    see(&black, &views[1]);
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++)
        assert_memory_equal(&views[0].moves[place_of(&white, moves[i][0])],
                            &views[1].moves[place_of(&black, moves[i][1])],
                            sizeof(struct choice_move));
    assert_memory_equal(views[0].planes, views[1].planes, sizeof views[0].planes);
}

static void test_a_mirror_shows_what_a_mirrored_board_does(void **state)
{
    static struct scene left, right;
    static const char *const moves[][2] = {
        {"exd6", "dxe6"}, {"Nc7", "Nf7"}, {"Qh2+", "Qa2+"}, {"Kc2", "Kf2"}, {"g8=Q", "b8=Q"}};
    struct choice_view views[2];
    set_scene(&left, "3r4/r5Pk/8/1N1pP3/8/2b5/8/1K4Q1 w - d6 0 1", NULL);
    set_scene(&right, "4r3/kP5r/8/3Pp1N1/8/5b2/8/1Q4K1 w - e6 0 1", NULL);
    see(&left, &views[0]);
    see(&right, &views[1]);
    assert_true(choice_mirror(&views[0]));
    assert_memory_equal(views[0].planes, views[1].planes, sizeof views[0].planes);
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++)
        assert_memory_equal(&views[0].moves[place_of(&left, moves[i][0])],
                            &views[1].moves[place_of(&right, moves[i][1])],
                            sizeof(struct choice_move));
}

static void test_habits_are_the_same_left_for_right(void **state)
{
    static struct scene left, right;
    static const char *const moves[][2] = {
        {"exd6", "dxe6"}, {"Nc7", "Nf7"}, {"Qh2+", "Qa2+"}, {"Kc2", "Kf2"}, {"g8=Q", "b8=Q"}};
    static float features[2][CHESS_MOVES_MAX][CHOICE_FEATURES_MAX];
    const struct choice_model *model = choice_model_shipped();
    float weights[CHOICE_FEATURES] = {0}, habits[2][CHESS_MOVES_MAX];
    set_scene(&left, "3r4/r5Pk/8/1N1pP3/8/2b5/8/1K4Q1 w - d6 0 1", NULL);
    set_scene(&right, "4r3/kP5r/8/3Pp1N1/8/5b2/8/1Q4K1 w - e6 0 1", NULL);
    assert_int_equal(left.count, right.count);
    choice_habits(model, 1500, weights, &left.situation, left.candidates, left.count, features[0],
                  habits[0]);
    choice_habits(model, 1500, weights, &right.situation, right.candidates, right.count,
                  features[1], habits[1]);
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++) {
        float one = habits[0][place_of(&left, moves[i][0])];
        float other = habits[1][place_of(&right, moves[i][1])];
        if (fabsf(one - other) > 1e-4F)
            fail_msg("%s and %s: %f and %f", moves[i][0], moves[i][1], (double)one, (double)other);
    }
}

static void test_a_board_is_not_mirrored_while_somebody_may_castle(void **state)
{
    static struct scene scene;
    struct choice_view views[2];
    set_scene(&scene, "r3k3/8/8/8/8/8/8/4K3 w q - 0 1", NULL);
    see(&scene, &views[0]);
    memcpy(&views[1], &views[0], sizeof views[0]);
    assert_false(choice_mirror(&views[0]));
    assert_memory_equal(&views[0], &views[1], sizeof views[0]);
}

static void test_rows_are_within_the_network(void **state)
{
    static struct scene scene;
    set_scene(&scene, "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1", NULL);
    assert_int_equal(scene.count, 218);
    struct choice_view view;
    see(&scene, &view);
    assert_in_range(view.phase_row, CHOICE_ROW_KNOTS, CHOICE_ROWS - 1);
    for (int i = 0; i < scene.count; i++)
        for (int j = 0; j < CHOICE_MOVE_ROWS; j++)
            assert_in_range(view.moves[i].rows[j], CHOICE_ROW_KNOTS + CHOICE_KNOTS,
                            CHOICE_ROWS - 1);
}

static void test_the_file_has_every_number_of_the_network_once(void **state)
{
    const size_t numbers = sizeof(struct choice_net) / sizeof(float);
    uint8_t *seen = calloc(numbers, 1);
    size_t first;
    int width, row = 0;
    for (; choice_net_row(row, &first, &width); row++) {
        assert_true(width > 0 && width <= CHOICE_ROW_MAX && first + (size_t)width <= numbers);
        for (int i = 0; i < width; i++)
            assert_int_equal(seen[first + (size_t)i]++, 0);
    }
    for (size_t i = 0; i < numbers; i++)
        assert_int_equal(seen[i], 1);
    free(seen);
}

static void test_weights_go_in_straight_lines(void **state)
{
    float knots[CHOICE_KNOTS];
    for (int rating = 200; rating <= 3000; rating += 50) {
        double sum = 0, mean = 0;
        choice_knots(rating, knots);
        for (int k = 0; k < CHOICE_KNOTS; k++) {
            sum += (double)knots[k];
            mean += (double)knots[k] * (CHOICE_KNOT_FIRST + k * CHOICE_KNOT_STEP);
        }
        assert_true(fabs(sum - 1) < 1e-5);
        assert_true(fabs(mean - rating) < 1e-2);
    }
}

/* ---- the method ---- */

static struct decision decide_by(const char *fen, const struct handicap *handicap)
{
    static struct report report;
    struct engine_settings settings = engine_settings_default();
    struct position start;
    struct error error = {0};
    settings.hash_mb = 4;
    settings.handicap = *handicap;
    assert_true(engine_configure(engine, &settings, &error));
    assert_true(chess_from_fen(&start, fen, &error));
    assert_true(engine_set_position(engine, &start, NULL, 0));
    struct limits limits = {.movetime = settings.handicap.reference_time};
    report = (struct report){0};
    engine_start(engine, &limits);
    engine_wait(engine);
    assert_true(engine_poll(engine, &report));
    assert_int_equal(report.best, report.decision.played);
    return report.decision;
}

static struct decision decide_at(const char *fen, int elo, uint64_t seed)
{
    struct handicap handicap = handicap_for(strength, METHOD_HUMAN, elo, seed);
    return decide_by(fen, &handicap);
}

/* Where there is something to lose: a piece or a mate in one move, or something to win. */
static const char *const sharp[] = {
    "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 5 4",
    "r2q1rk1/pp2bppp/2n1bn2/3p4/3N4/1BN1P3/PP3PPP/R1BQ1RK1 w - - 0 11",
    "rnbqk2r/pppp1ppp/4pn2/8/1bPP4/2N5/PP2PPPP/R1BQKBNR w KQkq - 2 4",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "2r3k1/5pp1/p3p2p/1p1bP3/3P4/P4N1P/1P3PP1/2R3K1 b - - 0 25",
    "r1b2rk1/ppq2ppp/2n1pn2/3p4/1bPP4/2NBPN2/PPQ2PPP/R1B2RK1 b - - 7 10",
    "3r2k1/p4ppp/1p6/2p1P3/2P2q2/1P3N1P/P2Q2P1/4R1K1 b - - 0 24",
    "6k1/5ppp/8/3Q4/8/2n5/q4PPP/4R1K1 w - - 0 30",
};
enum { SHARP = sizeof sharp / sizeof *sharp };

static void test_every_chance_is_of_a_legal_move_and_they_sum_up(void **state)
{
    for (int i = 0; i < SHARP; i++) {
        struct decision decision = decide_at(sharp[i], 1400, 7);
        struct position position;
        struct error error;
        Move moves[CHESS_MOVES_MAX];
        int sum = 0;
        assert_true(chess_from_fen(&position, sharp[i], &error));
        if (decision.count != chess_moves(&position, moves))
            fail_msg("%s: %d candidates", sharp[i], decision.count);
        for (int j = 0; j < decision.count; j++) {
            assert_true(chess_is_legal(&position, decision.candidates[j].move));
            sum += decision.candidates[j].chance;
        }
        assert_in_range(sum, 999000, 1001000);
        struct decision again = decide_at(sharp[i], 1400, 7);
        assert_memory_equal(&decision, &again, sizeof decision);
    }
}

/* The chance of a move that loses 250 cp or more, judged by what the strongest saw. */
static double blunders_at(int elo)
{
    double chance = 0;
    for (int i = 0; i < SHARP; i++) {
        struct decision judge = decide_at(sharp[i], 2600, 1),
                        decision = decide_at(sharp[i], elo, 1);
        for (int j = 0; j < decision.count; j++)
            for (int k = 0; k < judge.count; k++)
                if (judge.candidates[k].move == decision.candidates[j].move &&
                    judge.best_score - judge.candidates[k].score >= 250)
                    chance += decision.candidates[j].chance / 1e6;
    }
    return chance / SHARP;
}

static void test_who_is_rated_higher_blunders_less(void **state)
{
    static const int ratings[] = {600, 1000, 1400, 1800, 2200, 2600};
    double before = 1;
    for (size_t i = 0; i < sizeof ratings / sizeof *ratings; i++) {
        double chance = blunders_at(ratings[i]);
        if (chance >= before)
            fail_msg("%d blunders with %.3f, %.3f at the level below", ratings[i], chance, before);
        before = chance;
    }
    double weak = blunders_at(600), strong = blunders_at(2400);
    if (weak < 0.12 || strong > 0.06)
        fail_msg("600 blunders with %.3f, 2400 with %.3f", weak, strong);
}

/* Centipawns given away in all of the positions by twelve draws in each. */
static int given_away(int calculation)
{
    int lost = 0;
    for (uint64_t seed = 1; seed <= 12 * SHARP; seed++) {
        struct handicap handicap = handicap_for(strength, METHOD_HUMAN, 1400, seed);
        handicap.calculation = calculation;
        struct decision decision = decide_by(sharp[seed % SHARP], &handicap);
        lost += decision.cost < 1000 ? decision.cost : 1000;
    }
    return lost;
}

static void test_who_calculates_plays_what_he_found(void **state)
{
    int none = given_away(0), some = given_away(200), all = given_away(10000);
    if (some * 2 > none || all > 12 * SHARP)
        fail_msg("%d, %d and %d cp given away", none, some, all);
}

static int chance_of(const struct decision *decision, const struct position *position,
                     const char *san)
{
    struct error error;
    Move move;
    assert_true(chess_read_move(position, san, &move, &error));
    for (int i = 0; i < decision->count; i++)
        if (decision->candidates[i].move == move)
            return decision->candidates[i].chance;
    return 0;
}

static void test_games_begin_as_players_begin_them(void **state)
{
    struct position position;
    struct decision decision = decide_at(CHESS_START_FEN, 1500, 1);
    chess_start(&position);
    assert_in_range(chance_of(&decision, &position, "e4"), 500000, 750000);
    assert_in_range(chance_of(&decision, &position, "d4"), 150000, 350000);
    assert_in_range(chance_of(&decision, &position, "a3"), 0, 20000);
}

static void test_an_error_says_what_was_not_seen(void **state)
{
    struct position position;
    struct error error;
    int unseen = 0, lures = 0;
    for (uint64_t seed = 1; seed < 120; seed++) {
        const char *fen = sharp[seed % SHARP];
        struct decision decision = decide_at(fen, 600, seed);
        char reason[128];
        assert_true(chess_from_fen(&position, fen, &error));
        decision_reason(&position, &decision, reason, sizeof reason);
        unseen += strstr(reason, "did not see ") != NULL && strstr(reason, " at depth ") != NULL;
        lures += strstr(reason, "attracted by ") != NULL;
    }
    assert_true(unseen > 5);
    assert_true(lures > 10);
}

static void test_a_mate_it_leaves_is_one_it_did_not_see(void **state)
{
    struct position position;
    struct error error;
    int left = 0, moves;
    assert_true(chess_from_fen(&position, sharp[SHARP - 1], &error)); /* 30.Re8# */
    for (uint64_t seed = 1; seed < 200; seed++) {
        struct decision decision = decide_at(sharp[SHARP - 1], 600, seed);
        char reason[128];
        assert_true(score_is_mate(decision.best_score, &moves) && moves == 1);
        if (score_is_mate(decision.played_score, &moves))
            continue;
        decision_reason(&position, &decision, reason, sizeof reason);
        if (!strstr(reason, "did not see 30.Re8#"))
            fail_msg("%s", reason);
        left++;
    }
    assert_true(left > 0);
}

/* ---- files ---- */

static void test_damaged_files_are_refused(void **state)
{
    static struct choice_model model;
    struct error error;
    static const struct {
        const char *text, *words;
        int line;
    } bad[] = {{"", "ends without", 1},
               {"loss_1 1 2 3 4 5\n", "expected six weights", 1},
               {"\nloss_1 1 2 3 4 5 6 7\n", "no more than six", 2},
               {"loss_1 1 2 3 x 5 6\n", "a weight is", 1},
               {"loss_1 1 2 3 4 5 6\nloss_1 1 2 3 4 5 6\n", "given twice", 2},
               {"luck 1 2 3 4 5 6\n", "no feature \"luck\"", 1}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_false(choice_model_read(&model, bad[i].text, "x.conf", &error));
        assert_non_null(strstr(error.message, bad[i].words));
        assert_int_equal(error.line, bad[i].line);
        assert_string_equal(error.file, "x.conf");
    }
    assert_false(choice_habits_read(&model, "0.1 gAgA\n", "x.conf", &error));
    assert_non_null(strstr(error.message, "four digits"));
    assert_false(choice_habits_read(&model, "", "x.conf", &error));
    assert_non_null(strstr(error.message, "before the last row"));
}

static void test_what_is_written_is_read_again(void **state)
{
    const struct choice_model *shipped = choice_model_shipped();
    static struct choice_model model;
    struct error error;
    char *text = NULL;
    size_t size = 0;
    double all = 0;
    for (int i = 0; i < choice_feature_count(); i++)
        all += fabs((double)shipped->weights[i][0]);
    assert_true(all > 1); /* the shipped files could be read */
    FILE *file = open_memstream(&text, &size);
    assert_true(human_fit_write(file, shipped, "a test"));
    fclose(file);
    assert_true(choice_model_read(&model, text, "human.conf", &error));
    free(text);
    file = open_memstream(&text, &size);
    assert_true(human_fit_write_habits(file, shipped));
    fclose(file);
    assert_true(choice_habits_read(&model, text, "habits.conf", &error));
    free(text);
    for (int i = 0; i < choice_feature_count(); i++)
        for (int k = 0; k < CHOICE_KNOTS; k++)
            assert_true(fabsf(model.weights[i][k] - shipped->weights[i][k]) < 1e-4F);
    const float *read = (const float *)&model.net, *was = (const float *)&shipped->net;
    for (size_t i = 0; i < sizeof model.net / sizeof(float); i++)
        assert_true(fabsf(read[i] - was[i]) < 1e-3F);
}

/* ---- the fit ---- */

/* Choices with what a search saw, out of a few games played here. */
static const char games[] =
    "[WhiteElo \"1500\"]\n[BlackElo \"1480\"]\n\n"
    "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. c3 Nf6 5. d4 exd4 6. cxd4 Bb4+ 7. Nc3 Nxe4 8. O-O Bxc3 "
    "9. bxc3 d5 10. Bd3 O-O 11. Qc2 Re8 12. Re1 Bg4 13. Ne5 Nxe5 14. dxe5 Rxe5 15. f3 Bxf3 1-0\n\n"
    "[WhiteElo \"900\"]\n[BlackElo \"2100\"]\n\n"
    "1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 Be7 5. e3 O-O 6. Nf3 h6 7. Bh4 b6 8. cxd5 Nxd5 9. Bxe7 "
    "Qxe7 10. Nxd5 exd5 11. Rc1 Be6 12. Qa4 c5 13. Qa3 Rc8 14. Bb5 a6 15. dxc5 bxc5 0-1\n\n";

static void collect(struct human_set *set, bool unsearched, const char *cache)
{
    char path[] = "/tmp/choice_test_XXXXXX";
    struct human_collected collected;
    struct error error = {0};
    file_make(path, games, strlen(games));
    struct human_collect options = {.path = path, .per_game = 20, .threads = 2, .seed = 3,
                                    .strength = strength, .unsearched = unsearched, .cache = cache};
    if (!human_collect(&options, set, &collected, &error))
        fail_msg("%s", error.message);
    remove(path);
    assert_int_equal(collected.games, 2);
}

static void test_the_fit_sees_the_same_chances_as_the_method(void **state)
{
    const struct choice_model *model = choice_model_shipped();
    struct human_set set = {.count = 0};
    struct grains grains;
    collect(&set, false, NULL);
    assert_true(set.count > 20);
    assert_true(grains_make(&grains, &set, model));
    assert_int_equal(grains.damaged, 0);
    for (size_t i = 0; i < set.count; i++) {
        struct position previous, position;
        struct situation situation;
        struct candidate candidates[CHESS_MOVES_MAX];
        double one[CHESS_MOVES_MAX], other[CHESS_MOVES_MAX];
        assert_true(human_choice_unpack(&set.choices[i], set.options + set.first[i], &previous,
                                        &position, &situation, candidates));
        float features[CHESS_MOVES_MAX][CHOICE_FEATURES_MAX];
        choice_features(&situation, candidates, set.choices[i].count, features);
        choice_chances(model, set.choices[i].rating, &situation, candidates, set.choices[i].count,
                       features, one);
        (void)human_chances(&grains, &grains.grains[i], model, other);
        for (int j = 0; j < set.choices[i].count; j++)
            if (fabs(one[j] - other[j]) > 1e-4)
                fail_msg("choice %d, move %d: %g and %g", (int)i, j, one[j], other[j]);
    }
    grains_clear(&grains);
    human_set_clear(&set);
}

static void test_a_fit_makes_what_was_played_more_probable(void **state)
{
    struct choice_model *model = calloc(1, sizeof *model);
    struct human_set set = {.count = 0}, more = {.count = 0};
    struct human_fit_report *report = calloc(1, sizeof *report);
    collect(&set, false, NULL);
    collect(&more, true, NULL);
    struct error error;
    for (size_t i = 0; i < set.count; i++)
        set.choices[i].flags &= (uint8_t)~HUMAN_HELD_OUT;
    struct human_fit_options options = {.budget = 10000, .pull = 0.01};
    assert_true(human_fit(&set, &more, &options, model, report, &error));
    assert_int_equal(report->training, set.count);
    double all_alike = 0;
    for (size_t i = 0; i < set.count; i++)
        all_alike -= log(set.choices[i].count);
    assert_true(report->training_likelihood > 0.3 * all_alike / (double)set.count);
    free(report);
    free(model);
    human_set_clear(&set);
    human_set_clear(&more);
}

/* ---- training the network ---- */

struct workbench {
    struct choice_net net, gradient;
    struct pass_turned turned;
    struct pass pass;
    struct pass_question question;
};

/* What was played is to be less improbable; slopes: of that by each habit. */
static double loss_of(struct workbench *bench, float slopes[CHESS_MOVES_MAX])
{
    double sum = 0;
    pass_forward(&bench->net, &bench->question, &bench->pass);
    double played = (double)bench->pass.habits[bench->question.played];
    for (int i = 0; i < bench->question.view.count; i++)
        sum += exp((double)bench->pass.habits[i] - played);
    for (int i = 0; i < bench->question.view.count; i++)
        slopes[i] = (float)(exp((double)bench->pass.habits[i] - played) / sum) -
                    (float)(i == bench->question.played);
    return log(sum);
}

static uint32_t next_random(uint32_t *random)
{
    return *random = *random * 1664525u + 1013904223u;
}

/* Of each row's steepest number, against the difference that a small change makes. */
static void test_the_slopes_are_those_of_the_loss(void **state)
{
    struct workbench *bench = calloc(1, sizeof *bench);
    struct human_set set = {.count = 0};
    float slopes[CHESS_MOVES_MAX], ignored[CHESS_MOVES_MAX];
    float *numbers = (float *)&bench->net, *gradient = (float *)&bench->gradient;
    uint32_t random = 7;
    double wrong = 0, all = 0;
    size_t first;
    int width;
    collect(&set, true, NULL);
    for (size_t i = 0; i < sizeof bench->net / sizeof(float); i++)
        numbers[i] = (float)((next_random(&random) >> 8) / 16777216.0 - 0.5) * 0.16F;
    assert_true(pass_ask(&set.choices[14], set.options + set.first[14], &bench->question));
    (void)loss_of(bench, slopes);
    pass_turn(&bench->net, &bench->turned);
    pass_backward(&bench->net, &bench->turned, &bench->question, slopes, &bench->pass,
                  &bench->gradient);
    for (int row = 0; choice_net_row(row, &first, &width); row += 23) {
        size_t most = first;
        for (size_t i = first; i < first + (size_t)width; i++)
            most = fabsf(gradient[i]) > fabsf(gradient[most]) ? i : most;
        float was = numbers[most], change = 1e-3F;
        numbers[most] = was + change;
        double above = loss_of(bench, ignored);
        numbers[most] = was - change;
        double below = loss_of(bench, ignored);
        numbers[most] = was;
        double found = (above - below) / (2 * (double)change);
        wrong += pow(found - (double)gradient[most], 2);
        all += pow(found, 2);
    }
    assert_true(all > 1e-4);
    if (sqrt(wrong / all) > 0.03)
        fail_msg("the slopes are wrong by %.4f of them", sqrt(wrong / all));
    human_set_clear(&set);
    free(bench);
}

static bool stop(void *context, const struct human_fit_progress *progress)
{
    (void)context;
    (void)progress;
    return false;
}

static double played_likelihood(const struct human_set *set, const struct choice_model *model)
{
    struct grains grains;
    double chances[CHESS_MOVES_MAX], sum = 0;
    assert_true(grains_make(&grains, set, model));
    for (size_t i = 0; i < grains.count; i++)
        sum += human_chances(&grains, &grains.grains[i], model, chances);
    grains_clear(&grains);
    return sum / (double)set->count;
}

/* As the trainer draws them. */
static bool is_checked(uint32_t game)
{
    uint64_t state = game;
    return random_next(&state) % 20 == 0;
}

/* context: how often it is still to be asked. */
static bool stop_later(void *context, const struct human_fit_progress *progress)
{
    (void)progress;
    return --*(int *)context > 0;
}

static void test_training_learns_and_is_gone_on_with(void **state)
{
    char stand[] = "/tmp/choice_stand_XXXXXX";
    struct human_set set = {.count = 0};
    struct error error;
    struct choice_model *models = calloc(2, sizeof *models);
    file_make(stand, "", 0);
    collect(&set, true, NULL);
    assert_true(set.count > 8);
    set.count = 8;
    for (size_t i = 0; i < set.count; i++) {
        set.choices[i].flags &= (uint8_t)~HUMAN_HELD_OUT;
        set.choices[i].game = 0; /* of those trained on */
    }
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < CHOICE_KNOTS; k++)
            models[i].weights[choice_feature_habit()][k] = 1;
    struct human_train_options options = {.passes = 40, .budget = 600000, .rate = 0.1, .seed = 2,
                                          .threads = 1};
    double before = played_likelihood(&set, &models[0]);
    assert_true(human_train(&set, &options, true, &models[0], &error));
    assert_true(played_likelihood(&set, &models[0]) > before + 0.3);
    /* Stopped at its first look and begun again, and by two threads, it comes to the same. */
    options.stand = stand;
    options.watch = stop;
    options.look_after = 64;
    options.threads = 2;
    for (int i = 0; i < 2; i++, options.watch = NULL)
        assert_true(human_train(&set, &options, true, &models[1], &error));
    assert_memory_equal(&models[0].net, &models[1].net, sizeof models[0].net);
    /* Its end is not taken for that of another rate. */
    options.rate = 0.05;
    assert_true(human_train(&set, &options, true, &models[1], &error));
    assert_memory_not_equal(&models[0].net, &models[1].net, sizeof models[0].net);
    models[1] = models[0];
    remove(stand);
    /* With nothing to train on the network stays as it is. */
    size_t count = set.count;
    options.stand = NULL;
    set.count = 0;
    assert_true(human_train(&set, &options, false, &models[1], &error));
    assert_memory_equal(&models[0].net, &models[1].net, sizeof models[0].net);
    set.count = count;
    /* What was gone on from stays where its end is worse by those checked, one game in twenty. */
    while (!is_checked(set.choices[0].game))
        set.choices[0].game++;
    options.rate = 30;
    assert_true(human_train(&set, &options, false, &models[1], &error));
    assert_memory_equal(&models[0].net, &models[1].net, sizeof models[0].net);
    /* Stopped on the way it gives what there is, if that is better; a stand cut short is none. */
    set.choices[1] = set.choices[0];
    set.first[1] = set.first[0];
    set.choices[1].game = 0;
    for (int k = 0; k < CHOICE_KNOTS; k++) /* what it knows by heart counts for less */
        models[1].weights[choice_feature_habit()][k] = 0.1F;
    options = (struct human_train_options){.passes = 40, .budget = 600000, .rate = 0.01, .seed = 2,
                                           .threads = 1, .stand = stand, .watch = stop_later};
    file_put(stand, "w", "FALHABIT", 8);
    int left = 30;
    options.context = &left;
    before = played_likelihood(&set, &models[1]);
    assert_true(human_train(&set, &options, false, &models[1], &error));
    assert_int_equal(left, 0);
    assert_true(played_likelihood(&set, &models[1]) > before);
    remove(stand);
    human_set_clear(&set);
    free(models);
}

static bool stop_play(void *context, int played, size_t choices, int percent)
{
    (void)context, (void)played, (void)choices, (void)percent;
    return false;
}

static void assert_same_choices(const struct human_set *a, const struct human_set *b)
{
    assert_int_equal(a->count, b->count);
    assert_int_equal(a->option_count, b->option_count);
    assert_memory_equal(a->choices, b->choices, a->count * sizeof *a->choices);
    assert_memory_equal(a->options, b->options, a->option_count * sizeof *a->options);
}

static void test_networks_play_among_themselves(void **state)
{
    char cache[] = "/tmp/choice_selfplay_XXXXXX";
    struct human_set whole = {.count = 0}, again = {.count = 0};
    struct human_selfplay options = {.maia = data_file("maia"), .games = 1, .plies = 20,
                                      .threads = 1, .seed = 3};
    struct error error;
    bool stopped = false;
    int ratings[MAIA_COUNT];
    if (maia_ratings(options.maia, ratings) == 0)
        skip();
    assert_true(human_selfplay(&options, &whole, &stopped, &error));
    assert_true(whole.count > 200);
    int drawn[2] = {0}; /* the most probable move, or another */
    for (size_t i = 0; i < whole.count; i++) {
        const struct human_choice *choice = &whole.choices[i];
        const struct human_option *of = whole.options + whole.first[i];
        struct position previous, position;
        struct situation situation;
        struct candidate candidates[CHESS_MOVES_MAX];
        assert_true(human_choice_unpack(choice, of, &previous, &position, &situation, candidates));
        assert_true(choice->flags & HUMAN_SELFPLAY && !(choice->flags & HUMAN_HELD_OUT));
        int sum = 0;
        for (int j = 0; j < choice->count; j++)
            sum += of[j].maia;
        assert_in_range(sum, 65535 - choice->count, 65536);
        drawn[choice->played > 0]++;
    }
    assert_true(drawn[0] > 50 && drawn[1] > 50);
    /* Stopped at the first look and gone on with, and by two threads: the same games. */
    options.cache = cache;
    options.threads = 2;
    file_make(cache, "", 0);
    options.watch = stop_play;
    assert_true(human_selfplay(&options, &again, &stopped, &error));
    assert_true(stopped);
    human_set_clear(&again);
    options.cached = true;
    assert_true(human_selfplay(&options, &again, &stopped, &error));
    assert_same_choices(&whole, &again);
    options.seed++;
    assert_false(human_selfplay(&options, &again, &stopped, &error));
    assert_non_null(strstr(error.message, "drawn in another way"));
    remove(cache);
    human_set_clear(&whole);
    human_set_clear(&again);
}

static void test_a_cache_is_gone_on_with(void **state)
{
    char cache[] = "/tmp/choice_cache_XXXXXX";
    struct human_set first = {.count = 0}, second = {.count = 0};
    file_make(cache, "", 0);
    collect(&first, false, cache);
    remove(cache);
    collect(&second, false, cache);
    assert_int_equal(first.option_count, second.option_count);
    assert_memory_equal(first.options, second.options, first.option_count * sizeof *first.options);
    remove(cache);
    human_set_clear(&first);
    human_set_clear(&second);
}

static void test_a_fifth_of_the_games_is_held_out(void **state)
{
    struct error error;
    struct input *input = input_open(data_file("people.pgn"), &error);
    if (!input) {
        print_message("%s: skipped\n", error.message);
        skip();
    }
    struct pgn_reader *reader = pgn_reader_create(input_stream(input), "games");
    int held_out = 0, count = 0;
    for (; count < 130; count++) {
        struct game *game = NULL;
        if (pgn_read(reader, &game, &error) != PGN_GAME)
            break;
        held_out += human_game_is_held_out(game);
        game_destroy(game);
    }
    pgn_reader_destroy(reader);
    (void)!input_close(input, &error);
    assert_int_equal(count, 130);
    assert_in_range(held_out, 13, 40);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_eye_sees_what_is_on_the_board),
        cmocka_unit_test(test_checks_castling_and_promotion_are_seen),
        cmocka_unit_test(test_both_colours_see_alike),
        cmocka_unit_test(test_a_mirror_shows_what_a_mirrored_board_does),
        cmocka_unit_test(test_habits_are_the_same_left_for_right),
        cmocka_unit_test(test_a_board_is_not_mirrored_while_somebody_may_castle),
        cmocka_unit_test(test_rows_are_within_the_network),
        cmocka_unit_test(test_the_file_has_every_number_of_the_network_once),
        cmocka_unit_test(test_weights_go_in_straight_lines),
        cmocka_unit_test(test_every_chance_is_of_a_legal_move_and_they_sum_up),
        cmocka_unit_test(test_who_is_rated_higher_blunders_less),
        cmocka_unit_test(test_who_calculates_plays_what_he_found),
        cmocka_unit_test(test_games_begin_as_players_begin_them),
        cmocka_unit_test(test_an_error_says_what_was_not_seen),
        cmocka_unit_test(test_a_mate_it_leaves_is_one_it_did_not_see),
        cmocka_unit_test(test_damaged_files_are_refused),
        cmocka_unit_test(test_what_is_written_is_read_again),
        cmocka_unit_test(test_the_fit_sees_the_same_chances_as_the_method),
        cmocka_unit_test(test_a_fit_makes_what_was_played_more_probable),
        cmocka_unit_test(test_the_slopes_are_those_of_the_loss),
        cmocka_unit_test(test_training_learns_and_is_gone_on_with),
        cmocka_unit_test(test_networks_play_among_themselves),
        cmocka_unit_test(test_a_cache_is_gone_on_with),
        cmocka_unit_test(test_a_fifth_of_the_games_is_held_out),
    };
    return cmocka_run_group_tests(tests, make_engine_and_levels, free_engine_and_levels);
}
