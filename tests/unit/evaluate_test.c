/* The evaluation in random games and known endings: the trace adds up, colours are symmetric,
 * knowledge changes only its own group, and every term occurs. */
#include <stdio.h>
#include <string.h>

#include "engine/eval/pawn_network.h"
#include "engine/evaluation.h"
#include "tests/unit/test.h"

enum { POSITIONS = 10000 };

static struct position sample[POSITIONS];
static int sample_count;

/* Positions that random games seldom reach. */
static const char *const rare[] = {
    "8/8/8/4k3/8/8/8/K2R4 w - - 0 1",                        /* a rook mate to be driven home */
    "8/8/8/4k3/8/8/8/K2BN3 b - - 0 1",                       /* the bishop's corner */
    "8/2k5/8/6P1/8/8/8/K7 w - - 0 1",                        /* a pawn that cannot be caught */
    "r1bqk2r/Bpp2ppp/1p6/8/8/8/PPP2PPP/R2QK2R b KQkq - 0 1", /* a trapped bishop */
    "6k1/1R3ppp/8/8/8/8/1R3PPP/6K1 w - - 0 1",               /* doubled rooks on the seventh */
    "6k1/1Q3ppp/8/8/8/8/1R3PPP/6K1 w - - 0 1",
    "r1b2rk1/pp1n1ppp/4p3/3pN3/3P1P2/2PB4/P5PP/R2Q1RK1 w - - 0 1", /* an outpost */
    "8/5k2/8/3P4/8/8/3R2K1/r7 w - - 0 1",
    "8/5k2/8/3P4/8/8/6K1/3r3R b - - 0 1",   /* a rook behind the enemy's passed pawn */
    "6k1/5ppp/8/8/8/8/r4PPP/6KR b - - 0 1", /* a trapped rook */
};

static int make_sample(void **state)
{
    chess_init();
    for (size_t i = 0; i < sizeof rare / sizeof *rare; i++)
        sample[sample_count++] = from_fen(rare[i]);
    while (sample_count < POSITIONS) {
        struct position position;
        Move moves[CHESS_MOVES_MAX];
        chess_start(&position);
        for (int ply = 0; ply < 200 && sample_count < POSITIONS; ply++) {
            int count = chess_moves(&position, moves);
            if (count == 0)
                break;
            Move move = moves[random_bits() % (uint64_t)count];
            /* In half of the games captures are preferred, to reach endings. */
            for (int i = 0; i < count && ply % 2; i++)
                if (chess_is_capture(&position, moves[i]))
                    move = moves[i];
            chess_play(&position, move);
            sample[sample_count++] = position;
        }
    }
    return 0;
}

/* The same position with colours exchanged. */
static struct position mirror(const struct position *position)
{
    char fen[CHESS_FEN_MAX];
    uint8_t board[SQUARE_COUNT];
    for (Square square = 0; square < SQUARE_COUNT; square++) {
        int piece = position->board[square];
        board[square ^ 56] = (uint8_t)(piece == NO_PIECE ? NO_PIECE : (piece + 6) % 12);
    }
    size_t at = chess_write_board(board, fen);
    fen[at++] = ' ';
    fen[at++] = position->side == WHITE ? 'b' : 'w';
    fen[at++] = ' ';
    for (int right = 0; right < 4; right++)
        if (position->castling & 1 << right)
            fen[at++] = "kqKQ"[right];
    snprintf(fen + at, sizeof fen - at, "%s - 0 1", position->castling ? "" : "-");
    return from_fen(fen);
}

static void check_trace(const struct position *position, const struct weights *weights)
{
    static struct trace trace;
    evaluation_explain(position, weights, &trace);
    int rows = 0, groups = 0;
    for (int term = 0; term < TERM_COUNT; term++)
        rows += trace.rows[term].centipawns[WHITE] - trace.rows[term].centipawns[BLACK];
    for (int group = 0; group < GROUP_COUNT; group++)
        groups += trace.groups[group][WHITE] - trace.groups[group][BLACK];
    Score score = evaluation(position, weights);
    assert_int_equal(trace.score, position->side == WHITE ? score : -score);
    assert_int_equal(rows + trace.adjustment, trace.score);
    assert_int_equal(groups, rows);

    /* Counts times weights give the same score as the rows. */
    int middlegame = 0, endgame = 0;
    for (int i = 0; i < WEIGHT_COUNT; i++) {
        int times = trace.counts[WHITE][i] - trace.counts[BLACK][i];
        middlegame += times * weights->middlegame[i];
        endgame += times * weights->endgame[i];
    }
    int sum = middlegame * trace.phase * 64 + endgame * trace.scale * (24 - trace.phase);
    assert_int_equal(sum / (24 * 64) + trace.adjustment, trace.score);
    assert_in_range(trace.phase, 0, 24);
    assert_in_range(trace.scale, 0, 88);
}

