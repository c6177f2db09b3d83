/* PGN files survive being read and written: byte for byte if they are in export form, otherwise
 * with the same tree, tags, comments and glyphs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "src/pgn/pgn.h"
#include "tests/unit/data.h"
#include "tests/unit/file.h"
#include "tests/unit/test.h"

static char *written(const struct game *game)
{
    char *text;
    size_t size;
    FILE *stream = open_memstream(&text, &size);
    assert_true(pgn_write(game, stream));
    fclose(stream);
    return text;
}

static struct game *read_text(const char *text)
{
    FILE *stream = fmemopen((char *)(uintptr_t)text, strlen(text), "r");
    struct pgn_reader *reader = pgn_reader_create(stream, "test.pgn");
    struct game *game;
    struct error error;
    enum pgn_status status = pgn_read(reader, &game, &error);
    assert_int_not_equal(status, PGN_END);
    assert_non_null(game);
    pgn_reader_destroy(reader);
    fclose(stream);
    return game;
}

/* Compares text but ignores white space, because lines may be broken differently. */
static bool same_text(const char *a, const char *b)
{
    a = a ? a : "";
    b = b ? b : "";
    for (;;) {
        a += strspn(a, " \t\n\r");
        b += strspn(b, " \t\n\r");
        if (*a != *b || !*a)
            return *a == *b;
        a++;
        b++;
    }
}

static const char *node_difference(const struct game_node *a, const struct game_node *b)
{
    if (a->move != b->move || a->position.key != b->position.key)
        return "another move";
    if (a->nag_count != b->nag_count || (a->nag_count && memcmp(a->nags, b->nags, (size_t)a->nag_count * sizeof *a->nags) != 0))
        return "other glyphs";
    if (!same_text(a->comment, b->comment) || !same_text(a->comment_before, b->comment_before) ||
        !same_text(a->comment_last, b->comment_last))
        return "another comment";
    if (!same_text(a->unread, b->unread))
        return "what was not understood is another";
    if (a->clock != b->clock || a->elapsed != b->elapsed)
        return "other times";
    return NULL;
}

static const char *tree_difference(const struct game_node *a, const struct game_node *b)
{
    for (; a && b; a = a->child, b = b->child) {
        const char *difference = node_difference(a, b);
        if (difference)
            return difference;
        if (a->parent && a->parent->child != a)
            continue;
        const struct game_node *c = a->sibling, *d = b->sibling;
        for (; c && d; c = c->sibling, d = d->sibling) {
            if ((difference = tree_difference(c, d)))
                return difference;
        }
        if (c || d)
            return "a variation more or less";
    }
    return a || b ? "a line ends earlier" : NULL;
}

/* Every tag of a is in b with the same value; optional tags may be in another order. */
static const char *tag_difference(const struct game *a, const struct game *b)
{
    static const char roster[] = "Event Site Date Round White Black Result";
    int at = 0;
    for (int i = 0; i < a->tag_count; i++) {
        const struct game_tag *tag = &a->tags[i];
        if (*tag->name && strstr(roster, tag->name)) {
            const char *value = game_tag(b, tag->name);
            if (!value || strcmp(value, game_tag(a, tag->name)) != 0)
                return tag->name;
            continue;
        }
        while (at < b->tag_count && (strcmp(b->tags[at].name, tag->name) != 0 ||
                                     strcmp(b->tags[at].value, tag->value) != 0))
            at++;
        if (at == b->tag_count)
            return tag->value;
    }
    return NULL;
}

static const char *difference(const struct game *a, const struct game *b)
{
    const char *found = tag_difference(a, b);
    if (!found && a->result != b->result)
        found = "another result";
    if (!found && !same_text(a->escapes, b->escapes))
        found = "other escapes";
    return found ? found : tree_difference(a->root, b->root);
}

struct outcome {
    int games, same; /* same: byte for byte, except for line ends */
};

/* Line ends belong to the file, not to the game. */
static void drop_returns(char *text)
{
    char *to = text;
    for (const char *from = text; *from; from++) {
        if (*from != '\r')
            *to++ = *from;
    }
    *to = '\0';
}

