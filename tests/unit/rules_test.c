/* The rules: perft against published counts, special positions, reading and writing text. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/chess.h"
#include "engine/rules/position.h"
#include "tests/unit/data.h"
#include "tests/unit/random.h"
#include "tests/unit/test.h"

static Move uci_move(const struct position *position, const char *uci)
{
    Move move = NO_MOVE;
    if (!chess_from_uci(position, uci, &move))
        fail_msg("%s is not legal", uci);
    return move;
}

static void play_all(struct position *position, const char *moves)
{
    char copy[512], *rest = copy;
    snprintf(copy, sizeof copy, "%s", moves);
    for (char *uci = strtok_r(rest, " ", &rest); uci; uci = strtok_r(rest, " ", &rest))
        chess_play(position, uci_move(position, uci));
}

/* Checks every "FEN ;D1 n ;D2 n ..." row of the file up to the depth. Returns the number of
 * rows. */
static int check_perft_file(const char *path, int max_depth)
{
    FILE *file = fopen(path, "r");
    if (!file)
        return 0;
    char line[512];
    int rows = 0;
    while (fgets(line, sizeof line, file)) {
        char *counts = strchr(line, ';');
        if (line[0] == '#' || !counts)
            continue;
        *counts++ = '\0';
        struct position position = from_fen(line);
        for (; counts; counts = strchr(counts, ';') ? strchr(counts, ';') + 1 : NULL) {
            int depth;
            unsigned long long expected;
            if (sscanf(counts, " D%d %llu", &depth, &expected) != 2 || depth > max_depth)
                continue;
            unsigned long long found = chess_perft(&position, depth);
            if (found != expected)
                fail_msg("%s depth %d: %llu, expected %llu", line, depth, found, expected);
        }
        rows++;
    }
    fclose(file);
    return rows;
}

static void perft_data_file(const char *name, int rows)
{
    assert_true(check_perft_file(data_file(name), 4) >= rows);
}

/* Blocks of "epd FEN" and "perft DEPTH COUNT" lines. */
static void perft_data_blocks(const char *name, int max_depth, int blocks)
{
    FILE *file = fopen(data_file(name), "r");
    assert_non_null(file);
    char line[512];
    struct position position;
    int seen = 0;
    while (fgets(line, sizeof line, file)) {
        int depth;
        unsigned long long expected;
        line[strcspn(line, "\r\n")] = '\0';
        if (strncmp(line, "epd ", 4) == 0) {
            position = from_fen(line + 4);
            seen++;
        } else if (seen && sscanf(line, "perft %d %llu", &depth, &expected) == 2 &&
                   depth <= max_depth) {
            unsigned long long found = chess_perft(&position, depth);
            if (found != expected)
                fail_msg("block %d, depth %d: %llu, expected %llu", seen, depth, found, expected);
        }
    }
    fclose(file);
    assert_int_equal(seen, blocks);
}

static void perft_small(void **state)
{
    perft_data_file("perft.epd", 65);
}

static void perft_standard(void **state)
{
    perft_data_file("perft/standard.epd", 120);
}

static void perft_extra(void **state)
{
    perft_data_file("perft/extra.epd", 150);
}

static void perft_chess960(void **state)
{
    assert_int_equal(check_perft_file(data_file("perft-960.epd"), 4), 40);
}

static void perft_chess960_published(void **state)
{
#ifdef DEBUG
    perft_data_blocks("perft/chess960.perft", 3, 480);
#else
    perft_data_blocks("perft/chess960.perft", 4, 480);
#endif
}

static void perft_tricky(void **state)
{
    perft_data_blocks("perft/tricky.perft", 5, 19);
}

