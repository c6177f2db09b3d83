/* Hints: the words describe what the line does, and only rungs 3 and 4 contain the move. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/game/epd.h"
#include "src/review/hint.h"
#include "tests/unit/test.h"

enum { POSITIONS = 200, NODES = 60000, SEARCHES = 5, SHARE_NAMED = 90 /* percent */ };

/* A report with a score and moves in UCI notation. */
static struct report report_of(const struct position *start, Score score, const char *text)
{
    struct report report = {.finished = true, .line_count = 1};
    struct position position = *start;
    struct line *line = &report.lines[0];
    char copy[128], *rest = copy;
    snprintf(copy, sizeof copy, "%s", text);
    line->score = score;
    for (char *word; (word = strtok_r(rest, " ", &rest));) {
        Move move = NO_MOVE;
        if (!chess_from_uci(&position, word, &move))
            fail_msg("%s is illegal", word);
        line->moves[line->length++] = move;
        chess_play(&position, move);
    }
    report.best = line->moves[0];
    return report;
}

static void motifs_are_named(void **state)
{
    static const struct {
        const char *fen;
        Score score;
        const char *line, *words;
    } cases[] = {
        {"6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1", SCORE_MATE - 1, "e1e8", "mates on the back rank"},
        {"7k/8/8/8/8/8/R7/1R4K1 w - - 0 1", SCORE_MATE - 3, "a2a7 h8g8 b1b8", "forces mate in 2"},
        {"r3k3/8/8/3N4/8/8/8/4K3 w - - 0 1", 500, "d5c7 e8d7 c7a8", "forks king and rook"},
        {"4k3/8/8/3q4/8/8/8/3RK3 w - - 0 1", 900, "d1d5", "takes an undefended queen"},
        {"8/1q3k2/8/8/8/5B2/8/4K3 w - - 0 1", 600, "f3b7", "wins the queen"},
        {"4q3/8/8/4k3/8/8/8/3KR3 b - - 0 1", 0, "e5d4", ""},
        {"4q3/8/8/4k3/8/8/8/R5K1 w - - 0 1", 500, "a1e1 e5d4 e1e8", "skewers king and queen"},
        {"4k3/P7/8/8/8/8/8/4K3 w - - 0 1", 900, "a7a8q", "promot"},
        {"4k3/8/4q3/8/8/8/3R4/4K3 w - - 0 1", 300, "d2e2 e8d7 e2e6 d7e6",
         "pins the queen to the king"},
        {"6k1/8/8/3r4/4B3/8/8/4K3 w - - 0 1", 300, "e4d5", "wins a rook"},
        /* A line that ends before the capture. */
        {CHESS_START_FEN, 500, "e2e4", "comes out a rook ahead"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct position position = from_fen(cases[i].fen);
        char text[128];
        struct report report = report_of(&position, cases[i].score, cases[i].line);
        hint_motif(&position, &report.lines[0], text, sizeof text);
        bool good = *cases[i].words ? strstr(text, cases[i].words) != NULL : !*text;
        if (!good)
            fail_msg("%s %s: '%s', expected '%s'", cases[i].fen, cases[i].line, text,
                     cases[i].words);
    }
}

/* The usual opening advice takes precedence over the terms of the evaluation. */
static void the_first_words_of_an_opening_are_of_pieces_and_centre(void **state)
{
    static const struct {
        const char *fen, *line, *words;
    } cases[] = {
        {CHESS_START_FEN, "e2e4 e7e5 g1f3 b8c6 f1b5", "centre"},
        {CHESS_START_FEN, "g1f3 d7d5 d2d4 g8f6 c2c4", "Develop"},
        /* The pawn of a gambit is not won: the score is 20. */
        {CHESS_START_FEN, "e2e4 d7d5 e4d5 c7c6 d5c6 b8c6 b1c3", "centre"},
        {"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", "c7c5 g1f3 d7d6", "centre"},
        {"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", "e7e6 d2d4 d7d5",
         "make way"},
        {"rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2", "b8c6 f1b5 a7a6",
         "Develop"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct position position = from_fen(cases[i].fen);
        struct report report = report_of(&position, 20, cases[i].line);
        struct hint hint = {0};
        hint_explain(&position, &report, &hint);
        if (!strstr(hint.text[0], cases[i].words))
            fail_msg("%s %s: '%s'", cases[i].fen, cases[i].line, hint.text[0]);
    }
}

static void search(struct engine *engine, const struct position *start, const struct line *line,
                   uint64_t nodes, struct report *report)
{
    const struct limits limits = {.nodes = nodes};
    assert_true(engine_set_position(engine, start, line->moves, line->length));
    engine_start(engine, &limits);
    engine_wait(engine);
    assert_true(engine_poll(engine, report));
}

/* Thinks, and extends short lines as a session does. */
static void think(struct engine *engine, const struct position *position, struct report *report)
{
    struct line *line = &report->lines[0];
    struct report more = {0};
    bool grows = true;
    search(engine, position, line, NODES, report);
    for (int i = 1; i < SEARCHES && grows && hint_wants_more(position, line); i++) {
        search(engine, position, line, NODES / 4, &more);
        grows = hint_append(line, &more);
    }
}

/* Every number such as "0.38" in the text is at least ten centipawns. */
static void expect_no_trifles(const char *text)
{
    for (const char *dot = strchr(text, '.'); dot; dot = strchr(dot + 1, '.')) {
        if (dot > text && dot[-1] >= '0' && dot[-1] <= '9' && dot[1] >= '0' && dot[1] <= '9')
            assert_false(dot[-1] == '0' && dot[1] == '0' && (dot - 1 == text || dot[-2] == ' '));
    }
}

/* Whether text contains the move as a whole word. */
static bool has_word(const char *text, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = strstr(text, word); at; at = strstr(at + 1, word)) {
        bool begins = at == text || at[-1] == ' ';
        bool ends = at[length] == '\0' || strchr(" .,;:", at[length]) != NULL;
        if (begins && ends)
            return true;
    }
    return false;
}

static bool check_hint(const struct position *position, const struct report *report)
{
    struct hint hint = {0};
    char san[CHESS_SAN_MAX], motif[128];
    hint_explain(position, report, &hint);
    chess_to_san(position, report->lines[0].moves[0], san);
    assert_false(has_word(hint.text[0], san));
    assert_false(has_word(hint.text[1], san));
    assert_true(has_word(hint.text[2], san));
    assert_true(has_word(hint.text[3], san));
    for (int i = 0; i < HINT_RUNGS; i++) {
        assert_true(hint.text[i][0] != '\0');
        expect_no_trifles(hint.text[i]);
    }
    hint_motif(position, &report->lines[0], motif, sizeof motif);
    return motif[0] != '\0';
}

static FILE *open_tactics(void)
{
    FILE *file = fopen("puzzles/wac.epd", "r");
    if (!file) {
        print_message("puzzles/wac.epd is not there: run from the top of the tree\n");
        skip();
    }
    return file;
}

static void tactics_are_put_into_words(void **state)
{
    FILE *file = open_tactics();
    struct engine *engine = engine_create(NULL, NULL);
    assert_non_null(engine);
    char line[1024];
    int seen = 0, winning = 0, named = 0;
    while (seen < POSITIONS && fgets(line, sizeof line, file)) {
        static struct epd epd;
        struct error error = {0};
        line[strcspn(line, "\r\n")] = '\0';
        if (!line[0] || line[0] == '#')
            continue;
        if (!epd_read(&epd, line, &error))
            fail_msg("%s: %s", line, error.message);
        seen++;
        struct report report = {0};
        think(engine, &epd.position, &report);
        bool has_words = check_hint(&epd.position, &report);
        /* If the search found the solution of a tactic, the hint names something. */
        bool solved = false;
        for (int i = 0; i < epd.best_count; i++)
            solved |= report.lines[0].moves[0] == epd.best[i];
        if (solved && report.lines[0].score >= 200) {
            winning++;
            named += has_words;
        }
    }
    engine_destroy(engine);
    fclose(file);
    assert_int_equal(seen, POSITIONS);
    print_message("# %d of %d winning tactics named\n", named, winning);
    assert_true(named * 100 >= winning * SHARE_NAMED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(motifs_are_named),
        cmocka_unit_test(the_first_words_of_an_opening_are_of_pieces_and_centre),
        cmocka_unit_test(tactics_are_put_into_words),
    };
    return cmocka_run_group_tests(tests, start_chess, NULL);
}
