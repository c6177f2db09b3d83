/* Hints: each rung is made of proved claims; the first never misleads, only the last two name the
 * move, and together they fit into the pane. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/claims/hint.h"
#include "src/tui/layout.h"
#include "src/tui/paint.h"
#include "src/tui/panes/panes.h"
#include "tests/unit/test.h"

enum { SHARE_NAMED = 89 /* percent */ };

static struct prover *prover_of(uint64_t find, uint64_t confirm)
{
    const struct prover_budget budget = {find, confirm, prover_hint_budget().proved_max, false};
    struct error error = {0};
    struct prover *prover = prover_create(&budget, NULL, NULL, &error);
    if (!prover)
        fail_msg("%s", error.message);
    return prover;
}

/* The hint for the best move, or for `move`. */
static void hint_for(struct prover *prover, const char *fen, const char *move,
                     struct claims *claims, struct hint *hint)
{
    struct position position = from_fen(fen);
    Move wanted = NO_MOVE;
    *hint = (struct hint){0};
    if (move && !chess_from_uci(&position, move, &wanted))
        fail_msg("%s is illegal in %s", move, fen);
    assert_true(move ? claims_of_move(prover, &position, NULL, 0, wanted, claims)
                     : claims_of_best(prover, &position, NULL, 0, claims));
    struct claims before;
    assert_true(claims_of_threat(prover, &position, NULL, 0, &before));
    hint_explain(claims, move ? NULL : hint_threat(&before), hint);
}

