/* PGN: files from other programs, our own files, and that both agree. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "src/pgn/pgn.h"
#include "src/pgn/scan.h"
#include "tests/unit/data.h"
#include "tests/unit/test.h"

struct outcome {
    int good, bad, plies; /* games read, games refused, main-line plies of both */
    struct error first;   /* error of the first refused */
};

static char *written(const struct game *game)
{
    char *text;
    size_t size;
    FILE *stream = open_memstream(&text, &size);
    assert_non_null(stream);
    assert_true(pgn_write(game, stream));
    fclose(stream);
    return text;
}

static struct game *read_one(const char *text)
{
    FILE *stream = fmemopen((char *)(uintptr_t)text, strlen(text), "r");
    assert_non_null(stream);
    struct pgn_reader *reader = pgn_reader_create(stream, "test.pgn");
    struct game *game;
    struct error error;
    if (pgn_read(reader, &game, &error) != PGN_GAME)
        fail_msg("%s\nline %d, column %d: %s", text, error.line, error.column, error.message);
    pgn_reader_destroy(reader);
    fclose(stream);
    return game;
}

/* A game that was written reads back as the same tree, and writing it again gives the same text. */
static void check_round_trip(struct game *game)
{
    /* Unusual line breaks need not be preserved, so use the standard width. */
    game->width = PGN_WIDTH;
    char *first = written(game);
    struct game *again = read_one(first);
    again->width = PGN_WIDTH;
    char *second = written(again);
    assert_string_equal(first, second);
    for (const char *line = first; *line; line += strcspn(line, "\n") + 1) {
        size_t length = strcspn(line, "\n");
        size_t columns = 0;
        for (size_t i = 0; i < length; i++)
            columns += ((unsigned char)line[i] & 0xC0) != 0x80;
        /* Blanks and text after '%' are not broken. */
        bool whole = memmem(line, length, "  ", 2) || memmem(line, length, " %", 2);
        if (*line != '[' && *line != ';' && columns > PGN_WIDTH && memchr(line, ' ', length) &&
            !whole)
            fail_msg("too long: %.*s", (int)length, line);
    }
    free(first);
    free(second);
    game_destroy(again);
}

static struct outcome read_stream(FILE *stream, const char *name)
{
    struct outcome outcome = {0};
    struct pgn_reader *reader = pgn_reader_create(stream, name);
    assert_non_null(reader);
    struct game *game;
    struct error error;
    for (enum pgn_status status; (status = pgn_read(reader, &game, &error)) != PGN_END;) {
        assert_true(outcome.good + outcome.bad < 10000); /* each call makes progress */
        if (status == PGN_BAD && outcome.bad++ == 0)
            outcome.first = error;
        outcome.good += status == PGN_GAME;
        if (game) {
            outcome.plies += game_end_of_line(game->root)->ply;
            if (status == PGN_GAME)
                check_round_trip(game);
        }
        game_destroy(game);
    }
    pgn_reader_destroy(reader);
    fclose(stream);
    return outcome;
}

static struct outcome read_text(const char *text)
{
    return read_stream(fmemopen((char *)(uintptr_t)text, strlen(text), "r"), "test.pgn");
}

