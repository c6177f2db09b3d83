/* The choice model: features, probabilities, files, and that weaker players make more errors. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/hash.h"
#include "engine/human/features.h"
#include "engine/human/net.h"
#include "src/pgn/pgn.h"
#include "src/lab/human/collect.h"
#include "src/lab/human/dataset.h"
#include "src/lab/human/export.h"
#include "src/lab/human/fit.h"
#include "src/util/input.h"

#include "tests/unit/data.h"
#include "tests/unit/engine_levels.h"
#include "tests/unit/file.h"

/* Features */

struct scene {
    struct position previous, position;
    struct context context;
    struct candidate candidates[CHESS_MOVES_MAX];
    int count;
    float features[CHESS_MOVES_MAX][CHOICE_FEATURES_MAX];
};

/* Sets the candidates of a position, all with the same score. last: the move that led to it from
 * fen, or NULL. */
static void set_scene(struct scene *scene, const char *fen, const char *last)
{
    struct error error = {0};
    assert_true(chess_from_fen(&scene->previous, fen, &error));
    scene->position = scene->previous;
    scene->context = (struct context){.position = &scene->position};
    if (last) {
        assert_true(chess_read_move(&scene->position, last, &scene->context.recent[0], &error));
        chess_play(&scene->position, scene->context.recent[0]);
        scene->context.previous = &scene->previous;
    }
    Move moves[CHESS_MOVES_MAX];
    scene->count = chess_moves(&scene->position, moves);
    for (int i = 0; i < scene->count; i++)
        scene->candidates[i] = (struct candidate){.move = moves[i]};
    choice_features(&scene->context, scene->candidates, scene->count, scene->features);
}