/* Reads, writes, reads again and compares each game of a file. */
static struct outcome round_trip(const char *path)
{
    struct outcome outcome = {0};
    size_t size;
    char *text = file_read(path, &size);
    FILE *stream = fopen(path, "r");
    struct pgn_reader *reader = pgn_reader_create(stream, path);
    struct game *game;
    struct error error;
    int64_t before = 0;
    while (pgn_read(reader, &game, &error) != PGN_END) {
        assert_non_null(game);
        struct pgn_place place = pgn_reader_place(reader);
        assert_true(place.start >= before && place.end >= place.start);
        before = place.end;
        char *out = written(game);
        struct game *again = read_text(out);
        const char *found = difference(game, again);
        if (found)
            fail_msg("%s, line %d: %s\n%s", path, place.line, found, out);
        char *original = strndup(text + place.start, (size_t)(place.end - place.start));
        drop_returns(original);
        out[strlen(out) - 2] = '\0';
        outcome.games++;
        outcome.same += strcmp(original, out) == 0;
        if (getenv("ROUND_TRIP_SHOW") && strcmp(original, out) != 0)
            printf("<<<< %s\n%s\n>>>>\n%s\n", path, original, out);
        free(original);
        free(out);
        game_destroy(again);
        game_destroy(game);
    }
    pgn_reader_destroy(reader);
    fclose(stream);
    free(text);
    return outcome;
}

static void games_of_people_come_back_as_they_stood(void **state)
{
    struct outcome played = round_trip(data_file("people.pgn"));
    assert_int_equal(played.games, 130);
    assert_int_equal(played.same, 130);
    struct outcome annotated = round_trip(data_file("lichess-evals.pgn"));
    assert_int_equal(annotated.games, 12);
    assert_int_equal(annotated.same, 0); /* blanks in the comments */
}