static void files_of_the_world_are_read(void **state)
{
    static const struct {
        const char *path;
        int good, bad, plies;
    } files[] = {
        {"pgn/anastasian-lewis.pgn", 0, 1, 81}, /* a null move */
        {"pgn/antichess-programfox.pgn", 0, 2, 0},
        {"pgn/chessbase-empty-line.pgn", 1, 0, 134},
        {"pgn/cutechess-fischerrandom.pgn", 4, 0, 396},
        {"pgn/kasparov-deep-blue-1997.pgn", 6, 0, 519},
        {"pgn/knightvuillaume-jannlee-zh-lichess.pgn", 0, 1, 0},
        {"pgn/molinari-bordais-1979.pgn", 1, 0, 10},
        {"pgn/nepomniachtchi-liren-game1.pgn", 1, 0, 97},
        {"pgn/saturs-jannlee-zh-lichess.pgn", 0, 1, 0},
        {"pgn/stockfish-learning.pgn", 1, 0, 154},
        {"pgn/uci-moves.pgn", 1, 0, 113},
        {"pgn/utf8-bom.pgn", 2, 0, 0},
        {"pgn-torture/chessjs-0.pgn", 0, 1, 0}, /* "<br />" for line ends */
        {"pgn-torture/chessjs-2.pgn", 1, 0, 4},
        {"pgn-torture/franky-pgn_test2.pgn", 1, 0, 76},
        {"pgn-torture/mliebelt-32games.pgn", 32, 0, 2069},
        {"pgn-torture/mliebelt-lichess_mliebelt_2024-01-03.pgn", 8, 0, 604},
        {"pgn-torture/mliebelt-sampleGame.pgn", 1, 0, 46},
        {"pgn-torture/mliebelt-sampleGameThrow.pgn", 0, 1, 2},
        {"pgn-torture/mliebelt-twic-01-232games.pgn", 232, 0, 19777},
        {"pgn-torture/pgnx-barnes-horton.pgn", 1, 0, 72},
        {"pgn-torture/pgnx-fools-mate.pgn", 1, 0, 4},
        {"pgn-torture/pgnx-nested-comment.pgn", 0, 1, 1},
        {"pgn-torture/pgnx-test-7.pgn", 1, 0, 165},
        {"pgn-torture/pgnx-test-S.pgn", 3, 0, 255},
        {"pgn-torture/pgnx-test-Ta.pgn", 1, 0, 72},
        {"pgn-torture/pgnx-test-allownullmoves.pgn", 0, 2, 2},
        {"pgn-torture/pgnx-test-e.pgn", 6, 0, 447},
        {"pgn-torture/pgnx-test-long-line.pgn", 1, 0, 4},
        {"pgn-torture/pgnx-test-nagcomments.pgn", 1, 0, 1},
        {"pgn-torture/pgnx-test-promotion-in.pgn", 8, 0, 8},
        {"pgn-torture/pgnx-test-setup-in.pgn", 2, 0, 148},
        {"pgn-torture/pgnx-test-splitvariants.pgn", 1, 0, 3},
        {"pgn-torture/pgnx-test-t.pgn", 6, 0, 539},
        {"pgn-torture/scalachess-FWWRC.pgn", 605, 0, 0},
        {"openings/8moves_v3-2000.pgn", 2000, 0, 32000},
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        const char *path = data_file(files[i].path);
        struct outcome got = read_stream(fopen(path, "r"), path);
        if (got.good != files[i].good || got.bad != files[i].bad || got.plies != files[i].plies)
            fail_msg("%s: %d good, %d bad, %d plies; %d: %s", path, got.good, got.bad, got.plies,
                     got.first.line, got.first.message);
    }
}

static void a_game_is_written_as_the_standard_says(void **state)
{
    struct game *game = read_one("\xEF\xBB\xBF[White \"A \\\"B\\\"\"]\r\n[Result \"1-0\"]\r\n"
                                 "[Opening \"x\"]\r\n\r\n{about} 1.e4! {[%clk 0:04:59.5] good} e5 "
                                 "\r\n(1... c5 2. Nf3 $1 (2. c3) 2... d6) ; the rest\r\n"
                                 "% not for us\r\n2. Nf3 {[%clk 0:04:50]} 1-0");
    assert_int_equal(game->root->child->clock, 299500);
    assert_string_equal(game->root->child->comment, "good");
    char *text = written(game);
    static const char moves[] =
        "\n% not for us\r\n"
        "{about} 1. e4 $1 {[%clk 0:04:59.5] good} 1... e5 (1... c5 2. Nf3 $1 (2. c3)\n"
        "2... d6) {the rest} 2. Nf3 {[%clk 0:04:50]} 1-0\n\n";
    char expected[512];
    snprintf(expected, sizeof expected, "%s%s",
             "[White \"A \\\"B\\\"\"]\n[Result \"1-0\"]\n[Opening \"x\"]\n", moves);
    assert_string_equal(text, expected);
    free(text);
    /* A new game begins with the seven standard tags. */
    game->read = false;
    text = written(game);
    snprintf(expected, sizeof expected, "%s%s",
             "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n"
             "[White \"A \\\"B\\\"\"]\n[Black \"?\"]\n[Result \"1-0\"]\n[Opening \"x\"]\n",
             moves);
    assert_string_equal(text, expected);
    free(text);
    game_destroy(game);
}