static void test_trace_adds_up(void **state)
{
    static struct weights half;
    int knowledge[GROUP_COUNT];
    for (int group = 0; group < GROUP_COUNT; group++)
        knowledge[group] = group * 9;
    weights_for(&half, knowledge);
    for (int i = 0; i < POSITIONS; i++) {
        check_trace(&sample[i], weights_full());
        check_trace(&sample[i], &half);
    }
}

/* engine/eval/training/outputs.py wrote tests/data/pawn-network.txt with the shipped weights: FEN,
 * and White's and Black's outputs for middlegame and endgame. */
static void test_the_network_is_the_one_that_was_trained(void **state)
{
    FILE *file = fopen("tests/data/pawn-network.txt", "r");
    char line[256];
    int count = 0;
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        char *bar = strchr(line, '|');
        int expected[4];
        assert_non_null(bar);
        assert_int_equal(sscanf(bar, "|%d|%d|%d|%d", &expected[0], &expected[1], &expected[2],
                                &expected[3]),
                         4);
        *bar = '\0';
        struct position position = from_fen(line);
        for (int color = WHITE; color <= BLACK; color++) {
            struct pawn_judgement judgement = pawn_network_judge(&position, color);
            assert_int_equal(judgement.middlegame, expected[2 * color]);
            assert_int_equal(judgement.endgame, expected[2 * color + 1]);
        }
        count++;
    }
    fclose(file);
    assert_true(count >= 100);
}

static void test_levels_play_without_the_network(void **state)
{
    struct weights dropped = *weights_full();
    struct trace with, without;
    int differ = 0;
    weights_drop_network(&dropped);
    for (int i = 0; i < POSITIONS; i++) {
        evaluation_explain(&sample[i], weights_full(), &with);
        evaluation_explain(&sample[i], &dropped, &without);
        for (int color = WHITE; color <= BLACK; color++)
            assert_int_equal(without.rows[TERM_pawn_network].centipawns[color], 0);
        differ += with.score != without.score;
    }
    assert_true(differ > POSITIONS / 2);
}

/* A cache used with several sets of weights in turn never returns a stale or wrong entry. */
static void test_the_cache_changes_nothing(void **state)
{
    static struct eval_cache cache;
    static struct weights half, dropped;
    int knowledge[GROUP_COUNT];
    for (int group = 0; group < GROUP_COUNT; group++)
        knowledge[group] = 100 - group * 9;
    weights_for(&half, knowledge);
    dropped = *weights_full();
    weights_drop_network(&dropped);
    const struct weights *sets[] = {weights_full(), &half, &dropped};
    for (int i = 0; i < 2 * POSITIONS; i++) {
        const struct position *position = &sample[i % POSITIONS];
        for (int k = 0; k < 3; k++)
            assert_int_equal(evaluation_cached(position, sets[k], &cache),
                             evaluation(position, sets[k]));
    }
}

static void test_colors_are_equal(void **state)
{
    for (int i = 0; i < POSITIONS; i++) {
        struct position mirrored = mirror(&sample[i]);
        Score there = evaluation(&mirrored, weights_full());
        Score here = evaluation(&sample[i], weights_full());
        if (here != there) {
            char fen[CHESS_FEN_MAX];
            chess_to_fen(&sample[i], fen);
            fail_msg("%s: %d, mirrored %d", fen, here, there);
        }
    }
}

/* Some table entries are unreachable in legal games, but every row must occur. */
static void test_every_term_occurs(void **state)
{
    static struct trace trace;
    bool seen[TERM_COUNT] = {false};
    for (int i = 0; i < POSITIONS; i++) {
        evaluation_explain(&sample[i], weights_full(), &trace);
        for (int term = 0; term < TERM_COUNT; term++)
            seen[term] |= trace.rows[term].count[WHITE] || trace.rows[term].count[BLACK];
        seen[TERM_king_pressure] |= trace.pressure[WHITE][0] || trace.pressure[BLACK][0];
    }
    for (int term = 0; term < TERM_COUNT; term++)
        if (!seen[term])
            fail_msg("%s never counted", term_info((enum term)term)->name);
}

