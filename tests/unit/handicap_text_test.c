/* Handicaps and decisions as text: they read back the same, and invalid text is refused. */
#include <stdlib.h>
#include <string.h>

#include "src/game/handicap_text.h"
#include "src/player/player.h"
#include "src/util/text.h"
#include "tests/unit/random.h"
#include "tests/unit/test.h"

static int between(int least, int most)
{
    return least + (int)roll((unsigned)(most - least) + 1);
}

static struct handicap random_handicap(enum method method)
{
    struct handicap handicap = {
        .limited = true, .method = method, .elo = between(ELO_MIN, ELO_MAX),
        .nodes_per_second = between(1, 1000000000), .endgame_percent = between(0, 100),
        .time_discount = between(0, 100), .reference_time = between(0, 3600000),
        .book_plies = between(0, 20), .rules = roll(1 << RULE_COUNT), .seed = random_number()};
    for (int i = 0; i < METHOD_PARAMETER_COUNT; i++) {
        const struct method_parameter *parameter = method_parameter(i);
        if (parameter->method == method)
            *handicap_parameter(&handicap, i) = between(parameter->min, parameter->max);
    }
    for (int i = 0; i < GROUP_COUNT; i++)
        handicap.knowledge[i] = between(0, 100);
    for (int i = 0; i < PRESSURE_PARAMETER_COUNT; i++)
        if (roll(2))
            *pressure_number(&handicap, i) = between(0, pressure_parameter(i)->max);
    for (int length = method == METHOD_HUMAN ? between(0, STYLE_NAME_MAX - 1) : 0; length > 0;) {
        unsigned char byte = (unsigned char)between(' ', 255); /* among them , = : % ] and blanks */
        handicap.like[--length] = (char)(byte == '/' ? '_' : byte);
    }
    text_sanitize(handicap.like); /* other names are refused */
    return handicap;
}

static void expect_same_handicap(const struct handicap *one, const struct handicap *other,
                                 const char *text)
{
    bool same = one->limited == other->limited && one->elo == other->elo &&
                one->method == other->method && one->rules == other->rules &&
                one->seed == other->seed && one->nodes_per_second == other->nodes_per_second &&
                one->endgame_percent == other->endgame_percent &&
                one->time_discount == other->time_discount &&
                one->reference_time == other->reference_time &&
                one->book_plies == other->book_plies && strcmp(one->like, other->like) == 0;
    struct handicap first = *one, second = *other;
    for (int i = 0; i < METHOD_PARAMETER_COUNT; i++)
        same = same && *handicap_parameter(&first, i) == *handicap_parameter(&second, i);
    for (int i = 0; i < GROUP_COUNT; i++)
        same = same && one->knowledge[i] == other->knowledge[i];
    for (int i = 0; i < PRESSURE_PARAMETER_COUNT; i++)
        same = same && *pressure_number(&first, i) == *pressure_number(&second, i);
    if (!same)
        fail_msg("not read as it was written: %s", text);
}

static void a_handicap_of_any_method_reads_back_the_same(void **state)
{
    char text[HANDICAP_TEXT];
    random_state = 29;
    for (int i = 0; i < 200 * METHOD_COUNT; i++) {
        struct handicap handicap = random_handicap((enum method)(i % METHOD_COUNT)), back;
        if (i % 50 == 0)
            handicap = (struct handicap){.seed = random_number()};
        handicap_text_write(&handicap, text, sizeof text);
        if (!handicap_text_read(text, &back))
            fail_msg("not read: %s", text);
        expect_same_handicap(&back, &handicap, text);
    }
}

/* The same settings separated by commas. */
static void the_text_of_a_handicap_describes_a_player(void **state)
{
    struct error error;
    struct strength *strength = strength_create(NULL, NULL, &error);
    char text[HANDICAP_TEXT], player[HANDICAP_TEXT + 16];
    random_state = 7;
    for (int i = 0; i < 20 * METHOD_COUNT; i++) {
        struct handicap handicap = random_handicap((enum method)(i % METHOD_COUNT));
        struct player_spec spec;
        handicap_text_write(&handicap, text, sizeof text);
        for (char *at = text; *at; at++)
            *at = *at == ' ' ? ',' : *at;
        snprintf(player, sizeof player, "fallible:%s", text);
        if (!player_spec_read(&spec, player, strength, &error))
            fail_msg("%s: %s", player, error.message);
        expect_same_handicap(&spec.handicap, &handicap, player);
    }
    strength_destroy(strength);
}