static void times_are_worked_out_of_the_clocks_of_servers(void **state)
{
    static const struct {
        const char *control, *moves;
        int64_t took[4];
    } cases[] = {
        {"180+2",
         "1. e4 {[%clk 0:03:00]} e5 {[%clk 0:03:00]} 2. Nf3 {[%clk 0:02:57]} Nc6 {[%clk 0:03:02]} *",
         {-1, -1, 5000, 0}},
        {"600",
         "1. e4 {[%clk 0:09:59.5]} e5 {[%clk 0:10:00]} 2. Nf3 {[%clk 0:09:50]} Nc6 *",
         {-1, -1, 9500, -1}},
        {"-", "1. e4 {[%clk 0:03:00]} e5 {[%clk 0:03:00]} 2. Nf3 {[%clk 0:02:57]} *", {-1, -1, -1}},
        {"40/7200:3600",
         "1. e4 {[%clk 2:00:00]} e5 {[%clk 2:00:00]} 2. Nf3 {[%clk 1:59:57]} *",
         {-1, -1, -1}},
        {"180+2",
         "1. e4 {[%clk 0:03:00]} e5 {[%emt 0:00:01]} 2. Nf3 {[%clk 0:02:57]} *",
         {-1, 1000, 5000}},
        {"180+2",
         "1. e4 {[%clk 0:03:00] [%emt 0:00:04]} e5 {[%clk 0:02:59.5] [%emt 0:00:02.5]} "
         "2. Nf3 {[%clk 0:02:57.25]} Nc6 {[%clk 0:03:00]} *",
         {4000, 2500, 4750, 1500}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[512];
        snprintf(text, sizeof text, "[TimeControl \"%s\"]\n\n%s\n", cases[i].control,
                 cases[i].moves);
        struct game *game = read_one(text);
        int ply = 0;
        for (const struct game_node *node = game->root->child; node; node = node->child)
            assert_int_equal(node->elapsed, cases[i].took[ply++]);
        char *again = written(game);
        assert_true((strstr(again, "%emt") != NULL) == (strstr(cases[i].moves, "%emt") != NULL));
        free(again);
        check_round_trip(game);
        game_destroy(game);
    }
}

static void times_that_follow_from_the_clocks_are_left_out(void **state)
{
    static const char moves[] =
        "1. e4 {[%%clk 0:03:00] [%%emt 0:00:04]} e5 {[%%clk 0:02:59.5] [%%emt 0:00:02.5]} "
        "2. Nf3 {[%%clk 0:02:57.25] [%%emt 0:00:04.75]} Nc6 {[%%clk 0:03:00] [%%emt 0:00:0%s]} *";
    /* the last move's time by the clock, almost, and a time that the clock does not tell */
    static const char *const last[] = {"1.5", "1.45", "1.2"};
    for (size_t i = 0; i < sizeof last / sizeof *last; i++) {
        char text[512] = "[TimeControl \"180+2\"]\n\n";
        snprintf(text + strlen(text), sizeof text - strlen(text), moves, last[i]);
        struct game *game = read_one(text);
        pgn_leave_out_times(game);
        char *clean = written(game);
        assert_int_equal(strstr(clean, "[%emt 0:00:04.75]") != NULL, i == 2);
        assert_non_null(strstr(clean, "[%emt 0:00:02.5]")); /* no clock tells the first moves */
        struct game *again = read_one(clean);
        const struct game_node *node = game->root->child, *other = again->root->child;
        for (; node; node = node->child, other = other->child)
            assert_true(llabs(node->elapsed - other->elapsed) < 100);
        char *same = written(again);
        assert_string_equal(same, clean);
        free(same);
        free(clean);
        game_destroy(again);
        game_destroy(game);
    }
}

static void comments_cannot_break_the_file(void **state)
{
    struct game *game = read_one("1. e4 e5 *");
    assert_true(game_set_comment(game->root->child,
                                 "a } b { c\n%d\x1b[31m and words enough to fill "
                                 "a line and then some more of them %e"));
    assert_true(game_set_tag(game, "White", "back\\slash \"quote\"\nline"));
    char *text = written(game);
    struct game *again = read_one(text);
    assert_string_equal(
        again->root->child->comment,
        "a } b { c\n%d\x1b[31m and words enough to fill a line and then some more of "
        "them %e");
    assert_string_equal(game_tag(again, "White"), "back\\slash \"quote\" line");
    assert_null(strstr(text, "\n%"));
    free(text);
    game_destroy(again);
    game_destroy(game);
}

/* Here only the comment before the first move has a line of the full width. */
static void a_comment_before_the_first_move_tells_the_width_of_the_lines(void **state)
{
    (void)state;
    const char *text = "[Event \"?\"]\n[Result \"*\"]\n\n"
                       "{This line of a comment before the first move has the full width of 79 columns,\n"
                       "this one has not, and no line of the moves has} 1. e4 {the best by test, they\n"
                       "say} 1... e5 {and the best answer to it, which Black would rather not have to\n"
                       "play here} *\n\n";
    struct game *game = read_one(text);
    char *again = written(game);
    assert_string_equal(text, again);
    free(again);
    game_destroy(game);
}

static void a_nul_in_an_escaped_line_ends_nothing(void **state)
{
    static const char text[] = "[Event \"x\"]\n\n%a\0b\n1. e4\n% \0\n1... e5 *\n";
    struct error error = {.message = ""};
    struct game *game = NULL;
    FILE *stream = fmemopen((void *)(uintptr_t)text, sizeof text - 1, "r");
    struct pgn_reader *reader = pgn_reader_create(stream, "escaped");
    assert_int_equal(pgn_read(reader, &game, &error), PGN_GAME);
    pgn_reader_destroy(reader);
    fclose(stream);
    char *out = written(game);
    struct game *again = read_one(out);
    assert_int_equal(game_end_of_line(again->root)->ply, 2);
    assert_non_null(strstr(out, "%a b\n"));
    free(out);
    game_destroy(again);
    game_destroy(game);
}

static void games_of_tags_alone_are_parted_however_spaced(void **state)
{
    assert_int_equal(read_text("[Event \"1\"]\n[Event \"2\"]\n").good, 2);
    assert_int_equal(read_text("[Event \"1\"]\n[ Event\"2\"]\n[EventDate \"3\"]\n").good, 2);
}

static void no_line_of_a_comment_begins_a_game(void **state)
{
    char comment[200];
    for (int length = 1; length < 100; length++) {
        struct game *game = read_one("1. e4 e5 *");
        snprintf(comment, sizeof comment, "%0*d [Event \"x\"] [Event  y", length, 0);
        assert_true(game_set_comment(game->root->child, comment));
        char *text = written(game);
        struct game *again = read_one(text);
        assert_string_equal(again->root->child->comment, comment);
        assert_int_equal(game_end_of_line(again->root)->ply, 2);
        free(text);
        game_destroy(again);
        game_destroy(game);
    }
}

static void start_positions_survive(void **state)
{
    struct game *game =
        read_one("[FEN \"nbbrknrq/pppppppp/8/8/8/8/PPPPPPPP/NBBRKNRQ w KQkq - 0 1\"]"
                 "[Variant \"Fischerandom\"]\n1. d4 d5 *");
    assert_true(game->root->position.chess960);
    check_round_trip(game);
    game_destroy(game);
    game_destroy(read_one("[Variant \"-Standard \"]\n1. e4 *"));
    game = read_one("[FEN \"nbbrknrq/pppppppp/8/8/8/8/PPPPPPPP/NBBRKNRQ w KQkq - 0 1\"]"
                    "[Variant \" chess 960 \"]\n1. d4 d5 *");
    assert_true(game->root->position.chess960);
    game_destroy(game);
    game = read_one("[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 7\"]\n\n7... Kd7 8. e4 *");
    check_round_trip(game);
    assert_int_equal(game_end_of_line(game->root)->ply, 2);
    game_destroy(game);
}

static void latin_1_becomes_utf_8(void **state)
{
    struct game *game = read_one("[White \"M\xFCller\"]\n1. e4 {sch\xF6n} *");
    assert_string_equal(game_tag(game, "White"), "M\xC3\xBCller");
    assert_string_equal(game->root->child->comment, "sch\xC3\xB6n");
    game_destroy(game);
}

static void what_utf_8_forbids_is_latin_1(void **state)
{
    static const char *const good[] = {"\xC2\x80",     "\xE0\xA0\x80",     "\xED\x9F\xBF",
                                       "\xEE\x80\x80", "\xF0\x90\x80\x80", "\xF4\x8F\xBF\xBF"};
    static const struct {
        const char *text, *converted;
    } bad[] = {
        {"\xC0\xAF", "\xC3\x80\xC2\xAF"}, /* overlong */
        {"\xE0\x80\xAF", "\xC3\xA0\xC2\x80\xC2\xAF"},
        {"\xF0\x82\x82\xAC", "\xC3\xB0\xC2\x82\xC2\x82\xC2\xAC"},
        {"\xED\xA0\x80", "\xC3\xAD\xC2\xA0\xC2\x80"},             /* a surrogate */
        {"\xF4\x90\x80\x80", "\xC3\xB4\xC2\x90\xC2\x80\xC2\x80"}, /* beyond U+10FFFF */
        {"\xE2\x82", "\xC3\xA2\xC2\x82"},                         /* incomplete */
    };
    for (int i = 0; i < (int)(sizeof good / sizeof *good) + (int)(sizeof bad / sizeof *bad); i++) {
        int at = i - (int)(sizeof good / sizeof *good);
        const char *text = at < 0 ? good[i] : bad[at].text;
        struct pgn_text read = {.bytes = NULL};
        enum pgn_encoding encoding;
        assert_true(pgn_text_add(&read, text, strlen(text)));
        assert_true(pgn_text_to_utf8(&read, &encoding));
        assert_int_equal(encoding, at < 0 ? PGN_UTF_8 : PGN_LATIN_1);
        assert_string_equal(read.bytes, at < 0 ? text : bad[at].converted);
        free(read.bytes);
    }
}

static void expect_error(const char *text, int line, int column, const char *words)
{
    struct outcome got = read_text(text);
    if (got.bad != 1 || got.first.line != line || got.first.column != column ||
        !strstr(got.first.message, words) || strcmp(got.first.file, "test.pgn") != 0)
        fail_msg("%s\n%d bad; %d:%d: %s", text, got.bad, got.first.line, got.first.column,
                 got.first.message);
}

static void errors_say_where_and_what(void **state)
{
    expect_error("1. e4 e5\n2. Ke3 *", 2, 4, "illegal");
    expect_error("1. e4 -- *", 1, 7, "null move");
    expect_error("1. e4 (1. d4 Z0) e5 *", 1, 14, "null move");
    expect_error("1. e4 {never closed", 1, 7, "never closed");
    expect_error("1. e4 } e5 *", 1, 7, "no matching '{'");
    expect_error("1. e4 ) e5 *", 1, 7, "no matching '('");
    expect_error("1. e4 (1. d4", 1, 7, "never closed");
    expect_error("(1. d4) 1. e4 *", 1, 1, "before the first move");
    expect_error("[White]\n1. e4 *", 1, 1, "expected a tag");
    expect_error("[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n*", 2, 1, "FEN");
    expect_error("[Variant \"Atomic\"]\n1. e4 *", 2, 1, "Atomic");
}

static void a_bad_game_does_not_hide_the_next(void **state)
{
    struct outcome got =
        read_text("[Event \"1\"]\n\n1. e4 {open\n[Event \"2\"]\n\n1. d4 d5 1-0\n"
                  "[Event \"3\"]\n\n1. e4 Zz9 2. d4\n\n[Event \"4\"]\n\n1. c4 c5 *\n"
                  "[Event \"5\"]\n\n1. e4 e5 (1... Zz9 2. d4) 2. Nf3 Nc6 0-1");
    assert_int_equal(got.good, 2);
    assert_int_equal(got.bad, 3);
    /* The readable plies of the bad games are kept: 1, 2, 1, 2 and 4. */
    assert_int_equal(got.plies, 10);
}

static void odd_files_are_no_games(void **state)
{
    static const char *const texts[] = {" ",   "\n\n\n", "%",           "% x\n% y\n",
                                        "{c}", "; c\n",  "\xEF\xBB\xBF"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct outcome got = read_text(texts[i]);
        if (got.good || got.bad)
            fail_msg("'%s': %d good, %d bad", texts[i], got.good, got.bad);
    }
}

static void garbage_is_survived(void **state)
{
    static const char alphabet[] = "(){}[]<>;%$!?.\"\\ \n\r\t01289abcdefghNBRQKOxe4=+#-/*\xC3\xBC";
    uint64_t random = 20260101;
    for (int round = 0; round < 3000 / SPARING; round++) {
        char text[200];
        size_t length = 0;
        while (length < sizeof text - 1) {
            random = random * 6364136223846793005u + 1442695040888963407u;
            text[length++] = alphabet[(random >> 33) % (sizeof alphabet - 1)];
            if ((random >> 58) == 0)
                length += (size_t)snprintf(text + length, sizeof text - length, "%.*s",
                                           (int)(sizeof text - length - 1), " 1. e4 e5 (");
        }
        text[sizeof text - 1] = '\0';
        struct outcome got = read_text(text);
        assert_true(got.good + got.bad <= 200);
    }
}

static void nesting_has_a_limit(void **state)
{
    char text[8192] = "1. e4 ";
    for (int i = 0; i < 300; i++)
        strcat(text, "(1. d4 ");
    for (int i = 0; i < 300; i++)
        strcat(text, ")");
    strcat(text, " e5 *");
    struct outcome got = read_text(text);
    assert_int_equal(got.bad, 1);
    assert_int_equal(got.plies, 2);
    assert_non_null(strstr(got.first.message, "too deeply"));
}

/* Several games on a line, or comments in a row, are read once, not once for each of them. */
static void a_long_line_is_read_once(void **state)
{
    enum { GAMES = 20000 / SPARING, COMMENTS = 20000 / SPARING };
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    for (int i = 0; i < GAMES; i++)
        fputs("[White \"a\"] 1. e4 e5 1-0 ", out);
    fputs("[White \"b\"] 1. e4 ", out);
    for (int i = 0; i < COMMENTS; i++)
        fputs("{x} ", out);
    fputs("1. {before} {it} e5 {after} {it} *", out);
    assert_int_equal(fclose(out), 0);
    FILE *stream = fmemopen(text, size, "r");
    struct pgn_reader *reader = pgn_reader_create(stream, "test.pgn");
    struct game *game;
    struct error error;
    for (int i = 0; i < GAMES; i++) {
        assert_int_equal(pgn_read(reader, &game, &error), PGN_GAME);
        assert_int_equal(game_end_of_line(game->root)->ply, 2);
        game_destroy(game);
    }
    assert_int_equal(pgn_read(reader, &game, &error), PGN_GAME);
    const struct game_node *first = game->root->child, *second = first->child;
    assert_int_equal(strlen(first->comment), 2 * COMMENTS - 1);
    assert_string_equal(second->comment_before, "before\nit");
    assert_string_equal(second->comment, "after\nit");
    game_destroy(game);
    pgn_reader_destroy(reader);
    fclose(stream);
    free(text);
}

/* Walking the list to its end for each variation would take minutes. */
static void many_variations_on_one_move_are_read_and_written(void **state)
{
    enum { VARIATIONS = 200000 / SPARING };
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    fputs("1. e4 ", out);
    for (int i = 0; i < VARIATIONS; i++)
        fputs(i % 2 ? "(1. c4) " : "(1. d4) ", out);
    fputs("e5 *", out);
    assert_int_equal(fclose(out), 0);
    struct game *game = read_one(text);
    free(text);
    int count = 0;
    for (const struct game_node *node = game->root->child; node; node = node->sibling)
        count++;
    assert_int_equal(count, 1 + VARIATIONS);
    text = written(game);
    assert_true(strlen(text) > strlen("(1. d4) ") * VARIATIONS);
    free(text);
    /* After the last variation, even if that one was deleted. */
    struct game_node *last = game->root->last;
    Move move = last->move;
    game_remove(last);
    last = game_append(game->root, move);
    assert_ptr_equal(game->root->last, last);
    game_put_first(last);
    assert_ptr_equal(game->root->child, last);
    assert_null(game->root->last->sibling);
    game_destroy(game);
}

/* Processor time to read a game with the text repeated in its first move. */
static clock_t reading_time(const char *repeated, int times)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    fputs("1. e4 {a} ", out);
    for (int i = 0; i < times; i++)
        fputs(repeated, out);
    fputs("e5 *", out);
    assert_int_equal(fclose(out), 0);
    clock_t began = clock();
    struct game *game = read_one(text);
    clock_t took = clock() - began;
    assert_true(strlen(game->root->child->comment) > (size_t)times);
    game_destroy(game);
    free(text);
    return took;
}