/* A side that is pawns behind has one count, of the row's value for that many pawns. */
static void test_pawns_behind(void **state)
{
    static const struct {
        const char *fen;
        int side, value; /* value -1: neither side is behind */
    } cases[] = {
        {"4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1", WHITE, -1},
        {"4k3/pppp4/8/8/8/8/PPP5/4K3 w - - 0 1", WHITE, 0},
        {"4k3/pp6/8/8/8/8/PPPP4/4K1N1 w - - 0 1", BLACK, 1},
        {"4k3/p7/8/8/8/8/PPPP4/4K3 b - - 0 1", BLACK, 2},
        {"4kb2/8/8/8/8/8/PPPP4/4K3 b - - 0 1", BLACK, 3},
        {"4kr2/8/8/8/8/8/PPPPPP2/4K3 b - - 0 1", BLACK, 3},
    };
    static struct trace trace;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct position position = from_fen(cases[i].fen);
        evaluation_explain(&position, weights_full(), &trace);
        for (int color = WHITE; color <= BLACK; color++)
            for (int value = 0; value < 4; value++)
                assert_int_equal(trace.counts[color][TERM_pawn_deficit_AT + value],
                                 color == cases[i].side && value == cases[i].value);
    }
}

static void set_all(int knowledge[GROUP_COUNT], int percent)
{
    for (int group = 0; group < GROUP_COUNT; group++)
        knowledge[group] = percent;
}

static void test_rows_are_sound(void **state)
{
    static struct weights naive;
    int knowledge[GROUP_COUNT], at = 0;
    set_all(knowledge, 0);
    weights_for(&naive, knowledge);
    for (int term = 0; term < TERM_COUNT; term++) {
        const struct term_info *info = term_info((enum term)term);
        assert_int_equal(info->at, at);
        assert_true(info->count > 0 && info->words[0] && (int)info->group < GROUP_COUNT);
        for (int i = at; i < at + info->count; i++) {
            int values[] = {weights_full()->middlegame[i], weights_full()->endgame[i]};
            for (int k = 0; k < 2; k++)
                if (values[k] < info->min || values[k] > info->max)
                    fail_msg("%s[%d] is %d, not in %d..%d", info->name, i - at, values[k],
                             info->min, info->max);
            if (term == TERM_king_pressure) { /* it only chooses a row of king_danger */
                assert_int_equal(naive.middlegame[i], weights_full()->middlegame[i]);
            } else if (info->group > GROUP_MAJOR_VALUES) {
                assert_int_equal(naive.middlegame[i], 0);
                assert_int_equal(naive.endgame[i], 0);
            }
        }
        at += info->count;
    }
    assert_int_equal(at, WEIGHT_COUNT);
}

static void near(int value, double wanted)
{
    double error = value - wanted;
    assert_true(error > -1.01 && error < 1.01);
}

static void test_naive_material(void **state)
{
    static struct weights naive;
    const struct weights *full = weights_full();
    int knowledge[GROUP_COUNT];
    set_all(knowledge, 0);
    weights_for(&naive, knowledge);
    for (int part = 0; part < 2; part++) {
        const int16_t *n = part ? naive.endgame : naive.middlegame;
        const int16_t *f = part ? full->endgame : full->middlegame;
        near(n[TERM_pawn_value_AT], f[TERM_pawn_value_AT] / 2.0);
        assert_int_equal(n[TERM_knight_value_AT], n[TERM_bishop_value_AT]);
        near(n[TERM_rook_value_AT], f[TERM_rook_value_AT] * 2.0 / 3.0);
        near(n[TERM_queen_value_AT], f[TERM_queen_value_AT] * 4.0 / 3.0);
    }
}

static void test_knowledge_interpolates(void **state)
{
    static struct weights naive, half, whole;
    int knowledge[GROUP_COUNT];
    set_all(knowledge, 0);
    weights_for(&naive, knowledge);
    set_all(knowledge, 50);
    weights_for(&half, knowledge);
    set_all(knowledge, 100);
    weights_for(&whole, knowledge);
    assert_memory_equal(&whole, weights_full(), sizeof whole);
    for (int i = 0; i < WEIGHT_COUNT; i++) {
        near(half.middlegame[i], (naive.middlegame[i] + whole.middlegame[i]) / 2.0);
        near(half.endgame[i], (naive.endgame[i] + whole.endgame[i]) / 2.0);
    }
}