static struct candidate random_candidate(const struct position *before, Move move,
                                         enum method method)
{
    struct candidate candidate = {
        .move = move, .score = between(-SCORE_NONE, SCORE_NONE), .shift = between(-300, 300),
        .dropped_by = (uint8_t)roll(RULE_COUNT + 1), .in_range = roll(2),
        .lure = CHOICE_FEATURES_MAX};
    struct position next = *before;
    Move answers[CHESS_MOVES_MAX];
    chess_play(&next, move);
    int count = chess_moves(&next, answers);
    if (method == METHOD_HUMAN || method == METHOD_MAIA)
        candidate.chance = between(0, 1000000);
    if (method == METHOD_HUMAN && roll(2))
        candidate.lure = (uint8_t)roll((unsigned)choice_feature_count());
    if (method == METHOD_HUMAN && roll(2)) {
        candidate.answer_depth = (uint8_t)between(1, UINT8_MAX);
        candidate.answer = count > 0 && roll(4) ? answers[roll((unsigned)count)] : NO_MOVE;
    }
    return candidate;
}

/* NULL if the game is over. */
static struct decision *random_decision(const struct position *before, enum method method)
{
    Move moves[CHESS_MOVES_MAX];
    int count = chess_moves(before, moves);
    struct decision *decision = count > 0 ? calloc(1, sizeof *decision) : NULL;
    if (!decision)
        return NULL;
    *decision = (struct decision){
        .made = true, .method = method, .best = moves[roll((unsigned)count)],
        .best_score = between(-SCORE_NONE, SCORE_NONE),
        .played_score = between(-SCORE_NONE, SCORE_NONE), .range = between(0, 3000),
        .die = between(0, 1023), .blunder_chance = between(0, 1024), .blunder = roll(2),
        .width_percent = between(0, 500), .spent = between(0, 100000000),
        .usual = between(0, 100000000), .first = roll(2) ? moves[roll((unsigned)count)] : NO_MOVE,
        .changes = between(0, 9), .deliberate = roll(2), .forced_win = roll(2),
        .cost = between(0, 64000), .random = random_number(),
        .handicap = random_handicap(method), .budget = random_number() >> 1,
        .cut = random_number() >> 1, .hash_mb = between(0, 65536), .count = count};
    for (int i = 0; i < count; i++)
        decision->candidates[i] = random_candidate(before, moves[i], method);
    return decision;
}

static char *text_of(const struct decision *decision, const struct position *before,
                     const struct handicap *usual)
{
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    decision_text_write(out, before, decision, usual);
    assert_true(text_close(out, &text));
    return text;
}

static void expect_same_decision(const struct decision *one, const struct decision *other,
                                 const char *text)
{
    bool same = one->made == other->made && one->method == other->method &&
                one->best == other->best && one->best_score == other->best_score &&
                one->played_score == other->played_score && one->range == other->range &&
                one->die == other->die && one->blunder_chance == other->blunder_chance &&
                one->width_percent == other->width_percent && one->spent == other->spent &&
                one->usual == other->usual && one->first == other->first &&
                one->changes == other->changes && one->blunder == other->blunder &&
                one->deliberate == other->deliberate && one->forced_win == other->forced_win &&
                one->cost == other->cost && one->random == other->random &&
                one->budget == other->budget && one->cut == other->cut &&
                one->hash_mb == other->hash_mb && one->count == other->count;
    for (int i = 0; same && i < one->count; i++) {
        const struct candidate *a = &one->candidates[i], *b = &other->candidates[i];
        same = a->move == b->move && a->score == b->score && a->shift == b->shift &&
               a->chance == b->chance && a->answer == b->answer &&
               a->answer_depth == b->answer_depth && a->lure == b->lure &&
               a->dropped_by == b->dropped_by && a->in_range == b->in_range;
    }
    expect_same_handicap(&one->handicap, &other->handicap, text);
    if (!same)
        fail_msg("not read as it was written: %s", text);
}