/* The start of each rung. move: the move to find, NULL for the best one. */
static void each_rung_says_a_little_more(void **state)
{
    if (LONG_WITH_SANITIZERS)
        return;
    static const struct {
        const char *fen, *move;
        const char *rungs[HINT_RUNGS];
    } cases[] = {
        /* A mate, a fork that comes later, a piece that hangs. */
        {"6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1",
         NULL,
         {"You can mate on the back rank.", "Look at your rook on e1.", "Play 1.Re8#.",
          ""}},
        {"r3k3/pp6/8/3N4/8/8/PP6/4K3 w - - 0 1",
         NULL,
         {"There is a fork.", "Look at your knight on d5.", "Play 1.Nc7+.",
          "1.Nc7+ forks the king and the rook and wins the rook"}},
        {"4k3/pp6/8/3q4/8/8/PP6/3RK3 w - - 0 1",
         NULL,
         {"Something of Black's is undefended.", "Look at Black's queen on d5.", "Play 1.Rxd5.",
          "1.Rxd5 wins the undefended queen on d5"}},
        /* A better position, and a quiet move of which nothing is proved. */
        {"rnb1k1nr/pp3ppp/2p1p3/8/2qPB3/5N2/P1PB1PPP/R2Q1RK1 w kq - 2 10",
         "a2a4",
         {"You stand better. Look for the move that makes the most of it.", "", "Play 10.a4.", ""}},
        /* A threat of the opponent, which the move stops. */
        {"6k1/2R2pp1/7p/8/8/8/r4PPP/6K1 w - - 0 1",
         "h2h3",
         {"Your opponent threatens mate: how?", "Black wants to play 1...Ra1+.", "Play 1.h3.",
          "1.h3 meets the threat of 1...Ra1+, which forces mate in 2 on the back rank: "}},
        /* The best move leaves the bishop to the knight that attacks it, and makes a threat. */
        {"r1bqk2r/p1ppbppp/2pn4/8/2B5/8/PPP2PPP/RNBQR1K1 w kq - 0 9",
         NULL,
         {"Your opponent threatens something: what?", "Black wants to play 9...Nxc4.", "Play 9.",
          "Against the threat of 9...Nxc4, 9."}},
        /* A knight attacks the queen and threatens a check that wins it: not a quiet move. */
        {"r2qkb1r/pp3ppp/2n1pn2/3p4/3P2b1/4P1P1/PPQB1PBP/RN2K1NR b KQkq - 0 9",
         "c6b4",
         {"You can make a threat.", "Look at your knight on c6.", "Play 9...Nb4.",
          "9...Nb4 threatens 10...Nxc2+"}},
        /* Won, and lost. */
        {"2rr2k1/pp3pp1/7p/8/8/2N4P/PP3PP1/2RR2K1 w - - 0 1",
         "d1d8",
         {"You are a piece ahead: exchange pieces.", "Look at your rook on d1.", "Play 1.Rxd8+.",
          "1.Rxd8+ "}},
        {"8/8/8/8/4k3/8/8/R3K3 w - - 0 1",
         NULL,
         {"You ", "Your king should go forward.", "Play 1.K", "1.K"}},
        {"4k3/ppp3pp/8/8/8/4P3/r5PP/4K3 w - - 0 1",
         NULL,
         {"You are ", "Look at your ", "Play 1.", "1."}},
        {"7k/5K2/8/8/8/8/8/6R1 b - - 0 1",
         NULL,
         {"There is only one legal move.", "Look at your king.", "Play 1...Kh7.",
          "1...Kh7 2.Rh1#: the only legal move."}},
        /* Mated whatever is played: nothing else is said of the move. */
        {"6k1/8/5K2/8/8/8/p7/7R b - - 0 1",
         NULL,
         {"Mate cannot be stopped, only delayed.", "Look at your pawn on a2.", "Play 1...a1=Q+.",
          "1...a1=Q+ 2.Rxa1 Kh7 3.Ra8: this delays the mate longest."}},
        /* Black is a pawn ahead, so the pawn is won back. */
        {"r2qkb1r/pppnpppp/4bn2/8/2pP4/2N1PN2/PP3PPP/R1BQKB1R w KQkq - 5 6",
         "d4d5",
         {"You can win back a pawn.", "Look at your pawn on d4.", "Play 6.d5.",
          "6.d5 wins back a pawn: "}},
        /* Nobody calls a king move a threat that wins a pawn five moves later. */
        {"2r3k1/5ppp/4p3/8/8/1n6/1P3PPP/3R2K1 w - - 0 1",
         "h2h3",
         {"You are a piece behind", "Look at your pawn on h2.", "Play 1.h3.", "1.h3 "}},
        /* Quiet. */
        {CHESS_START_FEN,
         "g1f3",
         {"A piece of yours is still at home.", "Look at your knight on g1.", "Play 1.Nf3.",
          "1.Nf3 develops the knight: 1..."}},
        {CHESS_START_FEN, "e2e4", {"A pawn", "Look at your pawn on e2.", "Play 1.e4.", "1.e4 "}},
    };
    struct prover *prover = prover_of(60000, 60000);
    struct claims *claims = malloc(sizeof *claims);
    struct hint hint;
    assert_non_null(claims);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hint_for(prover, cases[i].fen, cases[i].move, claims, &hint);
        const bool mates = strstr(cases[i].rungs[2], "#") != NULL;
        assert_int_equal(hint.rungs, mates ? 3 : HINT_RUNGS);
        for (int rung = 0; rung < hint.rungs; rung++) {
            const char *expected = cases[i].rungs[rung];
            if (strncmp(hint.text[rung], expected, strlen(expected)) != 0)
                fail_msg("%s, rung %d: '%s', expected '%s'", cases[i].fen, rung + 1,
                         hint.text[rung], expected);
        }
    }
    free(claims);
    prover_destroy(prover);
}

/* Level positions, in which nothing is won. */
static void a_level_position_promises_no_win(void **state)
{
    if (LONG_WITH_SANITIZERS)
        return;
    static const char *const fens[] = {
        CHESS_START_FEN,
        "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/3P1N2/PPP2PPP/RNBQK2R b KQkq - 0 4",
        "rnbqkb1r/pp2pppp/5n2/3p4/3P4/5N2/PP2PPPP/RNBQKB1R w KQkq - 0 5",
        "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P1B2/2N1PN2/PP2BPPP/R2Q1RK1 w - - 0 10",
        "8/5pk1/6p1/8/8/6P1/5PK1/8 w - - 0 1",
        "r4rk1/pp3ppp/8/3p4/3P4/8/PP3PPP/R4RK1 w - - 0 20",
    };
    struct prover *prover = prover_of(60000, 60000);
    struct claims *claims = malloc(sizeof *claims);
    struct hint hint;
    assert_non_null(claims);
    for (size_t i = 0; i < sizeof fens / sizeof *fens; i += SPARING) {
        hint_for(prover, fens[i], NULL, claims, &hint);
        if (strstr(hint.text[0], "can win") || strstr(hint.text[0], "winning"))
            fail_msg("%s: %s", fens[i], hint.text[0]);
    }
    free(claims);
    prover_destroy(prover);
}