static void test_a_group_moves_only_its_own(void **state)
{
    static struct weights weights;
    for (int group = 0; group < GROUP_COUNT; group++) {
        int knowledge[GROUP_COUNT], changed = 0;
        set_all(knowledge, 100);
        knowledge[group] = 0;
        weights_for(&weights, knowledge);
        for (int term = 0; term < TERM_COUNT; term++) {
            const struct term_info *info = term_info((enum term)term);
            for (int i = info->at; i < info->at + info->count; i++) {
                bool same = weights.middlegame[i] == weights_full()->middlegame[i] &&
                            weights.endgame[i] == weights_full()->endgame[i];
                changed += !same;
                assert_true(same || (int)info->group == group);
            }
        }
        assert_true(changed > 0);
    }
}

static Score white_score(const char *fen)
{
    struct position position = from_fen(fen);
    Score score = evaluation(&position, weights_full());
    return position.side == WHITE ? score : -score;
}

static void test_known_endings(void **state)
{
    /* Drawn although a pawn, a bishop or two knights ahead. */
    assert_int_equal(white_score("k7/8/8/P7/8/8/8/K1B5 w - - 0 1"), 0);
    assert_int_equal(white_score("8/8/8/4k3/8/8/8/K1NN4 w - - 0 1"), 0);
    assert_int_equal(white_score("8/8/8/4k3/8/8/8/K1B5 b - - 0 1"), 0);
    /* With the right bishop the same pawn wins. */
    assert_true(white_score("k7/8/8/P7/8/8/8/K2B4 w - - 0 1") > 100);
    /* Nearer to the edge, to the king and to the bishop's corner is better. */
    assert_true(white_score("4k3/8/4K3/8/8/8/8/R7 w - - 0 1") >
                white_score("8/8/8/4k3/8/8/8/RK6 w - - 0 1"));
    assert_true(white_score("k7/8/2K5/8/4B3/8/3N4/8 w - - 0 1") >
                white_score("7k/8/5K2/8/4B3/8/3N4/8 w - - 0 1") + 100);
    /* Opposite bishops draw where bishops of the same colour may win. */
    assert_true(white_score("8/5k2/3b4/8/3P4/3BP3/5K2/8 w - - 0 1") <
                white_score("8/5k2/4b3/8/3P4/3BP3/5K2/8 w - - 0 1"));
}

/* The bonus for mating with a rook does not depend on knowledge. */
static void test_mating_does_not_need_knowledge(void **state)
{
    static struct weights naive;
    int knowledge[GROUP_COUNT];
    set_all(knowledge, 0);
    weights_for(&naive, knowledge);
    struct position edge = from_fen("4k3/8/4K3/8/8/8/8/R7 w - - 0 1");
    struct position center = from_fen("8/8/8/4k3/8/8/8/RK6 w - - 0 1");
    assert_true(evaluation(&edge, &naive) > evaluation(&center, &naive));
}

static void test_group_names(void **state)
{
    for (int group = 0; group < GROUP_COUNT; group++) {
        assert_true(group_name((enum group)group)[0] && group_words((enum group)group)[0]);
        assert_true(group_key((enum group)group)[0]);
        for (const char *c = group_ascii((enum group)group); *c; c++)
            assert_true(*c > 32 && *c < 127);
        for (int other = 0; other < group; other++)
            assert_string_not_equal(group_key((enum group)group), group_key((enum group)other));
    }
    assert_string_equal(group_key(GROUP_PASSED_PAWNS), "passed_pawns");
    assert_string_equal(group_ascii(GROUP_MINOR_VALUES), "N/B");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows_are_sound),
        cmocka_unit_test(test_naive_material),
        cmocka_unit_test(test_knowledge_interpolates),
        cmocka_unit_test(test_a_group_moves_only_its_own),
        cmocka_unit_test(test_group_names),
        cmocka_unit_test(test_trace_adds_up),
        cmocka_unit_test(test_the_cache_changes_nothing),
        cmocka_unit_test(test_the_network_is_the_one_that_was_trained),
        cmocka_unit_test(test_levels_play_without_the_network),
        cmocka_unit_test(test_colors_are_equal),
        cmocka_unit_test(test_every_term_occurs),
        cmocka_unit_test(test_pawns_behind),
        cmocka_unit_test(test_known_endings),
        cmocka_unit_test(test_mating_does_not_need_knowledge),
    };
    return cmocka_run_group_tests(tests, make_sample, NULL);
}