/* The comment used to be measured again after each variation that has a comment. */
static void comments_in_and_between_many_variations_take_no_longer_than_those_between(void **state)
{
    enum { VARIATIONS = 600000 / SPARING };
    clock_t between = reading_time("(1. d4 ) {a}\n", VARIATIONS);
    clock_t both = reading_time("(1. d4 {b}) {a}\n", VARIATIONS);
    if (both > 3 * between + 2 * CLOCKS_PER_SEC)
        fail_msg("%.2f s instead of %.2f s", (double)both / CLOCKS_PER_SEC,
                 (double)between / CLOCKS_PER_SEC);
}

static void glyphs_of_any_number_and_value_survive(void **state)
{
    char text[2048] = "1. e4", glyph[32];
    for (int i = 1; i <= 40; i++) {
        snprintf(glyph, sizeof glyph, " $%d", i * 9001);
        strcat(text, glyph);
    }
    strcat(text, " $9223372036854775807 $0 $1 $1 e5 *\n\n");
    struct game *game = read_one(text); /* read and written on one line */
    char *saved = written(game);
    assert_string_equal(saved, text);
    free(saved);
    game_destroy(game);

    game = read_one("1. e4! $1 e5 *"); /* the same glyph twice */
    assert_int_equal(game->root->child->nag_count, 1);
    game_destroy(game);
}