/* Published positions, so that perft is checked without the larger collection. */
static void perft_published(void **state)
{
    static const struct {
        const char *fen;
        int depth;
        uint64_t nodes;
    } rows[] = {
        {CHESS_START_FEN, 0, 1},
        {CHESS_START_FEN, 5, 4865609},
        {"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -", 4, 4085603},
        {"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -", 5, 674624},
        {"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 4, 422333},
        {"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 4, 2103487},
        {"r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 4, 3894594},
        {"3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1", 6, 1134888},  /* en passant, pinned on the rank */
        {"8/8/4k3/8/2p5/8/B2P2K1/8 w - - 0 1", 6, 1015133}, /* pinned on the diagonal */
        {"5k2/8/8/8/8/8/8/4K2R w K - 0 1", 6, 661072},      /* castling gives check */
        {"r3k2r/8/3Q4/8/8/5q2/8/R3K2R b KQkq - 0 1", 4, 1720476}, /* castling prevented */
        {"8/8/1P2K3/8/2n5/1q6/8/5k2 b - - 0 1", 5, 1004658},      /* discovered check */
        {"8/k1P5/8/1K6/8/8/8/8 w - - 0 1", 7, 567584},            /* self stalemate, promotion */
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct position position = from_fen(rows[i].fen);
        assert_int_equal(chess_perft(&position, rows[i].depth), rows[i].nodes);
    }
}

static void most_moves(void **state)
{
    struct position position = from_fen("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1");
    Move moves[CHESS_MOVES_MAX];
    assert_int_equal(chess_moves(&position, moves), 218);
    assert_int_equal(position_count_moves(&position), 218);
    int noisy = position_generate(&position, GENERATE_NOISY, moves);
    assert_int_equal(noisy + position_generate(&position, GENERATE_QUIET, moves), 218);
}

static void polyglot_keys_as_published(void **state)
{
    static const struct {
        const char *moves;
        uint64_t key;
    } rows[] = {
        {"", 0x463b96181691fc9cULL},
        {"e2e4", 0x823c9b50fd114196ULL},
        {"e2e4 d7d5", 0x0756b94461c50fb0ULL},
        {"e2e4 d7d5 e4e5", 0x662fafb965db29d4ULL},
        {"e2e4 d7d5 e4e5 f7f5", 0x22a48b5a8e47ff78ULL},
        {"e2e4 d7d5 e4e5 f7f5 e1e2", 0x652a607ca3f242c1ULL},
        {"e2e4 d7d5 e4e5 f7f5 e1e2 e8f7", 0x00fdd303c946bdd9ULL},
        {"a2a4 b7b5 h2h4 b5b4 c2c4", 0x3c8123ea7b067637ULL},
        {"a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3", 0x5c3f9b829b279560ULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct position position;
        chess_start(&position);
        play_all(&position, rows[i].moves);
        assert_int_equal(position.key, rows[i].key);
    }
}

/* Only the pin or the check forbids the capture. */
static void en_passant_that_exposes_the_king(void **state)
{
    static const struct {
        const char *fen, *uci;
        bool legal;
    } rows[] = {
        {"8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1", "e4d3", false}, /* both pawns leave the rank */
        {"8/8/8/8/k2Pp1NQ/8/8/3K4 b - d3 0 1", "e4d3", true}, /* a knight still stands there */
        {"3k4/8/8/K1pP3r/8/8/8/8 w - c6 0 2", "d5c6", false},
        {"3k4/8/8/K1pP1n1r/8/8/8/8 w - c6 0 2", "d5c6", true},
        {"8/8/8/8/2pP4/8/4k3/B5K1 b - d3 0 1", "c4d3", true},
        {"7k/8/8/8/3Pp3/8/8/B5K1 b - d3 0 1", "e4d3", false}, /* the captured pawn shields the
                                                               * king */
        {"7k/6p1/8/8/3Pp3/8/8/B5K1 b - d3 0 1", "e4d3", true},
        {"6k1/8/8/3pP3/8/1K6/8/8 w - d6 0 2", "e5d6", true},
        {"6k1/7b/8/3pP3/4K3/8/8/8 w - d6 0 2", "e5d6", false}, /* another piece gives check */
        {"8/8/5k2/8/3Pp3/8/1B6/6K1 b - d3 0 1", "e4d3", false},
        {"4k3/8/7q/3pP3/8/4K3/8/8 w - d6 0 2", "e5d6", false},
        {"b5k1/8/8/3pP3/8/5K2/8/8 w - d6 0 2", "e5d6", false},  /* the captured pawn, on a long
                                                                 * diagonal */
        {"4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5d6", false}, /* pinned on its file */
        {"6k1/8/1q6/3pP3/8/4K3/8/8 w - d6 0 2", "e5d6", false},
        {"6k1/2q5/8/3pP3/5K2/8/8/8 w - d6 0 2", "e5d6", true},  /* along its own pin */
        {"6k1/6q1/8/3pP3/3K4/8/8/8 w - d6 0 2", "e5d6", false}, /* not along its pin */
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct position position = from_fen(rows[i].fen);
        Move move;
        Square from = (rows[i].uci[1] - '1') * 8 + rows[i].uci[0] - 'a';
        Square to = (rows[i].uci[3] - '1') * 8 + rows[i].uci[2] - 'a';
        bool legal = chess_from_uci(&position, rows[i].uci, &move);
        if (legal != rows[i].legal)
            fail_msg("%s: %s is %s", rows[i].fen, rows[i].uci, legal ? "legal" : "illegal");
        assert_int_equal(legal, position.en_passant == to);
        position.en_passant = (uint8_t)to; /* although the position claims that it is possible */
        assert_int_equal(chess_is_legal(&position, move_make(from, to, MOVE_EN_PASSANT, 0)), legal);
        Move moves[CHESS_MOVES_MAX];
        int listed = 0;
        for (int at = chess_moves(&position, moves) - 1; at >= 0; at--)
            listed += move_kind(moves[at]) == MOVE_EN_PASSANT;
        assert_int_equal(listed, legal);
    }
}

static void en_passant_kept_only_when_legal(void **state)
{
    static const struct {
        const char *fen, *move, *target;
    } rows[] = {
        {"4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 1", "d2d4", "d3"},
        {"4k3/8/8/8/8/8/3P4/4K3 w - - 0 1", "d2d4", "-"},
        {"8/8/8/8/k3p2Q/8/3P4/3K4 w - - 0 1", "d2d4", "-"},     /* two pawns leave the rank */
        {"8/8/8/8/3kp2Q/8/3P4/3K4 w - - 0 1", "d2d3", "-"},     /* a single step */
        {"6k1/8/8/3p4/4p3/8/B2P4/3K4 w - - 0 1", "d2d4", "d3"}, /* d5 shields the king */
        {"6k1/8/8/8/2p5/8/B2P4/3K4 w - - 0 1", "d2d4", "-"},    /* the pawn is pinned diagonally */
        {"4k3/8/8/8/4p3/8/3P4/K3R3 w - - 0 1", "d2d4", "-"},    /* pinned on its file */
        {"8/8/8/2k5/4p3/8/3P4/4K3 w - - 0 1", "d2d4", "d3"},    /* the pawn gives check itself */
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct position position = from_fen(rows[i].fen);
        chess_play(&position, uci_move(&position, rows[i].move));
        assert_string_equal(chess_square_name(position.en_passant), rows[i].target);
        assert_true(position_is_consistent(&position));
    }
    struct position dropped = from_fen("rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq e6");
    assert_int_equal(dropped.en_passant, NO_SQUARE);
    dropped = from_fen("4k3/8/8/8/3Pp3/8/8/4K3 b - d6 0 1");
    assert_int_equal(dropped.en_passant, NO_SQUARE);
}

static void castling_chess960(void **state)
{
    static const struct {
        const char *fen, *uci, *after; /* after == NULL: the castling is illegal */
    } rows[] = {
        {"4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"},
        {"4k3/8/8/8/8/8/8/RK6 w A - 0 1", "b1a1", "4k3/8/8/8/8/8/8/2KR4 b - - 1 1"},
        {"4k3/8/8/8/8/8/8/1RK5 w B - 0 1", "c1b1", "4k3/8/8/8/8/8/8/2KR4 b - - 1 1"},
        {"4k3/8/8/8/8/8/8/6KR w H - 0 1", "g1h1", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"},
        {"1r1k4/8/8/8/8/8/8/1R2K3 w B - 0 1", "e1b1", "1r1k4/8/8/8/8/8/8/2KR4 b - - 1 1"},
        {"4k3/8/8/8/8/8/8/rRK5 w B - 0 1", "c1b1", NULL}, /* the rook shields its king */
        {"4k3/8/8/8/8/8/8/1NK4R w H - 0 1", "c1h1", "4k3/8/8/8/8/8/8/1N3RK1 b - - 1 1"},
        {"4k3/8/8/8/8/8/8/2K1N2R w H - 0 1", "c1h1", NULL}, /* a knight in the way */
        {"3rk3/8/8/8/8/8/8/2K4R w H - 0 1", "c1h1", NULL},  /* through check */
        {"4k1r1/8/8/8/8/8/8/2K4R w H - 0 1", "c1h1", NULL}, /* into check */
        {"4k2r/8/8/8/8/8/8/2K4R w H - 0 1", "c1h1", "4k2r/8/8/8/8/8/8/5RK1 b - - 1 1"},
        /* king and rook adjacent: in, through and into check */
        {"4kr2/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1", NULL},
        {"4k1r1/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1", NULL},
        {"4k2r/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1", "4k2r/8/8/8/8/8/8/5RK1 b - - 1 1"},
        {"1r2k3/8/8/8/8/8/8/RK6 w A - 0 1", "b1a1", NULL},
        {"2r1k3/8/8/8/8/8/8/RK6 w A - 0 1", "b1a1", NULL},
        {"3rk3/8/8/8/8/8/8/RK6 w A - 0 1", "b1a1", "3rk3/8/8/8/8/8/8/2KR4 b - - 1 1"},
        {"r3k3/8/8/8/8/8/8/RK6 w A - 0 1", "b1a1", "r3k3/8/8/8/8/8/8/2KR4 b - - 1 1"},
        /* crossing each other */
        {"4k3/8/8/8/8/8/8/1KR5 w C - 0 1", "b1c1", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"},
        {"2r1k3/8/8/8/8/8/8/1KR5 w C - 0 1", "b1c1", NULL}, /* the king crosses attacked c1 */
        {"3rk3/8/8/8/8/8/8/1KR5 w C - 0 1", "b1c1", NULL},
        {"r3k3/8/8/8/8/8/8/1KR5 w C - 0 1", "b1c1", "r3k3/8/8/8/8/8/8/5RK1 b - - 1 1"},
        {"6k1/8/8/8/8/8/8/1R3K2 w B - 0 1", "f1b1", "6k1/8/8/8/8/8/8/2KR4 b - - 1 1"},
        {"4r1k1/8/8/8/8/8/8/1R3K2 w B - 0 1", "f1b1", NULL},
        {"6k1/8/8/8/8/2n5/8/1R3K2 w B - 0 1", "f1b1", NULL}, /* the knight sees d1 */
        {"6k1/8/8/8/8/n7/8/1R3K2 w B - 0 1", "f1b1", "6k1/8/8/8/8/n7/8/2KR4 b - - 1 1"},
        {"2kr4/8/8/8/8/8/8/4K3 b d - 0 1", "c8d8", "5rk1/8/8/8/8/8/8/4K3 w - - 1 2"},
        {"2kr4/8/8/8/8/8/8/4KR2 b d - 0 1", "c8d8", NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct position position = from_fen(rows[i].fen);
        Move move = NO_MOVE;
        char uci[CHESS_UCI_MAX], fen[CHESS_FEN_MAX];
        bool legal = chess_from_uci(&position, rows[i].uci, &move);
        /* The same text may also be a king move to an empty square, but never onto the rook. */
        assert_int_equal(legal, rows[i].after != NULL);
        if (!legal)
            continue;
        assert_int_equal(move_kind(move), MOVE_CASTLING);
        chess_to_uci(&position, move, uci);
        assert_string_equal(uci, rows[i].uci);
        chess_play(&position, move);
        chess_to_fen(&position, fen);
        assert_string_equal(fen, rows[i].after);
        assert_true(position_is_consistent(&position));
    }
}

static void castling_rights_are_lost(void **state)
{
    static const char all[] = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    static const struct {
        const char *moves;
        int left;
    } rows[] = {
        {"e1e2", BLACK_SHORT | BLACK_LONG},
        {"a1b1", WHITE_SHORT | BLACK_SHORT | BLACK_LONG},
        {"h1h8", WHITE_LONG | BLACK_LONG},
        {"e1g1", BLACK_SHORT | BLACK_LONG},
        {"e1c1 e8f7", 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct position position = from_fen(all);
        play_all(&position, rows[i].moves);
        assert_int_equal(position.castling, rows[i].left);
    }
}

static void fen_round_trips(void **state)
{
    static const char *const rows[] = {
        CHESS_START_FEN,
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1",
        "4k3/8/8/8/8/8/8/RR2K2R w KB - 17 60",
        "4k3/8/8/8/8/8/8/1R2KR1R w FQ - 17 60",
        "rk2r3/8/8/8/8/8/8/RK2R3 b KQkq - 99 65535",
        "1r2k2r/8/8/8/8/8/8/4K3 b kq - 255 1",
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct position position = from_fen(rows[i]);
        char fen[CHESS_FEN_MAX];
        chess_to_fen(&position, fen);
        assert_string_equal(fen, rows[i]);
        assert_true(position_is_consistent(&position));
    }
    assert_false(from_fen(rows[1]).chess960);
    assert_true(from_fen(rows[4]).chess960);
    assert_true(from_fen("4k3/8/8/8/8/8/8/4K2R w H -").chess960);
    assert_false(from_fen("4k3/8/8/8/8/8/8/4K3 w KQkq -").castling); /* no rook: the rights are
                                                                      * dropped */
    assert_int_equal(from_fen("4k3/8/8/8/8/8/8/4K3 w - - 300 0").halfmoves, 255);
    assert_int_equal(from_fen("4k3/8/8/8/8/8/8/4K3 w - - 300 0").fullmove, 1);
}

static void bad_fen_says_why(void **state)
{
    static const struct {
        const char *fen, *says;
        int column;
    } rows[] = {
        {"", "empty", 1},
        {"8/8/8/8/8/8/8/8 w - - 0 1", "white has no king", 1},
        {"4k3/8/8/8/8/8/8/8 w - - 0 1", "white has no king", 1},
        {"4k3/8/8/8/8/8/8/K3K3 w - - 0 1", "white has 2 kings", 1},
        {"k3k3/8/8/8/8/8/8/K7 w - - 0 1", "black has 2 kings", 1},
        {"4k2P/8/8/8/8/8/8/4K3 w - - 0 1", "a pawn cannot stand on rank 8", 4},
        {"4k3/8/8/8/8/8/8/4K2p w - - 0 1", "a pawn cannot stand on rank 1", 20},
        {"4k3/8/8/8/8/8/8/4KR w - - 0 1", "rank 1 has only 6 of 8 squares", 20},
        {"4k3/9/8/8/8/8/8/4K3 w - - 0 1", "'9' is not a piece", 5},
        {"4k3/8/8x/8/8/8/8/4K3 w - - 0 1", "rank 6 has more than 8 squares", 8},
        {"4k3/8/8/8/8/8/4K3 w - - 0 1", "expected 8 ranks", 18},
        {"4k3/8/8/8/8/8/8/8/4K3 w - - 0 1", "more than 8 ranks", 18},
        {"4k3/8/8/8/8/8/8/4K3 x - - 0 1", "expected the side to move", 21},
        {"4k3/8/8/8/8/8/8/4K3", "side to move, w or b, is missing", 20},
        {"4k3/8/8/8/8/8/8/4K3 w", "castling field is missing", 22},
        {"4k3/8/8/8/8/8/8/4K3 w x - 0 1", "'x' is not a castling right", 23},
        {"4k3/8/8/8/8/8/8/4K3 w - e9 0 1", "en passant square", 25},
        {"4k3/8/8/8/8/8/8/4K3 w - - x 1", "the halfmove clock is not a number", 27},
        {"4k3/8/8/8/8/8/8/4K3 w - - -1 1", "the halfmove clock is not a number", 27},
        {"4k3/8/8/8/8/8/8/4K3 w - - 0 99999", "the move number is more than", 29},
        {"4k3/8/8/8/8/8/8/4K3 w - - 0", "the move number is missing", 28},
        {"4k3/8/8/8/8/8/8/4K3 w - - 0 1 x", "nothing after the move number", 31},
        {"4k3/8/8/8/8/8/8/4RK2 w - - 0 1", "black is in check, but it is white's turn", 22},
        {"4k3/4K3/8/8/8/8/8/8 b - - 0 1", "white is in check", 21},
        {"4k3/8/8/PPPPPPPPP/8/8/8/4K3 w - -", "more than 8 squares", 17},
        {"4k3/8/P7/PPPPPPPP/8/8/8/4K3 w - -", "white has 9 pawns", 1},
        {"QQQQQQQQ/QQQQQQQQ/8/8/8/8/8/K1k5 w - -", "promoted", 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct position position;
        struct error error;
        if (chess_from_fen(&position, rows[i].fen, &error))
            fail_msg("%s was accepted", rows[i].fen);
        if (!strstr(error.message, rows[i].says) || error.column != rows[i].column)
            fail_msg("%s: column %d: %s (expected column %d: %s)", rows[i].fen, error.column,
                     error.message, rows[i].column, rows[i].says);
    }
}

static void start_positions_960(void **state)
{
    struct position position;
    char fen[CHESS_FEN_MAX];
    static char rows[960][9];
    for (int index = 0; index < 960; index++) {
        chess_start_960(&position, index);
        assert_true(position_is_consistent(&position));
        assert_int_equal(position.castling, 15);
        chess_to_fen(&position, fen);
        memcpy(rows[index], fen, 8);
        for (int other = 0; other < index; other++)
            assert_string_not_equal(rows[index], rows[other]);
    }
    assert_string_equal(rows[518], "rnbqkbnr");
    assert_string_equal(rows[0], "bbqnnrkr");
    assert_string_equal(rows[959], "rkrnnqbb");
    chess_start(&position);
    chess_to_fen(&position, fen);
    assert_string_equal(fen, CHESS_START_FEN);
}

static void san_disambiguation(void **state)
{
    static const struct {
        const char *fen, *uci, *san;
    } rows[] = {
        {"6k1/8/8/8/8/1N3N2/8/4K3 w - - 0 1", "b3d2", "Nbd2"},
        {"6k1/8/8/8/3N4/8/3N4/4K3 w - - 0 1", "d4f3", "N4f3"},
        {"8/8/k7/8/4Q2Q/8/8/K6Q w - - 0 1", "h4e1", "Qh4e1"},
        {"4r1k1/8/8/8/8/4N3/8/N3K3 w - - 0 1", "a1c2", "Nc2"}, /* the other one is pinned */
        {"3nk3/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8q", "exd8=Q+"},
        {"4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1", "e4d3", "exd3"},
        {"5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O+"},
        {"3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", "O-O-O+"},
        {"6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "Ra8#"},
        {"7k/8/6K1/8/8/8/Q7/8 w - - 0 1", "a2a8", "Qa8#"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct position position = from_fen(rows[i].fen);
        char san[CHESS_SAN_MAX];
        chess_to_san(&position, uci_move(&position, rows[i].uci), san);
        assert_string_equal(san, rows[i].san);
    }
}

static void moves_are_read_in_any_spelling(void **state)
{
    static const struct {
        const char *fen, *text, *uci;
    } rows[] = {
        {CHESS_START_FEN, "e4", "e2e4"},
        {CHESS_START_FEN, " e2-e4!? ", "e2e4"},
        {CHESS_START_FEN, "Pe4", "e2e4"},
        {CHESS_START_FEN, "nf3", "g1f3"},
        {CHESS_START_FEN, "Ng1-f3", "g1f3"},
        {"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "0-0", "e1g1"},
        {"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "o-o-o", "e1c1"},
        {"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O-O+", "e1c1"},
        {"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1h1", "e1g1"},
        {"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", "e1g1"},
        {"7k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e8Q", "e7e8q"},
        {"7k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e8=q+", "e7e8q"},
        {"7k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e8(N)", "e7e8n"},
        {"7k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7e8r", "e7e8r"},
        {"4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1", "exd3 e.p.", "e4d3"},
        {"4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1", "ed3", "e4d3"},
        {"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", "bc4", "f1c4"},
        {"4k3/8/8/8/2p5/1P6/B7/4K3 w - - 0 1", "bxc4", "b3c4"}, /* b is read as the pawn first */
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct position position = from_fen(rows[i].fen);
        struct error error;
        char uci[CHESS_UCI_MAX];
        Move move;
        if (!chess_read_move(&position, rows[i].text, &move, &error))
            fail_msg("%s: %s", rows[i].text, error.message);
        chess_to_uci(&position, move, uci);
        assert_string_equal(uci, rows[i].uci);
    }
}

static void refused_moves_say_why(void **state)
{
    static const struct {
        const char *fen, *text, *says;
    } rows[] = {
        {"6k1/8/8/8/8/1N3N2/8/4K3 w - - 0 1", "Nd2", "Nd2 is ambiguous: Nbd2 or Nfd2"},
        {"4r1k1/8/8/8/8/8/8/3K4 w - - 0 1", "Ke2",
         "Ke2 is illegal: it leaves the king in check from the rook on e8"},
        {"6k1/8/8/8/1b6/8/3N4/4K3 w - - 0 1", "Nb3",
         "Nb3 is illegal: the knight on d2 is pinned: it leaves the king in check from the bishop "
         "on b4"},
        {"4r1k1/8/8/8/8/8/3N4/4K3 w - - 0 1", "Nb3",
         "Nb3 is illegal: it leaves the king in check from the rook on e8"},
        {CHESS_START_FEN, "Nd4", "Nd4 is illegal: no knight can reach d4"},
        {CHESS_START_FEN, "Nd2", "Nd2 is illegal: d2 is occupied by your own pawn"},
        {CHESS_START_FEN, "Qd4", "the path of the queen on d1 is blocked by the pawn on d2"},
        {CHESS_START_FEN, "e7e5", "e7e5 is illegal: the pawn on e7 is not yours"},
        {CHESS_START_FEN, "e3e4", "e3e4 is illegal: no piece stands on e3"},
        {CHESS_START_FEN, "g1g3", "a knight does not move from g1 to g3"},
        {CHESS_START_FEN, "exd3", "the pawn on e2 has nothing to capture on d3"},
        {CHESS_START_FEN, "e5", "no pawn can reach e5"},
        {CHESS_START_FEN, "O-O", "O-O is illegal: the bishop on f1 is in the way"},
        {CHESS_START_FEN, "hello", "illegal: it is not a move in any notation"},
        {CHESS_START_FEN, "", "illegal"},
        {CHESS_START_FEN, "Nf3xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\x1b[2J", "illegal"},
        {"4k3/8/8/8/8/8/8/4K2R w - - 0 1", "O-O", "the right to castle short is gone"},
        {"4k3/4r3/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "the king is in check from the rook on e7"},
        {"4kr2/8/8/8/8/8/8/4K2R w K - 0 1", "0-0", "castling through check"},
        {"4k1r1/8/8/8/8/8/8/4K2R w K - 0 1", "O-O", "in check from the rook on g8"},
        {"7k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e8", "ambiguous: say what the pawn becomes"},
        {"7k/4P3/8/8/8/8/8/4K3 w - - 0 1", "Rd1", "you have no rook"},
        {"8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1", "exd3",
         "en passant leaves the king in check from the queen on h4"},
        {"4k3/8/4K3/8/8/8/8/8 w - - 0 1", "Ke7", "it puts the king next to the enemy king on e8"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct position position = from_fen(rows[i].fen);
        struct error error;
        Move move;
        if (chess_read_move(&position, rows[i].text, &move, &error))
            fail_msg("%s was accepted", rows[i].text);
        if (!strstr(error.message, rows[i].says))
            fail_msg("%s: \"%s\", expected \"%s\"", rows[i].text, error.message, rows[i].says);
        for (const char *c = error.message; *c; c++)
            assert_in_range(*c, ' ', '~');
    }
}

/* Any text gets an answer, never a crash, and every refusal has a message. */
static void any_text_is_answered(void **state)
{
    static const char letters[] = "abcdefgh12345678NBRQKPnrqkxO0o-=+#()/:. e.p\x80\xff";
    struct position position =
        from_fen("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1");
    random_state = 7;
    for (int i = 0; i < 100000; i++) {
        char text[32];
        unsigned length = roll(i % 4 ? 7 : 30);
        for (unsigned at = 0; at < length; at++)
            text[at] = letters[roll(sizeof letters - 1)];
        text[length] = '\0';
        struct error error;
        Move move = NO_MOVE;
        if (chess_read_move(&position, text, &move, &error))
            assert_true(chess_is_legal(&position, move));
        else
            assert_true(strstr(error.message, "illegal") || strstr(error.message, "ambiguous"));
        (void)!chess_from_uci(&position, text, &move);
        struct position other;
        (void)!chess_from_fen(&other, text, &error);
    }
}

static void moves_in_words(void **state)
{
    static const struct {
        const char *fen, *uci, *words;
    } rows[] = {
        {CHESS_START_FEN, "g1f3", "knight g1 to f3"},
        {"6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "rook a1 to a8, checkmate"},
        {"3nk3/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8q",
         "pawn e7 takes knight on d8, promotes to queen, check"},
        {"5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "castles short, check"},
        {"4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1", "e4d3", "pawn e4 takes pawn en passant on d3"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct position position = from_fen(rows[i].fen);
        char words[CHESS_WORDS_MAX];
        chess_to_words(&position, uci_move(&position, rows[i].uci), words);
        assert_string_equal(words, rows[i].words);
    }
}

static void who_can_mate(void **state)
{
    static const struct {
        const char *fen;
        bool white, black;
    } rows[] = {
        {"4k3/8/8/8/8/8/8/4K3 w - -", false, false},
        {"4k3/8/8/8/8/8/8/4KN2 w - -", false, false},
        {"4k3/8/8/8/8/8/8/4KB2 w - -", false, false},
        {"4k3/8/8/8/8/8/8/3NKN2 w - -", true, false},
        {"4kn2/8/8/8/8/8/8/4KN2 w - -", true, true},
        {"4kq2/8/8/8/8/8/8/4KN2 w - -", false, true},
        {"4kr2/8/8/8/8/8/8/4KN2 w - -", true, true},
        {"4kb2/8/8/8/8/8/8/4KB2 w - -", true, true},    /* f8 is dark, f1 light */
        {"2b1k3/8/8/8/8/8/8/4KB2 w - -", false, false}, /* both light */
        {"4k3/8/8/8/8/8/8/2B1KB2 w - -", true, false},
        {"4k3/8/8/8/8/8/8/3BKB1B w - -", false, false},
        {"4k3/8/8/8/8/3B4/8/4KB2 w - -", false, false},
        {"4k3/p7/8/8/8/8/8/4KB2 w - -", true, true},
        {"4k3/8/8/8/8/8/8/4KR2 w - -", true, false},
        {"4k3/8/8/8/8/8/P7/4K3 w - -", true, false},
        {"4kr2/8/8/8/8/8/8/4KB2 w - -", false, true},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct position position = from_fen(rows[i].fen);
        if (chess_can_mate(&position, WHITE) != rows[i].white ||
            chess_can_mate(&position, BLACK) != rows[i].black)
            fail_msg("%s", rows[i].fen);
        assert_int_equal(chess_insufficient_material(&position), !rows[i].white && !rows[i].black);
    }
}

static void null_move_passes(void **state)
{
    struct position position = from_fen("4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1"), next;
    position_play_null(&position, &next);
    assert_int_equal(next.side, WHITE);
    assert_int_equal(next.en_passant, NO_SQUARE);
    assert_true(position_is_consistent(&next));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(perft_published),
        cmocka_unit_test(perft_small),
        cmocka_unit_test(perft_chess960),
        cmocka_unit_test(most_moves),
        cmocka_unit_test(polyglot_keys_as_published),
        cmocka_unit_test(en_passant_that_exposes_the_king),
        cmocka_unit_test(en_passant_kept_only_when_legal),
        cmocka_unit_test(castling_chess960),
        cmocka_unit_test(castling_rights_are_lost),
        cmocka_unit_test(fen_round_trips),
        cmocka_unit_test(bad_fen_says_why),
        cmocka_unit_test(start_positions_960),
        cmocka_unit_test(san_disambiguation),
        cmocka_unit_test(moves_are_read_in_any_spelling),
        cmocka_unit_test(refused_moves_say_why),
        cmocka_unit_test(any_text_is_answered),
        cmocka_unit_test(moves_in_words),
        cmocka_unit_test(who_can_mate),
        cmocka_unit_test(null_move_passes),
    };
    chess_init();
    const struct CMUnitTest large[] = {
        cmocka_unit_test(perft_standard),
        cmocka_unit_test(perft_extra),
        cmocka_unit_test(perft_chess960_published),
        cmocka_unit_test(perft_tricky),
    };
    return run_with_data(tests, large, NULL, NULL);
}
