/* Random walks through chess and Chess960: every possible encoding of a move, incremental state
 * against state from scratch, and text that is read back. */
#include <string.h>

#include "engine/chess.h"
#include "engine/rules/position.h"
#include "tests/unit/random.h"
#include "tests/unit/test.h"

/* Positions that random play seldom reaches: castling rights, pins, promotions, en passant. */
static const char *const special[] = {
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1",
    "4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1",
    "8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3 0 1",
    "7k/8/8/8/3Pp3/8/8/B5K1 b - - 0 1",
    "4k3/8/8/8/8/8/8/1R2KR1R w BF - 0 1",
    "4k3/8/8/8/8/8/3r4/rRK5 w B - 0 1",
    "4k3/4r3/8/8/1b6/8/3N4/4K3 w - - 0 1",
    "4k3/8/8/8/1b6/2n5/3R4/4K2R w K - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "rk5r/pppppppp/8/8/8/8/PPPPPPPP/RK5R w HAha - 0 1",
    "1rk4r/1ppppppp/8/8/8/8/1PPPPPPP/1RK4R w HBhb - 0 1",
    "r5kr/pppppp1p/8/8/8/8/PPPPPP1P/R5KR b HAha - 0 1",
    "4rkr1/pppppppp/8/8/8/8/PPPPPPPP/4RKR1 w GEge - 0 1",
    "8/2p3p1/3p4/KP3P1r/1R5k/8/4P1P1/8 b - - 0 1",
    "k7/p1p1p1p1/8/1P1P1P1P/1p1p1p1p/8/P1P1P1P1/K7 w - - 0 1",
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    "3q4/8/8/3pP3/8/3K4/8/3k4 w - d6 0 2",
};
enum { SPECIAL_COUNT = sizeof special / sizeof *special };

/* What the walks met. Without castling they would prove nothing about castling. */
static struct {
    int positions, checks, double_checks, castling, castling_960, en_passant, promotions;
} met;

/* Chess, Chess960, and each special position, in turn. */
static struct position start_of(int game)
{
    struct position position;
    if (game % 3 == 0)
        chess_start(&position);
    else if (game % 3 == 1)
        chess_start_960(&position, (int)roll(960));
    else
        position = from_fen(special[game / 3 % SPECIAL_COUNT]);
    return position;
}

/* Any move, but every second time a rare kind if possible. */
static Move any_move(const Move *moves, int count)
{
    Move rare[CHESS_MOVES_MAX];
    unsigned found = 0;
    for (int i = 0; i < count; i++)
        if (move_kind(moves[i]) != MOVE_NORMAL)
            rare[found++] = moves[i];
    return found && roll(2) ? rare[roll(found)] : moves[roll((unsigned)count)];
}

static void meet(const struct position *position, Move move)
{
    met.positions++;
    met.checks += position->checkers != 0;
    met.double_checks += popcount(position->checkers) > 1;
    met.castling += move_kind(move) == MOVE_CASTLING;
    met.castling_960 += move_kind(move) == MOVE_CASTLING && position->chess960;
    met.en_passant += move_kind(move) == MOVE_EN_PASSANT;
    met.promotions += move_kind(move) == MOVE_PROMOTION;
}

/* Calls visit for every position of random games. */
static void walk(int games, int plies, uint64_t seed, void (*visit)(const struct position *))
{
    random_state = seed;
    memset(&met, 0, sizeof met);
    for (int game = 0; game < games; game++) {
        struct position position = start_of(game);
        for (int ply = 0; ply < plies; ply++) {
            Move moves[CHESS_MOVES_MAX];
            int count = chess_moves(&position, moves);
            visit(&position);
            if (count == 0)
                break;
            Move move = any_move(moves, count);
            meet(&position, move);
            chess_play(&position, move);
        }
    }
}

/* Incremental state equals state from scratch, after moves and null moves. */
static void check_consistency(const struct position *position)
{
    char fen[CHESS_FEN_MAX];
    struct position next;
    bool good = position_is_consistent(position);
    if (good && !position->checkers) {
        position_play_null(position, &next);
        good = position_is_consistent(&next) && next.key != position->key;
    }
    if (!good) {
        chess_to_fen(position, fen);
        fail_msg("what is kept differs from what is computed: %s", fen);
    }
}