static void nothing_is_lost_of_the_worlds_files(void **state)
{
    static const struct {
        const char *path;
        int games, same;
    } files[] = {
        {"pgn/anastasian-lewis.pgn", 1, 1},
        {"pgn/antichess-programfox.pgn", 2, 2},
        {"pgn/chessbase-empty-line.pgn", 1, 0}, /* an empty line among the tags, blanks doubled */
        {"pgn/cutechess-fischerrandom.pgn", 4, 0}, /* no number after a comment */
        {"pgn/kasparov-deep-blue-1997.pgn", 6, 0}, /* 1.Nf3 */
        {"pgn/knightvuillaume-jannlee-zh-lichess.pgn", 1, 1},
        {"pgn/molinari-bordais-1979.pgn", 1, 1},
        {"pgn/nepomniachtchi-liren-game1.pgn", 1, 0}, /* number and move kept on a line */
        {"pgn/saturs-jannlee-zh-lichess.pgn", 1, 1},
        {"pgn/stockfish-learning.pgn", 1, 0}, /* no number after a comment */
        {"pgn/uci-moves.pgn", 1, 0}, /* moves as g1f3 */
        {"pgn/utf8-bom.pgn", 2, 0}, /* a blank before the result */
        {"pgn-torture/chessjs-0.pgn", 1, 0}, /* HTML for line ends */
        {"pgn-torture/chessjs-2.pgn", 1, 0}, /* a line a move */
        {"pgn-torture/franky-pgn_test2.pgn", 1, 0}, /* number and move kept on a line */
        {"pgn-torture/mliebelt-32games.pgn", 32, 29}, /* Rd1d2 for R1d2 */
        {"pgn-torture/mliebelt-lichess_mliebelt_2024-01-03.pgn", 8, 8},
        {"pgn-torture/mliebelt-sampleGame.pgn", 1, 0}, /* 1.d4 */
        {"pgn-torture/mliebelt-sampleGameThrow.pgn", 1, 0}, /* 1.d4; a comment to the line's end */
        {"pgn-torture/mliebelt-twic-01-232games.pgn", 232, 218}, /* Rd1d2 for R1d2 */
        {"pgn-torture/pgnx-barnes-horton.pgn", 1, 0}, /* an empty line after a comment */
        {"pgn-torture/pgnx-fools-mate.pgn", 1, 1},
        {"pgn-torture/pgnx-nested-comment.pgn", 1, 0}, /* no number */
        {"pgn-torture/pgnx-test-7.pgn", 1, 1},
        {"pgn-torture/pgnx-test-S.pgn", 3, 3},
        {"pgn-torture/pgnx-test-Ta.pgn", 1, 0}, /* an empty line after a comment */
        {"pgn-torture/pgnx-test-allownullmoves.pgn", 2, 2},
        {"pgn-torture/pgnx-test-e.pgn", 6, 6},
        {"pgn-torture/pgnx-test-long-line.pgn", 1, 0}, /* no number after a comment */
        {"pgn-torture/pgnx-test-nagcomments.pgn", 1, 0}, /* no number */
        {"pgn-torture/pgnx-test-promotion-in.pgn", 8, 0}, /* other spellings of a promotion */
        {"pgn-torture/pgnx-test-setup-in.pgn", 2, 2},
        {"pgn-torture/pgnx-test-splitvariants.pgn", 1, 0}, /* no number after a comment */
        {"pgn-torture/pgnx-test-t.pgn", 6, 6},
        {"pgn-torture/scalachess-FWWRC.pgn", 605, 0}, /* no result */
        {"openings/8moves_v3-2000.pgn", 2000, 2000},
    };
    struct outcome all = {0};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        const char *path = data_file(files[i].path);
        struct outcome got = round_trip(path);
        all.games += got.games;
        all.same += got.same;
        if (getenv("ROUND_TRIP_SHOW"))
            printf("        {\"%s\", %d, %d},\n", files[i].path, got.games, got.same);
        else if (got.games != files[i].games || got.same != files[i].same)
            fail_msg("%s: %d games, %d as they stood; expected %d and %d", path, got.games,
                     got.same, files[i].games, files[i].same);
    }
    print_message("%d games, %d byte for byte as they stood\n", all.games, all.same);
}

static void expect_file(const char *path, const char *expected)
{
    size_t size;
    char *text = file_read(path, &size);
    assert_string_equal(text, expected);
    free(text);
}

static struct game *read_nth(const char *path, int number, struct pgn_place *place)
{
    FILE *stream = fopen(path, "r");
    struct pgn_reader *reader = pgn_reader_create(stream, path);
    struct game *game = NULL;
    struct error error;
    for (int i = 0; i <= number; i++) {
        game_destroy(game);
        assert_int_equal(pgn_read(reader, &game, &error), PGN_GAME);
    }
    *place = pgn_reader_place(reader);
    pgn_reader_destroy(reader);
    fclose(stream);
    return game;
}

static void a_game_is_saved_in_its_place(void **state)
{
    char path[] = "/tmp/fallible-save.XXXXXX";
    static const char text[] =
        "\xEF\xBB\xBF% head\r\n[Event \"1\"]\r\n\r\n1.e4 {odd   one} *\r\n\r\n\r\n"
        "[Event \"2\"]\r\n\r\n1. d4 {M\xFCller} 1... d5 *\r\n% between\r\n\r\n"
        "[Event \"3\"]\r\n1.c4 Zz9 *\r\n";
    file_make(path, text, sizeof text - 1);
    struct pgn_place place;
    struct error error;
    struct game *game = read_nth(path, 1, &place);
    assert_int_equal(place.line, 7);
    assert_true(pgn_save(game, path, &place, &error));
    expect_file(path, text);
    assert_true(game_set_comment(game->root->child->child, "sch\xC3\xB6n"));
    assert_true(pgn_save(game, path, &place, &error));
    static const char changed[] =
        "\xEF\xBB\xBF% head\r\n[Event \"1\"]\r\n\r\n1.e4 {odd   one} *\r\n\r\n\r\n"
        "[Event \"2\"]\r\n\r\n1. d4 {M\xFCller} 1... d5 {sch\xF6n} *\r\n% between\r\n\r\n"
        "[Event \"3\"]\r\n1.c4 Zz9 *\r\n";
    expect_file(path, changed);
    /* Saves in the same place, then again after another program has written. */
    assert_true(pgn_save(game, path, &place, &error));
    expect_file(path, changed);
    file_append(path, "\n");
    assert_false(pgn_save(game, path, &place, &error));
    assert_non_null(strstr(error.message, "changed"));
    assert_string_equal(error.file, path);
    game_destroy(game);
    unlink(path);
    game = game_create(NULL);
    assert_false(pgn_save(game, path, &place, &error));
    game_destroy(game);
}