/* In random games, also of Chess960, with castling and promotions. */
static void a_decision_of_any_method_reads_back_the_same(void **state)
{
    static const char *const starts[] = {
        CHESS_START_FEN, "r3k2r/pP6/8/8/8/8/6p1/R3K2R w KQkq - 0 1",
        "1rk3r1/8/8/8/8/8/P6p/1RK3R1 w KQkq - 0 1"};
    struct decision back;
    random_state = 4;
    for (int i = 0; i < 100 * METHOD_COUNT; i++) {
        struct position position;
        struct error error;
        struct decision *decision;
        enum method method = (enum method)(i % METHOD_COUNT);
        assert_true(chess_from_fen(&position, starts[i % 3], &error));
        position.chess960 = i % 3 == 2;
        for (int ply = 0; ply < 6 && (decision = random_decision(&position, method)); ply++) {
            const struct handicap usual = roll(2) ? decision->handicap : random_handicap(method);
            char *text = text_of(decision, &position, &usual);
            char *copy = strdup(text);
            assert_non_null(copy);
            if (!decision_text_read(copy, &position, &usual, &back))
                fail_msg("not read: %s", text);
            expect_same_decision(&back, decision, text);
            chess_play(&position, decision->best);
            free(copy);
            free(text);
            free(decision);
        }
    }
}

static void names_are_written_and_never_their_place_in_a_list(void **state)
{
    struct position start;
    chess_start(&start);
    const struct handicap handicap = {.limited = true, .elo = 900, .nodes_per_second = 7,
                                      .rules = 1 << RULE_SHUFFLE | 1 << RULE_CASTLING_RIGHTS};
    struct decision decision = {.made = true, .method = METHOD_HUMAN, .handicap = handicap,
                                .count = 1};
    Move answer;
    struct position next;
    assert_true(chess_from_uci(&start, "e2e4", &decision.best));
    next = start;
    chess_play(&next, decision.best);
    assert_true(chess_from_uci(&next, "g8f6", &answer));
    for (int i = 0; i < choice_feature_count(); i++) {
        char expected[128];
        decision.candidates[0] = (struct candidate){
            .move = decision.best, .answer = answer, .answer_depth = 2, .lure = (uint8_t)i,
            .dropped_by = RULE_EN_PRISE_TO_PAWN};
        char *text = text_of(&decision, &start, &handicap);
        snprintf(expected, sizeof expected, "candidates=e2e4:0:en-prise:c0:xg8f6.2:l%s",
                 choice_feature_name(i));
        assert_non_null(strstr(text, expected));
        free(text);
    }
    char text[HANDICAP_TEXT];
    handicap_text_write(&handicap, text, sizeof text);
    assert_non_null(strstr(text, "method=madchess "));
    assert_non_null(strstr(text, "rules=castling+shuffle "));
}

static void what_no_version_wrote_is_not_read(void **state)
{
    static const char *const handicaps[] = {
        "", "nonsense", "elo=1200", "seed=", "seed=-1", "seed=1x", "seed=99999999999999999999",
        "elo=1200 method=madchess seed=1", "elo=1200 nps=0 seed=1", "elo=9999 nps=5 seed=1",
        "elo=-1 nps=5 seed=1", "elo=1200 nps=5 method=nosuch seed=1",
        "elo=1200 nps=5 rules=32 seed=1", "elo=1200 nps=5 rules=castling+ seed=1",
        "elo=1200 nps=5 rules=dozing seed=1", "elo=1200 nps=5 mobility=101 seed=1",
        "elo=1200 nps=5 move_error=-1 seed=1", "elo=1200 nps=5 endgame=1e1 seed=1",
        "elo=1200 nps=5 discount=101 seed=1", "elo=1200 nps=5 method=diffusion drift=0 seed=1",
        "elo=1200 nps=5 method=diffusion seed=1",
        "elo=1200 nps=5 method=human player_rating=900 boldness=5 like=..%2Fx seed=1",
        "elo=1200 nps=5 method=human player_rating=900 boldness=5 like=x%0A seed=1",
        "elo=1200 nps=5 method=human player_rating=900 boldness=5 like=x%C2%9B2J seed=1",
        "elo=1200 nps=5 method=human player_rating=900 boldness=5 like=x%g1 seed=1"};
    static const char *const decisions[] = {
        "", "range=5", "best=e2e5", "best=e2e4 scores=1", "best=e2e4 scores=1/",
        "best=e2e4 scores=32003/0", "best=e2e4 range=-1", "best=e2e4 die=1/2/3",
        "best=e2e4 flags=blunder,drunk", "best=e2e4 cost=9999999", "best=e2e4 random=-1",
        "best=e2e4 hash=65537", "best=e2e4 time=-1/0", "best=e2e4 budget=1/-1",
        "best=e2e4 first=e7e5", "best=e2e4 method=nosuch", "best=e2e4 with=elo:1",
        "best=e2e4 candidates=e2e4", "best=e2e4 candidates=e2e4:x", "best=e2e4 candidates=e7e5:1",
        "best=e2e4 candidates=e2e4:1:c1000001", "best=e2e4 candidates=e2e4:1:xe7e5.256",
        "best=e2e4 candidates=e2e4:1:xe7e5", "best=e2e4 candidates=e2e4:1:xe2e4.1",
        "best=e2e4 candidates=e2e4:1:x65535.1", "best=e2e4 candidates=e2e4:1:dozing"};
    const struct handicap usual = {0};
    struct handicap handicap;
    struct decision decision;
    struct position start;
    chess_start(&start);
    for (size_t i = 0; i < sizeof handicaps / sizeof *handicaps; i++)
        if (handicap_text_read(handicaps[i], &handicap))
            fail_msg("read: %s", handicaps[i]);
    for (size_t i = 0; i < sizeof decisions / sizeof *decisions; i++) {
        char *copy = strdup(decisions[i]);
        assert_non_null(copy);
        if (decision_text_read(copy, &start, &usual, &decision))
            fail_msg("read: %s", decisions[i]);
        free(copy);
    }
}