/* Whether text contains the move as a whole word. */
static bool has_word(const char *text, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = strstr(text, word); at; at = strstr(at + 1, word)) {
        bool begins = at == text || at[-1] == ' ' || at[-1] == '.';
        bool ends = at[length] == '\0' || strchr(" .,;:", at[length]) != NULL;
        if (begins && ends)
            return true;
    }
    return false;
}

static bool names_a_square(const char *text)
{
    for (; *text; text++) {
        if (text[0] >= 'a' && text[0] <= 'h' && text[1] >= '1' && text[1] <= '8')
            return true;
    }
    return false;
}

static const char *const nothing_on[] = {
    "No win", "most useful",          "quiet",        "still at home", "hardly any moves", "Think of", "You can take a square",
    "centre", "Look for an exchange", "more squares", "be safe"};

/* All rungs of the hint at once, in the pane of an 80x24 screen. */
static void check_rungs(const struct claims *claims, const struct hint *hint,
                        const struct rect *pane, const char *fen)
{
    char san[CHESS_SAN_MAX];
    int lines = 0;
    chess_to_san(&claims->position, claims->played, san);
    for (int rung = 0; rung < hint->rungs; rung++) {
        const char *text = hint->text[rung];
        size_t length = strlen(text);
        if (length < 4 || (text[length - 1] != '.' && text[length - 1] != '?'))
            fail_msg("%s, rung %d: '%s'", fen, rung + 1, text);
        if (has_word(text, san) != (rung >= 2) && !(rung == 1 && strstr(text, "wants to play")))
            fail_msg("%s, rung %d: '%s' and %s", fen, rung + 1, text, san);
        lines += paint_lines(text, pane->width - 2);
    }
    if (names_a_square(hint->text[0]))
        fail_msg("%s: '%s'", fen, hint->text[0]);
    if (lines >= pane->height)
        fail_msg("%s: %d lines: %s / %s / %s / %s", fen, lines, hint->text[0], hint->text[1],
                 hint->text[2], hint->text[3]);
}

/* Whether it is proved that the move wins material or mates. */
static bool wins_by_force(const struct claims *claims)
{
    char gain[96] = "";
    for (int i = 0; i < claims->count; i++) {
        const struct claim *claim = &claims->list[i];
        if (!claim->proved || claim->role != CLAIM_ROLE_DOES || claim->kind > CLAIM_WINS)
            continue;
        claim_gain(claims, claim, gain, sizeof gain);
        if (claim->mate > 0 || gain[0])
            return true;
    }
    return false;
}

static struct rect hint_pane(void)
{
    static struct model model;
    struct layout layout;
    assert_true(panes_create(&model));
    model.hint_open = true;
    model.view.hint.rung = 1;
    layout_compute(&layout, 80, 24, &model);
    panes_destroy(&model);
    return layout.places[PLACE_HINT];
}