static void check_same(const char *text)
{
    struct game *game = read_text(text);
    char *out = written(game);
    assert_string_equal(out, text);
    free(out);
    game_destroy(game);
}

static void what_is_in_export_form_stays_to_the_byte(void **state)
{
    static const char *const games[] = {
        /* The form of Lichess: one line, blanks within braces, its own tags in its own order. */
        "[Event \"x\"]\n[UTCDate \"2026.01.01\"]\n[White \"a\"]\n[Annotator \"\"]\n[Result \"*\"]\n\n"
        "1. e4 { [%eval 0.17] [%clk 0:05:00] [%cal Gg1f3,Re7e5] } 1... e5 $6 { [%eval 0.2] "
        "[%csl Ge5] Inaccuracy.  Nf6 was best. } (1... Nf6 $14 2. e5) 2. Nf3 *\n\n",
        /* Consecutive comments, comments before and after moves, empty comments, a comment after
         * the last variation, glyphs in order. */
        "{first} {second} 1. e4 $140 $1 {a} {b} 1... e5 {} (1... c5) (\n{why} 1... c6 $0 $255) {x} "
        "{y} 2. Nf3 2... {z} Nc6 (2... d6)\n{last} 1-0\n\n",
        /* The same move twice as an answer; times in other spellings and with text. */
        "1. e4 {[%clk 1:00:00] [%emt 0:00:01.25] text} (1. e4 e5) 1... c5 {[%clk 59:59]} *\n\n",
        /* Invalid text: null moves, illegal moves, prose, an unfinished comment. */
        "1. e4 e5 (1... d5 2. -- Nc6 {and ) so on} (2... e6)) 2. Nf3 *\n\n",
        "1. e4 e5 2. Kd4 (2. Nf3) Nc6 1-0\n\n",
        "[FEN \"no position\"]\n\n1. e4 e5 *\n\n",
        "[Variant \"Atomic\"]\n\n1. e4 e5 *\n\n",
        "1. e4 {never closed\n\n",
        /* Start positions and Chess960, as spelt in the file. */
        "[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 7\"]\n[SetUp \"1\"]\n[Other \"x\"]\n\n7... Kd7 8. e4 *\n\n",
        "[Variant \"Fischerandom\"]\n[FEN \"nbbrknrq/pppppppp/8/8/8/8/PPPPPPPP/NBBRKNRQ w GDgd - 0 1\"]\n\n"
        "1. d4 d5 *\n\n",
        /* A result that differs from its tag, a repeated tag, a comment that takes the rest of its
         * line. */
        "[Result \"1-0 (forfeit)\"]\n[Team \"a\"]\n[Team \"b\"]\n\n1. e4 e5 *\n\n",
        "1. e4\n;braces } and { within\n1... e5 *\n\n",
    };
    for (size_t i = 0; i < sizeof games / sizeof *games; i++)
        check_same(games[i]);
}

int main(void)
{
    chess_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_of_people_come_back_as_they_stood),
        cmocka_unit_test(what_is_in_export_form_stays_to_the_byte),
        cmocka_unit_test(a_game_is_saved_in_its_place),
    };
    const struct CMUnitTest large[] = {
        cmocka_unit_test(nothing_is_lost_of_the_worlds_files),
    };
    return run_with_data(tests, large, NULL, NULL);
}
