/* Setting up a position: from words to a position or to what is missing; what is read back is the
 * same. */
#include <string.h>

#include "src/game/setup.h"
#include "tests/unit/test.h"

static void enter(struct setup *setup, const char *line, enum setup_answer answer, const char *says)
{
    char text[256];
    if (setup_enter(setup, line, text, sizeof text) != answer)
        fail_msg("%s: another answer than %d, %s", line, answer, text);
    if (says && !strstr(text, says))
        fail_msg("%s: \"%s\" has no \"%s\"", line, text, says);
}

static void expect_trouble(const struct setup *setup, const char *says)
{
    struct position position;
    struct error error = {0};
    assert_false(setup_position(setup, &position, &error));
    if (!strstr(error.message, says))
        fail_msg("\"%s\" has no \"%s\"", error.message, says);
    assert_memory_equal(position.board, setup->board, sizeof position.board);
}

static void expect_fen(const struct setup *setup, const char *expected)
{
    struct position position;
    struct error error = {0};
    char fen[CHESS_FEN_MAX];
    if (!setup_position(setup, &position, &error))
        fail_msg("%s", error.message);
    chess_to_fen(&position, fen);
    assert_string_equal(fen, expected);
}

static void what_is_there_comes_back(void **state)
{
    static const char *const fens[] = {
        CHESS_START_FEN,
        "r3k2r/pppp1ppp/8/3Pp3/8/8/PPP1PPPP/R3K2R w Kq e6 0 3",
        "4k3/8/8/8/8/8/8/4K3 b - - 12 77",
        "rkqbbnnr/pppppppp/8/8/8/8/PPPPPPPP/RKQBBNNR w KQkq - 0 1",
        "1r2k1r1/8/8/8/8/8/8/RR2K1R1 w GBgb - 0 1",
    };
    for (size_t i = 0; i < sizeof fens / sizeof *fens; i++) {
        struct position position = from_fen(fens[i]);
        char fen[CHESS_FEN_MAX];
        struct setup setup;
        chess_to_fen(&position, fen);
        setup_from(&setup, &position);
        expect_fen(&setup, fen);
    }
}

static void words_put_pieces(void **state)
{
    struct setup setup;
    setup_clear(&setup);
    expect_trouble(&setup, "white has no king");
    enter(&setup, "put white king on e1", SETUP_DONE, "White king e1.");
    enter(&setup, "black KING e8", SETUP_DONE, "Black king e8.");
    enter(&setup, "Qd1", SETUP_DONE, "White queen d1.");
    enter(&setup, "nb8", SETUP_DONE, "Black knight b8.");
    enter(&setup, "put white pawns a2 b2 c2", SETUP_DONE, "c2");
    enter(&setup, "move b2 b4", SETUP_DONE, "White pawn b4.");
    enter(&setup, "empty c2", SETUP_DONE, "c2 is empty.");
    enter(&setup, "black", SETUP_DONE, "Black to move.");
    expect_fen(&setup, "1n2k3/8/8/8/1P6/8/P7/3QK3 b - - 0 1");
    enter(&setup, "start", SETUP_DONE, "White to move.");
    expect_fen(&setup, CHESS_START_FEN);
    enter(&setup, "960 0", SETUP_DONE, NULL);
    expect_fen(&setup, "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1");
    enter(&setup, "fen 4k3/8/8/8/8/8/8/4K2R w K - 3 9", SETUP_DONE, NULL);
    expect_fen(&setup, "4k3/8/8/8/8/8/8/4K2R w K - 3 9");
}

static void what_is_wrong_is_said(void **state)
{
    static const char *const refused[] = {
        "put", "put white", "put white knight", "put white knight z9", "put white horse f3",
        "white knight f3 f9", "empty", "empty i1", "move e2", "move e3 e4", "castling",
        "castling KX", "en passant", "en passant e4", "960 960", "960 x", "fen 8/8",
    };
    static const char *const unknown[] = {"", "e4", "Nf3 Nf6", "quit", "w", "b", "fen", "undo"};
    struct setup setup;
    struct position start;
    chess_start(&start);
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        setup_from(&setup, &start);
        enter(&setup, refused[i], SETUP_REFUSED, NULL);
        expect_fen(&setup, CHESS_START_FEN);
    }
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++)
        enter(&setup, unknown[i], SETUP_UNKNOWN, NULL);
    enter(&setup, "empty h1", SETUP_DONE, NULL);
    expect_trouble(&setup, "white cannot castle short: the king or rook is not on its home square");
    enter(&setup, "castling Qkq", SETUP_DONE, "white long, black short, black long.");
    expect_fen(&setup, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w Qkq - 0 1");
    enter(&setup, "en passant e6", SETUP_DONE, NULL);
    expect_trouble(&setup, "no pawn can take en passant on e6");
    enter(&setup, "black to move", SETUP_DONE, NULL);
    assert_int_equal(setup.en_passant, NO_SQUARE);
    enter(&setup, "put black pawn e1", SETUP_DONE, NULL);
    expect_trouble(&setup, "a pawn cannot stand on rank 1");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_there_comes_back),
        cmocka_unit_test(words_put_pieces),
        cmocka_unit_test(what_is_wrong_is_said),
    };
    return cmocka_run_group_tests(tests, start_chess, NULL);
}