static void puzzles_are_never_called_quiet_and_fit_on_the_screen(void **state)
{
    FILE *file = fopen("puzzles/lichess.csv", "r");
    if (!file) {
        print_message("puzzles/lichess.csv is not there: run from the top of the tree\n");
        skip();
    }
    const struct rect pane = hint_pane();
    assert_int_equal(pane.width - 2, HINT_WIDTH);
    assert_int_equal(pane.height - 1, HINT_LINES);
    struct prover *prover = prover_of(6000, 3000);
    struct claims *claims = malloc(sizeof *claims);
    struct hint hint;
    char line[1024];
    const int puzzles = 300 / (int)every_few();
    int seen = 0, winning = 0, tactics = 0;
    assert_non_null(claims);
    while (seen < puzzles && fgets(line, sizeof line, file)) {
        char id[16], fen[128], first[8];
        struct position position;
        struct error error;
        Move move;
        if (sscanf(line, "%15[^,],%127[^,],%7[a-h1-8qrbn]", id, fen, first) != 3 ||
            random_bits() % 13 > 0)
            continue;
        if (!chess_from_fen(&position, fen, &error) || !chess_from_uci(&position, first, &move))
            continue;
        chess_play(&position, move);
        chess_to_fen(&position, fen);
        hint_for(prover, fen, NULL, claims, &hint);
        check_rungs(claims, &hint, &pane, fen);
        seen++;
        const struct claim *claim = hint_claim(claims);
        tactics += claim && claim->kind <= CLAIM_WINS;
        if (!wins_by_force(claims))
            continue;
        winning++;
        for (size_t i = 0; i < sizeof nothing_on / sizeof *nothing_on; i++) {
            if (strstr(hint.text[0], nothing_on[i]))
                fail_msg("%s: '%s', but %s", fen, hint.text[0], hint.text[3]);
        }
    }
    free(claims);
    prover_destroy(prover);
    fclose(file);
    assert_int_equal(seen, puzzles);
    print_message("# %d of %d puzzles proved to win, %d with a tactic\n", winning, seen, tactics);
    assert_true(tactics * 100 >= puzzles * SHARE_NAMED);
}

/* Words that say nothing about a position. */
static bool is_filler(const char *word)
{
    static const char *const fillers[] = {"a",   "an",   "and",   "at",  "can", "is",   "it",
                                          "its", "look", "of",    "on",  "or",  "play", "should",
                                          "the", "to",   "yours", "was", "who", "you",  "your"};
    for (size_t i = 0; i < sizeof fillers / sizeof *fillers; i++)
        if (strcmp(word, fillers[i]) == 0)
            return true;
    return false;
}

/* Whether the text has a word of meaning that the text before it lacks. */
static bool adds(const char *text, const char *before)
{
    char words[sizeof((struct hint *)NULL)->text[0]], *rest = words;
    snprintf(words, sizeof words, "%s", text);
    for (char *word; (word = strtok_r(rest, " .,;:?", &rest));)
        if (!is_filler(word) && !has_word(before, word))
            return true;
    return false;
}

static void no_rung_repeats_the_one_before(void **state)
{
    static const char *const files[] = {"tests/data/mate-in-1.epd", "tests/data/perft.epd",
                                        "tests/data/zugzwang.epd"};
    enum { LEAST = 60 / SPARING };
    struct prover *prover = prover_of(6000, 3000);
    struct claims *claims = malloc(sizeof *claims);
    struct hint hint;
    char line[512], fen[128];
    int seen = 0, read = 0;
    assert_non_null(claims);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        FILE *file = fopen(files[i], "r");
        assert_non_null(file);
        while (fgets(line, sizeof line, file)) {
            char placement[80], side[2], castling[8], passing[4];
            Move moves[CHESS_MOVES_MAX];
            if (line[0] == '#' ||
                sscanf(line, "%79s %1s %7s %3[-a-h1-8]", placement, side, castling, passing) != 4 ||
                read++ % SPARING)
                continue;
            snprintf(fen, sizeof fen, "%s %s %s %s 0 1", placement, side, castling, passing);
            struct position position = from_fen(fen);
            if (chess_moves(&position, moves) == 0)
                continue;
            hint_for(prover, fen, NULL, claims, &hint);
            seen++;
            for (int rung = 1; rung < hint.rungs; rung++)
                if (!adds(hint.text[rung], hint.text[rung - 1]))
                    fail_msg("%s, rung %d: '%s' after '%s'", fen, rung + 1, hint.text[rung],
                             hint.text[rung - 1]);
        }
        fclose(file);
    }
    free(claims);
    prover_destroy(prover);
    assert_true(seen >= LEAST);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_rung_says_a_little_more),
        cmocka_unit_test(no_rung_repeats_the_one_before),
        cmocka_unit_test(a_level_position_promises_no_win),
        cmocka_unit_test(puzzles_are_never_called_quiet_and_fit_on_the_screen),
    };
    return cmocka_run_group_tests(tests, start_chess, NULL);
}