static void a_glyph_beyond_all_numbers_is_kept_as_text(void **state)
{
    char text[] = "1. e4 $99999999999999999999 e5 *\n\n";
    FILE *in = fmemopen(text, strlen(text), "r");
    struct pgn_reader *reader = pgn_reader_create(in, "test.pgn");
    struct game *game;
    struct error error;
    assert_int_equal(pgn_read(reader, &game, &error), PGN_BAD);
    assert_non_null(strstr(error.message, "after this '$'"));
    assert_int_equal(error.column, 7);
    char *saved = written(game);
    assert_string_equal(saved, text);
    free(saved);
    game_destroy(game);
    pgn_reader_destroy(reader);
    fclose(in);
}

/* A good game, a game with the text repeated count times, and another good game: the first is
 * read, the second refused with this message, and nothing after it is read. */
static void expect_flood_refused(const char *repeated, size_t count, const char *end, int line,
                                 const char *message)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    fputs("[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. e4 ", out);
    for (size_t i = 0; i < count; i++)
        fputs(repeated, out);
    fprintf(out, "%s *\n\n[Event \"c\"]\n\n1. e4 *\n", end);
    assert_int_equal(fclose(out), 0);
    FILE *stream = fmemopen(text, size, "r");
    struct pgn_reader *reader = pgn_reader_create(stream, "flood.pgn");
    struct game *game;
    struct error error;
    assert_int_equal(pgn_read(reader, &game, &error), PGN_GAME);
    game_destroy(game);
    assert_true(pgn_reader_ended_well(reader, &error));
    assert_int_equal(pgn_read(reader, &game, &error), PGN_END);
    assert_false(pgn_reader_ended_well(reader, &error));
    assert_string_equal(error.file, "flood.pgn");
    assert_int_equal(error.line, line);
    if (!strstr(error.message, message))
        fail_msg("expected \"%s\", got \"%s\"", message, error.message);
    assert_int_equal(pgn_read(reader, &game, &error), PGN_END);
    pgn_reader_destroy(reader);
    fclose(stream);
    free(text);
}