static void see(const struct scene *scene, struct choice_view *view)
{
    choice_see(&scene->context, scene->candidates, scene->count, view);
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
    const struct choice_player player = choice_player_rated(1500);
    static struct scene left, right;
    static const char *const moves[][2] = {
        {"exd6", "dxe6"}, {"Nc7", "Nf7"}, {"Qh2+", "Qa2+"}, {"Kc2", "Kf2"}, {"g8=Q", "b8=Q"}};
    static float features[2][CHESS_MOVES_MAX][CHOICE_FEATURES_MAX];
    const struct choice_model *model = choice_model_shipped();
    float weights[CHOICE_FEATURES] = {0}, habits[2][CHESS_MOVES_MAX];
    set_scene(&left, "3r4/r5Pk/8/1N1pP3/8/2b5/8/1K4Q1 w - d6 0 1", NULL);
    set_scene(&right, "4r3/kP5r/8/3Pp1N1/8/5b2/8/1Q4K1 w - e6 0 1", NULL);
    assert_int_equal(left.count, right.count);
    choice_habits(model, &player, weights, &left.context, left.candidates, left.count, features[0],
                  habits[0]);
    choice_habits(model, &player, weights, &right.context, right.candidates, right.count,
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
    assert_in_range(view.phase_row, CHOICE_ROW_CONDITIONS, CHOICE_ROWS - 1);
    for (int i = 0; i < scene.count; i++)
        for (int j = 0; j < CHOICE_MOVE_ROWS; j++)
            assert_in_range(view.moves[i].rows[j], CHOICE_ROW_CONDITIONS + CHOICE_CONDITIONS,
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

static void assert_condition(const struct choice_player *player, int index, double value)
{
    float conditions[CHOICE_CONDITIONS];
    choice_conditions(player, conditions);
    if (fabs((double)conditions[index] - value) > 1e-5)
        fail_msg("condition %d is %g, not %g", index, (double)conditions[index], value);
}

static void test_the_network_is_told_who_plays_and_how_fast(void **state)
{
    enum {
        STRONGER = CHOICE_KNOTS,
        SYSTEMS = STRONGER + 1,
        PACES = SYSTEMS + CHOICE_SYSTEMS,
        CLOCKS = PACES + CHOICE_PACES
    };
    struct choice_player player = choice_player_rated(1600);
    assert_condition(&player, 2, 0.5); /* half-way between the knots at 1400 and 1800 */
    assert_condition(&player, 3, 0.5);
    assert_condition(&player, STRONGER, 0);
    assert_condition(&player, SYSTEMS + CHOICE_LICHESS, 1);
    assert_condition(&player, PACES + CHOICE_RAPID, 1);
    assert_condition(&player, CLOCKS + CHOICE_CLOCKS, 1); /* unknown */
    player = (struct choice_player){.rating = 1600,
                                    .opponent = 1500,
                                    .system = CHOICE_FIDE,
                                    .pace = CHOICE_CLASSICAL,
                                    .seconds = 30};
    assert_condition(&player, STRONGER, -0.25);
    assert_condition(&player, SYSTEMS + CHOICE_LICHESS, 0);
    assert_condition(&player, SYSTEMS + CHOICE_FIDE, 1);
    assert_condition(&player, PACES + CHOICE_CLASSICAL, 1);
    assert_condition(&player, CLOCKS + 2, 0.5); /* half-way between 20 and 40 seconds */
    assert_condition(&player, CLOCKS + 3, 0.5);
    assert_condition(&player, CLOCKS + CHOICE_CLOCKS, 0);
    player.seconds = 0;
    assert_condition(&player, CLOCKS, 1);
    player.seconds = 5000;
    assert_condition(&player, CLOCKS + CHOICE_CLOCKS - 1, 1);
    player.opponent = 2600;
    assert_condition(&player, STRONGER, 1);
}

/* The method */

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

/* Positions in which a piece, a mate in one or a win is at stake. */
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

/* The probability of losing 250 cp or more, judged by the strongest level's scores. */
static double blunders_at(int elo)
{
    static struct decision judges[SHARP];
    double chance = 0;
    for (int i = 0; i < SHARP; i++) {
        if (judges[i].count == 0)
            judges[i] = decide_at(sharp[i], 2600, 1);
        const struct decision judge = judges[i], decision = decide_at(sharp[i], elo, 1);
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
    if (LONG_WITH_SANITIZERS)
        return;
    static const int ratings[] = {600, 1000, 1400, 1800, 2200, 2600};
    double before = 1;
    for (size_t i = 0; i < sizeof ratings / sizeof *ratings; i++) {
        double chance = blunders_at(ratings[i]);
        /* Few positions: neighbouring levels may be as good as equal. */
        if (chance >= before + 0.01)
            fail_msg("%d blunders with %.3f, %.3f at the level below", ratings[i], chance, before);
        before = chance;
    }
    double weak = blunders_at(600), strong = blunders_at(2400);
    if (weak < 0.12 || strong > 0.06)
        fail_msg("600 blunders with %.3f, 2400 with %.3f", weak, strong);
}

enum { DRAWS = SPARING > 1 ? 3 : 12 };

/* Centipawns lost in all positions, with this many draws each. */
static int given_away(int calculation)
{
    int lost = 0;
    for (uint64_t seed = 1; seed <= DRAWS * SHARP; seed++) {
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
    if (some * 2 > none || all > DRAWS * SHARP)
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

/* Chooses again among the candidates of a decision, with `percent` of the group known. */
static struct decision decide_knowing(const struct position *position,
                                      const struct decision *searched, enum group group,
                                      int percent)
{
    const struct context context = {.position = position};
    struct handicap handicap = searched->handicap;
    struct decision decision;
    handicap.knowledge[group] = percent;
    decide(&context, searched->candidates, searched->count, &handicap, searched->random, &decision);
    return decision;
}

/* 11.g4 opens White's king. The search's scores are the same in all decisions, so that only the
 * preference of the players changes. */
static void test_who_lacks_a_group_has_no_preference_for_it(void **state)
{
    static const char fen[] = "r2q1rk1/pp2bppp/2n1bn2/3p4/3N4/1BN1P3/PP3PPP/R1BQ1RK1 w - - 0 11";
    struct position position;
    struct error error;
    assert_true(chess_from_fen(&position, fen, &error));
    struct decision searched = decide_at(fen, 1400, 7);
    struct decision all = decide_knowing(&position, &searched, GROUP_KING_SAFETY, 100);
    struct decision half = decide_knowing(&position, &searched, GROUP_KING_SAFETY, 50);
    struct decision none = decide_knowing(&position, &searched, GROUP_KING_SAFETY, 0);
    int chance = chance_of(&all, &position, "g4");
    assert_in_range(chance_of(&half, &position, "g4"), chance + 1, INT32_MAX);
    assert_in_range(chance_of(&none, &position, "g4"), chance_of(&half, &position, "g4") + 1,
                    INT32_MAX);
    for (int group = 0; group < GROUP_COUNT; group++) {
        struct decision lacking = decide_knowing(&position, &searched, (enum group)group, 0);
        double sum = 0;
        for (int i = 0; i < lacking.count; i++)
            sum += lacking.candidates[i].chance;
        assert_in_range(lround(sum), 999000, 1001000);
    }
}

/* In the evaluation, castling costs the right to castle. Players castle all the same, to bring the
 * king to safety. So those who do not know king safety castle less often and walk with the king
 * more often. */
static void test_who_lacks_king_safety_castles_less(void **state)
{
    static const struct {
        const char *fen, *walk;
    } cases[] = {
        {"r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQK2R w KQkq - 1 6", "Ke2"},
        {"r1bqkb1r/pp3ppp/2n1pn2/2pp4/3P4/2PBPN2/PP3PPP/RNBQK2R w KQkq - 0 6", "Ke2"},
        {"rnbqk2r/pppp1ppp/4pn2/8/1bPP4/2N1P3/PP3PPP/R1BQKBNR b KQkq - 0 4", "Kf8"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct position position;
        struct error error;
        assert_true(chess_from_fen(&position, cases[i].fen, &error));
        struct decision searched = decide_at(cases[i].fen, 1400, 7);
        struct decision all = decide_knowing(&position, &searched, GROUP_KING_SAFETY, 100);
        struct decision none = decide_knowing(&position, &searched, GROUP_KING_SAFETY, 0);
        int castles = chance_of(&all, &position, "O-O");
        int walks = chance_of(&all, &position, cases[i].walk);
        assert_in_range(chance_of(&none, &position, "O-O"), 1, castles - 1);
        assert_in_range(chance_of(&none, &position, cases[i].walk), walks + 1, INT32_MAX);
    }
}

static void test_with_all_knowledge_no_chance_changes(void **state)
{
    int knowledge[GROUP_COUNT];
    for (int group = 0; group < GROUP_COUNT; group++)
        knowledge[group] = 100;
    for (int i = 0; i < SHARP; i++) {
        static struct scene scene;
        double before[CHESS_MOVES_MAX], after[CHESS_MOVES_MAX];
        const struct choice_player player = choice_player_rated(1400);
        set_scene(&scene, sharp[i], NULL);
        choice_chances(choice_model_shipped(), &player, &scene.context, scene.candidates,
                       scene.count, scene.features, before);
        memcpy(after, before, sizeof after);
        choice_unlearn(&scene.position, knowledge, scene.candidates, scene.count, after);
        assert_memory_equal(before, after, (size_t)scene.count * sizeof *after);
    }
}

static void test_a_mate_that_was_seen_needs_no_knowledge(void **state)
{
    const char *fen = sharp[SHARP - 1]; /* 30.Re8# */
    struct position position;
    struct error error;
    assert_true(chess_from_fen(&position, fen, &error));
    struct decision searched = decide_at(fen, 1000, 7);
    struct decision all = decide_knowing(&position, &searched, GROUP_KING_SAFETY, 100);
    struct decision none = decide_knowing(&position, &searched, GROUP_KING_SAFETY, 0);
    assert_int_equal(chance_of(&none, &position, "Re8#"), chance_of(&all, &position, "Re8#"));
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
    for (uint64_t seed = 1; seed < 120 / SPARING; seed++) {
        const char *fen = sharp[seed % SHARP];
        struct decision decision = decide_at(fen, 600, seed);
        char reason[128];
        assert_true(chess_from_fen(&position, fen, &error));
        decision_reason(&position, &decision, reason, sizeof reason);
        unseen += strstr(reason, "did not see ") != NULL && strstr(reason, " at depth ") != NULL;
        lures += strstr(reason, "attracted by ") != NULL;
    }
    assert_true(unseen > 5 / SPARING);
    assert_true(lures > 10 / SPARING);
}

static void test_a_mate_it_leaves_is_one_it_did_not_see(void **state)
{
    struct position position;
    struct error error;
    int left = 0, moves;
    assert_true(chess_from_fen(&position, sharp[SHARP - 1], &error)); /* 30.Re8# */
    for (uint64_t seed = 1; seed < 200 / SPARING; seed++) {
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

/* The longest reasons name what was not seen, what attracted, the style and the pressure. */
static void test_a_long_reason_is_not_cut(void **state)
{
    struct position position;
    struct error error;
    int longest = 0;
    assert_true(chess_from_fen(&position, sharp[0], &error));
    struct decision decision = decide_at(sharp[0], 600, 1);
    memset(decision.handicap.like, 'm', sizeof decision.handicap.like - 1);
    decision.pressure = 98;
    for (int feature = 0; feature < CHOICE_FEATURES; feature++) {
        char reason[DECISION_REASON_MAX];
        for (int i = 0; i < decision.count; i++) {
            decision.candidates[i].lure = (uint8_t)feature;
            decision.candidates[i].answer = NO_MOVE;
            decision.candidates[i].answer_depth = 3;
        }
        decision_reason(&position, &decision, reason, sizeof reason);
        assert_non_null(strstr(reason, "; errors 98% of usual"));
        longest = (int)strlen(reason) > longest ? (int)strlen(reason) : longest;
    }
    assert_true(longest > 128);
}

/* Files */

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
               {"loss_1 1 2 3 x 5 6\n", "expected a weight", 1},
               {"loss_1 1 2 3 4 5 6\nloss_1 1 2 3 4 5 6\n", "given twice", 2},
               {"luck 1 2 3 4 5 6\n", "no feature \"luck\"", 1}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_false(choice_model_read(&model, bad[i].text, "x.conf", &error));
        assert_non_null(strstr(error.message, bad[i].words));
        assert_int_equal(error.line, bad[i].line);
        assert_string_equal(error.file, "x.conf");
    }
}

/* Little-endian. */
static void set_number(unsigned char *bytes, uint64_t number, int size)
{
    for (int i = 0; i < size; i++)
        bytes[i] = (unsigned char)(number >> 8 * i & 255);
}

static void assert_refused(const unsigned char *bytes, size_t size, const char *words)
{
    static struct choice_net net;
    struct error error = {0};
    assert_false(choice_net_read(&net, bytes, size, "x.bin", &error));
    assert_string_equal(error.file, "x.bin");
    if (!strstr(error.message, words))
        fail_msg("expected \"%s\": %s", words, error.message);
}

/* The checksum is corrected, so that only the check of this number can refuse the file. */
static void assert_refused_with(const unsigned char *bytes, size_t size, size_t at, uint64_t number,
                                int length, const char *words)
{
    unsigned char *damaged = malloc(size);
    assert_non_null(damaged);
    memcpy(damaged, bytes, size);
    set_number(damaged + at, number, length);
    set_number(damaged + 16,
               hash_bytes(HASH_BEGIN, damaged + CHOICE_NET_HEADER, size - CHOICE_NET_HEADER), 8);
    assert_refused(damaged, size, words);
    free(damaged);
}

static void test_a_damaged_network_is_refused(void **state)
{
    static struct choice_net net;
    static const struct {
        size_t at;
        const char *words;
    } numbers[] = {{8, "the version is 77, expected 2"},
                   {12, "its header says 77"},
                   {24, "the number of planes is 77, expected 49"},
                   {28, "the number of channels is 77"},
                   {32, "the number of blocks is 77"},
                   {36, "the number of units is 77"},
                   {40, "the number of rows is 77"},
                   {44, "the number of conditions is 77"},
                   {48, "the number of features is 77"}};
    size_t size;
    struct error error;
    unsigned char *bytes = (unsigned char *)file_read("share/habits.bin", &size);
    assert_true(choice_net_read(&net, bytes, size, "habits.bin", &error));
    assert_refused(bytes, 0, "not a network");
    assert_refused(bytes, CHOICE_NET_HEADER - 1, "not a network");
    assert_refused(bytes, CHOICE_NET_HEADER, "the file has 64 bytes");
    assert_refused(bytes, size - 1, "expected 1663624");
    assert_refused_with(bytes, size, 0, 'X', 1, "not a network");
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        assert_refused_with(bytes, size, numbers[i].at, 77, 4, numbers[i].words);
    assert_refused_with(bytes, size, CHOICE_NET_HEADER, UINT64_C(0x7FF8000000000000), 8,
                        "the scale of row 0 is nan, expected 0 to 1");
    assert_refused_with(bytes, size, CHOICE_NET_HEADER + 8 + CHOICE_FILTERS,
                        UINT64_C(0x4000000000000000), 8, "the scale of row 1 is 2, expected 0 to 1");
    for (size_t at = 16; at < size; at += at < CHOICE_NET_HEADER - 8 ? 1 : 9973) {
        if (at >= 24 && at < CHOICE_NET_HEADER)
            continue; /* sizes and reserved bytes */
        bytes[at] ^= 4;
        assert_refused(bytes, size, "the checksum is wrong");
        bytes[at] ^= 4;
    }
    free(bytes);
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
    assert_true(all > 1); /* the shipped files are readable */
    FILE *file = open_memstream(&text, &size);
    assert_true(human_fit_write(file, shipped, "a test"));
    fclose(file);
    assert_true(choice_model_read(&model, text, "human.conf", &error));
    free(text);
    for (int i = 0; i < choice_feature_count(); i++)
        for (int k = 0; k < CHOICE_KNOTS; k++)
            assert_true(fabsf(model.weights[i][k] - shipped->weights[i][k]) < 1e-4F);
}

/* The fit */

/* Choices from a few games, with search results. */
static const char games[] =
    "[WhiteElo \"1500\"]\n[BlackElo \"1480\"]\n\n"
    "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. c3 Nf6 5. d4 exd4 6. cxd4 Bb4+ 7. Nc3 Nxe4 8. O-O Bxc3 "
    "9. bxc3 d5 10. Bd3 O-O 11. Qc2 Re8 12. Re1 Bg4 13. Ne5 Nxe5 14. dxe5 Rxe5 15. f3 Bxf3 1-0\n\n"
    "[WhiteElo \"900\"]\n[BlackElo \"2100\"]\n\n"
    "1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 Be7 5. e3 O-O 6. Nf3 h6 7. Bh4 b6 8. cxd5 Nxd5 9. Bxe7 "
    "Qxe7 10. Nxd5 exd5 11. Rc1 Be6 12. Qa4 c5 13. Qa3 Rc8 14. Bb5 a6 15. dxc5 bxc5 0-1\n\n";

enum { PER_GAME = SPARING > 1 ? 6 : 20 };

static void collect(struct human_set *set, bool unsearched, const char *cache)
{
    char path[] = "/tmp/choice_test_XXXXXX";
    struct human_collected collected;
    struct error error = {0};
    file_make(path, games, strlen(games));
    struct human_collect options = {.path = path, .per_game = PER_GAME, .threads = 2, .seed = 3,
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
    struct samples samples;
    collect(&set, false, NULL);
    assert_true(set.count > PER_GAME);
    assert_true(samples_make(&samples, &set, model));
    assert_int_equal(samples.damaged, 0);
    for (size_t i = 0; i < set.count; i++) {
        struct position previous, position;
        struct context context;
        struct candidate candidates[CHESS_MOVES_MAX];
        double one[CHESS_MOVES_MAX], other[CHESS_MOVES_MAX];
        assert_true(human_choice_unpack(&set.choices[i], set.options + set.first[i], &previous,
                                        &position, &context, candidates));
        float features[CHESS_MOVES_MAX][CHOICE_FEATURES_MAX];
        choice_features(&context, candidates, set.choices[i].count, features);
        const struct choice_player player = human_choice_player(&set.choices[i]);
        choice_chances(model, &player, &context, candidates, set.choices[i].count, features, one);
        (void)human_chances(&samples, &samples.samples[i], model, other);
        for (int j = 0; j < set.choices[i].count; j++)
            if (fabs(one[j] - other[j]) > 1e-4)
                fail_msg("choice %d, move %d: %g and %g", (int)i, j, one[j], other[j]);
    }
    samples_clear(&samples);
    human_set_clear(&set);
}

static void test_a_fit_makes_what_was_played_more_probable(void **state)
{
    struct choice_model model = {.net = choice_model_shipped()->net};
    struct human_set set = {.count = 0};
    struct human_fit_report *report = calloc(1, sizeof *report);
    collect(&set, false, NULL);
    for (size_t i = 0; i < set.count; i++)
        set.choices[i].flags &= (uint8_t)~HUMAN_HELD_OUT;
    struct human_fit_options options = {.budget = 10000, .l2_penalty = 0.01};
    assert_true(human_fit(&set, &options, &model, report));
    assert_int_equal(report->training, set.count);
    double all_alike = 0;
    for (size_t i = 0; i < set.count; i++)
        all_alike -= log(set.choices[i].count);
    assert_true(report->training_likelihood > 0.3 * all_alike / (double)set.count);
    free(report);
    human_set_clear(&set);
}

/* The network and PyTorch */

/* Choices without search results, as fallible human-data --per-game 2 writes them. */
static void collect_people(struct human_set *set)
{
    struct human_collected collected;
    struct error error = {0};
    struct human_collect options = {.path = "tests/data/people.pgn",
                                    .per_game = 2,
                                    .threads = 2,
                                    .seed = 1,
                                    .strength = strength,
                                    .unsearched = true};
    if (!human_collect(&options, set, &collected, &error))
        fail_msg("%s", error.message);
}

/* The habit of each move, as the engine computes it. */
static void habits_of(const struct human_set *set, size_t index, float habits[])
{
    const struct human_choice *choice = &set->choices[index];
    struct position previous, position;
    struct context context;
    struct candidate candidates[CHESS_MOVES_MAX];
    float features[CHESS_MOVES_MAX][CHOICE_FEATURES_MAX], weights[CHOICE_FEATURES] = {0};
    assert_true(human_choice_unpack(choice, set->options + set->first[index], &previous, &position,
                                    &context, candidates));
    human_choice_features(choice, &context, candidates, features);
    const struct choice_player player = human_choice_player(choice);
    choice_habits(choice_model_shipped(), &player, weights, &context, candidates, choice->count,
                  features, habits);
}

/* engine/human/training/logits.py wrote tests/data/human-logits.txt with the shipped weights. Each
 * line has the rating, the number of moves and their logits for one choice. */
static void test_pytorch_and_the_engine_compute_the_same_network(void **state)
{
    enum { CHOICES = 50 };
    struct human_set set = {.count = 0};
    size_t size;
    char *text = file_read("tests/data/human-logits.txt", &size), *at = text;
    double worst = 0;
    collect_people(&set);
    assert_true(set.count > CHOICES);
    for (size_t i = 0; i < CHOICES; i++) {
        float habits[CHESS_MOVES_MAX];
        long rating = strtol(at, &at, 10), count = strtol(at, &at, 10);
        if (rating != set.choices[i].rating || count != set.choices[i].count)
            fail_msg("choice %zu is not the one the reference was made of", i + 1);
        habits_of(&set, i, habits);
        for (int j = 0; j < count; j++)
            worst = fmax(worst, fabs(strtod(at, &at) - (double)habits[j]));
        assert_int_equal(*at++, '\n');
    }
    assert_int_equal(*at, '\0');
    print_message("%d choices: the engine and PyTorch differ by at most %.2g\n", CHOICES, worst);
    /* The file of choices rounds features to 1/4096. */
    assert_true(worst < 5e-3);
    free(text);
    human_set_clear(&set);
}

static uint64_t get_number(const unsigned char **at, int size)
{
    uint64_t number = 0;
    for (int i = 0; i < size; i++)
        number |= (uint64_t) * (*at)++ << 8 * i;
    return number;
}

static void test_training_data_holds_what_the_network_is_asked(void **state)
{
    static struct scene scene;
    static struct choice_view view;
    struct human_set set = {.count = 0};
    struct error error;
    enum {
        HEADER = 64,
        CHOICE = 24 + 2 * CHOICE_CONDITIONS + 8 * CHOICE_PLANES,
        MOVE = 12,
        UNIT = 4096
    };
    collect(&set, true, NULL);
    FILE *file = tmpfile();
    assert_non_null(file);
    assert_true(human_export(file, &set, &error));
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    size_t size = (size_t)ftell(file);
    unsigned char *bytes = malloc(size);
    rewind(file);
    assert_int_equal(fread(bytes, 1, size, file), size);
    fclose(file);
    const unsigned char *head = bytes + 8, *at = bytes + HEADER;
    const unsigned char *moves = at + set.count * CHOICE, *values = moves + set.option_count * MOVE;
    assert_memory_equal(bytes, "FALCHOIC", 8);
    assert_int_equal(get_number(&head, 4), 2);
    assert_int_equal(get_number(&head, 4), CHOICE_PLANES);
    assert_int_equal(get_number(&head, 4), CHOICE_ROWS);
    assert_int_equal(get_number(&head, 4), CHOICE_FEATURES);
    assert_int_equal(get_number(&head, 4), CHOICE_CONDITIONS);
    assert_int_equal(get_number(&head, 4), 0);
    assert_int_equal(get_number(&head, 8), set.count);
    assert_int_equal(get_number(&head, 8), set.option_count);
    for (size_t i = 0; i < set.count; i++) {
        const struct human_choice *choice = &set.choices[i];
        const struct choice_player player = human_choice_player(choice);
        float features[CHESS_MOVES_MAX][CHOICE_FEATURES_MAX] = {{0}};
        float conditions[CHOICE_CONDITIONS];
        assert_true(human_choice_unpack(choice, set.options + set.first[i], &scene.previous,
                                        &scene.position, &scene.context, scene.candidates));
        scene.count = choice->count;
        see(&scene, &view);
        human_choice_features(choice, &scene.context, scene.candidates, scene.features);
        choice_conditions(&player, conditions);
        assert_int_equal(get_number(&at, 4), choice->game);
        assert_int_equal(get_number(&at, 2), choice->ply);
        assert_int_equal(get_number(&at, 2), choice->rating);
        assert_int_equal(get_number(&at, 2), choice->seconds);
        assert_int_equal(get_number(&at, 2), choice->played);
        assert_int_equal(get_number(&at, 2), choice->count);
        assert_int_equal(get_number(&at, 2), view.phase_row);
        uint64_t count = get_number(&at, 2);
        assert_int_equal(get_number(&at, 1), choice->system);
        assert_int_equal(get_number(&at, 1), choice->pace);
        assert_int_equal(get_number(&at, 1), (choice->flags & HUMAN_HELD_OUT) != 0);
        assert_int_equal(get_number(&at, 1), scene.position.side == BLACK);
        assert_int_equal(get_number(&at, 2), scene.position.halfmoves);
        for (int j = 0; j < CHOICE_CONDITIONS; j++)
            assert_int_equal((int16_t)get_number(&at, 2), lroundf(conditions[j] * UNIT));
        for (int j = 0; j < CHOICE_PLANES; j++)
            assert_true(get_number(&at, 8) == view.planes[j]);
        for (int j = 0; j < choice->count; j++) {
            assert_int_equal(get_number(&moves, 1), view.moves[j].from);
            assert_int_equal(get_number(&moves, 1), view.moves[j].to);
            assert_int_equal(get_number(&moves, 1), move_promotion(scene.candidates[j].move));
            assert_int_equal(get_number(&moves, 1), 0);
            for (int k = 0; k < CHOICE_MOVE_ROWS; k++)
                assert_int_equal(get_number(&moves, 2), view.moves[j].rows[k]);
        }
        for (uint64_t j = 0; j < count; j++) {
            uint64_t move = get_number(&values, 1), feature = get_number(&values, 1);
            assert_in_range(move, 0, choice->count - 1);
            assert_in_range(feature, 0, CHOICE_FEATURES - 1);
            features[move][feature] = (float)(int16_t)get_number(&values, 2) / UNIT;
        }
        for (int j = 0; j < choice->count; j++)
            for (int k = 0; k < CHOICE_FEATURES; k++)
                assert_true(fabsf(features[j][k] - scene.features[j][k]) <= 0.5F / UNIT);
    }
    assert_ptr_equal(at, bytes + HEADER + set.count * CHOICE);
    assert_ptr_equal(moves, at + set.option_count * MOVE);
    assert_ptr_equal(values, bytes + size);
    free(bytes);
    human_set_clear(&set);
}

static void test_a_damaged_choice_is_not_exported(void **state)
{
    struct human_set set = {.count = 0};
    struct error error = {0};
    collect(&set, true, NULL);
    set.choices[1].played = set.choices[1].count;
    FILE *file = tmpfile();
    assert_non_null(file);
    assert_false(human_export(file, &set, &error));
    assert_string_equal(error.message, "choice 2 of the cache is damaged");
    fclose(file);
    human_set_clear(&set);
}

static void test_only_the_first_plies_are_collected_for_openings(void **state)
{
    struct human_set set = {.count = 0};
    struct human_collected collected;
    struct error error = {0};
    char path[] = "/tmp/choice_test_XXXXXX";
    file_make(path, games, strlen(games));
    struct human_collect options = {.path = path,
                                    .per_game = 1000,
                                    .plies = HUMAN_BOOK_PLIES,
                                    .threads = 2,
                                    .seed = 3,
                                    .strength = strength,
                                    .unsearched = true};
    assert_true(human_collect(&options, &set, &collected, &error));
    remove(path);
    assert_int_equal(set.count, 2 * HUMAN_BOOK_PLIES);
    human_set_clear(&set);
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

/* Changes a byte of the file, or appends one at the end. */
static void change_byte(const char *path, long at)
{
    FILE *file = fopen(path, "r+");
    assert_non_null(file);
    assert_int_equal(fseek(file, at, SEEK_SET), 0);
    int byte = fgetc(file);
    assert_int_equal(fseek(file, at, SEEK_SET), 0);
    fputc(byte == EOF ? 1 : byte ^ 1, file);
    fclose(file);
}

static void test_a_changed_cache_changes_nothing(void **state)
{
    if (LONG_WITH_SANITIZERS)
        return;
    char cache[] = "/tmp/choice_cache_XXXXXX";
    struct human_set first = {.count = 0};
    file_make(cache, "", 0);
    collect(&first, true, cache);
    long size = (long)(sizeof(struct human_cache_header) + first.count * sizeof *first.choices +
                       first.option_count * sizeof *first.options);
    for (long at = 8; at <= size; at += at < 64 ? 1 : 211) {
        struct human_set again = {.count = 0};
        change_byte(cache, at);
        collect(&again, true, cache);
        assert_int_equal(again.count, first.count);
        assert_int_equal(again.option_count, first.option_count);
        assert_memory_equal(again.options, first.options,
                            first.option_count * sizeof *first.options);
        assert_memory_equal(again.choices, first.choices, first.count * sizeof *first.choices);
        human_set_clear(&again);
    }
    remove(cache);
    human_set_clear(&first);
}

/* The new file has the size and the time of the old one. */
static void test_other_games_of_the_same_size_are_read_anew(void **state)
{
    char path[] = "/tmp/choice_test_XXXXXX", cache[] = "/tmp/choice_cache_XXXXXX";
    struct human_set sets[2] = {{.count = 0}, {.count = 0}};
    file_make(cache, "", 0);
    file_make(path, games, strlen(games));
    for (int i = 0; i < 2; i++) {
        struct human_collected collected;
        struct error error = {0};
        struct human_collect options = {.path = path, .per_game = 1000, .threads = 1, .seed = 3,
                                        .strength = strength, .unsearched = true, .cache = cache};
        assert_true(human_collect(&options, &sets[i], &collected, &error));
        change_byte(path, (long)(strstr(games, "900") - games)); /* it becomes 800 */
    }
    remove(path);
    remove(cache);
    int others = 0;
    for (size_t i = 0; i < sets[1].count; i++)
        others += sets[1].choices[i].rating == 800;
    assert_true(others > 0);
    human_set_clear(&sets[0]);
    human_set_clear(&sets[1]);
}

static void test_another_file_is_not_overwritten_by_a_cache(void **state)
{
    char path[] = "/tmp/choice_test_XXXXXX", cache[] = "/tmp/choice_cache_XXXXXX";
    struct human_set set = {.count = 0};
    struct human_collected collected;
    struct error error = {0};
    file_make(path, games, strlen(games));
    file_make(cache, games, strlen(games));
    struct human_collect options = {.path = path, .per_game = 20, .threads = 1, .seed = 3,
                                    .strength = strength, .unsearched = true, .cache = cache};
    assert_false(human_collect(&options, &set, &collected, &error));
    assert_non_null(strstr(error.message, "not a cache of positions"));
    remove(path);
    remove(cache);
    human_set_clear(&set);
}

static void test_every_game_has_one_use(void **state)
{
    struct error error;
    struct input *input = input_open(data_file("people.pgn"), &error);
    if (!input) {
        print_message("%s: skipped\n", error.message);
        skip();
    }
    struct pgn_reader *reader = pgn_reader_create(input_stream(input), "games");
    int parts[3] = {0}, count = 0;
    for (; count < 130; count++) {
        struct game *game = NULL;
        if (pgn_read(reader, &game, &error) != PGN_GAME)
            break;
        parts[human_game_part(game)]++;
        game_destroy(game);
    }
    pgn_reader_destroy(reader);
    (void)!input_close(input, &error);
    assert_int_equal(count, 130);
    assert_in_range(parts[HUMAN_FOR_NETWORK], 90, 117);
    assert_in_range(parts[HUMAN_FOR_WEIGHTS], 5, 25);
    assert_in_range(parts[HUMAN_FOR_CHECKS], 5, 25);
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
        cmocka_unit_test(test_the_network_is_told_who_plays_and_how_fast),
        cmocka_unit_test(test_every_chance_is_of_a_legal_move_and_they_sum_up),
        cmocka_unit_test(test_who_is_rated_higher_blunders_less),
        cmocka_unit_test(test_who_calculates_plays_what_he_found),
        cmocka_unit_test(test_who_lacks_a_group_has_no_preference_for_it),
        cmocka_unit_test(test_who_lacks_king_safety_castles_less),
        cmocka_unit_test(test_with_all_knowledge_no_chance_changes),
        cmocka_unit_test(test_a_mate_that_was_seen_needs_no_knowledge),
        cmocka_unit_test(test_games_begin_as_players_begin_them),
        cmocka_unit_test(test_an_error_says_what_was_not_seen),
        cmocka_unit_test(test_a_mate_it_leaves_is_one_it_did_not_see),
        cmocka_unit_test(test_a_long_reason_is_not_cut),
        cmocka_unit_test(test_damaged_files_are_refused),
        cmocka_unit_test(test_a_damaged_network_is_refused),
        cmocka_unit_test(test_what_is_written_is_read_again),
        cmocka_unit_test(test_the_fit_sees_the_same_chances_as_the_method),
        cmocka_unit_test(test_a_fit_makes_what_was_played_more_probable),
        cmocka_unit_test(test_pytorch_and_the_engine_compute_the_same_network),
        cmocka_unit_test(test_training_data_holds_what_the_network_is_asked),
        cmocka_unit_test(test_a_damaged_choice_is_not_exported),
        cmocka_unit_test(test_only_the_first_plies_are_collected_for_openings),
        cmocka_unit_test(test_a_cache_is_gone_on_with),
        cmocka_unit_test(test_a_changed_cache_changes_nothing),
        cmocka_unit_test(test_other_games_of_the_same_size_are_read_anew),
        cmocka_unit_test(test_another_file_is_not_overwritten_by_a_cache),
        cmocka_unit_test(test_every_game_has_one_use),
    };
    return cmocka_run_group_tests(tests, make_engine_and_levels, free_engine_and_levels);
}