/* A comma in the name of a style may be typed as it is. */
static void a_style_in_the_specification_of_a_player(void **state)
{
    struct error error;
    struct strength *strength = strength_create(NULL, NULL, &error);
    struct player_spec spec;
    char text[HANDICAP_TEXT];
    assert_true(player_spec_read(&spec, "fallible:elo=2400,method=human,like=O'Hara, Ann,nodes=9",
                                 strength, &error));
    assert_string_equal(spec.handicap.like, "O'Hara, Ann");
    assert_int_equal(spec.limits.nodes, 9);
    handicap_text_write(&spec.handicap, text, sizeof text);
    assert_non_null(strstr(text, "method=human like=O%27Hara%2C%20Ann nps="));
    assert_true(player_spec_read(&spec, "fallible:elo=1200,method=human,like=Ann,elo=2400", strength,
                                 &error)); /* a level that comes later keeps the style */
    assert_string_equal(spec.handicap.like, "Ann");
    assert_int_equal(spec.handicap.elo, 2400);
    assert_true(player_spec_read(&spec, "fallible:elo=1200,method=human,like=Ann,lichess=1500",
                                 strength, &error));
    assert_string_equal(spec.handicap.like, "Ann");
    assert_true(player_spec_read(&spec, "fallible:elo=1200,method=human,like=Ann,method=noise",
                                 strength, &error)); /* unless its method has no styles */
    assert_string_equal(spec.handicap.like, "");
    assert_false(player_spec_read(&spec, "fallible:elo=2400,like=Ann", strength, &error));
    assert_string_equal(error.message, "like= must come after elo= and method=human");
    strength_destroy(strength);
}

/* Names from a newer version, and a feature that no longer exists. */
static void unknown_names_are_passed_over(void **state)
{
    char text[] = "best=e2e4 mood=good range=5 candidates=e2e4:1:lmoonlight:in";
    const struct handicap usual = {0};
    struct handicap handicap;
    struct decision decision;
    struct position start;
    chess_start(&start);
    assert_true(handicap_text_read("elo=900 mood=good nps=5 rules=9 seed=1", &handicap));
    assert_int_equal(handicap.rules, 1 << RULE_CASTLING_RIGHTS | 1 << RULE_SHUFFLE);
    assert_true(decision_text_read(text, &start, &usual, &decision));
    assert_int_equal(decision.candidates[0].lure, CHOICE_FEATURES_MAX);
    assert_true(decision.candidates[0].in_range && decision.range == 5);
}

static int begin(void **state)
{
    chess_init();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_handicap_of_any_method_reads_back_the_same),
        cmocka_unit_test(the_text_of_a_handicap_describes_a_player),
        cmocka_unit_test(a_decision_of_any_method_reads_back_the_same),
        cmocka_unit_test(names_are_written_and_never_their_place_in_a_list),
        cmocka_unit_test(what_no_version_wrote_is_not_read),
        cmocka_unit_test(a_style_in_the_specification_of_a_player),
        cmocka_unit_test(unknown_names_are_passed_over),
    };
    return cmocka_run_group_tests(tests, begin, NULL);
}