static void an_endless_line_or_comment_or_game_is_refused(void **state)
{
    expect_flood_refused("aaaaaaaaaaaaaaaa", 2 << 20, "", 7, "the line is longer than 16 MB");
    if (LONG_WITH_SANITIZERS)
        return;
    expect_flood_refused("{aaaaaaaaaaaaaaa", 2 << 20, "}", 7, "the line is longer than 16 MB");
    expect_flood_refused("{aaaaaaaaaaaaaa\n", 2 << 20, "}", 7,
                         "the comment that begins here makes the game longer than 16 MB");
    expect_flood_refused("(1. d4)\n", 3 << 20, "", 2097158, "the game is longer than 16 MB");
}

int main(void)
{
    chess_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_is_written_as_the_standard_says),
        cmocka_unit_test(times_are_worked_out_of_the_clocks_of_servers),
        cmocka_unit_test(times_that_follow_from_the_clocks_are_left_out),
        cmocka_unit_test(comments_cannot_break_the_file),
        cmocka_unit_test(a_comment_before_the_first_move_tells_the_width_of_the_lines),
        cmocka_unit_test(a_nul_in_an_escaped_line_ends_nothing),
        cmocka_unit_test(games_of_tags_alone_are_parted_however_spaced),
        cmocka_unit_test(no_line_of_a_comment_begins_a_game),
        cmocka_unit_test(start_positions_survive),
        cmocka_unit_test(latin_1_becomes_utf_8),
        cmocka_unit_test(what_utf_8_forbids_is_latin_1),
        cmocka_unit_test(errors_say_where_and_what),
        cmocka_unit_test(a_bad_game_does_not_hide_the_next),
        cmocka_unit_test(odd_files_are_no_games),
        cmocka_unit_test(garbage_is_survived),
        cmocka_unit_test(nesting_has_a_limit),
        cmocka_unit_test(a_long_line_is_read_once),
        cmocka_unit_test(an_endless_line_or_comment_or_game_is_refused),
        cmocka_unit_test(many_variations_on_one_move_are_read_and_written),
        cmocka_unit_test(comments_in_and_between_many_variations_take_no_longer_than_those_between),
        cmocka_unit_test(glyphs_of_any_number_and_value_survive),
        cmocka_unit_test(a_glyph_beyond_all_numbers_is_kept_as_text),
    };
    const struct CMUnitTest large[] = {
        cmocka_unit_test(files_of_the_world_are_read),
    };
    return run_with_data(tests, large, NULL, NULL);
}