static void walks_keep_keys_and_boards(void **state)
{
    walk(1500, 200, 20240607, check_consistency);
    assert_true(met.positions > 200000);
    assert_true(met.checks > 10000);
    assert_true(met.double_checks > 25);
    assert_true(met.castling > 500);
    assert_true(met.castling_960 > 200);
    assert_true(met.en_passant > 200);
    assert_true(met.promotions > 1000);
}

static void check_every_encoding(const struct position *position)
{
    static bool listed[65536];
    Move moves[CHESS_MOVES_MAX];
    int count = chess_moves(position, moves);
    memset(listed, 0, sizeof listed);
    for (int i = 0; i < count; i++) {
        assert_false(listed[moves[i]]);
        listed[moves[i]] = true;
    }
    for (int move = 0; move < 65536; move++)
        if (chess_is_legal(position, (Move)move) != listed[move]) {
            char fen[CHESS_FEN_MAX];
            chess_to_fen(position, fen);
            fail_msg("%s: move %#x legal is %d, listed %d", fen, (unsigned)move, !listed[move],
                     listed[move]);
        }
}

static void check_some_encodings(const struct position *position)
{
    if (position->checkers || met.positions % 4 == 0)
        check_every_encoding(position);
}

/* Compares all 65,536 encodings with the list of legal moves in several thousand positions: every
 * one with a check and every fourth other one. */
static void every_encoding_on_walks(void **state)
{
    walk(120, 150, 7, check_some_encodings);
    assert_true(met.checks + (met.positions - met.checks) / 4 > 4000);
}

static void every_encoding_in_special_positions(void **state)
{
    for (int i = 0; i < SPECIAL_COUNT; i++) {
        struct position position = from_fen(special[i]);
        check_every_encoding(&position);
    }
}

static void check_kinds(const struct position *position, int count)
{
    Move part[CHESS_MOVES_MAX];
    assert_int_equal(position_count_moves(position), count);
    int noisy = position_generate(position, GENERATE_NOISY, part);
    for (int i = 0; i < noisy; i++)
        assert_true(chess_is_capture(position, part[i]) || move_kind(part[i]) == MOVE_PROMOTION);
    int quiet = position_generate(position, GENERATE_QUIET, part);
    for (int i = 0; i < quiet; i++)
        assert_false(chess_is_capture(position, part[i]) || move_kind(part[i]) == MOVE_PROMOTION);
    assert_int_equal(noisy + quiet, count);
}

/* The kinds of moves add up to all moves, checks are predicted, and text reads back. */
static void check_moves_and_text(const struct position *position)
{
    Move moves[CHESS_MOVES_MAX], read;
    struct error error;
    int count = chess_moves(position, moves);
    check_kinds(position, count);
    for (int i = 0; i < count; i++) {
        struct position next;
        char uci[CHESS_UCI_MAX], san[CHESS_SAN_MAX];
        position_play(position, moves[i], &next);
        assert_int_equal(position_gives_check(position, moves[i]), chess_in_check(&next));
        chess_to_uci(position, moves[i], uci);
        assert_true(chess_from_uci(position, uci, &read));
        assert_int_equal(read, moves[i]);
        if (!chess_read_move(position, uci, &read, &error) || read != moves[i])
            fail_msg("%s is not read back: %s", uci, error.message);
        chess_to_san(position, moves[i], san);
        if (!chess_read_move(position, san, &read, &error) || read != moves[i])
            fail_msg("%s is not read back: %s", san, error.message);
    }
    char fen[CHESS_FEN_MAX], again[CHESS_FEN_MAX];
    chess_to_fen(position, fen);
    struct position copy = from_fen(fen);
    chess_to_fen(&copy, again);
    assert_string_equal(fen, again);
    assert_int_equal(copy.key, position->key);
    assert_int_equal(copy.pawn_key, position->pawn_key);
}

static void walks_in_moves_and_text(void **state)
{
    walk(60, 120, 20240607, check_moves_and_text);
    assert_true(met.positions > 3000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(walks_keep_keys_and_boards),
        cmocka_unit_test(every_encoding_on_walks),
        cmocka_unit_test(every_encoding_in_special_positions),
        cmocka_unit_test(walks_in_moves_and_text),
    };
    chess_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
